"""The check as a visitor sees it, in a real Chromium."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.needs_chromium

CAN = "These numbers can be true"
CANNOT = "These numbers cannot all come from one set of counts"
# Seconds of search: eight values of 30 tasks with 128 samples each, one of them moved by a thousandth.
HARD = (
    "pass@1:53.438;pass@2:65.496;pass@4:74.26;pass@8:78.576;pass@16:80.524;pass@32:82.38;pass@64:84.999;pass@128:90.0"
)


def see_verdict(visitor: Any, title: str) -> None:
    visitor.page.get_by_role("heading", name=title, exact=True).wait_for()
    visitor.settled()


def field(visitor: Any, label: str) -> str:
    return str(visitor.page.get_by_role("textbox", name=label, exact=True).input_value())


@pytest.mark.parametrize(
    ("path", "title", "said", "drawn"),
    [
        # 110/164 and 111/164
        ("/check?tasks=164&samples=1&claims=pass@1:67.3", CANNOT, ["67.1%", "67.7%"], ["67.1%, 67.7%"]),
        ("/check?tasks=164&samples=20&claims=pass@1:67.3;pass@10:85", CAN, [], ["Tasks by samples right of 20:"]),
        (
            "/check?tasks=89&samples=5&claims=pass@1:37.98;pass@2:44.72;pass@3:56.76",
            CANNOT,
            ["6.74", "12.04", "51.5%", "51.0%"],
            ["The others allow"],
        ),
        (
            "/check?tasks=50&claims=pass^1:46.0;pass^2:32.6;pass^3:26.3;pass^4:22.5",
            CAN,
            ["fitting: n = 4, 5, 6.", "n = 7"],
            ["Tasks by samples right of 7:"],
        ),
    ],
)
def test_an_address_shows_its_verdict_and_reloads_to_the_same(
    visit: Any, path: str, title: str, said: list[str], drawn: list[str]
) -> None:
    visitor = visit(path)
    see_verdict(visitor, title)
    text = visitor.text()
    assert all(words in text for words in said)
    assert text.index(title) < text.index("Published rows")
    charts = " ".join(str(chart.get_attribute("aria-label")) for chart in visitor.page.get_by_role("figure").all())
    assert all(words in charts for words in drawn)
    written = visitor.state()
    assert {"same": "1", "greedy": "0"}.items() <= written.items()
    assert path.partition("claims=")[2] == written["claims"]
    assert ("samples" in written) == ("samples=" in path)
    visitor.page.reload()
    see_verdict(visitor, title)
    assert visitor.state() == written


def test_a_first_visit_shows_an_example_and_says_so(visit: Any) -> None:
    visitor = visit("/check")
    see_verdict(visitor, CAN)
    assert "This is an example" in visitor.text()
    assert visitor.state() == {
        "tasks": "164",
        "samples": "20",
        "claims": "pass@1:67.3;pass@10:85",
        "same": "1",
        "greedy": "0",
    }
    boxes = [chart.bounding_box() for chart in visitor.page.get_by_role("figure").all()]
    assert len(boxes) == 2
    assert all(box["y"] + box["height"] <= 800 for box in boxes)


def test_the_table_the_text_and_the_address_say_the_same_and_back_undoes(visit: Any) -> None:
    visitor = visit("/check?tasks=164&samples=1&claims=pass@1:67.3")
    see_verdict(visitor, CANNOT)
    visitor.type("as printed", "67.1")
    see_verdict(visitor, CAN)
    assert field(visitor, "The same as text") == "pass@1:67.1"
    assert visitor.state()["claims"] == "pass@1:67.1"
    visitor.type("k, row 2", "10")
    assert "Left out until both k and the value are there: row 2." in visitor.text()
    visitor.type("as printed, row 2", "85")
    see_verdict(visitor, CANNOT)
    assert "pass@10 = 85% draws 10 of n = 1" in visitor.text()
    assert visitor.state()["claims"] == "pass@1:67.1;pass@10:85"
    visitor.page.go_back()
    see_verdict(visitor, CAN)
    assert field(visitor, "The same as text") == "pass@1:67.1"
    assert field(visitor, "as printed, row 2") == ""


def test_pasted_text_fills_the_table_and_the_size_of_the_benchmark_it_names(visit: Any) -> None:
    visitor = visit("/check?claims=")
    assert "paste it as text" in visitor.text()
    visitor.type("The same as text", "HumanEval pass@1 67.3, pass@10 85")
    see_verdict(visitor, CAN)
    assert [field(visitor, label) for label in ("k", "as printed", "k, row 2", "as printed, row 2")] == [
        "1", "67.3", "10", "85",
    ]  # fmt: skip
    assert field(visitor, "N tasks") == "164"
    assert "N = 164 is the number of tasks of HumanEval." in visitor.text()
    visitor.type("N tasks", "163")
    visitor.page.get_by_role("button", name="HumanEval has N = 164: use it").click()
    visitor.page.wait_for_function("location.search.includes('tasks=164')")
    assert visitor.state()["claims"] == "HumanEval pass@1:67.3;pass@10:85"


def test_what_cannot_be_read_stays_in_its_field_with_a_sentence_and_no_verdict(visit: Any) -> None:
    visitor = visit("/check?tasks=1.5&samples=0&claims=pass@1:![x](http://a.example/b)&same=2")
    alerts = " ".join(visitor.page.get_by_role("alert").all_inner_texts())
    assert "N tasks must be a whole number; found '1.5'." in alerts
    assert "n samples must be a whole number from 1 to" in alerts
    assert "'pass@1:![x](http://a.example/b)' cannot be read as a claim." in alerts
    assert "same must be one of 1, 0; found '2'. It was set to 1." in visitor.text()
    assert visitor.page.get_by_role("figure").count() == 0
    assert field(visitor, "N tasks") == "1.5"
    assert visitor.state()["claims"] == "pass@1:![x](http://a.example/b)"


def test_a_published_row_is_one_click_away_with_its_source(visit: Any) -> None:
    visitor = visit("/check")
    visitor.page.get_by_role("button", name="A growing step").click()
    see_verdict(visitor, CANNOT)
    assert "Source: 89 tasks with 5 samples each" in visitor.text()
    assert (
        visitor.page.get_by_role("link", name="pull request of Dressage").get_attribute("href").startswith("https://")
    )
    visitor.page.get_by_text("One set of samples", exact=True).click()
    visitor.page.get_by_text("If all came from one set of samples, this would not hold").wait_for()
    assert visitor.state()["same"] == "0"


def test_a_long_search_says_that_it_works_and_gives_way_to_a_change(visit: Any) -> None:
    visitor = visit("/check?tasks=30&samples=128&claims=pass@1:53.438")
    see_verdict(visitor, CAN)
    visitor.page.get_by_role("textbox", name="The same as text", exact=True).fill(HARD)
    visitor.page.get_by_text("Looking for counts that give these numbers").wait_for()
    assert visitor.page.get_by_role("heading", name=CAN).count() == 0
    visitor.type("The same as text", "pass@1:106")
    see_verdict(visitor, CANNOT)
    assert "pass@1 = 106% lies outside 0% to 100%" in visitor.text()
    assert visitor.state()["claims"] == "pass@1:106"


def test_another_part_and_back_keeps_what_was_typed(visit: Any) -> None:
    visitor = visit("/check?tasks=89&samples=5&claims=pass@1:37.98;pass@2:44.72;pass@3:56.76")
    visitor.page.get_by_role("link", name="Calculator").click()
    visitor.page.get_by_role("textbox", name="n samples", exact=True).wait_for()
    visitor.settled()
    visitor.page.get_by_role("link", name="Check").click()
    see_verdict(visitor, CANNOT)
    assert field(visitor, "as printed, row 3") == "56.76"
    assert visitor.state()["tasks"] == "89"


def test_the_quote_holds_the_report_the_link_and_the_counts(visit: Any) -> None:
    visitor = visit("/check?tasks=164&samples=20&claims=pass@1:67.3;pass@10:85")
    report, link, _ = visitor.page.get_by_test_id("stCode").all_inner_texts()
    assert report.startswith("pass@1 = 67.3%, pass@10 = 85% (N = 164; n = 20;")
    assert link.strip() == visitor.page.url
    visitor.page.get_by_role("tab", name="Counts").click()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Counts as CSV").click()
    lines = download.value.path().read_text().splitlines()
    assert (lines[0], len(lines)) == ("task,n,c", 165)


@pytest.mark.parametrize(
    ("path", "dark"),
    [
        ("/check?tasks=164&samples=200&claims=pass@1:28.81;pass@10:46.81;pass@100:72.31", False),
        ("/check?tasks=89&samples=5&claims=pass@1:37.98;pass@2:44.72;pass@3:56.76", True),
        ("/check?tasks=164&samples=1&claims=pass@1:67.0", False),
    ],
)
def test_nothing_overflows_on_a_phone(visit: Any, path: str, dark: bool) -> None:
    visitor = visit(path, width=390, height=844, dark=dark)
    visitor.page.get_by_role("figure").first.wait_for()
    visitor.settled()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    wide = visitor.page.evaluate(
        "[...document.querySelectorAll('[data-testid=stMain] *')].filter(e => e.scrollWidth > e.clientWidth + 1 "
        "&& getComputedStyle(e).overflowX === 'visible' && e.getBoundingClientRect().right > 391)"
        ".map(e => e.outerHTML.slice(0, 99))"
    )
    assert wide == []
