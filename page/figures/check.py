"""The charts of the check: what claims allow over k, a table of counts, and the steps around one claim."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from page.answer import AT, HAT, METRICS
from page.check_words import Steps, ends, steps_decimals
from page.figures.common import (
    COLOUR,
    INK,
    PAPER,
    QUIET,
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
from page.numbers import Chance, percent, percent_to
from page.texts import Say
from passk_core.claims import Claim, ClaimsCheck, ImpliedRange
from passk_core.claims.result import CANNOT

_SIZE = 13
_CORE = {AT: "pass@", HAT: "pass^"}
_DASH = {AT: "solid", HAT: "dash"}
_SYMBOL = {AT: "circle", HAT: "diamond"}


def ranges_figure(check: ClaimsCheck, say: Say, dark: bool = False, height: int = 300) -> go.Figure:
    """The claims over k as points, and what they allow: bands, or the bars of what the others of a conflict allow."""
    ks = sorted({claim.k for claim in check.claims} | {one.k for one in check.ranges})
    log = ks[-1] > 20
    traces: list[Trace] = []
    notes: list[dict[str, Any]] = []

    def place(k: int) -> float:
        return math.log10(k) if log else k

    for metric in METRICS:
        colour = COLOUR[metric, dark]
        ranges = _of_metric(check, metric)
        if check.verdict == CANNOT:
            traces += _bars(ranges, colour, say)
            if ranges:
                notes.append(_bar_note(ranges[-1], place, say, dark))
        else:
            traces += _band(ranges, metric, colour, say)
            notes += _end_label(ranges, metric, place, colour)
        claims = sorted((c for c in check.claims if c.metric == _CORE[metric]), key=lambda claim: claim.k)
        if claims:
            traces.append(_points(check, claims, metric, colour))
            notes += _point_labels(check, claims, metric, place, ks, dark)
    axis = axis_style(dark, _SIZE)
    ticks = [k for k in ks if not log or k in _round_ks(ks)]
    levels = [0.0, 0.25, 0.5, 0.75, 1.0]
    span = math.log10(ks[-1]) if log else ks[-1] - 1
    start = place(ks[0]) if len(ks) > 1 else place(ks[0]) - 0.5
    layout = frame(dark, _SIZE, height) | {
        "hovermode": "closest",
        "margin": {"l": 46, "r": 64, "t": 12, "b": 42},
        "xaxis": axis
        | {
            "title": title_style(say("k"), dark, _SIZE),
            "type": "log" if log else "linear",
            "range": [start - 0.06 * span, place(ks[-1]) + 0.06 * max(span, 0.5)],
            "tickmode": "array",
            "tickvals": ticks,
            "ticktext": [str(k) for k in ticks],
            "showgrid": False,
        },
        "yaxis": axis
        | {
            "range": [-0.05, max(1.09, *(1.1 * _value(check, claim) for claim in check.claims))],
            "tickvals": levels,
            "ticktext": [percent(Chance(v, 1 - v, certain=v in (0, 1)), say) for v in levels],
        },
        "annotations": notes,
    }
    return drawn(traces, layout)


def _of_metric(check: ClaimsCheck, metric: str) -> list[ImpliedRange]:
    """The implied ranges of a metric in order of k; with one attempt both metrics are the same."""
    found = [one for one in check.ranges if one.metric == _CORE[metric]]
    if check.verdict != CANNOT and metric == HAT and not any(one.k == 1 for one in found):
        found += [one for one in check.ranges if one.k == 1]
    return sorted(found, key=lambda one: one.k)


def _band(ranges: Sequence[ImpliedRange], metric: str, colour: str, say: Say) -> list[Trace]:
    ks = [one.k for one in ranges]
    line = {"color": colour, "width": 1.5, "dash": _DASH[metric]}
    texts = [say("{low} to {high}", low=low, high=high) for low, high in (ends(one, say) for one in ranges)]
    hover = {"hovertemplate": f"{metric.removesuffix('k')}%{{x}}: %{{text}}<extra></extra>", "text": texts}
    plain = {"x": ks, "mode": "lines", "line": line, "showlegend": False}
    return [
        scatter(y=[one.low for one in ranges], **plain, **hover),
        scatter(y=[one.high for one in ranges], fill="tonexty", fillcolor=faint(colour, 0.14), **plain, **hover),
    ]


def _end_label(ranges: Sequence[ImpliedRange], metric: str, place: Any, colour: str) -> list[dict[str, Any]]:
    if not ranges:
        return []
    last = ranges[-1]
    # The bands may meet at their ends: pass@k is named at its upper edge, pass^k at its lower one.
    level = min(1.0, last.high) if metric == AT else max(0.0, last.low)
    return [note(place(last.k), level, f"<b>{metric}</b>", colour, _SIZE) | {"xanchor": "left", "xshift": 7}]


def _bars(ranges: Sequence[ImpliedRange], colour: str, say: Say) -> list[Trace]:
    """What the other claims allow for each one, as an upright bar."""
    found = []
    for one in ranges:
        low, high = ends(one, say)
        text = say("{name}: the others allow {low} to {high}", name=one.name, low=low, high=high)
        found.append(
            scatter(
                x=[one.k, one.k],
                y=[one.low, one.high],
                mode="lines+markers",
                line={"color": faint(colour, 0.35), "width": 9},
                marker={"symbol": "line-ew", "size": 16, "line": {"width": 2, "color": colour}},
                text=[text, text],
                hovertemplate="%{text}<extra></extra>",
                showlegend=False,
            )
        )
    return found


def _bar_note(one: ImpliedRange, place: Any, say: Say, dark: bool) -> dict[str, Any]:
    low, high = ends(one, say)
    text = say("the others allow {low} to {high}", low=low, high=high)
    # Below the bar, or above one that stands at the bottom.
    level, shift = (one.low, -14) if one.low > 0.12 else (one.high, 14)
    return note(place(one.k), level, text, QUIET[dark], _SIZE) | {
        "xanchor": "right",
        "xshift": 12,
        "yshift": shift,
        "bgcolor": PAPER[dark],
    }


def _points(check: ClaimsCheck, claims: Sequence[Claim], metric: str, colour: str) -> Trace:
    return scatter(
        x=[claim.k for claim in claims],
        y=[_value(check, claim) for claim in claims],
        text=[claim.text for claim in claims],
        mode="lines+markers" if check.verdict == CANNOT else "markers",
        line={"color": colour, "width": 1.5, "dash": "dot"},
        marker={"size": 10, "color": colour, "symbol": _SYMBOL[metric]},
        hovertemplate=f"{metric.removesuffix('k')}%{{x}} = %{{text}}<extra></extra>",
        showlegend=False,
    )


def _point_labels(
    check: ClaimsCheck, claims: Sequence[Claim], metric: str, place: Any, ks: Sequence[int], dark: bool
) -> list[dict[str, Any]]:
    """The values as printed beside their points, where there is room for them: the first, the last, others between."""
    sign = "%" if check.unit == "percent" else ""
    span = (place(ks[-1]) - place(ks[0])) or 1

    def apart(one: Claim, other: Claim) -> bool:
        across = abs(place(one.k) - place(other.k)) / span
        return across > 0.2 or abs(_value(check, one) - _value(check, other)) > 0.14

    shown = [claims[0], *claims[-1:]] if len(claims) > 1 else list(claims)
    for claim in claims[1:-1]:
        if all(apart(claim, other) for other in shown):
            shown.append(claim)
    notes = []
    for claim in shown:
        value = _value(check, claim)
        text = claim.text if claim.percent_sign else claim.text + sign
        label = note(place(claim.k), value, f"<b>{text}</b>", INK[dark], _SIZE)
        if metric == HAT or claim.k == ks[0]:  # a falling curve leaves room to the right; so does the axis
            label |= {"xanchor": "left", "xshift": -6 if metric == AT else 4}
        notes.append(label | {"yshift": 17 if value < 0.93 else -17, "bgcolor": PAPER[dark], "borderpad": 1})
    return notes


def _value(check: ClaimsCheck, claim: Claim) -> float:
    return float(claim.printed / (100 if check.unit == "percent" else 1))


def _round_ks(ks: Sequence[int]) -> set[int]:
    """The ks that a logarithmic axis names: those far enough apart to be read."""
    kept: list[int] = []
    for k in ks:
        if not kept or k >= 1.55 * kept[-1]:
            kept.append(k)
    return set(kept)


def witness_figure(check: ClaimsCheck, say: Say, dark: bool = False, height: int = 300) -> go.Figure:
    """How many tasks have how many samples right in the table that was found."""
    assert check.witness is not None
    assert check.witness_n is not None
    n = check.witness_n
    right = sorted(check.witness)
    tasks = [check.witness[c] for c in right]
    # Bars that stand close would share a label's place; the highest of them has it.
    near = n / 14
    labels = [
        str(many) if all(many >= other for c, other in check.witness.items() if abs(c - here) < near) else ""
        for here, many in zip(right, tasks, strict=True)
    ]
    axis = axis_style(dark, _SIZE)
    bars = bar(
        x=right,
        y=tasks,
        width=max(0.8, (n + 1) / 70),
        marker={"color": QUIET[dark]},
        text=labels,
        textposition="outside",
        constraintext="none",
        textangle=0,
        textfont={"color": INK[dark], "size": _SIZE},
        cliponaxis=False,
        hovertemplate=say("right: %{x}, tasks: %{y}") + "<extra></extra>",
    )
    step = max(1, math.ceil(n / 5))
    ticks = list(range(0, n + 1, step)) if n > 12 else list(range(n + 1))
    # The last tick is n itself; one just before it would touch it.
    ticks = [tick for tick in ticks if n - tick >= step / 2] + [n]
    layout = frame(dark, _SIZE, height) | {
        "hovermode": "closest",
        "margin": {"l": 46, "r": 12, "t": 22, "b": 42},
        "xaxis": axis
        | {
            "title": title_style(say("samples right of n = {n}", n=n), dark, _SIZE),
            "range": [-0.8 - n * 0.02, n + 0.8 + n * 0.02],
            "tickmode": "array",
            "tickvals": ticks,
            "showgrid": False,
        },
        "yaxis": axis | {"title": title_style(say("tasks"), dark, _SIZE), "rangemode": "tozero", "nticks": 5},
    }
    return drawn([bars], layout)


def steps_figure(steps: Steps, say: Say, dark: bool = False, height: int = 150) -> go.Figure:
    """The values that counts can give around a claim, and the range that prints as the claim."""
    (low, high), values = steps.window, steps.values
    size, colour = _SIZE, INK[dark]
    nearest = sorted(values, key=lambda value: abs(value - (low + high) / 2))[:2]
    decimals = steps_decimals(values)
    dots = scatter(
        x=list(values),
        y=[0] * len(values),
        mode="markers",
        marker={"size": 11, "color": QUIET[dark]},
        text=[percent(Chance(v, 1 - v, certain=v in (0, 1)), say) for v in values],
        hovertemplate="%{text}<extra></extra>",
        showlegend=False,
    )
    notes = [
        note(value, 0, percent_to(value, decimals, say), colour if value in nearest else QUIET[dark], size)
        | {"yshift": -20}
        for value in values
    ]
    notes.append(note((low + high) / 2, 1, f"<b>{steps.printed}</b>", colour, size + 1) | {"yshift": 14})
    span = max(values[-1], high) - min(values[0], low)
    # A range too thin to be seen is drawn as thick as a line.
    thick = max(0.0, 0.004 * span - (high - low)) / 2
    layout = frame(dark, size, height) | {
        "hovermode": "closest",
        "margin": {"l": 12, "r": 12, "t": 30, "b": 12},
        "xaxis": axis_style(dark, size)
        | {
            "range": [min(values[0], low) - 0.12 * span, max(values[-1], high) + 0.12 * span],
            "visible": False,
        },
        "yaxis": {"range": [-1.1, 1.1], "visible": False, "fixedrange": True},
        "shapes": [
            {
                "type": "rect",
                "x0": low - thick,
                "x1": high + thick,
                "y0": -0.25,
                "y1": 1,
                "fillcolor": faint(COLOUR[AT if steps.claim.metric == "pass@" else HAT, dark], 0.35),
                "line": {"width": 0},
                "layer": "below",
            },
            {
                "type": "line",
                "x0": 0,
                "x1": 1,
                "xref": "paper",
                "y0": 0,
                "y1": 0,
                "line": {"color": QUIET[dark], "width": 1},
                "layer": "below",
            },
        ],
        "annotations": notes,
    }
    return drawn([dots], layout)
