"""A small picture for each reading pattern, from exact mixes of tasks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go

from page.answer import AT, HAT
from page.figures.common import COLOUR, INK, QUIET, axis_style, bar, drawn, frame, note
from page.figures.lines import RIGHT, Line, Look, lines_figure
from page.texts import Say
from passk_core import pass_at_k_from_rate, pass_hat_k_from_rate

KS = [1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 30, 40, 60, 80, 100]
_HEIGHT = 210


def _able(say: Say, look: Look) -> go.Figure:
    return _drawn([_line(AT, 0.2, 0.04, look), _line(HAT, 0.2, 0.04, look)], 10, say, look)


def _both(say: Say, look: Look) -> go.Figure:
    return _drawn([_before(0.25, 0.4, say, look), _after(0.45, 0.3, say, look)], 1, say, look)


def _parallel(say: Say, look: Look) -> go.Figure:
    # 15 points of the tasks go from never to always; the rest keep their rates, so all k gain the same.
    before = _before(0.25, 0.4, say, look)
    lower = [0.8 * value for value in before.values]
    higher = [value + 0.15 for value in lower]
    lines = [
        Line(before.name, KS, lower, before.colour, before.dash, before.width),
        Line(say("after"), KS, higher, COLOUR[AT, look.dark]),
    ]
    return _drawn(lines, 1, say, look)


def _crossing(say: Say, look: Look) -> go.Figure:
    return _drawn([_before(0.25, 0.2, say, look), _after(0.4, 0.65, say, look)], 1, say, look)


def _flat(say: Say, look: Look) -> go.Figure:
    return _drawn([_line(AT, 0.4, 1.0, look), _line(HAT, 0.4, 1.0, look)], 1, say, look)


def _timeouts(say: Say, look: Look) -> go.Figure:
    dark, size = look.dark, look.size
    parts = [
        (say("passed"), [0.40, 0.44], RIGHT[dark], ""),
        (say("wrong"), [0.50, 0.31], QUIET[dark], ""),
        (say("timed out"), [0.10, 0.25], INK[dark], "/"),
    ]
    traces, notes, base = [], [], 0.0
    for name, values, colour, pattern in parts:
        traces.append(
            bar(
                x=[0, 1],
                y=values,
                width=0.6,
                marker={"color": colour, "pattern": {"shape": pattern, "fgcolor": QUIET[dark]}, "line": {"width": 0}},
                hoverinfo="skip",
            )
        )
        notes.append(note(1.38, base + values[1] / 2, f"<b>{name}</b>", INK[dark], size) | {"xanchor": "left"})
        base += values[1]
    layout: dict[str, Any] = frame(dark, size, _HEIGHT) | {
        "hovermode": False,
        "barmode": "stack",
        "margin": {"l": 10, "r": 10, "t": 10, "b": 30},
        "xaxis": axis_style(dark, size)
        | {
            "range": [-0.5, 2.1],
            "tickvals": [0, 1],
            "ticktext": [say("before"), say("after")],
            "showgrid": False,
        },
        "yaxis": {"visible": False, "fixedrange": True, "range": [0, 1.02]},
        "annotations": notes,
    }
    return drawn(traces, layout)


PATTERNS: dict[str, Callable[[Say, Look], go.Figure]] = {
    "able": _able,
    "both": _both,
    "parallel": _parallel,
    "crossing": _crossing,
    "flat": _flat,
    "timeouts": _timeouts,
}


def curve(metric: str, mean: float, rho: float) -> list[float]:
    """The metric of a mix of tasks with this mean rate and spread, at every drawn k."""
    from_rate = pass_at_k_from_rate if metric == AT else pass_hat_k_from_rate
    return [float(from_rate(mean, k, rho)) for k in KS]


def _line(metric: str, mean: float, rho: float, look: Look) -> Line:
    dash = "solid" if metric == AT else "dash"
    return Line(metric, KS, curve(metric, mean, rho), COLOUR[metric, look.dark], dash)


def _before(mean: float, rho: float, say: Say, look: Look) -> Line:
    return Line(say("before"), KS, curve(AT, mean, rho), COLOUR[AT, look.dark], "dot", 1.8)


def _after(mean: float, rho: float, say: Say, look: Look) -> Line:
    return Line(say("after"), KS, curve(AT, mean, rho), COLOUR[AT, look.dark])


def _drawn(lines: list[Line], k: int, say: Say, look: Look) -> go.Figure:
    return lines_figure(lines, k, say, look, height=_HEIGHT, margin={"t": 6, "b": 42})
