"""The check in words, rows and charts, without a browser."""

from __future__ import annotations

import contextlib
import csv
import io
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

import pytest

from page import check_words
from page.check_examples import PUBLISHED
from page.figures.check import ranges_figure, steps_figure, witness_figure
from page.sizes import benchmark_in
from page.texts import Say, text_file
from passk_core.claims import ClaimsCheck, check_claims, parse_claims
from tests.plots import read

SAY = Say()


@cache
def checked(
    text: str,
    tasks: int | None = None,
    n: int | None = None,
    same: bool = True,
    greedy: bool = False,
    unit: str | None = None,
) -> ClaimsCheck:
    return check_claims(parse_claims(text).claims, tasks, n, same, greedy, unit, seconds=30)


GROWING = "pass@1:37.98;pass@2:44.72;pass@3:56.76"
AGENT = "pass^1:46.0;pass^2:32.6;pass^3:26.3;pass^4:22.5"


# Claims as text and rows


def test_pasted_text_fills_the_rows_and_the_rows_make_the_text() -> None:
    rows = check_words.rows_of_text("HumanEval pass@1 67.30, pass^4 20%")
    assert rows == [("pass@", "1", "67.30"), ("pass^", "4", "20%")]
    assert check_words.text_of_rows(rows, "HumanEval pass@1 67") == "HumanEval pass@1:67.30;pass^4:20%"
    assert check_words.rows_of_text(check_words.text_of_rows(rows, "")) == rows


def test_text_that_cannot_be_read_has_no_rows_and_empty_text_has_none_filled() -> None:
    assert check_words.rows_of_text("pass@1 abc") is None
    assert check_words.rows_of_text("  ") == []


def test_a_row_without_its_value_is_left_out_of_the_text() -> None:
    assert check_words.text_of_rows([("pass@", "1", "50"), ("pass@", "10", ""), ("pass@", "", "60")], "") == "pass@1:50"


def test_the_address_keeps_digits_percent_signs_and_the_label() -> None:
    parsed = parse_claims("Ours, HumanEval: pass@1 = 67.30% and pass@10 = 85")
    assert check_words.one_line(parsed) == "Ours, HumanEval pass@1:67.30%;pass@10:85"
    again = parse_claims(check_words.one_line(parsed))
    assert (again.label, again.claims) == (parsed.label, parsed.claims)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("HumanEval", "HumanEval"),
        ("GPT-4 on humaneval+:", "HumanEval+"),
        ("tau-bench airline", "tau-bench airline"),
        ("HumanEvalX", None),
        ("", None),
    ],
)
def test_a_benchmark_is_known_by_its_whole_name(label: str, name: str | None) -> None:
    assert benchmark_in(label) == name


# What is said


def test_the_steps_of_one_sample_each_are_named() -> None:
    # 110/164 = 67.073%, 111/164 = 67.683%, a step is 1/164 = 0.6098%
    (reason,) = check_words.reasons(checked("pass@1:67.3", 164, 1), SAY)
    assert all(number in reason for number in ("N = 164", "n = 1", "0.61 points", "67.1%", "67.7%"))


def test_growing_steps_are_named_with_what_the_first_two_allow() -> None:
    # 44.72 - 37.98 = 6.74, 56.76 - 44.72 = 12.04; 44.725 + (44.725 - 37.975) = 51.475
    check = checked(GROWING, 89, 5)
    said = " ".join(check_words.reasons(check, SAY))
    assert all(number in said for number in ("6.74", "12.04", "51.5%", "51.0%"))
    assert check_words.title(check, SAY) == "These numbers cannot all come from one set of counts"
    assert check_words.sentence(check, SAY) == "Not with N = 89 and n = 5."


def test_unknown_samples_name_what_fits_and_what_does_not() -> None:
    check = checked(AGENT, 50)
    said = " ".join(check_words.reasons(check, SAY))
    assert "n = 7" in said
    assert "n = 4, 5, 6" in said
    assert "n = 7" in check_words.sentence(check, SAY)
    # 1 - 0.225
    assert "pass^4 = 22.5%: 77.5% of the tasks fail at least once in 4 attempts." in said


def test_an_unknown_number_of_tasks_is_said_to_leave_only_the_shape() -> None:
    assert "only that can be tested" in check_words.sentence(checked("pass@1:67.3;pass@10:85"), SAY)


