"""Learn as a visitor meets it, in a real Chromium."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

pytestmark = pytest.mark.needs_chromium


@pytest.mark.parametrize(
    ("path", "results", "told"),
    [
        ("/learn?lab=draw&n=10&c=2&k=5&draws=1000", ["77.8%", "0%"], "formula 77.8%"),
        ("/learn?lab=estimators&p=0.1&k=5&stop=first", None, "The truth is 41.0%"),
        ("/learn?lab=independence&p=0.3&k=10&rho=0.6", ["55.0%", "10.1%"], "at k = 10: 55.0%"),
        ("/learn?lab=mix&mean=0.4&rho=1&k=10", ["40%", "40%"], "they would be 99.4%"),
        ("/learn?lab=promise&p=0.75&k=4", ["99.6%", "75%", "31.6%"], "all pass with a chance of 31.6%"),
        ("/learn?lab=verifier&p=0&k=100&accept=0.03&reject=0", ["95.2%", "0%", "0%"], "reported 95.2%, true 0%"),
    ],
)
def test_each_laboratory_opens_by_its_link_and_reloads_to_the_same(
    visit: Any, path: str, results: list[str] | None, told: str
) -> None:
    visitor = visit(path)
    shown = visitor.results()
    assert results is None or shown == results
    assert told in visitor.chart()
    box = visitor.page.get_by_role("figure").first.bounding_box()
    assert box["y"] + box["height"] <= 800
    asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
    written = visitor.state()
    assert asked.items() <= written.items()
    visitor.page.reload()
    visitor.see_results(*shown)
    assert visitor.state() == written


def test_drawing_once_and_a_thousand_times_moves_the_picture_and_the_address(visit: Any) -> None:
    visitor = visit("/learn?lab=draw&draws=0")
    assert "There are 252 sets of 5 among these 10 samples. Draw one." in visitor.text()
    visitor.page.get_by_role("button", name="Draw once").click()
    visitor.page.get_by_text("This draw of 5 holds").wait_for()
    visitor.settled()
    assert visitor.state()["draws"] == "1"
    visitor.page.get_by_role("button", name="Draw 1,000 times").click()
    visitor.page.get_by_text("Draws: 1,001.").wait_for()
    visitor.settled()
    assert visitor.state()["draws"] == "1001"
    assert "After draws: 1001" in visitor.chart()
    visitor.page.go_back()
    visitor.page.get_by_text("This draw of 5 holds").wait_for()


def test_a_slider_moves_by_keyboard_and_each_laboratory_keeps_its_own_inputs(visit: Any) -> None:
    visitor = visit("/learn?lab=independence&p=0.3&k=7")
    slider = visitor.page.get_by_role("slider")
    slider.focus()
    slider.press("End")
    visitor.see_results("30%", "30%")
    assert visitor.state()["rho"] == "1"
    visitor.page.get_by_role("radio", name="5 Reliability").click()
    visitor.see_results("99.6%", "75%", "31.6%")
    assert visitor.state() == {"lab": "promise", "p": "0.75", "k": "4"}
    visitor.page.get_by_role("radio", name="3 Independence").click()
    visitor.see_results("30%", "30%")
    assert visitor.state() == {"lab": "independence", "p": "0.3", "k": "7", "rho": "1"}


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/learn?lab=draw&n=abc", "n cannot be read as a whole number; found 'abc'."),
        ("/learn?lab=draw&n=101", "n must be a whole number from 1 to 100; found '101'."),
        ("/learn?lab=estimators&n=10&k=11", "k must be a whole number from 1 to 10; found '11'."),
        ("/learn?lab=promise&p=1.5", "p could be read in two ways; found '1.5'."),
    ],
)
def test_what_cannot_be_read_gets_a_sentence_and_no_picture_and_stays(visit: Any, path: str, sentence: str) -> None:
    visitor = visit(path)
    assert sentence in visitor.page.get_by_role("alert").first.inner_text()
    assert visitor.page.get_by_role("figure").count() == 0
    asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
    assert asked.items() <= visitor.state().items()


def test_unknown_choices_and_sliders_fall_back_with_a_sentence(visit: Any) -> None:
    visitor = visit("/learn?lab=roulette")
    assert "found 'roulette'. It was set to draw." in visitor.text()
    visitor = visit("/learn?lab=verifier&accept=0.9&by=dice")
    assert "accept must be one of numbers from 0.0 to 0.5; found '0.9'. It was set to 0.05." in visitor.text()
    assert "by must be one of tests, score, vote; found 'dice'. It was set to tests." in visitor.text()
    assert visitor.results()[0] == "91.7%"


def test_a_caveat_of_the_calculator_leads_to_its_laboratory_and_back_loses_nothing(visit: Any) -> None:
    visitor = visit("/?p=0.4&rho=0.2&k=10")
    before = visitor.results()
    visitor.page.get_by_role("link", name="See it").first.click()
    visitor.page.get_by_text("What is another attempt worth?").wait_for()
    visitor.settled()
    assert urlsplit(visitor.page.url).path == "/learn"
    assert visitor.state()["lab"] == "independence"
    assert len(visitor.page.context.pages) == 1  # it opened in the same tab
    visitor.page.get_by_role("link", name="Calculator").click()
    visitor.see_results(*before)
    assert visitor.state()["k"] == "10"


def test_a_misreading_leads_to_its_laboratory(visit: Any) -> None:
    visitor = visit("/learn?read=misreadings")
    visitor.page.get_by_role("link", name="See it").nth(2).click()
    visitor.page.get_by_text("Same mean, different benchmark").wait_for()
    visitor.settled()
    assert visitor.state()["lab"] == "mix"


def test_the_quiz_explains_every_answer_and_keeps_them(visit: Any) -> None:
    visitor = visit("/learn?read=quiz")
    visitor.page.get_by_text("67.2%", exact=True).click()
    visitor.page.get_by_text("Not so. That is the plug-in").wait_for()
    visitor.page.get_by_text("31.6%", exact=True).click()
    visitor.page.get_by_text("Right so far: 1 of 8").wait_for()
    visitor.settled()
    visitor.page.get_by_role("radio", name="History").click()
    visitor.page.get_by_text("Codex and HumanEval").wait_for()
    visitor.settled()
    visitor.page.get_by_role("radio", name="Quiz").click()
    visitor.page.get_by_text("Right so far: 1 of 8").wait_for()


@pytest.mark.parametrize(
    "state",
    [
        "lab=draw&n=100&c=20&draws=1001",
        "lab=estimators",
        "lab=mix",
        "lab=promise&k=30&p=0.9",
        "lab=verifier",
        "lab=verifier&present=1",
        "read=patterns",
        "read=fit",
        "read=references",
    ],
)
def test_nothing_overflows_on_a_phone(visit: Any, state: str) -> None:
    visitor = visit(f"/learn?{state}", width=390, height=844)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    wide = visitor.page.evaluate(
        "[...document.querySelectorAll('[data-testid=stMain] *')].filter(e => e.scrollWidth > e.clientWidth + 1 "
        "&& getComputedStyle(e).overflowX === 'visible' && e.getBoundingClientRect().right > 391)"
        ".map(e => e.outerHTML.slice(0, 99))"
    )
    assert wide == []
    cut = visitor.page.evaluate(
        "[...document.querySelectorAll('.results .value')]"
        ".filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0).map(e => e.innerText)"
    )
    assert cut == []


@pytest.mark.parametrize("lab", ["draw", "estimators", "mix", "verifier"])
def test_in_a_meeting_the_whole_laboratory_is_above_the_fold(visit: Any, lab: str) -> None:
    visitor = visit(f"/learn?lab={lab}&present=1")
    box = visitor.page.get_by_role("figure").first.bounding_box()
    assert box["y"] + box["height"] <= 800
    assert visitor.page.locator(".results .value").first.bounding_box()["height"] > 60
