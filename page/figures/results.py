"""The chart of difficulty: how many tasks were solved how often."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from page.figures.common import GRID, INK, QUIET, axis_style, bar, drawn, frame, title_style
from page.numbers import Chance, percent
from page.texts import Say

Bins = list[tuple[float, float]]


def difficulty_figure(
    runs: list[tuple[str, Bins, list[int]]], n: int | None, say: Say, dark: bool = False, height: int = 300
) -> go.Figure:
    """Tasks by how often they were solved, a bar for each of one run or two.

    n, where all tasks have the same, labels the axis with counts; else shares are shown. The
    second run's bars are open, so that no colour is needed to tell them apart.
    """
    size = 13
    traces: list[dict[str, Any]] = []
    for order, (label, bins, tasks) in enumerate(runs):
        line = {"color": QUIET[dark], "width": 1.5}
        traces.append(
            bar(
                x=[bin_name(one, n, say) for one in bins],
                y=tasks,
                marker={"color": QUIET[dark] if order == 0 else "rgba(0,0,0,0)", "line": line},
                hovertemplate=f"{label} %{{y}}<extra></extra>",
                name=label,
            )
        )
    axis = axis_style(dark, size)
    title = say("c, correct of n = {n}", n=n) if n is not None else say("share of samples that passed")
    layout = frame(dark, size, height) | {
        "margin": {"l": 52, "r": 16, "t": 12, "b": 48},
        "bargap": 0.25,
        "xaxis": axis | {"title": title_style(title, dark, size), "type": "category", "showgrid": False},
        "yaxis": axis | {"title": title_style(say("tasks"), dark, size), "rangemode": "tozero"},
    }
    if len(runs) > 1:
        key = say("filled: {first}, open: {second}", first=runs[0][0], second=runs[1][0])
        layout["annotations"] = [
            {
                "x": 1, "y": 1, "xref": "paper", "yref": "paper", "xanchor": "right", "yanchor": "top",
                "text": key, "showarrow": False, "font": {"color": INK[dark], "size": size},
                "bgcolor": "rgba(0,0,0,0)", "bordercolor": GRID[dark],
            }
        ]  # fmt: skip
    return drawn(traces, layout)


def bin_name(one: tuple[float, float], n: int | None, say: Say) -> str:
    """A bin's label: c, or the end of a range of shares."""
    low, high = one
    if n is not None:
        return str(round(high * n))
    end = percent(Chance(high, 1 - high, high in (0, 1)), say)
    return end if low == high else say("up to {share}", share=end) if high < 1 else say("below {share}", share=end)
