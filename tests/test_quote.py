"""What is taken along prints what the page shows."""

from __future__ import annotations

import contextlib
import csv
import io
from fractions import Fraction

import pytest

from page import quote
from page.answer import METRICS, Known, Question, Rate, Samples, chance
from page.numbers import percent
from page.texts import Say


def printed(code: str) -> list[str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "snippet", "exec"), {})
    return out.getvalue().splitlines()


@pytest.mark.parametrize(
    ("known", "k"),
    [
        (Samples(10, 2), 5),
        (Samples(10, 9), 5),
        (Samples(200, 57), 10),
        (Rate(Fraction(2, 5)), 10),
        (Rate(Fraction(3, 4)), 4),
        (Rate(Fraction(3, 10), 0.3), 10),
        (Rate(Fraction(1, 3), 1.0), 7),
    ],
)
def test_the_snippet_prints_the_numbers_that_the_page_shows(known: Known, k: int) -> None:
    lines = printed(quote.snippet(Question(known, k)))
    for metric, line in zip(METRICS, lines, strict=True):
        here = chance(known, k, metric)
        assert here is not None
        shown = percent(here)
        if not shown.startswith(("<", ">")):
            assert line == f"{metric.replace('k', str(k))} = {shown}"


def test_the_snippet_of_a_near_certainty_prints_its_complement() -> None:
    # (143 choose 100) / (200 choose 100) and its like: 1 in 1.4e19 and smaller is shown as such
    (at, hat) = printed(quote.snippet(Question(Samples(200, 57), 100)))
    assert at.startswith("pass@100 = 1 - ")
    exact = Fraction(1)
    for i in range(100):
        exact *= Fraction(143 - i, 200 - i)
    assert float(at.removeprefix("pass@100 = 1 - ")) == pytest.approx(float(exact), rel=0.05)
    assert hat == "pass^100 = 0%"


def test_the_snippet_beyond_n_prints_only_the_projection() -> None:
    lines = printed(quote.snippet(Question(Samples(2, 0), 5)))
    assert lines[0].startswith("pass@k 0.0 ")
    assert len(lines) == 2


def test_the_report_says_what_is_unstated() -> None:
    report = quote.report(Question(Samples(10, 2), 5), {"temperature": "0.8"}, Say())
    assert report == (
        "pass@5 = 77.8% (95% interval 20.2% to 97.0%); pass^5 = 0% (95% interval < 0.001% to 3.2%). "
        "Unbiased estimates of one problem, n = 10, c = 2, k = 5; interval: Jeffreys on the success rate. "
        "Temperature 0.8; top_p unstated; selection step unstated; code extraction unstated; "
        "benchmark version unstated."
    )


def test_the_report_names_a_guaranteed_interval() -> None:
    report = quote.report(Question(Samples(10, 2), 5, method="clopper-pearson"), {}, Say())
    assert "guaranteed 95% interval" in report
    assert "Clopper-Pearson" in report


def test_the_csv_leaves_an_undefined_value_empty_and_says_why() -> None:
    rows = list(csv.DictReader(io.StringIO(quote.table_csv(Question(Samples(4, 1), 2), [1, 2, 5]))))
    assert [row["pass_at_k"] for row in rows] == ["0.25", "0.5", ""]
    assert rows[2]["note"] == "not defined: k > n"
    assert float(rows[1]["pass_at_k_low"]) < 0.5 < float(rows[1]["pass_at_k_high"])
