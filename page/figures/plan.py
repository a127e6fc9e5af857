"""The figures of the planning cards: a few labelled lines over one axis, a wish, and where one stands.

All four cards draw the same kind of picture. Lines are labelled at their ends and differ in dash;
the wish is a level across, the answer a dot with its value.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import plotly.graph_objects as go
from babel.numbers import format_decimal

from page.figures.common import (
    COLOUR,
    INK,
    PAPER,
    QUIET,
    axis_style,
    drawn,
    frame,
    letters,
    note,
    scatter,
    title_style,
    upright,
)
from page.numbers import Chance, percent
from page.texts import Say

_LONG = 50  # an axis that spans more than this many times its start is logarithmic
_SIZE = 13
_APART = 0.085  # of the height: nearer names would overlap
_TALLEST = 300.0  # powers of ten that an axis can hold


@dataclass(frozen=True)
class Line:
    """One line: its values, and each of them in words. ``metric`` gives its colour, "" is neutral."""

    name: str
    xs: list[int]
    ys: list[float]
    texts: list[str]
    metric: str = ""
    dash: str = "solid"
    strong: bool = True


@dataclass(frozen=True)
class Dot:
    """Where one stands on a line: its place, its value in words, its line's metric."""

    x: int
    y: float
    text: str
    metric: str = ""


@dataclass(frozen=True)
class Picture:
    """Everything that a planning figure shows.

    ``wishes`` and ``floors`` are levels with their words: what is wanted, and what a line comes near
    to and never crosses. Values are fractions shown as percentages if ``percents``, else plain numbers.
    """

    lines: list[Line]
    x_title: str
    y_title: str
    x_name: str
    dots: list[Dot] = field(default_factory=list)
    wishes: list[tuple[float, str]] = field(default_factory=list)
    floors: list[tuple[float, str]] = field(default_factory=list)
    percents: bool = False
    log_y: bool = False


def plan_figure(picture: Picture, say: Say, dark: bool = False, height: int = 270) -> go.Figure:
    """The lines of a planning card, what is wanted, and the answer."""
    first, last = picture.lines[0].xs[0], picture.lines[0].xs[-1]
    log_x = last > _LONG * first
    low, high = _ends(picture)

    def across(x: float) -> float:
        return math.log10(x) if log_x else x

    def up(y: float) -> float:
        return math.log10(y) if picture.log_y else y

    notes: list[dict[str, Any]] = []
    shapes: list[dict[str, Any]] = []
    # The wish is drawn above all, or a grid line at the same place would cover it.
    shapes += [_level(level, INK[dark], "dash", "above") for level, _ in picture.wishes]
    shapes += [_level(level, QUIET[dark], "dot", "between") for level, _ in picture.floors]
    for dot in picture.dots:
        shapes.append(upright(dot.x, QUIET[dark], "dot") | {"yref": "paper", "y1": 1})
        notes.append(_dot_note(across(dot.x), up(dot.y), dot, (across(first), across(last)), (low, high), dark))
    ends = [(up(line.ys[-1]), line.name, _colour(line.metric, line.strong, dark), True) for line in picture.lines]
    ends += [(up(level), words, INK[dark], False) for level, words in picture.wishes]
    ends += [(up(level), words, QUIET[dark], False) for level, words in picture.floors]
    notes += _names(ends, across(last), low, high)
    traces = [_trace(line, dark) for line in picture.lines] + [_mark(dot, dark) for dot in picture.dots]
    axis = axis_style(dark, _SIZE)
    margin = 20 + 7 * max(letters(name) for _, name, *_ in ends)
    layout = frame(dark, _SIZE, height) | {
        "margin": {"l": 62, "r": margin, "t": 12, "b": 44},
        "xaxis": axis
        | _x_ticks(first, last, log_x, say)
        | {
            "title": title_style(picture.x_title, dark, _SIZE),
            "showgrid": False,
            "tickangle": 0,
            "ticks": "outside",
            "ticklen": 4,
            "hoverformat": "d",
            "unifiedhovertitle": {"text": f"{picture.x_name} = %{{x:d}}"},
        },
        "yaxis": axis
        | _y_ticks(picture, low, high, say)
        | {"title": title_style(picture.y_title, dark, _SIZE), "range": [low, high]},
        "annotations": notes,
        "shapes": shapes,
    }
    return drawn(traces, layout)


def _ends(picture: Picture) -> tuple[float, float]:
    """The ends of the upward axis, in its own unit: powers of ten where it is logarithmic."""
    if picture.percents:
        return -0.04, 1.1
    ys = [y for line in picture.lines for y in line.ys] + [dot.y for dot in picture.dots]
    ys += [level for level, _ in picture.wishes]
    if not picture.log_y:
        return 0.0, max(ys) * 1.12
    powers = [math.log10(y) for y in ys if y > 0]
    low, high = min(powers), max(powers)
    edge = 0.08 * max(high - low, 0.5)
    return max(low - edge, -_TALLEST), min(high + 2 * edge, _TALLEST)


def _trace(line: Line, dark: bool) -> dict[str, Any]:
    colour = _colour(line.metric, line.strong, dark)
    return scatter(
        x=line.xs,
        y=line.ys,
        text=line.texts,
        mode="lines",
        line={"color": colour, "width": 2.5 if line.strong else 1.75, "dash": line.dash},
        hovertemplate=f"{line.name} %{{text}}<extra></extra>",
        name=line.name,
    )


