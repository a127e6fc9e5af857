"""What the Results part shows: numbers against exact fractions, and its sentences, without a browser."""

from __future__ import annotations

import csv
import io
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.example_runs import example_runs
from page import benchmark, results_files, runs_words
from page.answer import AT, HAT, METRICS
from page.figures.results import difficulty_figure
from page.numbers import ALWAYS, NEVER
from page.runs import Asked, answered, common_n, difficulty, last_k, solved, usual_k
from page.runs_export import curve_csv
from page.texts import Say
from passk_core import Counts, InputError
from passk_core.readers import Notice, counts_csv, read_results
from tests.plots import read

SAY = Say()
A = Counts("abcd", n=[10, 10, 10, 10], c=[0, 2, 5, 9])
B = Counts("bcde", n=[10, 10, 10, 10], c=[4, 6, 9, 1])
UNEQUAL = Counts("abc", n=[2, 10, 10], c=[1, 3, 0])


def exact(counts: Counts, k: int, metric: str) -> Fraction:
    """The mean over the tasks with k samples, by the definition."""
    values = []
    for n, c in zip(counts.n.tolist(), counts.c.tolist(), strict=True):
        if n >= k:
            drawn = Fraction(math.comb(n - c if metric == AT else c, k), math.comb(n, k))
            values.append(1 - drawn if metric == AT else drawn)
    return sum(values, Fraction(0)) / len(values)


# Numbers


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("k", [1, 3, 10])
def test_a_result_is_the_mean_of_the_tasks(metric: str, k: int) -> None:
    found = benchmark.result(A, k, metric, 0.95)
    assert found.value is not None
    assert found.value.value == pytest.approx(float(exact(A, k, metric)), rel=1e-12)
    assert found.value.complement == pytest.approx(float(1 - exact(A, k, metric)), rel=1e-12)
    assert (found.tasks, found.short) == (4, 0)


def test_a_k_that_some_tasks_cannot_support_has_no_mean_but_a_band() -> None:
    found = benchmark.result(UNEQUAL, 5, AT, 0.95)
    assert found.value is None
    assert found.mean is None
    assert (found.tasks, found.short) == (3, 1)
    assert found.band is not None
    assert found.band[0].value < found.band[1].value


def test_the_tasks_with_k_samples_alone_may_be_asked_for() -> None:
    found = benchmark.result(UNEQUAL, 5, AT, 0.95, restrict=True)
    assert found.value is not None
    assert found.value.value == pytest.approx(float(exact(UNEQUAL, 5, AT)), rel=1e-12)
    assert (found.tasks, found.short) == (2, 1)


def test_a_k_that_no_task_supports_stays_undefined_when_restricted() -> None:
    assert benchmark.result(UNEQUAL, 11, AT, 0.95, restrict=True).value is None


def test_certainty_of_a_mean_is_decided_by_the_counts() -> None:
    assert benchmark.result(Counts("ab", [5, 5], [0, 0]), 3, AT, 0.95).value == NEVER
    assert benchmark.result(Counts("ab", [5, 5], [3, 4]), 3, AT, 0.95).value == ALWAYS
    assert benchmark.result(Counts("ab", [5, 5], [2, 2]), 3, HAT, 0.95).value == NEVER


def test_a_band_ends_in_certainty_only_where_nothing_bounds_it() -> None:
    # Every task failed fewer than n times: the share of n draws that all fail is 0, so nothing bounds pass@k.
    low, high = benchmark.band(Counts("ab", [5, 5], [1, 2]), 1000, AT, 0.95)
    assert (high.value, high.certain) == (1, True)
    # A task that never passed bounds it, however near to 1 the float is.
    _, high = benchmark.band(Counts("ab", [5, 5], [0, 2]), 10**9, AT, 0.95)
    assert not high.certain
    low, _ = benchmark.band(Counts("ab", [5, 5], [3, 4]), 1000, HAT, 0.95)
    assert (low.value, low.certain) == (0, True)


def test_the_mean_rate_alone_says_what_equally_hard_tasks_would_give() -> None:
    # Half the tasks always, half never: pass@3 is 1/2, the mean rate alone says 1 - (1/2)^3 = 7/8.
    counts = Counts("ab", [4, 4], [4, 0])
    assert benchmark.as_if_alike(counts, 3, AT).value == 0.875
    # Unequal n: the mean of c/n, (1/2 + 3/10 + 0) / 3 = 4/15, not 4/22.
    assert benchmark.as_if_alike(UNEQUAL, 1, AT).value == pytest.approx(4 / 15, rel=1e-15)
    assert benchmark.as_if_alike(Counts("ab", [4, 9], [4, 9]), 3, AT) == ALWAYS