def test_values_that_fit_only_cut_off_say_so_once() -> None:
    # 110/164 = 67.07...%: 67.1 when rounded, 67.0 when cut off
    check = checked("pass@1:67.0", 164, 1)
    assert check_words.title(check, SAY) == "These numbers can be true"
    assert check_words.sentence(check, SAY).startswith("Only if they were cut off")
    assert check_words.reasons(check, SAY) == []
    assert check_words.warnings_title(check, SAY) == "If the values were rounded, this would not hold"


def test_different_settings_are_said_to_bind_nothing() -> None:
    check = checked("pass@1:37.98;pass@2:44.72;pass@3:56.74", 89, 5, same=False)
    assert check_words.sentence(check, SAY).startswith("Each comes from a set of counts of its own")
    assert check_words.warnings_title(check, SAY) == "If all came from one set of samples, this would not hold"


def test_a_greedy_pass_at_1_is_kept_apart_in_the_sentence() -> None:
    check = checked("pass@1:67.1;pass@10:85", 164, 20, greedy=True)
    assert "the greedy pass@1 fits by itself" in check_words.sentence(check, SAY)


def test_numbers_of_a_reason_are_written_as_the_language_writes_them() -> None:
    (reason,) = check_words.reasons(checked("pass@1:67.3", 164, 1), Say("it"))
    assert "0,61 " in reason
    assert "67,1%" in reason


@pytest.mark.parametrize(
    ("text", "unit", "said"),
    [
        ("pass@1:67.3", None, "percentages, by their looks"),
        ("pass@1:67.3%", None, "percentages."),
        ("pass@1:0.673", None, "fractions of 1, by their looks"),
        ("pass@1:0.673", "percent", "percentages."),
        ("pass@1:1", "fraction", "fractions of 1."),
    ],
)
def test_the_unit_and_who_chose_it_are_said(text: str, unit: str | None, said: str) -> None:
    assert said in check_words.read_as(parse_claims(text).claims, unit, SAY)


def test_an_end_of_a_range_is_100_percent_only_if_it_is_reached() -> None:
    # all right but one of 10^7: whole counts cannot reach 1
    check = checked("pass@1:99.99999", 10_000_000, 1)
    (only,) = check.ranges
    assert check_words.ends(only, SAY) == ("> 99.999%", "> 99.999%")


def test_nobody_is_accused() -> None:
    root = Path(check_words.__file__).parent
    files = [*root.glob("check*.py"), root / "texts" / "en" / "check.md"]
    for file in files:
        assert not re.search(r"fraud|fake|cheat|erroneous|\bwrong", file.read_text(encoding="utf-8").casefold())


# Published rows


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Codex 12B", "These numbers can be true"),
        ("An agent, n not stated", "These numbers can be true"),
        ("All digits printed", "These numbers can be true"),
        ("GPT-4, cut off", "These numbers can be true"),
        ("A growing step", "These numbers cannot all come from one set of counts"),
        ("Between two steps", "These numbers cannot all come from one set of counts"),
        ("Above 100%", "These numbers cannot all come from one set of counts"),
    ],
)
def test_a_published_row_has_the_verdict_that_was_worked_out_for_it(name: str, title: str) -> None:
    row = next(row for row in PUBLISHED if row.name == name)
    check = checked(row.claims, int(row.tasks), int(row.samples) if row.samples else None)
    assert check_words.title(check, SAY) == title
    assert row.url.startswith("https://")


def test_every_published_row_is_written_as_the_address_writes_it() -> None:
    for row in PUBLISHED:
        assert check_words.one_line(parse_claims(row.claims)) == row.claims


# What is taken along


def test_the_snippet_prints_the_verdict_and_the_reasons() -> None:
    for check in (checked(GROWING, 89, 5), checked("pass@1:0.673", 164, 1), checked("pass@1:1", unit="fraction")):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(check_words.snippet(check), "snippet", "exec"), {})
        verdict, *reasons = out.getvalue().splitlines()
        assert verdict == check.verdict
        assert reasons == [str(reason) for reason in check.reasons]


