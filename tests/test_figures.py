"""What every part hands to the chart: Plotly accepts it, and the browser draws it once."""

from __future__ import annotations

import json

import plotly.graph_objects as go
import pytest

from page.results_files import Loaded
from tests.test_hostile_input import EXAMPLE, PARTS, opened, ways

CLAIMS = ("pass@1:67.3;pass@10:85", "pass@1:37.98;pass@2:44.72;pass@3:56.76", "pass@1:50;pass^3:12.5", "pass@1:50.5")


def specs(name: str) -> list[str]:
    """The figures of a part, along every way through it."""
    files = (Loaded("example.csv", EXAMPLE.read_bytes()),) if name == "results" else ()
    addresses = ways(name)
    if name == "check":
        addresses = [{"claims": claims, "tasks": "164", "samples": "20"} for claims in CLAIMS]
    return [chart.proto.spec for way in addresses for chart in opened(name, way, files).get("plotly_chart")]


@pytest.mark.parametrize("name", PARTS)
def test_plotly_accepts_every_figure_and_each_names_its_data_and_no_template(name: str) -> None:
    found = specs(name)
    assert found
    for spec in found:
        figure = json.loads(spec)
        go.Figure(figure)  # raises for an attribute or a value that Plotly does not know
        assert figure["layout"]["datarevision"]
        assert "template" not in figure["layout"]


def test_an_unchanged_figure_keeps_its_name_and_another_has_another() -> None:
    names = []
    for c in ("2", "2", "3"):
        charts = opened("calculator", {"n": "10", "c": c, "k": "5"}).get("plotly_chart")
        names.append(json.loads(charts[0].proto.spec)["layout"]["datarevision"])
    assert names[0] == names[1] != names[2]


def test_the_chart_says_both_chances_at_k_and_names_each_line_at_its_end() -> None:
    # 1 - C(8, 5) / C(10, 5) = 1 - 56 / 252 = 77.8%; no set of 5 holds only right ones of 2.
    spec = opened("calculator", {"n": "10", "c": "2", "k": "5"}).get("plotly_chart")[0].proto.spec
    said = [
        (x, text.replace("<b>", "").replace("</b>", "").strip())
        for trace in json.loads(spec)["data"]
        if "text" in trace["mode"]
        for x, text in zip(trace["x"], trace["text"], strict=True)
    ]
    assert sorted(said) == [(5, "0%"), (5, "77.8%"), (10, "pass@k"), (10, "pass^k")]