def _mark(dot: Dot, dark: bool) -> dict[str, Any]:
    marker = {"size": 11, "color": _colour(dot.metric, True, dark)}
    return scatter(
        x=[dot.x],
        y=[dot.y],
        mode="markers",
        marker=marker,
        hoverinfo="skip",
    )


def _colour(metric: str, strong: bool, dark: bool) -> str:
    if metric:
        return COLOUR[metric, dark]
    return INK[dark] if strong else QUIET[dark]


def _level(y: float, colour: str, dash: str, layer: str) -> dict[str, Any]:
    line = {"color": colour, "width": 1, "dash": dash}
    return {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": y, "y1": y, "line": line, "layer": layer}


def _dot_note(
    x: float, y: float, dot: Dot, xs: tuple[float, float], ys: tuple[float, float], dark: bool
) -> dict[str, Any]:
    """The value beside its dot, on the side where there is room."""
    share = (x - xs[0]) / (xs[1] - xs[0]) if xs[1] > xs[0] else 0.0
    near_top = (y - ys[0]) / (ys[1] - ys[0]) > 0.86
    return note(x, y, f"<b>{dot.text}</b>", INK[dark], _SIZE + 1) | {
        "xanchor": "right" if share > 0.82 else "left",
        "xshift": -8 if share > 0.82 else 8,
        "yshift": -15 if near_top else 15,
        "bgcolor": PAPER[dark],
        "borderpad": 1,
    }


def _names(ends: list[tuple[float, str, str, bool]], x: float, low: float, high: float) -> list[dict[str, Any]]:
    """The name of each line and level at its right end, moved apart where they would overlap."""
    ends = sorted(ends)
    places = [place for place, *_ in ends]
    spread = high - low
    for _ in range(20):
        # A name outside of the axis would not be drawn.
        places = [min(max(place, low + 0.03 * spread), high - 0.03 * spread) for place in places]
        for i in range(1, len(places)):
            overlap = _APART * spread - (places[i] - places[i - 1])
            if overlap > 0:
                places[i - 1 : i + 1] = places[i - 1] - overlap / 2, places[i] + overlap / 2
    return [
        note(x, place, f"<b>{name}</b>" if strong else name, colour, _SIZE)
        | {"xanchor": "left", "xshift": 6, "align": "left"}
        for place, (_, name, colour, strong) in zip(places, ends, strict=True)
    ]


def _x_ticks(first: int, last: int, log: bool, say: Say) -> dict[str, Any]:
    if log:
        ends = math.log10(first), math.log10(last)
        return _ticks(*ends, log, say, most=4) | {"range": [ends[0] - 0.02 * (ends[1] - ends[0]), ends[1]]}
    step = max(1, round(_round_step((last - first) / 6)) if last > first else 1)
    # The first number itself, then multiples of a round step.
    places = [first, *range(step * (first // step + 1), last + 1, step)]
    return {
        "type": "linear",
        "tickmode": "array",
        "tickvals": places,
        "ticktext": [number_text(place, say) for place in places],
        "range": [first - 0.02 * max(1, last - first), last],
    }


def _y_ticks(picture: Picture, low: float, high: float, say: Say) -> dict[str, Any]:
    if picture.percents:
        steps = [0, 0.25, 0.5, 0.75, 1]
        texts = [percent(Chance(step, 1 - step, step in (0, 1)), say) for step in steps]
        return {"tickmode": "array", "tickvals": steps, "ticktext": texts}
    return _ticks(low, high, picture.log_y, say, most=5)


def _ticks(low: float, high: float, log: bool, say: Say, most: int = 6) -> dict[str, Any]:
    """Round places of an axis with their numbers as the language writes them."""
    if not log:
        step = _round_step((high - low) / most)
        places = [step * i for i in range(math.ceil(low / step), math.floor(high / step) + 1)]
        return {
            "type": "linear",
            "tickmode": "array",
            "tickvals": places,
            "ticktext": [number_text(place, say) for place in places],
        }
    powers = range(math.floor(low), math.ceil(high) + 1)
    for steps in ((1, 2, 5), (1, 3), (1,)):
        places = [step * 10.0**power for power in powers for step in steps]
        places = [place for place in places if low - 1e-9 <= math.log10(place) <= high + 1e-9]
        if len(places) <= most + 2:
            break
    else:
        places = places[:: math.ceil(len(places) / most)]
    return {
        "type": "log",
        "tickmode": "array",
        "tickvals": places,
        "ticktext": [number_text(place, say) for place in places],
    }


def _round_step(step: float) -> float:
    power = 10.0 ** math.floor(math.log10(step))
    return next(power * round_one for round_one in (1, 2, 5, 10) if power * round_one >= step * (1 - 1e-9))


def number_text(value: float, say: Say) -> str:
    """A number on an axis: 0.5, 20, 5,000, 1e5."""
    if value and not 1e-3 <= abs(value) < 1e5:
        return f"{value:.0e}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")
    return str(format_decimal(float(f"{value:.6g}"), locale=say.language))
