"""A figure of the page as Plotly reads it: what the tests of figures look at."""

from __future__ import annotations

import json

import plotly.graph_objects as go


def read(figure: go.Figure) -> go.Figure:
    """The figure that a browser is sent; raises for an attribute or a value that Plotly does not know."""
    return go.Figure(json.loads(figure.to_json()))
