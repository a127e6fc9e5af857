"""The command that runs a table of published values through the check."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from passk_core.claims.__main__ import main, series_of, unit_of_table
from passk_core.errors import InputError

HEADER = "source,benchmark,n_problems,model,n_samples,temperature,metric,k,value\n"


def written(folder: Path, rows: str, header: str = HEADER) -> str:
    path = folder / "values.csv"
    path.write_text(header + rows, encoding="utf-8")
    return str(path)


def test_each_series_gets_its_verdict_reason_and_the_counts_close(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = (
        "S,tau,50,good,,,pass^k,1,0.46\nS,tau,50,good,,,pass^k,2,0.326\n"
        "S,HumanEval,164,bad,1,,pass@k,1,0.673\n"
        "S,MBPP,,shape,,,pass@k,1,0.5\n"
    )
    assert main([written(tmp_path, rows)]) == 0
    printed = capsys.readouterr().out
    assert "Values are read as fractions." in printed
    assert "can be true: S | tau | good" in printed
    assert "pass^1 0.460, pass^2 0.326" in printed
    assert "cannot all come from one set of counts: S | HumanEval | bad" in printed
    assert "67.1% and 67.7%" in printed
    assert "series: 3\nvalues: 4\n" in printed
    assert "shape only, because N is unknown: 1" in printed


def test_temperatures_that_differ_are_different_settings() -> None:
    def rows(*temperatures: str) -> list[dict[str, str]]:
        return [
            {"metric": "pass@k", "k": str(k + 1), "value": "0.5", "temperature": temperature}
            for k, temperature in enumerate(temperatures)
        ]

    assert series_of(rows("0.2", "0.2"))[0].same_samples
    assert series_of(rows("", ""))[0].same_samples
    assert not series_of(rows("0.2", "0.8"))[0].same_samples
    assert not series_of(rows("best of 0.2/0.6"))[0].same_samples


def test_values_take_the_most_decimals_of_their_source() -> None:
    rows = [
        {"source": source, "metric": "pass@k", "k": k, "value": value}
        for source, k, value in [("a", "1", "0.46"), ("a", "2", "0.5125"), ("b", "1", "0.5")]
    ]
    assert [[claim.text for claim in series.claims] for series in series_of(rows)] == [["0.4600", "0.5125"], ["0.5"]]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("S,B,10,M,,,pass@k,1,abc\n", "Line 2: value must be a decimal number"),
        ("S,B,10,M,,,pass@k,1.5,0.5\n", "Line 2: k must be a whole number"),
        ("S,B,ten,M,,,pass@k,1,0.5\n", "Line 2: n_problems must be a whole number"),
        ("S,B,10,M,,,accuracy,1,0.5\n", "Line 2: metric must name pass@ or pass^"),
        ("S,B,10,M,,,pass@k,1,\n", "Line 2: there is no value"),
        ("S,B,10,M,,,pass@k,1,0.5\nS,B,10,M,,,pass@k,1,0.6\n", "pass@1 is given twice"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: str, sentence: str
) -> None:
    assert main([written(tmp_path, rows)]) == 2
    assert sentence in capsys.readouterr().err


def test_a_missing_file_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.csv")]) == 2
    assert "none.csv" in capsys.readouterr().err


def test_a_row_without_a_metric_column_is_refused() -> None:
    with pytest.raises(InputError, match="there is no metric"):
        series_of([{"k": "1", "value": "0.5"}])


def test_the_published_values_are_all_read(shared: Path) -> None:
    with (shared / "reference" / "published.csv").open(encoding="utf-8", newline="") as file:
        series = series_of(csv.DictReader(file))
    assert sum(len(one.claims) for one in series) == 339
    assert unit_of_table(series) == "fraction"
    airline = next(one for one in series if "20241022" in one.title and "airline" in one.title)
    assert [claim.text for claim in airline.claims] == ["0.460", "0.326", "0.263", "0.225"]


def test_series_from_different_settings_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "S,tau,,apart,,0.2,pass@k,1,0.60\nS,tau,,apart,,0.8,pass@k,10,0.50\n"
    assert main([written(tmp_path, rows)]) == 0
    printed = capsys.readouterr().out
    assert "can be true: S | tau | apart" in printed
    assert "(N unknown, n unknown, different settings)" in printed
    assert "for one set of samples this would not hold: " in printed
