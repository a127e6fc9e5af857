"""The translations: complete, with the English placeholders, and with marks that are still whole."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from page.learn_reading import misreadings
from page.texts import LANGUAGES, Say, catalogue, text_file
from page.texts.sentences import sentences
from passk_core import InputError
from passk_core.claims import Number
from passk_core.errors import Words

ROOT = Path(__file__).resolve().parents[1]
ENGLISH = sentences(ROOT)
FILES = sorted(file.stem for file in (ROOT / "page" / "texts" / "en").glob("*.md"))
OTHERS = [language for language in LANGUAGES if language != "en"]

# What must come through a translation as it is, and as often.
MARKS = {
    "bold": re.compile(r"\*\*"),
    "code": re.compile(r"`[^`]*`"),
    "colour": re.compile(r":(?:blue|orange|green|gray|small|red)\["),
    "element": re.compile(r"</?\w+>"),
    "value of a figure": re.compile(r"%\{[^}]*\}"),
    "link": re.compile(r"\]\([^)]*\)|https?://[^\s)]+"),
    "formula": re.compile(r"\$[^$]*\$"),
    "metric": re.compile(r"pass[@^]"),
}


def placeholders(sentence: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(sentence) if name is not None)


def marks(text: str) -> dict[str, Counter[str]]:
    return {kind: Counter(pattern.findall(text)) for kind, pattern in MARKS.items()}


def test_the_code_holds_sentences() -> None:
    assert len(ENGLISH) > 900
    assert "pass@k calculator" in ENGLISH  # in a call of say
    assert "{name} is empty. Write it like {example}." in ENGLISH  # a refusal of the core
    assert "Rows without a task id: {rows}; left out." in ENGLISH  # a notice
    assert "{first} and {second}: pass@k never falls as k grows." in ENGLISH  # a reason
    assert "No task is in all of the {files} files; they were read as parts of one run." in ENGLISH  # a template


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(language: str) -> None:
    missing = [sentence for sentence in ENGLISH if sentence not in catalogue(language)]
    assert missing == [], f"{language}: run python -m page.texts and translate these"


@pytest.mark.parametrize("language", OTHERS)
def test_no_translation_is_left_of_a_sentence_that_is_gone(language: str) -> None:
    with (ROOT / "page" / "texts" / language / "messages.po").open("rb") as file:
        kept = {str(message.id) for message in read_po(file, locale=language) if message.id}
    assert kept - set(ENGLISH) == set(), "run python -m page.texts"


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_placeholders_of_its_sentence(language: str) -> None:
    wrong = {
        sentence: said for sentence, said in catalogue(language).items() if placeholders(sentence) != placeholders(said)
    }
    assert wrong == {}


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_marks_of_its_sentence(language: str) -> None:
    wrong = {sentence: said for sentence, said in catalogue(language).items() if marks(sentence) != marks(said)}
    assert wrong == {}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", FILES)
def test_a_long_explanation_is_translated_with_its_marks(name: str, language: str) -> None:
    file = ROOT / "page" / "texts" / language / f"{name}.md"
    assert file.is_file()
    english, said = text_file(name, "en"), text_file(name, language)
    assert said != english
    for kind in ("bold", "code", "link"):
        assert len(MARKS[kind].findall(said)) == len(MARKS[kind].findall(english)), kind
    assert Counter(re.findall(r"\]\(([^)]*)\)", said)) == Counter(re.findall(r"\]\(([^)]*)\)", english))
    assert re.findall(r"^(?:#+|-|\d+\.) ", said, re.MULTILINE) == re.findall(r"^(?:#+|-|\d+\.) ", english, re.MULTILINE)
    assert len(said.strip().split("\n\n")) == len(english.strip().split("\n\n"))


@pytest.mark.parametrize("language", OTHERS)
def test_each_misreading_leads_to_the_same_laboratory_in_every_language(language: str) -> None:
    assert [lab for _, lab in misreadings(text_file("misreadings", language))] == [
        lab for _, lab in misreadings(text_file("misreadings", "en"))
    ]


def test_what_a_language_lacks_is_said_in_english() -> None:
    assert Say("it")("no such sentence: {n}", n=3) == "no such sentence: 3"
    assert text_file("check", "xx") == text_file("check", "en")


def test_a_refusal_is_said_whole_its_parts_and_numbers_too() -> None:
    inner = InputError("{name} is empty. Write it like {example}.", name="k", example="1000")
    error = InputError("Rate {position}, {found}: {reason}", position=12345, found="'x'", reason=inner)
    reason = Say("it")("{name} is empty. Write it like {example}.", name="k", example="1000")
    assert reason != str(inner)
    assert Say("it").told(error) == Say("it")(
        "Rate {position}, {found}: {reason}", position="12.345", found="'x'", reason=reason
    )
    assert Say("pl").told(Words("{low}", {"low": Number(67.0732, 1)})) == "67,1"


def test_lists_and_decimal_signs_are_those_of_the_language() -> None:
    assert Say("zh").listed(["pass@1", "pass@5", "pass@10"]) == "pass@1、pass@5和pass@10"
    assert Say("es").listed(["pass@1", "pass@5"]) == "pass@1 y pass@5"
    assert [Say(language).decimal_comma for language in LANGUAGES] == [False, True, True, True, False]
