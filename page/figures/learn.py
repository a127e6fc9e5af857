"""The pictures of the laboratories: pure functions from numbers to figures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from page.answer import AT, HAT
from page.figures.common import (
    COLOUR,
    INK,
    QUIET,
    SOLID,
    Trace,
    axis_style,
    bar,
    drawn,
    faint,
    frame,
    note,
    scatter,
    title_style,
)
from page.figures.lines import RIGHT, Line, Look, end_note, moved_apart, over_k, percent_of, percent_ticks
from page.numbers import count
from page.texts import Say

_DASH = {AT: "solid", HAT: "dash"}
_DRAWN = 300  # points of a walk: more cannot be told apart


@dataclass(frozen=True)
class Dots:
    """n samples, the first c of them correct, and the positions of those that were drawn."""

    n: int
    c: int
    drawn: list[int]


@dataclass(frozen=True)
class Strip:
    """One estimator's row: its name, the values it took and how often, their mean and spread."""

    name: str
    values: list[float]
    often: list[int]
    mean: float
    spread: float


# 1. Draw k of n


def draws_figure(
    dots: Dots,
    walks: dict[str, list[float]],
    exact: dict[str, float],
    words: dict[str, str],
    k: int,
    say: Say,
    look: Look,
) -> go.Figure:
    """The samples as dots, filled where correct, ringed where drawn; below, the share of hits over the draws."""
    dark, size = look.dark, look.size
    per_row = 10 if dots.n <= 20 else 20
    rows = math.ceil(dots.n / per_row)
    share = 0.08 + 0.06 * rows  # of the height
    most = max(10, *(len(walk) for walk in walks.values())) if walks else 10
    last = math.log10(most)
    traces = [*_dot_traces(dots, per_row, dark), *(_walk(metric, walk, dark) for metric, walk in walks.items())]
    shapes, notes = [], []
    apart = moved_apart({metric: exact[metric] for metric in exact}, 0.11)
    for metric, value in exact.items():
        line = {"color": COLOUR[metric, dark], "width": 1.5, "dash": "dot"}
        shapes.append({"type": "line", "xref": "x2", "yref": "y2", "x0": 1, "x1": most, "y0": value, "y1": value})
        shapes[-1]["line"] = line
        name = f"<b>{metric.replace('k', str(k))}</b><br>{words[metric]}"
        notes.append(end_note(last, apart[metric], name, COLOUR[metric, dark], size) | {"xref": "x2", "yref": "y2"})
    axis = axis_style(dark, size)
    hidden = {"visible": False, "fixedrange": True}
    return drawn(
        traces,
        layout=frame(dark, size, 370 if look.large else 350)
        | {
            "hovermode": False,
            "margin": {"l": 58 if size < 16 else 78, "r": 84 if size < 16 else 116, "t": 6, "b": 46},
            "xaxis": hidden | {"range": [-0.6, per_row - 0.4], "domain": [0, 1], "anchor": "y"},
            "yaxis": hidden | {"range": [-rows + 0.3, 0.7], "domain": [1 - share, 1], "anchor": "x"},
            "xaxis2": axis
            | {
                "type": "log",
                "range": [-0.02, last],
                "title": title_style(say("draws"), dark, size),
                "tickvals": [1, 10, 100, 1000, 10_000],
                "ticktext": [count(10**power, say) for power in range(5)],
                "showgrid": False,
                "anchor": "y2",
            },
            "yaxis2": axis
            | {
                "range": [-0.06, 1.06],
                "domain": [0, 0.92 - share],
                "title": title_style(say("share of draws"), dark, size),
                "anchor": "x2",
                **percent_ticks(say),
            },
            "annotations": notes,
            "shapes": shapes,
        },
    )


