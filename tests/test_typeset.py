"""The HTML that the page writes itself holds what it was given, as text."""

from __future__ import annotations

import re
import tomllib
from html.parser import HTMLParser
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from page.typeset import Result, results_html, table_html

OURS = {"dl", "div", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "small"}
# Whatever could be markup, and the bracket that starts a smaller part.
TYPED = st.text(st.sampled_from("ab <>&\"'/()=;\n!-[]`$\u00a0\U0001f600"), max_size=30) | st.text(max_size=30)
CLOSED = ("</dd></dl><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!--", "<b>x</b> (<i>y</i>)")


class Read(HTMLParser):
    """The tags of a piece of HTML, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert {name for name, _ in attrs} <= {"class", "scope"}

    def handle_data(self, data: str) -> None:
        self.text += data


@given(TYPED | st.sampled_from(CLOSED), TYPED | st.sampled_from(CLOSED), TYPED)
def test_a_result_s_texts_are_read_as_they_were_given(name: str, value: str, below: str) -> None:
    read = Read(results_html([Result(name, value, "blue", below)]))
    assert read.text == name + value + "".join(below.splitlines())
    assert read.tags <= OURS


@given(TYPED | st.sampled_from(CLOSED), TYPED | st.sampled_from(CLOSED))
def test_a_table_s_texts_are_read_as_they_were_given(name: str, cell: str) -> None:
    read = Read(table_html([{name: cell}]))
    assert read.text == name + cell
    assert read.tags <= OURS


def test_the_colours_of_results_are_set_for_both_themes() -> None:
    """A result's colour is looked up in the settings; one that is missing there would be no colour."""
    themes = tomllib.loads((Path(__file__).parents[1] / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    for theme in ("light", "dark"):
        for colour in ("blue", "orange", "green"):
            assert re.fullmatch("#[0-9A-F]{6}", themes["theme"][theme][f"{colour}TextColor"])
