"""Whatever stands in the address, in a field or in a file, each part answers or says a sentence: it never breaks."""

from __future__ import annotations

import csv
import io
import random
from importlib import import_module
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from page.learn import LABS
from page.learn_reading import chapters
from page.links import Part
from page.plan_cards import CARDS
from page.results_files import Loaded
from page.texts import Say
from tests.hostile import CHARACTERS, LISTS, LONG, MARKUP, NUMBERS, POOL, TEMPLATES, TYPED

pytestmark = pytest.mark.usefixtures("no_hang", "short_searches")

PARTS = ("calculator", "results", "check", "plan", "learn")
RUNS = 30  # of each part
EXAMPLE = Path(__file__).parents[1] / "page" / "data" / "example.csv"
FIXTURES = Path(__file__).parent / "fixtures"
HANGS = 60  # seconds; a run takes a fraction of one

SCRIPT = """
import streamlit as st
from page import {part}
from page.language import voice

def opened():
    {part}.show(voice())

st.navigation([st.Page(opened, title="part", url_path="part", default=True)]).run()
"""

RENDERED = ("![x](", "[x](java", "<img src=x", "$\\frac", ":red[hi]", ":smile:")  # as Markdown would draw them
MARKDOWN = ("title", "markdown", "caption", "error", "warning", "info", "success")
LABELLED = ("button", "expander", "toggle", "selectbox", "text_input", "radio", "tabs")
OFFERED = ("wide.csv", "inspect.json", "lm_eval_filters.jsonl", "swe_bench_old_run1.json")  # each reading choice


def part_of(name: str) -> Part:
    part: Part = import_module(f"page.{name}").PART
    return part


def ways(name: str) -> list[dict[str, str]]:
    """Addresses that open every way through a part, for a hostile value to go along each."""
    if name == "plan":
        return [{"card": card} for card in CARDS]
    if name == "learn":
        return [*({"lab": lab} for lab in LABS), *({"read": chapter} for chapter in chapters(Say()))]
    if name == "calculator":
        return [{"n": "10", "c": "2", "k": "5"}, {"p": "0.4", "k": "10"}, {"pairs": "10 2, 10 7", "k": "5"}]
    return [{}]


def files_of(name: str, *names: str) -> tuple[Loaded, ...]:
    """What Results is opened with: the example, or these files of the tests."""
    if name != "results":
        return ()
    if not names:
        return (Loaded("example.csv", EXAMPLE.read_bytes()),)
    return tuple(Loaded(file, (FIXTURES / file).read_bytes()) for file in names)


def opened(name: str, address: dict[str, str], files: tuple[Loaded, ...] = ()) -> AppTest:
    test = AppTest.from_string(SCRIPT.format(part=name), default_timeout=HANGS)
    test.session_state["results_files"] = files
    return edited(test, address)


def edited(test: AppTest, address: dict[str, str]) -> AppTest:
    """The page after somebody wrote this address over the one that was there."""
    test.query_params.clear()
    for field, value in address.items():
        test.query_params[field] = value
    return test.run()


def assert_whole(test: AppTest, told: object) -> None:
    """The part ran to its end, and nothing that was typed is drawn as an image, a link or an element."""
    assert [error.message for error in test.exception] == [], told
    own = [html.proto.body for html in test.get("html")]
    # A meeting shows no title, but the switch that ends it.
    assert any(text.startswith("<h1>") for text in own) or test.toggle, told
    drawn = [text.value for kind in MARKDOWN for text in getattr(test, kind)]
    drawn += [text for metric in test.metric for text in (metric.label, metric.value)]
    drawn += [box.label for kind in LABELLED for box in getattr(test, kind)]
    drawn += [str(cell) for table in test.table for cell in (*table.value.columns, *table.value.to_numpy().flat)]
    drawn += [chart.proto.spec for chart in test.get("plotly_chart")]
    assert [text for text in drawn if any(mark in text for mark in RENDERED)] == [], told
    # HTML of our own knows no Markdown, only elements.
    assert [text for text in own if "<img" in text or "<b>x" in text] == [], told


@pytest.mark.parametrize("name", PARTS)
def test_no_address_breaks_a_part(name: str) -> None:
    part, chance = part_of(name), random.Random(f"address {name}")
    fields = [field.name for field in part.fields] + ["lang"]
    test = None
    for run in range(RUNS):
        way = ways(name)[run % len(ways(name))]
        # Few fields at a time: else the first bad one hides the others.
        hostile = {field: chance.choice(POOL) for field in chance.sample(fields, chance.randint(1, 5))}
        address = hostile | way if run % 3 else way | hostile
        # On a first visit, or over the address before.
        test = edited(test, address) if test and run % 5 else opened(name, address, files_of(name))
        assert_whole(test, address)


@pytest.mark.parametrize("field", ["missing", "unscored", "join", "tasks_in_all", "filter", "scorer", "restrict", "at"])
def test_no_address_of_a_reading_choice_breaks_results_where_the_files_offer_it(field: str) -> None:
    test = opened("results", {"k": "1, 3"}, files_of("results", *OFFERED))
    assert test.get("plotly_chart")
    for hostile in TYPED:
        assert_whole(edited(test, {"k": "1, 3", field: hostile}), (field, hostile))


@pytest.mark.parametrize(
    "address",
    [
        {"tasks": "10000000", "samples": "20000", "claims": ";".join(f"pass@{k}:{50 + k}" for k in range(1, 17))},
        {"tasks": "164", "claims": ";".join(f"pass@{2**i}:{50 + 3 * i}" for i in range(16))},
        {"tasks": "164", "claims": ";".join(f"pass@{100_000 // (i + 1)}:{90 - 3 * i}" for i in range(16))},
        {"claims": ";".join(f"pass@{k}:50" for k in range(1, 400))},
        {"claims": "pass@1:" + "9" * 1_900},
    ],
    ids=["16 claims at the limits", "k up to 32,768", "k up to 100,000", "399 claims", "1,900 digits"],
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
    test = opened("results", {})
    for text in (*MARKUP, *CHARACTERS, *LONG, *LISTS):
        file = Loaded("![x](http://a.example/b).json", text.encode("utf-8", "replace"))
        test.session_state["results_files"] = (file,)
        assert_whole(test.run(), text[:40])