def _dot_traces(dots: Dots, per_row: int, dark: bool) -> list[Trace]:
    size = 18 if dots.n <= 20 else 8
    good, bad = list(range(dots.c)), list(range(dots.c, dots.n))
    return [
        _dot_trace(bad, per_row, {"size": size, "color": QUIET[dark], "symbol": "circle-open", "line": {"width": 2}}),
        _dot_trace(good, per_row, {"size": size, "color": RIGHT[dark], "symbol": "circle"}),
        _dot_trace(
            dots.drawn,
            per_row,
            {
                "size": size + (12 if dots.n <= 20 else 5),
                "color": INK[dark],
                "symbol": "square-open",
                "line": {"width": 2},
            },
        ),
    ]


def _dot_trace(which: list[int], per_row: int, marker: dict[str, Any]) -> Trace:
    return scatter(
        x=[i % per_row for i in which],
        y=[-(i // per_row) for i in which],
        mode="markers",
        marker=marker,
        hoverinfo="skip",
    )


def _walk(metric: str, walk: list[float], dark: bool) -> Trace:
    if len(walk) <= _DRAWN:
        draws = list(range(1, len(walk) + 1))
    else:
        draws = sorted({round(len(walk) ** (i / (_DRAWN - 1))) for i in range(_DRAWN)})
    return scatter(
        x=draws,
        y=[walk[i - 1] for i in draws],
        xaxis="x2",
        yaxis="y2",
        mode="lines+markers" if len(draws) < 20 else "lines",
        line={"color": COLOUR[metric, dark], "width": 2.5, "dash": _DASH[metric]},
        hoverinfo="skip",
    )


# 2. Ways to estimate


def strips_figure(strips: list[Strip], truth: float, truth_words: str, say: Say, look: Look) -> go.Figure:
    """A row for each estimator: how often it read what, its mean as a diamond with one spread each way."""
    dark, size = look.dark, look.size
    traces, notes = [], []
    for order, strip in enumerate(strips):
        level = len(strips) - 1 - order
        most = max(strip.often)
        traces.append(
            bar(
                x=strip.values,
                y=[0.55 * often / most for often in strip.often],
                base=level,
                width=_bar_width(strip.values),
                marker={"color": faint(COLOUR[AT, dark], 0.45), "line": {"width": 0}},
                hoverinfo="skip",
            )
        )
        traces.append(
            scatter(
                x=[strip.mean],
                y=[level - 0.13],
                mode="markers",
                error_x={
                    "array": [min(strip.spread, 1 - strip.mean)],
                    "arrayminus": [min(strip.spread, strip.mean)],
                    "symmetric": False,
                    "color": INK[dark],
                    "thickness": 2,
                    "width": 5,
                },
                marker={"symbol": "diamond", "size": 12, "color": INK[dark]},
                hoverinfo="skip",
            )
        )
        notes.append(note(0, level + 0.74, f"<b>{strip.name}</b>", INK[dark], size) | {"xanchor": "left"})
    top = len(strips) - 0.02
    line = {"color": RIGHT[dark], "width": 2, "dash": "dash"}
    shapes = [{"type": "line", "x0": truth, "x1": truth, "y0": -0.3, "y1": top, "line": line}]
    side = "left" if truth < 0.5 else "right"
    said = say("truth {value}", value=truth_words)
    notes.append(note(truth, top + 0.12, f"<b>{said}</b>", RIGHT[dark], size) | {"xanchor": side})
    axis = axis_style(dark, size)
    return drawn(
        traces,
        layout=frame(dark, size, (100 if look.large else 92) * len(strips) + 70)
        | {
            "hovermode": False,
            "barmode": "overlay",
            "margin": {"l": 14, "r": 14, "t": 8, "b": 48},
            "xaxis": axis
            | {
                "range": [-0.03, 1.03],
                "title": title_style(say("what it reads"), dark, size),
                **percent_ticks(say),
            },
            "yaxis": {"visible": False, "fixedrange": True, "range": [-0.35, top + 0.3]},
            "annotations": notes,
            "shapes": shapes,
        },
    )


def _bar_width(values: list[float]) -> float:
    """Bars as wide as the values are apart, neither hairs nor walls."""
    gaps = [b - a for a, b in zip(sorted(values), sorted(values)[1:], strict=False)]
    return min(0.03, max(0.01, min(gaps, default=0.03) * 0.9))


# 4. Same mean, different benchmark


def mix_figure(shares: list[float], lines: list[Line], k: int, say: Say, look: Look) -> go.Figure:
    """How the tasks' rates are spread, and below it the curves of this mix over k."""
    dark, size = look.dark, look.size
    bins = len(shares)
    bars = bar(
        x=[(i + 0.5) / bins for i in range(bins)],
        y=shares,
        width=0.9 / bins,
        marker={"color": RIGHT[dark], "line": {"width": 0}},
        hoverinfo="skip",
    )
    traces, notes, layout = over_k(lines, k, False, say, look, x="x2", y="y2")
    axis = axis_style(dark, size)
    return drawn(
        [bars, *traces],
        layout=layout
        | {
            "height": 366,
            "xaxis": axis
            | {
                "range": [-0.02, 1.02],
                "title": title_style(say("success rate of a task"), dark, size),
                "anchor": "y",
                "showgrid": False,
                **percent_ticks(say),
            },
            "yaxis": axis
            | {
                "range": [0, max(shares) * 1.1],
                "domain": [0.74, 1],
                "showticklabels": False,
                "showgrid": False,
                "title": title_style(say("tasks"), dark, size),
                "anchor": "x",
            },
            "yaxis2": layout["yaxis2"] | {"domain": [0, 0.55]},
            "annotations": notes,
        },
    )


# 5. Capability and reliability


def promises_figure(
    ks: list[int], every: list[float], some: list[float], none: list[float], k: int, say: Say, look: Look
) -> go.Figure:
    """For each k a bar of three parts: all attempts pass, some do, none does; named at the last bar."""
    dark, size = look.dark, look.size
    parts = [
        (every, COLOUR[HAT, dark], say("all pass")),
        (some, COLOUR[AT, dark], say("some pass")),
        (none, QUIET[dark], say("none pass")),
    ]
    traces = [_part(ks, values, colour, name, k, say, look) for values, colour, name in parts]
    middles, base = {}, 0.0
    for values, _, name in parts:
        middles[name] = base + values[-1] / 2
        base += values[-1]
    levels = moved_apart(middles, 0.09)
    return drawn(
        traces,
        layout=frame(dark, size, 350 if look.large else 320)
        | {
            "barmode": "stack",
            "bargap": 0.12,
            "margin": {"l": 56 if size < 16 else 76, "r": 84 if size < 16 else 120, "t": 10, "b": 46},
            "xaxis": axis_style(dark, size)
            | {
                "range": [0.4, ks[-1] + 0.5],
                "title": title_style(say("k, attempts at the same task"), dark, size),
                "tickvals": ks if len(ks) <= 12 else [1, *range(5, ks[-1] + 1, 5)],
                "showgrid": False,
                "unifiedhovertitle": {"text": "k = %{x:d}"},
            },
            "yaxis": axis_style(dark, size) | {"range": [0, 1.01], **percent_ticks(say)},
            "annotations": [
                end_note(ks[-1] + 0.5, levels[name], f"<b>{name}</b>", colour, size) for _, colour, name in parts
            ],
        },
    )


def _part(ks: list[int], values: list[float], colour: str, name: str, k: int, say: Say, look: Look) -> Trace:
    return bar(
        x=ks,
        y=values,
        marker={"color": [faint(colour, 1 if at == k else 0.45) for at in ks], "line": {"width": 0}},
        text=[
            percent_of(value, say) if at == k and value >= 0.06 else "" for at, value in zip(ks, values, strict=True)
        ],
        textposition="inside",
        textangle=0,
        insidetextanchor="middle",
        textfont={"color": SOLID[look.dark], "size": look.size},
        name=name,
        hovertemplate=f"{name} %{{customdata}}<extra></extra>",
        customdata=[percent_of(value, say) for value in values],
    )
