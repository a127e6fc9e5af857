"""Nothing that a visitor reads is left out of translation: every word of the page is asked of ``Say``.

The parts are drawn in a language whose every sentence stands in brackets; what stands outside them never
went through the text function.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict

from page import check_answer, learn, learn_reading, results, texts
from page.plan_cards import CARDS
from page.results_files import Loaded
from page.sizes import SIZES
from page.texts import Say
from tests.test_hostile_input import EXAMPLE, opened

# What a visitor reads of an element, and of a figure within it.
READ = frozenset(["label", "body", "help", "placeholder", "alt", "options", "content", "header", "caption"])
DRAWN = frozenset(["text", "title", "hovertemplate", "ticktext", "customdata", "name"])

# Names and symbols that are the same in every language.
NAMES = re.compile(
    r"<(style|script)>[\s\S]*</(style|script)>|\$\$[\s\S]*\$\$|pass\\?[@^]\\?|rho|Jeffreys|Clopper-Pearson|top_p|SVG|PNG|CSV|Python|lang|exactly"
    r"|:(?:blue|orange|gray|small)\[|:material/\w+:|</?\w+[^>]*>|&\w+;|%\{\w+\}|</?extra>|https?://\S+|\\\w+"
    r"|HumanEval\+?|English|Italiano|Español|Polski|:green\["
    # The bundled example's runs, and the start of a table of counts.
    r"|[ab]\\\.csv|with tools|baseline|task,n,c\nsum,10,2\nsort,10,0"
)


TABS = ("plan_tabs", "results_tab")
EXPLANATIONS = ("formula", "estimators", "caveats", "quote")


class Bracketed(Mapping[str, str]):
    """A catalogue that has every sentence, in brackets."""

    def __getitem__(self, sentence: str) -> str:
        return f"⟦{sentence}⟧"

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


ADDRESSES = [
    *[("calculator", address) for address in (
        {}, {"n": "10", "c": "0", "k": "5"}, {"n": "10", "c": "10", "k": "5"}, {"n": "10", "c": "2", "k": "50"},
        {"n": "10", "c": "2", "k": "5", "m": "3", "n2": "10", "c2": "7"}, {"p": "0.4", "k": "10", "rho": "0.2"},
        {"p": "0.999999", "k": "10"}, {"n": "x", "c": "y", "k": "0"}, {"pairs": "10 2, 10 7, 20 0", "k": "5"},
        {"pairs": "10 2, 10 12", "k": "5"}, {"n": "10", "c": "2", "k": "5", "present": "1"},
        {"level": "7", "lang": "xx"},
    )],
    *[("check", address) for address in (
        {}, {"claims": "pass@1:67.8", "tasks": "164", "samples": "1"},
        {"claims": "pass@1:50;pass@10:40", "tasks": "10"},
        {"claims": "pass^1:46.0;pass^2:32.6", "tasks": "50"}, {"claims": "x"}, {"claims": "pass@1:106"},
    )],
    *[("plan", {"card": card}) for card in CARDS],
    ("plan", {"card": "errorbar", "width": "0", "k": "x"}),
    *[("learn", {"lab": lab}) for lab in learn.LABS],
    *[("learn", {"read": chapter}) for chapter in learn_reading.chapters(Say())],
    ("results", {}),
    ("results", {"files": "1"}),
]  # fmt: skip


def texts_under(value: Any, keys: frozenset[str], key: str = "") -> Iterator[str]:
    """The strings that stand under one of the keys, however deep."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from texts_under(inner, keys, name)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_under(inner, keys, key)
    elif isinstance(value, str) and key in keys:
        yield value


def read_on(node: Any) -> Iterator[str]:
    """Everything that a visitor reads in a part of the page, its figures included."""
    for child in getattr(node, "children", {}).values():
        yield from read_on(child)
    if (proto := getattr(node, "proto", None)) is not None:
        message = MessageToDict(proto)
        yield from texts_under(message, READ)
        if spec := message.get("spec"):
            yield from texts_under(json.loads(spec), DRAWN)


def unsaid(text: str) -> str:
    """What is left of a text without its sentences and without names."""
    while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = shorter
    return "" if text.rpartition(":")[0] in SIZES else NAMES.sub(" ", text)


@pytest.mark.parametrize(("name", "address"), ADDRESSES, ids=str)
def test_every_word_goes_through_the_text_function(
    name: str, address: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "catalogue", lambda language: Bracketed())
    for part in (check_answer, learn, learn_reading, results):
        monkeypatch.setattr(part, "text_file", lambda name, language: "⟦⟧\nlab: mix" if name == "misreadings" else "⟦⟧")
    files = (Loaded("a.csv", EXAMPLE.read_bytes()), Loaded("b.csv", EXAMPLE.read_bytes())) if "files" in address else ()
    test = opened(name, {"lang": "it", **address}, files)
    said = set(read_on(test._tree.root))
    # Where only the open tab is made, each of them is opened.
    for key in [key for key in TABS if key in test.session_state]:
        for label in [tab.label for tab in test.tabs]:
            test.session_state[key] = label
            said |= set(read_on(test.run()._tree.root))
    for explanation in EXPLANATIONS if "calculator_explain" in test.session_state else ():
        test.session_state["calculator_explain"] = explanation
        said |= set(read_on(test.run()._tree.root))
    assert [error.message for error in test.exception] == []
    assert len(said) > 5
    assert {text for text in said if re.search(r"[^\W\d_]{3}", unsaid(text))} == set()
