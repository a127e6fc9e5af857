"""Whatever stands in the address or in a file's names, each part answers or says a sentence: it never breaks."""

from __future__ import annotations

import csv
import io
import random
from importlib import import_module
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from page.learn import LABS
from page.links import Part
from page.plan_cards import CARDS
from page.results_files import Loaded

PARTS = ("calculator", "results", "check", "plan", "learn")
RUNS = 30  # of each part
EXAMPLE = Path(__file__).parents[1] / "page" / "data" / "example.csv"
HANGS = 60  # seconds; a run takes a fraction of one

SCRIPT = """
import streamlit as st
from page import {part}
from page.language import voice

def opened():
    {part}.show(voice())

st.navigation([st.Page(opened, title="part", url_path="part", default=True)]).run()
"""

MARKUP = (
    "<b>x</b>",
    "<img src=x onerror=alert(1)>",
    "![x](http://a.example/b)",
    "[x](javascript:alert(1))",
    "$\\frac{1}{0}$",
    ":red[hi] :material/home: :smile:",
    "| a | b |\n|---|---|",
    "`x` ~~x~~ # x",
)
TEMPLATES = ("{0}", "{n}", "{", "}", "%s", "%(n)s", "%", "{name.__class__}", "\\", "\\N{DIGIT ONE}")
CHARACTERS = ("", " ", "\x00", "\x1b[31m", "\ufeff1", "\u202e1", "３", "１０", "²", "٣", "½", "\ud7ff", "👩‍💻", "1\n2")
NUMBERS = (
    *("0", "1", "2", "10", "200", "1e3", "1e9", "1e10", "100", "1e6", "999999999", "9" * 400, "1e999999999"),
    *("-1", "-0", "1.5", "0.4", "40%", "1,000", "1.000", "0,25", "2/5", "1/0", "1/3/5", "1e-300", "1e-320"),
    *("0." + "9" * 20, "nan", "inf", "-inf", "None", "True", "0x10", "1_000", "1e", "++1"),
)
LONG = ("a" * 5_000, "1" * 5_000, "1," * 2_000, "(" * 2_000, "10 2, " * 500)
LISTS = (
    *("10 2, 10 7", "10 2,10 12", "1, 10, 100", "0.9, 0.5", ",,,", ";;;", "1;2;3"),
    *("pass@1:67.3;pass@10:85", "pass@1:nan", "pass^5:-1", "pass@0:50", "pass@1e9:50", "pass@1:", ":", "pass@"),
)
RENDERED = ("![x](", "[x](java", "<img src=x", "$\\frac", ":red[hi]", ":smile:")  # as Markdown would draw them
MARKDOWN = ("title", "markdown", "caption", "error", "warning", "info", "success")
LABELLED = ("button", "expander", "toggle", "selectbox", "text_input", "radio")
POOL = (*MARKUP, *TEMPLATES, *CHARACTERS, *NUMBERS, *LONG, *LISTS)


def part_of(name: str) -> Part:
    part: Part = import_module(f"page.{name}").PART
    return part


def ways(name: str) -> list[dict[str, str]]:
    """Addresses that open every way through a part, for a hostile value to go along each."""
    if name == "plan":
        return [{"card": card} for card in CARDS]
    if name == "learn":
        return [*({"lab": lab} for lab in LABS), {"read": "patterns"}]
    if name == "calculator":
        return [{"n": "10", "c": "2", "k": "5"}, {"p": "0.4", "k": "10"}, {"pairs": "10 2, 10 7", "k": "5"}]
    return [{}]


def opened(name: str, address: dict[str, str], files: tuple[Loaded, ...] = ()) -> AppTest:
    test = AppTest.from_string(SCRIPT.format(part=name), default_timeout=HANGS)
    test.session_state["results_files"] = files
    for field, value in address.items():
        test.query_params[field] = value
    return test.run()


def assert_whole(test: AppTest, told: object) -> None:
    """The part ran to its end, and nothing that was typed is drawn as an image, a link or an element."""
    assert [error.message for error in test.exception] == [], told
    assert test.title, told
    drawn = [text.value for kind in MARKDOWN for text in getattr(test, kind)]
    drawn += [text for metric in test.metric for text in (metric.label, metric.value)]
    drawn += [box.label for kind in LABELLED for box in getattr(test, kind)]
    drawn += [chart.proto.spec for chart in test.get("plotly_chart")]
    assert [text for text in drawn if any(mark in text for mark in RENDERED)] == [], told


@pytest.mark.parametrize("name", PARTS)
def test_no_address_breaks_a_part(name: str) -> None:
    part, chance = part_of(name), random.Random(f"address {name}")
    files = (Loaded("example.csv", EXAMPLE.read_bytes()),) if name == "results" else ()
    fields = [field.name for field in part.fields] + ["lang"]
    for run in range(RUNS):
        way = ways(name)[run % len(ways(name))]
        # Few fields at a time: else the first bad one hides the others.
        hostile = {field: chance.choice(POOL) for field in chance.sample(fields, chance.randint(1, 5))}
        address = hostile | way if run % 3 else way | hostile
        assert_whole(opened(name, address, files), address)


@pytest.mark.parametrize(
    "address",
    [
        {"tasks": "10000000", "samples": "20000", "claims": ";".join(f"pass@{k}:{50 + k}" for k in range(1, 17))},
        {"tasks": "164", "claims": ";".join(f"pass@{2**i}:{50 + 3 * i}" for i in range(16))},
        {"claims": ";".join(f"pass@{k}:50" for k in range(1, 400))},
        {"claims": "pass@1:" + "9" * 1_900},
    ],
    ids=["16 claims at the limits", "k up to 32,768", "399 claims", "1,900 digits"],
)
def test_a_check_at_the_limits_of_its_inputs_ends(address: dict[str, str]) -> None:
    assert_whole(opened("check", address), address)


def test_no_name_in_a_file_breaks_results_or_is_drawn_as_anything_but_text() -> None:
    chance = random.Random("files")
    names = [text.replace("\x00", " ") for text in (*MARKUP, *TEMPLATES, *CHARACTERS, *NUMBERS) if text.strip()]
    for run in range(6):
        table = io.StringIO(newline="")
        lines = csv.writer(table)
        lines.writerow(["run", "task", "n", "c"])
        runs = MARKUP[run : run + 2] if run < 5 else chance.sample(names, 2)
        for named in runs:
            lines.writerows([named, task, 10, chance.randint(0, 10)] for task in dict.fromkeys(names))
        file = Loaded(f"{chance.choice(MARKUP)}.csv", table.getvalue().encode("utf-8", "replace"))
        test = opened("results", {"k": "1, 5"}, (file,))
        assert_whole(test, runs)
        assert test.get("plotly_chart"), "the names kept the file from being read"


def test_no_content_of_a_file_breaks_results() -> None:
    for text in (*MARKUP, *CHARACTERS, *LONG, *LISTS):
        file = Loaded("![x](http://a.example/b).json", text.encode("utf-8", "replace"))
        assert_whole(opened("results", {}, (file,)), text[:40])
