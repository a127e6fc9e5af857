"""The curves over k.

pass@k is blue and solid, pass^k orange and dashed; a second series is thinner. Lines are
labelled at their ends, so that no legend and no colour is needed to read them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import plotly.graph_objects as go

from page.answer import AT, HAT, METRICS, Curve, rounded_up
from page.figures.common import (
    COLOUR,
    INK,
    QUIET,
    Trace,
    axis_style,
    drawn,
    faint,
    frame,
    halo,
    note,
    scatter,
    title_style,
    upright,
)
from page.numbers import Chance, figures, percent
from page.texts import Say

# Between a line and its name.
_GAP = "\u2002"
_DASH = {(AT, 0): "solid", (HAT, 0): "dash", (AT, 1): "dot", (HAT, 1): "dashdot"}


@dataclass(frozen=True)
class Series:
    """Both curves of one question, with the chances at the chosen k (None: not defined there).

    ``models`` holds points beyond n that a model predicts, of each metric that has one.
    """

    name: str
    curves: dict[str, Curve]
    at_k: dict[str, Chance | None]
    ends_at: int | None = None
    models: dict[str, list[tuple[int, float]]] = field(default_factory=dict)


def curves_figure(
    series: list[Series],
    k: int,
    log: bool,
    say: Say,
    dark: bool = False,
    height: int = 330,
    large: bool = False,
    all_bands: bool = False,
) -> go.Figure:
    """Both metrics over k for one question or two, with what surrounds them and k marked.

    The second series is surrounded too with ``all_bands``, which suits narrow ones.
    """
    size = 18 if large else 13
    traces: list[Trace] = []
    notes: list[dict[str, Any]] = []
    shapes: list[dict[str, Any]] = [upright(k, QUIET[dark], "dot")]
    last = series[0].curves[AT].ks[-1]
    for order, one in enumerate(series):
        for metric in METRICS:
            colour = COLOUR[metric, dark]
            if order == 0 or all_bands:
                traces += _surroundings(one.curves[metric], one.ends_at, colour)
            if metric in one.models:
                traces.append(_model(one.models[metric], colour))
            traces.append(_line(one, metric, colour, order, say))
    traces += _marks(series, k, last, log, say, dark, size)
    traces.append(_end_labels(series, dark, size))
    ends_at = series[0].ends_at
    if ends_at is not None and ends_at < last:
        shapes.append(upright(ends_at, INK[dark], "solid"))
        at = math.log10(ends_at) if log else ends_at
        notes.append(note(at, 1.09, f"n = {ends_at}", INK[dark], size) | {"xanchor": "right", "xshift": -4})
        notes.append(note(at, 1.09, say("projection beyond n"), QUIET[dark], size) | {"xanchor": "left", "xshift": 6})
    return drawn(traces, _layout(last, log, notes, shapes, say, dark, height, size))


def _surroundings(curve: Curve, ends_at: int | None, colour: str) -> list[Trace]:
    """The band up to n, and beyond n its dashed continuation, drawn lighter."""
    cut = len(curve.ks) if ends_at is None else sum(k <= ends_at for k in curve.ks)
    bands = _band(curve.ks[:cut], curve.low[:cut], curve.high[:cut], colour, 0.16, None)
    if cut < len(curve.ks):
        start = max(0, cut - 1)
        bands += _band(curve.ks[start:], curve.low[start:], curve.high[start:], colour, 0.07, "dot")
    return bands


def _band(
    ks: list[int], low: list[float], high: list[float], colour: str, strength: float, edge: str | None
) -> list[Trace]:
    plain = scatter(
        mode="lines",
        hoverinfo="skip",
        fillcolor=faint(colour, strength),
    )
    if edge is None:  # there and back in one trace: each costs time in the browser
        there_and_back = {"x": ks + ks[::-1], "y": high + low[::-1]}
        return [plain | there_and_back | {"line": {"width": 0}, "fill": "toself"}]
    lined = plain | {"x": ks, "line": {"color": colour, "width": 1, "dash": edge}}
    return [lined | {"y": low}, lined | {"y": high, "fill": "tonexty"}]


def _line(one: Series, metric: str, colour: str, order: int, say: Say) -> Trace:
    curve = one.curves[metric]
    points = curve.points
    return scatter(
        x=[k for k, _ in points],
        y=[here.value for _, here in points],
        text=[percent(here, say, short=True) for _, here in points],
        # More dots than that hide the dashes, and a browser draws each of them by itself.
        mode="lines+markers" if len(points) <= 12 and order == 0 else "lines",
        marker={"size": 5, "color": colour},
        line={"color": colour, "width": 2.5 if order == 0 else 2, "dash": _DASH[metric, order]},
        hovertemplate=f"{metric} {one.name} %{{text}}<extra></extra>",
        name=f"{metric} {one.name}",
    )


def _model(points: list[tuple[int, float]], colour: str) -> Trace:
    return scatter(
        x=[k for k, _ in points],
        y=[value for _, value in points],
        mode="lines",
        line={"color": colour, "width": 1.5, "dash": "longdash"},
        hoverinfo="skip",
    )


def _marks(series: list[Series], k: int, last: int, log: bool, say: Say, dark: bool, size: int) -> list[Trace]:
    """The points at k, with what the first series says there.

    Values are the text of points, not annotations, for which a browser lays the whole page out anew to measure them.
    """
    here = [
        (chance, order, COLOUR[metric, dark])
        for order, one in enumerate(series)
        for metric in METRICS
        if (chance := one.at_k[metric]) is not None
    ]
    if not here:
        return []
    told = [chance.value for chance, order, _ in here if order == 0]
    side = _inward(k, last, log)

    def place(value: float) -> str:
        # A value label sits above its point, except near the top and where the other is just above.
        above = value < 0.86 and not any(value < other < value + 0.12 for other in told)
        return f"{'top' if above else 'bottom'} {side}"

    return [
        scatter(
            x=[k] * len(here),
            y=[chance.value for chance, *_ in here],
            mode="markers+text",
            text=[f"<b>{percent(chance, say, short=True)}</b>" if order == 0 else "" for chance, order, _ in here],
            textposition=[place(chance.value) for chance, *_ in here],
            textfont={"size": size + 1, "color": INK[dark], "shadow": halo(dark)},
            marker={
                "size": [11 if order == 0 else 9 for _, order, _ in here],
                "color": [colour for *_, colour in here],
                "symbol": ["circle" if order == 0 else "circle-open" for _, order, _ in here],
                "opacity": 1,  # points of several sizes would be see-through, with a rim
                "line": {"width": 0},
            },
            cliponaxis=False,
            hoverinfo="skip",
        )
    ]


def _end_labels(series: list[Series], dark: bool, size: int) -> Trace:
    """Each line's name at its right end, the model's where it goes on; names that would overlap are moved apart."""
    apart = 0.075 if len(series) == 1 else 0.15
    ends = []
    for one in series:
        for metric in METRICS:
            curve = one.curves[metric]
            k, here = curve.points[-1]
            end = one.models[metric][-1] if metric in one.models else (k, here.value)
            name = f"{_GAP}<b>{metric}</b>" + (f"<br>{_GAP}{one.name}" if one.name else "")
            ends.append((end[1], end[0], name, COLOUR[metric, dark]))
    # The lower half is stacked upwards and the upper half downwards, so that none leaves the chart.
    low = sorted(end for end in ends if end[0] < 0.5)
    high = sorted((end for end in ends if end[0] >= 0.5), reverse=True)
    names = []
    for group, step in ((low, apart), (high, -apart)):
        before = None
        for value, k, name, colour in group:
            level = value
            if before is not None:
                level = max(value, before + step) if step > 0 else min(value, before + step)
            before = level
            names.append((k, level, name, colour))
    return scatter(
        x=[k for k, *_ in names],
        y=[level for _, level, *_ in names],
        mode="text",
        text=[name for *_, name, _ in names],
        textposition="middle right",
        textfont={"size": size, "color": [colour for *_, colour in names], "shadow": halo(dark)},
        cliponaxis=False,
        hoverinfo="skip",
    )


def _inward(k: int, last: int, log: bool) -> str:
    """Where a label at k stands so that it does not leave the chart."""
    share = math.log(k) / math.log(last) if log and last > 1 else k / last
    if share < 0.06:
        return "right"
    return "left" if share > 0.94 else "center"


def _layout(
    last: int,
    log: bool,
    notes: list[dict[str, Any]],
    shapes: list[dict[str, Any]],
    say: Say,
    dark: bool,
    height: int,
    size: int,
) -> dict[str, Any]:
    axis = axis_style(dark, size)
    steps = [0, 0.25, 0.5, 0.75, 1]
    x_axis = axis | {
        "title": title_style(say("k, attempts drawn"), dark, size),
        "type": "log" if log else "linear",
        "range": [-0.02, math.log10(last) + 0.02] if log else [1 - (last - 1) * 0.02, last],
        "showgrid": False,
        "ticks": "outside",
        "ticklen": 4,
        "hoverformat": "d",
        "unifiedhovertitle": {"text": "k = %{x:d}"},
    }
    if last <= 10:
        x_axis |= {"tickmode": "array", "tickvals": list(range(1, last + 1))}
    else:
        ks = _round_ks(last) if log else _even_ks(last)
        x_axis |= {"tickmode": "array", "tickvals": ks, "ticktext": [_short(k, say) for k in ks]}
    return frame(dark, size, height) | {
        "margin": {"l": 52 if size < 16 else 72, "r": 78 if size < 16 else 110, "t": 22, "b": 44 if size < 16 else 60},
        "xaxis": x_axis,
        "yaxis": axis
        | {
            "range": [-0.04, 1.12],
            "tickvals": steps,
            "ticktext": [percent(Chance(step, 1 - step, step in (0, 1)), say) for step in steps],
        },
        "annotations": notes,
        "shapes": shapes,
    }


def _round_ks(last: int) -> list[int]:
    steps = (1, 2, 5) if last <= 1000 else (1,)
    return [step * 10**power for power in range(10) for step in steps if step * 10**power <= last]


def _even_ks(last: int) -> list[int]:
    """1 and the multiples of a round step: there is no k = 0."""
    step = rounded_up(max(1, last // 5))
    return [1, *range(step, last + 1, step)]


def _short(k: int, say: Say) -> str:
    if k < 10_000:
        return str(k)
    power = math.floor(math.log10(k))
    return f"{figures(k / 10**power, say)}e{power}"