@pytest.mark.parametrize("metric", METRICS)
def test_a_curve_ends_at_the_fewest_samples_and_its_band_goes_on(metric: str) -> None:
    curve = benchmark.curve_to(A, metric, 0.95, 100)
    assert [k for k, _ in curve.points] == list(range(1, 11))
    assert curve.ks[-1] == 100
    assert len(curve.low) == len(curve.high) == len(curve.ks)
    for k, here in curve.points:
        assert here.value == pytest.approx(float(exact(A, k, metric)), rel=1e-12)


def test_the_k_looked_at_first_is_the_largest_that_all_tasks_support() -> None:
    assert usual_k([A, UNEQUAL], (1, 2, 5)) == 2
    assert usual_k([UNEQUAL], (5, 10)) == 5


def test_the_chart_ends_at_n_or_at_the_last_k_asked_for() -> None:
    assert last_k([A], (1, 5)) == 10
    assert last_k([A], (1, 100)) == 100
    assert last_k([Counts("a", [1], [1])], (1,)) > 1


@given(st.lists(st.tuples(st.integers(1, 60), st.integers(0, 60)), min_size=1, max_size=20))
def test_every_task_is_in_the_bin_of_its_share(pairs: list[tuple[int, int]]) -> None:
    pairs = [(n, min(n, c)) for n, c in pairs]
    counts = Counts([str(i) for i in range(len(pairs))], *zip(*pairs, strict=True))
    bins, tasks = difficulty(counts, None)
    expected = [0] * len(bins)
    for n, c in pairs:
        share = Fraction(c, n)
        if c in (0, n):
            expected[0 if c == 0 else -1] += 1
        else:
            expected[math.ceil(share * 10)] += 1
    assert tasks == expected
    assert sum(tasks) == len(pairs)
    assert sum(solved(counts)) == len(pairs)


def test_one_small_n_has_a_bar_for_each_c() -> None:
    assert common_n([A, B]) == 10
    assert common_n([A, UNEQUAL]) is None
    assert common_n([Counts("a", [200], [3])]) is None
    bins, tasks = difficulty(A, 10)
    assert len(bins) == 11
    assert [c for c, number in enumerate(tasks) if number] == [0, 2, 5, 9]


def test_the_bars_are_told_apart_without_colour() -> None:
    bins, tasks = difficulty(A, 10)
    figure = read(difficulty_figure([("A", bins, tasks), ("B", bins, tasks)], 10, SAY))
    assert len({bar.marker.color for bar in figure.data}) == 2
    assert list(figure.data[0].x) == [str(c) for c in range(11)]
    assert "A" in figure.layout.annotations[0].text


# B against A


def answer_of(a: Counts, b: Counts | None = None, at: int = 1, ks: tuple[int, ...] = (1, 5), restrict: bool = False):  # type: ignore[no-untyped-def]
    runs = {"one": a} | ({"two": b} if b is not None else {})
    return answered(runs, Asked(ks, at, 0.95, "one", "two" if b is not None else None, restrict))


def test_the_verdict_says_better_worse_or_not_told_apart() -> None:
    tasks = [str(i) for i in range(40)]
    low, high = Counts(tasks, [10] * 40, [2, 3] * 20), Counts(tasks, [10] * 40, [6, 8] * 20)
    better = runs_words.sentences(answer_of(low, high), SAY)[0]
    # The means are 0.25 and 0.7
    assert better.startswith("pass@1: B is better than A, by +45 points (95% interval ")
    assert runs_words.sentences(answer_of(high, low), SAY)[0].startswith("pass@1: B is worse than A, by -45 points")
    same = Counts(tasks, [10] * 40, [3, 2] * 20)
    assert "do not tell A and B apart" in runs_words.sentences(answer_of(low, same), SAY)[0]


def test_the_verdict_is_about_both_metrics_where_they_differ() -> None:
    assert len([line for line in runs_words.sentences(answer_of(A, B, 5), SAY) if line.startswith("pass")]) == 2
    assert len([line for line in runs_words.sentences(answer_of(A, B, 1), SAY) if line.startswith("pass")]) == 1


def test_the_overlap_of_the_tasks_is_stated() -> None:
    assert runs_words.sentences(answer_of(A, B), SAY)[-1] == (
        "Tasks of both runs, which are compared: 3; only in A: 1; only in B: 1."
    )
    assert runs_words.sentences(answer_of(A, A), SAY)[-1] == "Both runs have the same tasks: 4."


def test_runs_without_a_common_task_are_not_compared_and_still_shown() -> None:
    answer = answer_of(A, Counts("xyz", [10, 10, 10], [1, 2, 3]), 5)
    said = runs_words.sentences(answer, SAY)
    assert len(said) == 1
    assert said[0].startswith("The two runs have no task in common")
    assert answer.at_k("two", AT).value is not None


def test_a_difference_without_spread_has_no_error_bar() -> None:
    said = runs_words.sentences(answer_of(Counts("ab", [10, 10], [2, 3]), Counts("ab", [10, 10], [3, 4])), SAY)[0]
    assert "without an error bar" in said
    assert "+10 points" in said


