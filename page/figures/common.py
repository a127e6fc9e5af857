"""What all charts share: colours, notes, lines, and the frame around them."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any
from unicodedata import east_asian_width

import plotly.graph_objects as go

from page.answer import AT, HAT

INK = {False: "#1B1F24", True: "#ECEFF3"}
QUIET = {False: "#5B6470", True: "#A3ACB8"}
GRID = {False: "#E6E9ED", True: "#2B323A"}
PAPER = {False: "rgba(255,255,255,0.8)", True: "rgba(20,23,27,0.8)"}
# The same with nothing to be seen through it.
SOLID = {dark: paper.replace("0.8", "1") for dark, paper in PAPER.items()}
COLOUR = {
    (AT, False): "#0072B2",
    (AT, True): "#56B4E9",
    (HAT, False): "#D55E00",
    (HAT, True): "#E69F00",
}
FONT = "Source Sans, sans-serif"
Trace = dict[str, Any]


def drawn(traces: Sequence[Trace], layout: dict[str, Any]) -> go.Figure:
    """The figure of these traces, made so that the browser draws it once.

    Streamlit hands each new figure to the chart twice. What tells the chart that the second one is the same
    is a name of its data, and no template: it takes every template and every unnamed array for a change.
    """
    # Text rather than a counter: an unchanged chart must not be sent as a new one.
    data_name = f"{zlib.crc32(repr(traces).encode()):x}"
    return Drawn(list(traces), layout | {"datarevision": data_name})


class Drawn(go.Figure):  # type: ignore[misc]  # Plotly has no types
    """A figure that is handed on as it was written: plain dictionaries, which nobody changes afterwards.

    Plotly's own figure checks every attribute, makes an object of each and copies all of it again before it is
    sent, which takes longer than the rest of the calculator's answer. A test has Plotly check our figures instead.
    """

    def __init__(self, data: list[Trace], layout: dict[str, Any]) -> None:
        self._written = {"data": data, "layout": layout}

    def to_dict(self) -> dict[str, Any]:
        """What was written, as Plotly's JSON has it."""
        return self._written


def scatter(**attributes: Any) -> Trace:
    """A trace of points or lines."""
    return {"type": "scatter", **attributes}


def bar(**attributes: Any) -> Trace:
    """A trace of bars."""
    return {"type": "bar", **attributes}


def letters(text: str) -> int:
    """How many Latin letters are as wide as a text: a Chinese character takes the room of two.

    >>> letters("pass@k"), letters("不配对")
    (6, 6)
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def note(x: float, y: float, text: str, colour: str, size: int) -> dict[str, Any]:
    """A text in the chart, without an arrow."""
    return {"x": x, "y": y, "text": text, "showarrow": False, "font": {"color": colour, "size": size}}


def halo(dark: bool) -> str:
    """What keeps a text readable over a line: a shadow of the page's colour, all around."""
    return ", ".join(f"{x}px {y}px 2px {SOLID[dark]}" for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)))


def upright(k: int, colour: str, dash: str) -> dict[str, Any]:
    """A vertical line at k, behind the curves."""
    return {
        "type": "line",
        "x0": k,
        "x1": k,
        "y0": 0,
        "y1": 1.04,
        "line": {"color": colour, "width": 1, "dash": dash},
        "layer": "below",
    }


def faint(colour: str, strength: float) -> str:
    """A colour for an area: its lines stay readable through it."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{strength})"


def axis_style(dark: bool, size: int) -> dict[str, Any]:
    """Quiet ticks and a faint grid; charts do not zoom, so that a page scrolls under a finger."""
    return {
        "gridcolor": GRID[dark],
        "linecolor": QUIET[dark],
        "zeroline": False,
        "fixedrange": True,
        "tickfont": {"size": size, "color": QUIET[dark]},
    }


def title_style(text: str, dark: bool, size: int) -> dict[str, Any]:
    """An axis title."""
    return {"text": text, "font": {"size": size, "color": QUIET[dark]}, "standoff": 6}


def frame(dark: bool, size: int, height: int) -> dict[str, Any]:
    """The parts of a layout that are the same for every chart."""
    return {
        "height": height,
        "hovermode": "x unified",
        "dragmode": False,
        "showlegend": False,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": FONT, "color": INK[dark], "size": size},
        "hoverlabel": {
            "bgcolor": SOLID[dark],
            "font": {"color": INK[dark], "size": size},
            "bordercolor": GRID[dark],
        },
    }