def test_the_report_is_one_line_with_all_that_was_assumed() -> None:
    report = check_words.report(checked("pass@1:67.3", 164, 1), "HumanEval", SAY)
    assert report == (
        "HumanEval: pass@1 = 67.3% (N = 164; n = 1; read as percentages; one set of samples). "
        "These numbers cannot all come from one set of counts. No counts with N = 164 and n = 1 give pass@1 = 67.3%: "
        "pass@1 moves in steps of 0.61 points, and the nearest values are 67.1% and 67.7%."
    )
    assert "\n" not in check_words.report(checked(AGENT, 50), "", SAY)
    assert "n not stated" in check_words.report(checked(AGENT, 50), "", SAY)


def test_the_counts_taken_along_give_the_numbers() -> None:
    check = checked(AGENT, 50)
    rows = list(csv.DictReader(io.StringIO(check_words.witness_csv(check))))
    assert [row["task"] for row in rows] == [str(task + 1) for task in range(50)]
    for k, printed in ((1, "46.0"), (2, "32.6"), (3, "26.3"), (4, "22.5")):
        mean = sum(Fraction(comb(int(row["c"]), k), comb(int(row["n"]), k)) for row in rows) / 50
        assert abs(100 * mean - Fraction(printed)) <= Fraction(1, 20)


def test_the_counts_of_millions_of_tasks_are_taken_along_by_kind() -> None:
    """One line a task would be a file of 100 MB, made anew at every change of an input."""
    check = replace(
        checked("pass@1:50;pass@2:60", 10, 4), tasks=10**7, witness={0: 4 * 10**6, 2: 6 * 10**6}, witness_n=4
    )
    assert check_words.witness_csv(check) == "n,c,tasks\n4,0,4000000\n4,2,6000000\n"


def test_the_ranges_taken_along_name_the_claims_they_follow_from() -> None:
    rows = list(csv.DictReader(io.StringIO(check_words.ranges_csv(checked(GROWING, 89, 5)))))
    third = next(row for row in rows if row["k"] == "3")
    assert third["given"] == "pass@1:37.98;pass@2:44.72"
    assert float(third["whole_high"]) < float(third["high"]) < 0.515


# Charts


def test_the_steps_around_a_claim_are_the_multiples_of_one_step() -> None:
    steps = check_words.steps_around(checked("pass@1:67.3", 164, 1))
    assert steps is not None
    assert list(steps.values) == [right / 164 for right in range(108, 114)]
    assert steps.window == pytest.approx((0.6725, 0.6735), abs=1e-8)
    assert "67.1%, 67.7%" in check_words.steps_alternative(steps, SAY)
    assert list(read(steps_figure(steps, SAY)).data[0].x) == list(steps.values)


def test_the_chart_shows_the_claims_inside_what_they_allow() -> None:
    check = checked("pass@1:67.3;pass@10:85", 164, 20)
    figure = read(ranges_figure(check, SAY))
    points = next(trace for trace in figure.data if trace.mode == "markers")
    assert list(zip(points.x, points.y, strict=True)) == [(1, 0.673), (10, 0.85)]
    low, high = (trace for trace in figure.data[:2])
    ends = {k: (a, b) for k, a, b in zip(low.x, low.y, high.y, strict=True)}
    assert ends[1][0] <= 0.673 <= ends[1][1]
    assert ends[10][0] <= 0.85 <= ends[10][1]
    assert all(a <= b for a, b in ends.values())


def test_the_chart_of_a_conflict_shows_the_claim_outside_its_bar() -> None:
    figure = read(ranges_figure(checked(GROWING, 89, 5), SAY, dark=True))
    bar = next(trace for trace in figure.data if list(trace.x) == [3, 3])
    assert max(bar.y) < 0.5676
    assert "The others allow" in check_words.ranges_alternative(checked(GROWING, 89, 5), SAY)


def test_a_value_above_100_percent_stays_in_the_chart() -> None:
    figure = read(ranges_figure(checked("pass@1:81.4;pass@10:180.0", 230), SAY))
    assert figure.layout.yaxis.range[1] > 1.8


def test_the_witness_is_drawn_as_it_is() -> None:
    check = checked(AGENT, 50)
    assert check.witness is not None
    (bars,) = read(witness_figure(check, SAY)).data
    assert dict(zip(bars.x, bars.y, strict=True)) == check.witness
    assert sum(bars.y) == 50


def test_a_long_text_falls_back_to_english() -> None:
    assert text_file("check", "xx") == text_file("check", "en")
    assert "one table" in text_file("check", "en").casefold()
