"""The page as a visitor sees it, in a real Chromium."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

pytestmark = pytest.mark.needs_chromium


def explained_by(visitor: Any, name: str) -> None:
    """Choose a way of explaining the answer."""
    visitor.page.get_by_text(name, exact=True).click()
    visitor.settled()


def open_settings(visitor: Any) -> None:
    visitor.page.get_by_text("Settings", exact=True).click()
    visitor.settled()


@pytest.mark.parametrize(
    ("path", "results", "said"),
    [
        # 1 - C(8,5)/C(10,5) = 1 - 56/252; C(2,5) = 0
        ("/?n=10&c=2&k=5", ["77.8%", "0%"], "95% interval 20.2% to 97.0%"),
        # 1 - 0.6^10 = 0.99395, 0.4^10 = 0.000105
        ("/?p=0.4&k=10", ["99.4%", "0.010%"], "possible range 40% to 99.4%"),
        # 1 - 0.25^4 = 0.99609, 0.75^4 = 0.31641
        ("/?p=0.75&k=4", ["99.6%", "31.6%"], "possible range 31.6% to 75%"),
        ("/?n=2&c=0&k=5", ["not defined", "not defined"], "Projection: 0% to"),
    ],
)
def test_an_address_shows_its_answer_and_reloads_to_the_same(
    visit: Any, path: str, results: list[str], said: str
) -> None:
    visitor = visit(path)
    assert visitor.results() == results
    assert said in visitor.text()
    asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
    written = visitor.state()
    assert asked.items() <= written.items()
    visitor.page.reload()
    visitor.see_results(*results)
    assert visitor.state() == written


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/?n=10&c=12&k=1", "c must be a whole number from 0 to 10; found '12'."),
        ("/?n=abc", "n cannot be read as a whole number; found 'abc'."),
        ("/?p=1.5&k=2", "p could be read in two ways; found '1.5'."),
        ("/?p=140%25&k=2", "p must lie between 0 and 1 (0% and 100%); found '140%'."),
    ],
)
def test_what_cannot_be_read_gets_a_sentence_and_no_result_and_stays(visit: Any, path: str, sentence: str) -> None:
    visitor = visit(path)
    assert sentence in visitor.page.get_by_role("alert").first.inner_text()
    assert visitor.results() == []
    asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
    assert asked.items() <= visitor.state().items()
    visitor.page.reload()
    visitor.settled()
    assert sentence in visitor.page.get_by_role("alert").first.inner_text()
    visitor.page.get_by_role("radio", name="2 of 10, k = 5").click()
    visitor.see_results("77.8%", "0%")


def test_what_could_not_be_read_is_answered_as_soon_as_it_is_mended(visit: Any) -> None:
    visitor = visit("/?n=10&c=12&k=5")
    assert visitor.results() == []
    visitor.type("c correct", "2")
    visitor.see_results("77.8%", "0%")
    assert visitor.page.get_by_role("alert").count() == 0
    assert "37.8%" in visitor.page.get_by_role("table").inner_text()
    visitor.type("c correct", "")
    assert visitor.results() == []
    assert visitor.page.get_by_role("table").count() == visitor.page.get_by_role("figure").count() == 0


def test_the_explanation_that_was_chosen_stays_through_a_change_of_the_way(visit: Any) -> None:
    visitor = visit("/?n=10&c=2&k=5")
    explained_by(visitor, "Formula")
    visitor.type("k drawn", "3")
    assert visitor.page.locator(".katex").count() > 0
    visitor.page.get_by_text("Success rate", exact=True).click()
    visitor.see_results("78.4%", "6.4%")  # 1 - 0.6^3 and 0.4^3
    assert visitor.page.locator(".katex").count() > 0
    visitor.page.get_by_text("Samples", exact=True).click()
    visitor.settled()
    explained_by(visitor, "Estimators")
    visitor.page.get_by_text("Success rate", exact=True).click()
    visitor.settled()
    assert "possible range" in visitor.page.get_by_role("table").inner_text()


def test_an_unknown_choice_falls_back_with_a_sentence_and_the_answer_is_shown(visit: Any) -> None:
    visitor = visit("/?n=10&c=2&k=5&level=0.42")
    assert visitor.results() == ["77.8%", "0%"]
    assert "level must be one of 0.9, 0.95, 0.99; found '0.42'. It was set to 0.95." in visitor.text()
    assert visitor.state()["level"] == "0.95"


def test_samples_and_a_rate_in_one_address_open_samples_and_say_so(visit: Any) -> None:
    visitor = visit("/?p=0.4&n=10&c=2&k=5")
    assert visitor.results() == ["77.8%", "0%"]
    assert "the rate was left aside" in visitor.text()


def test_a_first_visit_shows_an_example_and_says_so(visit: Any) -> None:
    visitor = visit("/")
    assert visitor.results() == ["77.8%", "0%"]
    assert "This is an example" in visitor.text()
    assert visitor.state() == {"n": "10", "c": "2", "k": "5", "level": "0.95", "axis": "linear", "interval": "jeffreys"}
    visitor.type("c correct", "3")
    assert "This is an example" not in visitor.text()


def test_a_change_moves_results_chart_sentence_and_address_and_back_undoes_it(visit: Any) -> None:
    visitor = visit("/?n=10&c=2&k=5")
    before = visitor.chart()
    sentence = visitor.page.get_by_test_id("stAlert").get_by_role("status")
    sentence.evaluate("e => { e.here_before = true; }")
    visitor.type("c correct", "5")
    # 1 - C(5,5)/C(10,5) = 1 - 1/252; C(5,5)/C(10,5) = 1/252
    visitor.see_results("99.6%", "0.40%")
    assert visitor.state()["c"] == "5"
    assert "99.6%" in sentence.inner_text()
    assert sentence.evaluate("e => e.here_before"), "a screen reader reads a change out only where nothing was replaced"
    assert visitor.chart() != before
    visitor.page.go_back()
    visitor.see_results("77.8%", "0%")
    assert visitor.state()["c"] == "2"
    assert visitor.page.get_by_role("textbox", name="c correct", exact=True).input_value() == "2"
    visitor.page.go_forward()
    visitor.see_results("99.6%", "0.40%")


def test_nothing_vanishes_or_fades_while_an_answer_is_on_its_way(visit: Any) -> None:
    visitor = visit("/?p=0.4&k=10")
    visitor.page.evaluate("""() => {
      window.faded = [];
      window.gone = 0;
      const watched = ['.results .value', '[data-testid=stAlert]', '.small-table'];
      new MutationObserver(() => {
        if (watched.some(one => !document.querySelector(one))) window.gone += 1;
      }).observe(document.querySelector('[data-testid=stMain]'), {childList: true, subtree: true});
      document.addEventListener('transitionrun', e => {
        const ours = e.propertyName === 'opacity' && e.target.matches('.stElementContainer');
        if (ours) window.faded.push(e.target.innerText);
      });
    }""")
    for p in ("0.5", "0.6", "0.3"):
        visitor.type("p, success rate", p)
    visitor.see_results("97.2%", "< 0.001%")  # 1 - 0.7^10 and 0.3^10 = 0.0000059
    assert visitor.page.evaluate("[window.faded, window.gone]") == [[], 0]


@pytest.mark.parametrize(("typed", "said"), [("0.4", False), ("40%", False), ("40", True), ("2/5", True)])
def test_how_a_rate_is_read_is_said_where_it_could_be_read_otherwise(visit: Any, typed: str, said: bool) -> None:
    visitor = visit("/?p=0.3&k=10")
    visitor.type("p, success rate", typed)
    visitor.see_results("99.4%", "0.010%")  # 1 - 0.6^10 and 0.4^10
    assert ("p is read as 40%" in visitor.text()) == said


def test_quick_typing_is_never_interrupted_by_the_address(visit: Any) -> None:
    visitor = visit("/?n=10&c=2&k=5")
    field = visitor.page.get_by_role("textbox", name="n samples", exact=True)
    field.click()
    field.press("End")
    for digit in "00000":
        field.press_sequentially(digit)
        visitor.page.wait_for_timeout(120)  # slower than the field waits, faster than the address comes back
    assert field.input_value() == "1000000"
    visitor.page.wait_for_function("location.search.includes('n=1000000&')")
    visitor.settled()
    assert field.input_value() == "1000000"


def test_an_edited_address_moves_the_inputs(visit: Any) -> None:
    visitor = visit("/?n=10&c=2&k=5")
    visitor.open("/?n=20&c=7&k=10")
    visitor.see_results("99.8%", "0%")
    assert visitor.page.get_by_role("textbox", name="n samples", exact=True).input_value() == "20"


def test_the_examples_are_one_click_each_and_lose_nothing(visit: Any) -> None:
    visitor = visit("/?n=12&c=3&k=4")
    visitor.page.get_by_role("radio", name="An agent at 75%, k = 4").click()
    visitor.see_results("99.6%", "31.6%")
    visitor.page.get_by_role("radio", name="Mean 40%, problems alike").click()
    visitor.see_results("99.4%", "0.010%")
    visitor.page.get_by_role("radio", name="Mean 40%, 2 in 5 always solved").click()
    visitor.see_results("40%", "40%")
    visitor.page.get_by_text("Samples", exact=True).click()
    visitor.page.get_by_role("textbox", name="n samples", exact=True).wait_for()
    assert visitor.page.get_by_role("textbox", name="n samples", exact=True).input_value() == "12"


def test_the_slider_goes_from_independent_to_identical_attempts_by_keyboard(visit: Any) -> None:
    visitor = visit("/?p=0.4&k=10")
    slider = visitor.page.get_by_role("slider")
    slider.focus()
    slider.press("End")
    visitor.see_results("40%", "40%")
    assert visitor.state()["rho"] == "1"
    assert "At temperature 0 all samples are the same one" in visitor.text()


def test_a_second_question_is_compared_and_kept_in_the_address(visit: Any) -> None:
    visitor = visit("/?n=200&c=57&k=10&n2=200&c2=20")
    # 1 - C(180,10)/C(200,10) = 0.6598
    assert "20 of 200: 66.0%" in visitor.text()
    assert {"n2": "200", "c2": "20"}.items() <= visitor.state().items()
    assert "pass@k 20 of 200" in visitor.chart()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("path", ["/", "/?p=0.4&k=10&p2=0.2", "/?n=1000000&c=3&k=1000", "/?n=2&c=0&k=5"])
def test_nothing_overflows_on_a_phone(visit: Any, path: str, dark: bool) -> None:
    visitor = visit(path, width=390, height=844, dark=dark)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    wide = visitor.page.evaluate(
        "[...document.querySelectorAll('[data-testid=stMain] *')].filter(e => e.scrollWidth > e.clientWidth + 1 "
        "&& getComputedStyle(e).overflowX === 'visible' && e.getBoundingClientRect().right > 391)"
        ".map(e => e.outerHTML.slice(0, 99))"
    )
    assert wide == []


@pytest.mark.parametrize("path", ["/", "/?p=0.4&k=10"])
def test_inputs_answer_and_chart_are_above_the_fold(visit: Any, path: str) -> None:
    visitor = visit(path)
    boxes = [visitor.page.locator(".results .value").nth(i).bounding_box() for i in (0, 1)]
    boxes.append(visitor.page.get_by_role("figure").first.bounding_box())
    boxes.append(visitor.page.get_by_role("textbox").first.bounding_box())
    assert all(box["y"] >= 0 and box["y"] + box["height"] <= 800 for box in boxes)


def test_wrong_markup_in_an_address_is_shown_as_text(visit: Any) -> None:
    visitor = visit("/?n=%21%5Bx%5D(http://a.example/b)&c=%24x%24")
    assert re.search(r"!\[x\]\(http://a.example/b\)", visitor.page.get_by_role("alert").first.inner_text())


def test_a_quote_holds_the_report_the_link_and_python_that_agrees(visit: Any) -> None:
    visitor = visit("/?n=10&c=2&k=5")
    explained_by(visitor, "Quote")
    visitor.type("temperature", "0.8")
    report, link, python = visitor.page.get_by_test_id("stCode").all_inner_texts()
    assert report.startswith("pass@5 = 77.8% (95% interval 20.2% to 97.0%)")
    assert "Temperature 0.8; top_p unstated" in report
    assert link.strip() == visitor.page.url
    assert "pass_at_k(n=10, c=2, k=5)" in python
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Table as CSV").click()
    assert download.value.path().read_text().startswith("k,pass_at_k,")


def test_totals_of_a_benchmark_are_asked_about(visit: Any) -> None:
    visitor = visit("/?n=164&c=50&k=10")
    assert "Is 164 the number of problems (HumanEval, HumanEval+)?" in visitor.text()
    assert visitor.results()[0] == "97.7%"
    assert "number of problems" not in visit("/?n=166&c=50&k=10").text()


def test_a_guaranteed_interval_is_wider(visit: Any) -> None:
    visitor = visit("/?n=10&c=2&k=5")
    open_settings(visitor)
    visitor.page.get_by_text("guaranteed", exact=True).click()
    # Clopper-Pearson of 2 in 10 is 2.521% to 55.61%; 1 - (1 - p)^5 of both ends
    visitor.page.get_by_text("guaranteed 95% interval 12.0% to 98.3%", exact=True).wait_for()
    visitor.settled()
    assert visitor.state()["interval"] == "clopper-pearson"


def test_settings_are_folded_unless_the_address_holds_one(visit: Any) -> None:
    assert "Confidence" not in visit("/?n=10&c=2&k=5").text()
    visitor = visit("/?n=10&c=2&k=5&axis=log")
    assert "Confidence" in visitor.text()
    visitor.page.get_by_text("99%", exact=True).click()
    visitor.settled()
    open_settings(visitor)  # and closed, they stay as they are
    assert "Confidence" not in visitor.text()
    visitor.type("k drawn", "3")
    assert {"axis": "log", "level": "0.99"}.items() <= visitor.state().items()
    assert "99% interval" in visitor.text()


def test_at_least_m_of_k_is_one_more_line_for_those_who_open_it(visit: Any) -> None:
    visitor = visit("/?n=10&c=4&k=5")
    assert "at least" not in visitor.page.get_by_role("table").first.inner_text()
    open_settings(visitor)
    visitor.type("At least m of k, or a share", "60%")
    # (C(4,3) C(6,2) + C(4,4) C(6,1)) / C(10,5) = 66 / 252
    assert "at least 3 of 5 pass with a chance of 26.2%" in visitor.text()
    assert visitor.state()["m"] == "60%"
    assert "at least 3" in visitor.page.get_by_role("table").first.inner_text()


def test_a_short_list_shows_each_problem_and_the_mean(visit: Any) -> None:
    visitor = visit("/?pairs=10%202,10%207,20%200&k=5")
    # pass@5: 7/9, 1, 0, so 16/27; pass^5: 0, C(7,5)/C(10,5) = 1/12, 0, so 1/36
    assert visitor.results() == ["59.3%", "2.8%"]
    assert "77.8%" in visitor.page.get_by_role("table").first.inner_text()
    visitor.page.get_by_role("textbox", name="n and c of each problem").fill("10 2, 10 12")
    visitor.page.get_by_role("textbox", name="n and c of each problem").press("Control+Enter")
    visitor.page.get_by_role("alert").first.wait_for()
    assert "Pair 2, '10 12': c must be a whole number from 0 to 10; found '12'." in visitor.text()
    assert visitor.results() == []


@pytest.mark.parametrize("dark", [False, True])
def test_meeting_mode_shows_only_the_answer_and_loses_nothing(visit: Any, dark: bool) -> None:
    visitor = visit("/?n=12&c=3&k=4&present=1", dark=dark)
    assert visitor.page.get_by_role("textbox").count() == 0
    assert visitor.page.locator(".results .value").first.bounding_box()["height"] > 90
    box = visitor.page.get_by_role("figure").first.bounding_box()
    assert box["y"] + box["height"] <= 800
    visitor.page.get_by_text("Meeting mode").click()
    visitor.page.get_by_role("textbox", name="n samples", exact=True).wait_for()
    visitor.settled()
    assert visitor.state() == {
        "n": "12",
        "c": "3",
        "k": "4",
        "level": "0.95",
        "axis": "linear",
        "interval": "jeffreys",
    }


def test_the_chart_is_downloaded_by_its_image_button_in_the_chosen_format(visit: Any) -> None:
    visitor = visit("/?n=10&c=2&k=5")
    explained_by(visitor, "Quote")
    for name, opening in (("PNG", b"\x89PNG"), ("SVG", b"<svg")):
        visitor.page.get_by_text(name, exact=True).click()
        visitor.settled()
        visitor.page.get_by_role("figure").first.hover()
        with visitor.page.expect_download() as download:
            visitor.page.locator(".modebar-btn").first.click()
        assert download.value.suggested_filename == f"pass-at-5.{name.lower()}"
        assert download.value.path().read_bytes().startswith(opening)
