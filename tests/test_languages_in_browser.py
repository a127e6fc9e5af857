"""The page in each of its languages, in a real Chromium."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from page.texts import LANGUAGES, Say, catalogue
from page.texts.sentences import sentences

pytestmark = pytest.mark.needs_chromium

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "page" / "data" / "example.csv"
OTHERS = [language for language in LANGUAGES if language != "en"]
PARTS = ("/", "/results", "/check", "/plan", "/learn")


@cache
def english_of(language: str) -> re.Pattern[str]:
    """A line that is an English sentence of the page, though the language has it otherwise."""
    patterns = []
    for sentence in sentences(ROOT):
        said = [words for words, *_ in Formatter().parse(sentence)]
        # A pattern of mere values, such as "{low} to {high}", is told by a word of four letters.
        if catalogue(language).get(sentence) == sentence or not re.search(r"[A-Za-z]{4}", "".join(said)):
            continue
        patterns.append(".*".join(re.escape(words) for words in said).replace(r"\*\*", ""))
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def english_left(lines: list[str], language: str) -> list[str]:
    """The lines that say a sentence of the page in English, though the language has it otherwise."""
    return [line for line in lines if english_of(language).fullmatch(line)]


def on_screen(visitor: Any) -> list[str]:
    """Every line of text on the page, and what its charts and fields are called."""
    page = visitor.page
    texts = [page.get_by_test_id("stMain").inner_text()]
    texts += page.eval_on_selector_all("[aria-label]", "all => all.map(one => one.getAttribute('aria-label'))")
    texts += page.eval_on_selector_all("svg text", "all => all.map(one => one.textContent)")
    return [line.strip() for text in texts for line in text.split("\n") if line.strip()]


def test_an_english_sentence_on_the_screen_is_found() -> None:
    assert english_left(["Success rate", "Left out until both k and the value are there: row 3."], "it") == [
        "Success rate",
        "Left out until both k and the value are there: row 3.",
    ]
    assert english_left(["Tasso di successo", "pass@5", "77,8%"], "it") == []


@pytest.mark.parametrize("language", OTHERS)
def test_each_part_opens_in_the_language_with_no_english_sentence_left(visit: Any, language: str) -> None:
    visitor = visit(f"/?lang={language}")
    for part in PARTS:
        if part != "/":
            visitor.open(f"{part}?lang={language}")
        lines = on_screen(visitor)
        assert len(lines) > 20, part
        assert english_left(lines, language) == [], part
        assert visitor.page.evaluate("document.documentElement.lang") == language
        assert visitor.state()["lang"] == language


@pytest.mark.parametrize(
    ("language", "value"), [("en", "99.4%"), ("it", "99,4%"), ("es", "99,4 %"), ("pl", "99,4%"), ("zh", "99.4%")]
)
def test_a_result_is_written_as_the_language_writes_it(visit: Any, language: str, value: str) -> None:
    # 1 - 0.6^10 = 0.99395
    visitor = visit(f"/?lang={language}&p=0.4&k=10")
    assert visitor.results()[0].replace("\xa0", " ") == value
    assert Say(language)("Success rate") in visitor.text()


def choose(visitor: Any, old: str, new: str) -> None:
    visitor.page.get_by_role("button", name=LANGUAGES[old]).click()
    visitor.page.get_by_role("menuitem", name=LANGUAGES[new]).click()
    visitor.page.get_by_role("button", name=LANGUAGES[new]).wait_for()
    visitor.settled()


def test_a_switch_of_the_language_keeps_what_was_typed_and_every_part_follows(visit: Any) -> None:
    visitor = visit("/?p=0.4&k=10&axis=log")
    visitor.type("p, success rate", "0.75")
    visitor.type("k attempts", "4")
    visitor.see_results("99.6%", "31.6%")
    before = visitor.state()
    choose(visitor, "en", "it")
    visitor.see_results("99,6%", "31,6%")
    assert visitor.state() == before | {"lang": "it"}
    visitor.page.get_by_role("link", name=Say("it")("Plan"), exact=True).click()
    visitor.settled()
    assert Say("it")("How many attempts reach a target?") in visitor.text()
    assert visitor.state()["lang"] == "it"
    visitor.page.get_by_role("link", name=Say("it")("Calculator"), exact=True).click()
    visitor.see_results("99,6%", "31,6%")
    choose(visitor, "it", "zh")
    visitor.see_results("99.6%", "31.6%")
    assert visitor.state() == before | {"lang": "zh"}


def test_a_switch_of_the_language_keeps_loaded_files_and_given_answers(visit: Any) -> None:
    visitor = visit("/results")
    visitor.page.locator("input[type=file]").set_input_files(EXAMPLE)
    visitor.page.locator(".results .value").first.wait_for()
    visitor.settled()
    shown = visitor.results()
    choose(visitor, "en", "pl")
    assert [value.replace(",", ".") for value in visitor.results()] == shown
    assert "example.csv" in visitor.text()
    visitor.open("/learn?read=quiz&lang=pl")
    answer = visitor.page.get_by_test_id("stRadio").get_by_role("radio").first
    answer.check(force=True)
    visitor.settled()
    alerts = visitor.page.get_by_role("alert")
    assert alerts.count() == 1
    choose(visitor, "pl", "es")
    assert alerts.count() == 1
    assert answer.is_checked()


def test_the_browsers_language_is_spoken_until_another_is_chosen(browser: Any, server: str) -> None:
    window = browser.new_context(locale="pl-PL")
    page = window.new_page()
    page.goto(server + "/")
    page.get_by_role("heading", name=Say("pl")("pass@k calculator"), exact=True).wait_for()
    assert "lang=" not in page.url
    page.goto(server + "/?lang=en")
    page.get_by_role("heading", name="pass@k calculator", exact=True).wait_for()
    window.close()


def test_a_comma_is_read_as_the_decimal_sign_and_what_could_be_both_is_asked_about(visit: Any) -> None:
    say = Say("it")
    visitor = visit("/?lang=it&p=0.4&k=2")
    visitor.type(say("p, success rate"), "67,3")
    # 1 - 0.327^2 = 0.893071
    assert visitor.results()[0] == "89,3%"
    visitor.type(say("p, success rate"), "1,234")
    asked = say("{name} could be read in two ways; found {found}. Write {typed}% for the percentage, "
                "or a number from 0 to 1.", name="p", found="'1,234'", typed="1,234")  # fmt: skip
    assert asked in visitor.page.get_by_role("alert").first.inner_text()
    assert visitor.results() == []


def test_an_unknown_language_is_said_and_the_page_still_speaks(visit: Any) -> None:
    visitor = visit("/?lang=xx")
    assert "lang must be one of en, it, es, pl, zh; found 'xx'. It was set to en." in visitor.text()
