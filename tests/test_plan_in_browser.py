"""The planning cards as a visitor sees them, in a real Chromium."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.needs_chromium

LINKS = {
    # 1 - 0.95^59 = 0.9515; 1 - 0.05^(1/10) = 0.2589
    "/plan?card=attempts&p=0.05&target=0.95&k=10&rho=0": ["59", "0", "25.9%"],
    # 0.25 (1.96 / 0.02)^2 = 2400.9 draws
    "/plan?card=errorbar&metric=pass%40k&p=0.5&k=1&n=100&tasks=1&spread=0&width=2&level=0.95": [
        "± 9.8",
        "2,401",
        "25",
    ],
    # 2.8016 sqrt(0.5 / 100) = 0.1981, half of it with a quarter of the variance; 2.8016^2 * 0.5 / 0.1^2 / 4 = 98.1
    "/plan?card=difference&metric=pass%40k&p=0.5&k=1&n=1&tasks=100&spread=1&alike=0.75&gap=10&level=0.95&power=0.8": [
        "9.9",
        "19.8",
        "99",
    ],
    # 13.14 attempts for 0.8474 of a solved task, against 50
    "/plan?card=cost&rates=0.9%2C+0.5%2C+0.1%2C+0.01&cap=50&price=1": ["15.5", "59", "92.3"],
}


@pytest.mark.parametrize(("path", "results"), LINKS.items(), ids=lambda value: str(value)[:20])
def test_each_card_has_a_link_that_opens_and_reloads_to_its_answer_above_the_fold(
    visit: Any, path: str, results: list[str]
) -> None:
    visitor = visit(path)
    visitor.see_results(*results)
    assert visitor.page.url.endswith(path)
    assert visitor.page.get_by_test_id("stCode").first.inner_text().strip() == visitor.page.url
    assert visitor.page.get_by_role("heading", level=1).count() == 1
    parts = [visitor.page.locator(".results .value").nth(i) for i in range(3)]
    parts += [visitor.page.get_by_role("figure").first, visitor.page.get_by_role("textbox").last]
    boxes = [part.bounding_box() for part in parts]
    assert all(box["y"] >= 0 and box["y"] + box["height"] <= 800 for box in boxes)
    visitor.page.reload()
    visitor.see_results(*results)
    assert visitor.page.url.endswith(path)


@pytest.mark.parametrize(
    ("card", "typed", "slid", "chosen"),
    [
        ("attempts", {"p, success rate": "0.2", "target": "90%", "k to compare": "5"}, ["rho"], []),
        (
            "errorbar",
            {"p, mean rate": "0.2", "k drawn": "5", "n samples": "50", "N tasks": "500", "± wanted, points": "3"},
            ["rho"],
            ["pass^k", "90%"],
        ),
        (
            "difference",
            {"p, mean rate": "0.2", "k drawn": "5", "n samples": "50", "N tasks": "500", "to see, points": "3"},
            ["rho", "how alike"],
            ["pass^k", "99%", "90%"],
        ),
        (
            "cost",
            {"success rates of the tasks": "0.5 0.2", "k, most attempts": "8", "price of an attempt": "0.02"},
            [],
            [],
        ),
    ],
)
def test_each_card_reacts_to_each_of_its_controls(
    visit: Any, card: str, typed: dict[str, str], slid: list[str], chosen: list[str]
) -> None:
    visitor = visit(f"/plan?card={card}")

    def seen() -> tuple[str, str, str]:
        said = visitor.page.get_by_test_id("stAlert").first.inner_text()
        return " ".join([*visitor.results(), said]), visitor.chart(), visitor.page.url

    def see_it_change(before: tuple[str, str, str], control: str) -> tuple[str, str, str]:
        visitor.page.wait_for_function("before => location.href !== before", arg=before[2])
        visitor.settled()
        after = seen()
        assert after[0] != before[0], f"{control}: neither numbers nor sentence changed"
        assert after[1] != before[1], f"{control}: the figure did not change"
        return after

    before = seen()
    for label, text in typed.items():
        if label == "k to compare":  # asks for a rate, which the curves do not show
            before = (before[0], "", before[2])
        visitor.type(label, text)
        before = see_it_change(before, label)
    for label in slid:
        slider = visitor.page.get_by_role("slider", name=label)
        slider.focus()
        slider.press("PageUp")
        before = see_it_change(before, label)
    if chosen:
        visitor.page.get_by_text("Confidence", exact=False).first.click()
    for place, label in enumerate(chosen):
        # Of two options of this name, a confidence and a power, the power stands below.
        visitor.page.get_by_role("radio", name=label, exact=True).last.click()
        before = see_it_change(before, f"{label} ({place})")


def test_cards_are_one_click_apart_and_keep_what_they_share(visit: Any) -> None:
    visitor = visit("/plan")
    assert "This is an example" in visitor.text()
    visitor.type("p, success rate", "0.5")
    for card, name in (("errorbar", "Error bar"), ("cost", "Cost"), ("difference", "Difference")):
        visitor.page.get_by_role("radio", name=name).click()
        visitor.page.wait_for_function("card => location.search.includes(`card=${card}`)", arg=card)
        visitor.settled()
        assert len(visitor.results()) == 3
    assert visitor.state()["p"] == "0.5"
    visitor.page.go_back()
    visitor.page.wait_for_function("location.search.includes('card=cost')")
    visitor.settled()
    assert "What does a solved problem cost?" in visitor.text()
    visitor.page.get_by_role("link", name="Calculator").click()
    visitor.settled()
    visitor.page.get_by_role("link", name="Plan").click()
    visitor.page.get_by_text("What does a solved problem cost?").wait_for()


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/plan?p=1.5", "p could be read in two ways; found '1.5'."),
        ("/plan?card=errorbar&n=5&k=10", "k must be a whole number from 1 to n = 5; found 10."),
        ("/plan?card=errorbar&width=0.02", "width could be read in two ways; found '0.02'."),
        ("/plan?card=difference&tasks=%21%5Bx%5D(http://a.example/b)", "found '![x](http://a.example/b)'."),
        ("/plan?card=cost&rates=0.9,0.5", "Rate 1, '0.9,0.5': p cannot be read as a probability"),
        ("/plan?card=cost&price=1,000", "price could be read in two ways; found '1,000'."),
    ],
)
def test_what_cannot_be_used_gets_a_sentence_and_no_result_and_stays(visit: Any, path: str, sentence: str) -> None:
    visitor = visit(path)
    assert sentence in visitor.page.get_by_role("alert").first.inner_text()
    assert visitor.results() == []
    name, value = path.split("&")[-1].split("=") if "&" in path else ("p", "1.5")
    assert visitor.state()[name] == value.replace("%21%5Bx%5D", "![x]")


def test_an_unknown_card_and_a_bad_slider_fall_back_with_a_sentence(visit: Any) -> None:
    visitor = visit("/plan?card=lunch&rho=2x")
    assert visitor.results()[0] == "9"  # 1 - 0.7^9 = 0.9596
    assert "card must be one of attempts, errorbar, difference, cost; found 'lunch'. It was set to" in visitor.text()
    assert "rho cannot be read as a probability; found '2x'" in visitor.text()


@pytest.mark.parametrize(
    ("card", "dark"), [("attempts", False), ("errorbar", True), ("difference", False), ("cost", True)]
)
def test_no_card_overflows_on_a_phone(visit: Any, card: str, dark: bool) -> None:
    visitor = visit(f"/plan?card={card}", width=390, height=844, dark=dark)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    wide = visitor.page.evaluate(
        "[...document.querySelectorAll('[data-testid=stMain] *')].filter(e => e.scrollWidth > e.clientWidth + 1 "
        "&& getComputedStyle(e).overflowX === 'visible' && e.getBoundingClientRect().right > 391)"
        ".map(e => e.outerHTML.slice(0, 99))"
    )
    assert wide == []


def test_an_answer_can_be_quoted_and_its_figure_taken_along(visit: Any) -> None:
    visitor = visit("/plan?card=errorbar")
    visitor.page.get_by_role("tab", name="Quote").click()
    visitor.page.get_by_role("button", name="Figure as CSV").wait_for()
    visitor.settled()
    _, report, python = visitor.page.get_by_test_id("stCode").all_inner_texts()
    assert "never falls below ± 4.8" in report
    assert "error_bar(p=0.3, n=20, k=10, tasks=164, rho=0.3" in python
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Figure as CSV").click()
    assert download.value.path().read_text().startswith("n,N = 164,N = 328,N = 656\n")
