"""What the page sets in HTML of its own: the large results and small tables.

A browser works on every element of a page with each change, whatever the element holds. A row of results is
one element here, and would be nine with a column and two texts for each; a table is read once, not cell by cell.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

# The language stands at the end of the top row, on a phone as a sign alone; in a meeting the row does not grow.
_STYLE = """
.st-key-language {margin-left: auto}
@media (max-width: 40rem) {
  .st-key-language [data-testid=stMarkdownContainer] {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)}
  .st-key-top a {padding-inline: 0.25rem}
}
.st-key-top a:focus-visible {outline: 0.125rem solid currentColor}
.st-key-top p {font-size: 0.875rem !important}
.stHtml h1 {margin: 0; padding: 0; font-size: 1.5rem; font-weight: 600; line-height: 1.2}
.stHtml dl.results {display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; margin: 0; padding: 0}
.results > div {flex: 1 1 9.4rem}
.results :is(dt, dd) {margin: 0; font-weight: 400; line-height: 1.5}
.results dt {font-weight: 600; font-size: 0.95rem}
.results dd.value {font-weight: 600; font-size: 3rem; line-height: 1.25; font-variant-numeric: tabular-nums}
.small-table {width: 100%; border-collapse: collapse; font-size: 0.95rem; line-height: 1.5}
.small-table :is(th, td) {padding: 0.3rem 1rem 0.3rem 0; text-align: left; vertical-align: top; font-weight: 400;
  border-bottom: 1px solid color-mix(in srgb, currentColor 16%, transparent)}
.small-table th {font-weight: 600}
.small-table :is(th, td:first-child) {overflow-wrap: anywhere; min-width: 2.5rem}
.small-table small {font-size: 0.82em; opacity: 0.8}
"""
# Streamlit lets what may be outdated fade after half a second: a part that answers sooner never shows it, and yet
# a browser prepares a layer for each element with every change.
_AT_ONCE = ".stMain .stElementContainer[data-stale=true] {opacity: 1 !important}\n"


@dataclass(frozen=True)
class Result:
    """A large number: its name, what it is, the colour of its metric, and the lines below it."""

    name: str
    value: str
    colour: str = ""
    below: str = ""


def style(at_once: bool) -> None:
    """How all of it looks, on a part that answers at once or not.

    Drawn once, with the page: with each change it would be applied to everything anew.
    """
    colours = "".join(
        # The page's own blue and orange of text, in the theme that is shown.
        f".results .{colour} {{color: light-dark({st.get_option(f'theme.light.{colour}TextColor')}, "
        f"{st.get_option(f'theme.dark.{colour}TextColor')})}}\n"
        for colour in ("blue", "orange", "green")
    )
    st.html(f"<style>{_STYLE}{_AT_ONCE if at_once else ''}{colours}</style>")


def title(text: str, width: Literal["stretch", "content"] = "stretch") -> None:
    """The title of a part. Streamlit's own looks with each change for an address that the title might have."""
    st.html(f"<h1>{html.escape(text)}</h1>", width=width)


def results(shown: Sequence[Result]) -> None:
    """Large numbers side by side, below each other where the width ends."""
    st.html(results_html(shown))


def table(rows: Sequence[dict[str, str]]) -> None:
    """A small table of any text; what stands in brackets at the end of a cell is set smaller."""
    st.html(table_html(rows))


def results_html(shown: Sequence[Result]) -> str:
    """Large numbers as a list of names and what they are.

    >>> results_html([Result("pass@1", "< 1%", "blue")])
    '<dl class="results"><div><dt class="blue">pass@1</dt><dd class="value blue">&lt; 1%</dd></div></dl>'
    """
    return f'<dl class="results">{"".join(_result(one) for one in shown)}</dl>'


def _result(one: Result) -> str:
    below = "".join(f"<dd>{html.escape(line)}</dd>" for line in one.below.splitlines())
    return (
        f'<div><dt class="{one.colour}">{html.escape(one.name)}</dt>'
        f'<dd class="value {one.colour}">{html.escape(one.value)}</dd>{below}</div>'
    )


def table_html(rows: Sequence[dict[str, str]]) -> str:
    """The rows of a table, each {column: cell}, all with the columns of the first."""
    head = "".join(f'<th scope="col">{_cell(name)}</th>' for name in rows[0])
    body = "".join(f"<tr>{''.join(f'<td>{_cell(text)}</td>' for text in row.values())}</tr>" for row in rows)
    return f'<table class="small-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _cell(text: str) -> str:
    start, bracket, rest = text.partition(" (")
    return html.escape(start) + (f" <small>({html.escape(rest)}</small>" if bracket else "")