def test_restricting_counts_the_tasks_that_are_compared() -> None:
    said = runs_words.sentences(answer_of(UNEQUAL, UNEQUAL, 5, restrict=True), SAY)
    assert said[-1] == "Tasks with at least 5 samples in both runs, which are compared: 2."


def test_an_undefined_k_says_for_how_many_tasks() -> None:
    said = runs_words.sentences(answer_of(UNEQUAL, at=5), SAY)
    assert said == ["pass@5 is not defined for 1 of 3 tasks: they have fewer than 5 samples."]
    row = runs_words.k_rows(answer_of(UNEQUAL, at=5), SAY)[1]
    assert row[AT].startswith("not defined for 1 of 3 tasks; can lie in ")
    assert "a model says" in row[AT]


def test_both_error_bars_are_named_and_an_undefined_one_says_why() -> None:
    rows = runs_words.error_rows(answer_of(A, at=10, ks=(5, 10)), SAY)
    assert {"same tasks again", "tasks of this kind"} <= set(rows[0])
    assert rows[0]["same tasks again"] == "not defined: needs n of at least 2k"
    row = runs_words.error_rows(answer_of(A, at=5), SAY)[0]
    assert row["same tasks again"].endswith(" points")


def test_the_report_holds_what_a_reader_needs() -> None:
    said = runs_words.report(answer_of(A, B, 5), SAY)
    for part in ("one: mean pass@5 = ", "two: mean pass^5 = ", "tasks: 4, n = 10", "95% interval", "only in A: 1"):
        assert part in said


def test_no_refusal_stops_a_run_without_a_right_sample() -> None:
    answer = answer_of(Counts("ab", [4, 4], [0, 0]), Counts("ab", [4, 4], [4, 4]), 3, (1, 3, 50))
    assert answer.models == {"one": None, "two": None}
    assert runs_words.k_rows(answer, SAY)[1][f"{AT} A"].startswith("0% (0% to ")


# What can be taken along


def test_the_curves_csv_holds_the_means_and_leaves_undefined_ones_empty() -> None:
    rows = list(csv.DictReader(io.StringIO(curve_csv(answer_of(A, B, 5, (1, 5, 40))))))
    assert {row["run"] for row in rows} == {"one", "two"}
    for row in rows:
        k, counts = int(row["k"]), A if row["run"] == "one" else B
        if k > 10:
            assert (row["pass_at_k"], row["pass_hat_k"]) == ("", "")
            assert float(row["pass_at_k_low"]) <= float(row["pass_at_k_high"])
            assert row["note"].startswith("not defined")
        else:
            assert float(row["pass_at_k"]) == pytest.approx(float(exact(counts, k, AT)), rel=1e-12)
            assert float(row["pass_hat_k"]) == pytest.approx(float(exact(counts, k, HAT)), rel=1e-12)
    assert {int(row["k"]) for row in rows} >= {*range(1, 11), 40}


def test_a_run_whose_name_is_a_formula_is_harmless_in_the_curves_csv() -> None:
    text = curve_csv(answered({"=1+1": A}, Asked((1,), 1, 0.95, "=1+1")))
    assert all(line.startswith("'=1+1,") for line in text.splitlines()[1:])


def test_the_counts_csv_gives_the_same_answer() -> None:
    runs = {"one": A, "two": B}
    back = read_results([("counts.csv", counts_csv(runs).encode())]).runs
    asked = Asked((1, 5), 5, 0.95, "one", "two")
    assert answered(back, asked).results == answered(runs, asked).results


def test_the_bundled_example_is_what_its_script_writes() -> None:
    # The file is the promise; numpy may change its streams between versions, so counts of tasks are compared.
    bundled = read_results([("example.csv", results_files.EXAMPLE.read_bytes())]).runs
    made = example_runs()
    assert list(bundled) == list(made)
    assert [run.tasks for run in bundled.values()] == [run.tasks for run in made.values()]
    assert all((run.n == 20).all() and len(run) == 160 for run in bundled.values())


# Words of the readers


def test_a_notice_is_said_with_its_numbers() -> None:
    assert SAY.told(Notice("Rows without a task id: {rows}; left out.", {"rows": 12345})) == (
        "Rows without a task id: 12,345; left out."
    )


def test_too_many_values_of_k_are_refused() -> None:
    from page.results import _some_ks

    with pytest.raises(InputError, match="at most 30"):
        _some_ks(" ".join(map(str, range(1, 40))))


def test_an_upload_is_let_go_of_once_it_is_taken_over() -> None:
    from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager, UploadedFileRec

    uploads = MemoryUploadedFileManager("/upload")
    uploads.add_file("session", UploadedFileRec("1", "a.csv", "text/csv", b"task,n,c"))
    results_files._let_go(uploads, "session", "1")
    assert uploads.get_files("session", ["1"]) == []
