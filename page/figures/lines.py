"""Lines over k with their names at their ends, and how the pictures of Learn look."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from page.figures.common import QUIET, Trace, axis_style, drawn, frame, letters, note, scatter, title_style
from page.numbers import Chance, percent
from page.texts import Say

RIGHT = {False: "#00785A", True: "#44C9A0"}
_STEPS = [0, 0.25, 0.5, 0.75, 1]


@dataclass(frozen=True)
class Look:
    """How pictures are drawn: for a dark page or a light one, for a desk or the back of a room."""

    dark: bool = False
    large: bool = False

    @property
    def size(self) -> int:
        return 18 if self.large else 13


@dataclass(frozen=True)
class Line:
    """A named line over k, as fractions."""

    name: str
    ks: Sequence[int]
    values: Sequence[float]
    colour: str
    dash: str = "solid"
    width: float = 2.5


def lines_figure(
    lines: list[Line],
    k: int,
    say: Say,
    look: Look,
    log: bool = True,
    height: int = 340,
    margin: Mapping[str, int] | None = None,
) -> go.Figure:
    """Named lines over k, with k marked; ``margin`` replaces some of the layout's own."""
    traces, notes, layout = over_k(lines, k, log, say, look)
    own = {"height": height + (10 if look.large else 0), "margin": layout["margin"] | (margin or {})}
    return drawn(traces, layout | own | {"annotations": notes})


def over_k(
    lines: list[Line], k: int, log: bool, say: Say, look: Look, x: str = "x", y: str = "y"
) -> tuple[list[Trace], list[dict[str, Any]], dict[str, Any]]:
    """The traces, the names at the lines' ends and the layout of lines over k on one pair of axes."""
    dark, size = look.dark, look.size
    last = max(line.ks[-1] for line in lines)
    x_axis, y_axis = (f"{letter}axis{axis[1:]}" for letter, axis in (("x", x), ("y", y)))
    end = math.log10(last) if log else last
    traces = [
        scatter(
            x=list(line.ks),
            y=list(line.values),
            xaxis=x,
            yaxis=y,
            mode="lines",
            line={"color": line.colour, "width": line.width, "dash": line.dash},
            name=line.name,
            text=[percent_of(value, say) for value in line.values],
            hovertemplate=f"{line.name} %{{text}}<extra></extra>",
        )
        for line in lines
    ]
    for line in lines:
        if k in line.ks and line.width > 2:
            value = line.values[list(line.ks).index(k)]
            marker = {"size": 10, "color": line.colour}
            traces.append(scatter(x=[k], y=[value], xaxis=x, yaxis=y, mode="markers", marker=marker, hoverinfo="skip"))
    levels = moved_apart({line.name: line.values[-1] for line in lines}, 0.085 if y == "y" else 0.13)
    notes = [
        end_note(end, levels[line.name], f"<b>{line.name}</b>", line.colour, size) | {"xref": x, "yref": y}
        for line in lines
    ]
    ticks = [at for at in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if at <= last]
    if not log and last > 10:
        step = next(at for at in (2, 5, 10, 20, 50, 100, 200) if last / at <= 6)
        ticks = [1, *range(step, last + 1, step)]
    room = 12 + max(letters(line.name) for line in lines) * (7 if size < 16 else 10)
    axis = axis_style(dark, size)
    layout = frame(dark, size, 340) | {
        "margin": {"l": 56 if size < 16 else 76, "r": min(room, 150 if size < 16 else 210), "t": 10, "b": 46},
        x_axis: axis
        | {
            "type": "log" if log else "linear",
            "range": [-0.02, end] if log else [1 - (last - 1) * 0.02, last],
            "title": title_style(say("k, attempts"), dark, size),
            "tickvals": ticks,
            "ticktext": [str(at) for at in ticks],
            "showgrid": False,
            "anchor": y,
            "unifiedhovertitle": {"text": "k = %{x:d}"},
        },
        y_axis: axis | {"range": [-0.04, 1.06], "anchor": x, **percent_ticks(say)},
        "shapes": [
            {
                "type": "line",
                "xref": x,
                "yref": y,
                "x0": k,
                "x1": k,
                "y0": 0,
                "y1": 1.04,
                "line": {"color": QUIET[dark], "width": 1, "dash": "dot"},
                "layer": "below",
            }
        ],
    }
    return traces, notes, layout


def end_note(x: float, y: float, text: str, colour: str, size: int) -> dict[str, Any]:
    return note(x, y, text, colour, size) | {"xanchor": "left", "xshift": 7, "align": "left"}


def moved_apart(ends: dict[str, float], step: float) -> dict[str, float]:
    """The ends of lines moved so far apart that their names do not overlap, none below 0 or above 1."""
    names = sorted(ends, key=lambda name: ends[name])
    levels: dict[str, float] = {}
    floor = 0.0
    for name in names:
        levels[name] = max(ends[name], floor)
        floor = levels[name] + step
    ceiling = 1.0
    for name in reversed(names):
        levels[name] = min(levels[name], ceiling)
        ceiling = levels[name] - step
    return levels


def percent_ticks(say: Say) -> dict[str, Any]:
    return {"tickvals": _STEPS, "ticktext": [percent_of(step, say) for step in _STEPS]}


def percent_of(value: float, say: Say) -> str:
    # Of a point of a curve only the float is at hand: exactly 0 and 1 are the formula's own.
    return percent(Chance(value, 1 - value, certain=value in (0.0, 1.0)), say, short=True)
