"""Two runs on the same tasks. Expected values are exact, from the reference values, or worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from passk_core import Counts, InputError
from passk_core.compare import compare_runs, mcnemar_mid_p, most_changed

TWENTY = [str(i) for i in range(20)]


def run(tasks: str | list[str], n: int | list[int], c: list[int]) -> Counts:
    return Counts(tasks, [n] * len(c) if isinstance(n, int) else n, c)


def test_one_sample_a_task_gives_mcnemar_and_bonett_price(reference: dict[str, Any]):
    example = reference["paired_example"]
    found = compare_runs(run(TWENTY, 1, example["A"]), run(TWENTY, 1, example["B"]), 1)
    assert found.difference == pytest.approx(0.15)
    assert (found.a_alone, found.b_alone) == (example["c"], example["b"])
    assert found.p_value == pytest.approx(example["mcnemar"]["midp"], rel=1e-12)
    assert (found.low, found.high) == pytest.approx(example["bonett_price"], rel=1e-12)
    assert found.method == "mcnemar"
    assert (found.value_a, found.value_b, found.tasks_both) == (0.55, pytest.approx(0.7), 20)


def test_more_samples_give_the_paired_t(reference: dict[str, Any]):
    # The reference differences as differences of c out of 2: 1, 0 and -1 become 1 / 2 of twice as much.
    example = reference["paired_example"]
    expected = example["paired_t"]
    a = run(TWENTY, 2, [1 + 0 * x for x in example["A"]])
    b = run(TWENTY, 2, [1 + y - x for x, y in zip(example["A"], example["B"], strict=True)])
    found = compare_runs(a, b, 1)
    assert found.method == "paired-t"
    assert 2 * found.difference == pytest.approx(expected["delta"])
    assert (2 * found.low, 2 * found.high) == pytest.approx((expected["lo"], expected["hi"]), rel=1e-12)
    assert found.p_value == pytest.approx(expected["p"], rel=1e-12)
    assert (found.a_alone, found.b_alone) == (None, None)


def test_mid_p_agrees_with_reference_values(reference: dict[str, Any]):
    for row in reference["mcnemar"]:
        assert mcnemar_mid_p(row["c"], row["b"]) == pytest.approx(row["midp"], rel=1e-12)
        assert mcnemar_mid_p(row["b"], row["c"]) == mcnemar_mid_p(row["c"], row["b"])


@given(st.integers(0, 60), st.integers(0, 60))
def test_mid_p_is_the_exact_sum(a, b):
    chances = [Fraction(comb(a + b, i), 2 ** (a + b)) for i in range(min(a, b) + 1)]
    assert mcnemar_mid_p(a, b) == pytest.approx(float(min(1, 2 * sum(chances) - chances[-1])), rel=1e-12)


@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=20),
    st.sampled_from(["pass@k", "pass^k"]),
)
def test_swapping_the_runs_mirrors_everything(pairs, metric):
    names = [str(i) for i in range(len(pairs))]
    a, b = run(names, 6, [x for x, _ in pairs]), run(names, 6, [y for _, y in pairs])
    there, back = compare_runs(a, b, 3, metric), compare_runs(b, a, 3, metric)
    assert there.method == back.method
    assert there.difference == pytest.approx(-back.difference, abs=1e-15)
    assert there.p_value == (None if back.p_value is None else pytest.approx(back.p_value, rel=1e-9))
    if there.low is not None:
        assert (there.low, there.high) == pytest.approx((-back.high, -back.low), abs=1e-12)
        assert -1 <= there.low <= there.high <= 1


@given(st.permutations(range(8)))
def test_the_order_of_tasks_does_not_matter(order):
    names = "abcdefgh"
    a, b = run(names, 5, [0, 1, 2, 3, 4, 5, 0, 2]), run(names, 5, [1, 1, 5, 2, 4, 4, 3, 2])
    shuffled = Counts([b.tasks[i] for i in order], b.n[list(order)], b.c[list(order)])
    assert compare_runs(a, shuffled, 2) == compare_runs(a, b, 2)


def test_runs_are_compared_on_common_tasks_and_the_others_are_named():
    # Two arms whose averages were taken over different domains: on the common one 0.5 against 0.6.
    found = compare_runs(run("ab", 10, [5, 7]), run("ac", 10, [6, 9]), 1)
    assert found.tasks_both == 1
    assert (found.value_a, found.value_b, found.difference) == (0.5, 0.6, pytest.approx(0.1))
    assert (found.only_a, found.only_b) == (("b",), ("c",))


def test_runs_without_a_common_task_are_refused():
    with pytest.raises(InputError, match="no task in common: the first has tasks such as 'a', the second such as 'b'"):
        compare_runs(run("a", 1, [1]), run("b", 1, [1]), 1)


def test_a_k_beyond_a_common_task_is_refused_and_beyond_another_is_not():
    a, b = run("abc", [5, 5, 2], [1, 2, 2]), run("abd", [5, 5, 1], [3, 3, 1])
    assert compare_runs(a, b, 5).tasks_both == 2
    with pytest.raises(InputError, match="pass@6 is not defined for 2 of 2 tasks"):
        compare_runs(a, b, 6)


def test_tasks_that_differ_by_the_same_amount_have_no_interval():
    found = compare_runs(run("abc", 10, [1, 2, 3]), run("abc", 10, [3, 4, 5]), 1)
    assert found.difference == pytest.approx(0.2)
    assert (found.low, found.high, found.p_value, found.method) == (None, None, None, "none")


def test_a_single_common_task_has_no_interval():
    found = compare_runs(run("a", 10, [1]), run("a", 10, [5]), 1)
    assert (found.low, found.p_value, found.method) == (None, None, "none")


def test_runs_that_both_solve_everything_are_not_certainly_equal():
    found = compare_runs(run(TWENTY, 10, [10] * 20), run(TWENTY, 10, [10] * 20), 1)
    assert (found.difference, found.p_value, found.method) == (0, 1, "mcnemar")
    assert found.low == -found.high < -0.05


def test_all_or_nothing_values_of_many_samples_are_compared_as_such():
    # n = k: each task is solved or not, as with one sample.
    found = compare_runs(run("abcd", 5, [0, 1, 0, 3]), run("abcd", 5, [2, 0, 1, 4]), 5)
    assert (found.method, found.a_alone, found.b_alone) == ("mcnemar", 1, 2)


def test_the_error_of_a_difference_is_over_tasks():
    # joshuaswarren/remnic pull 2316: 0.01196 over 12 tasks, not 0.0224 from pooled episodes.
    names = [str(i) for i in range(12)]
    found = compare_runs(run(names, 15, [3] * 12), run(names, 15, [4, 5] + [3] * 10), 1)
    t = 2.200985160082949  # t(0.975; 11)
    assert found.difference == pytest.approx(1 / 60)
    assert (found.high - found.low) / 2 / t == pytest.approx(0.01196, abs=5e-6)


def test_pairing_finds_what_unpaired_errors_hide():
    a, b = run(TWENTY, 20, list(range(20))), run(TWENTY, 20, [min(20, c + 1 + c % 2) for c in range(20)])
    found = compare_runs(a, b, 1)
    assert found.p_value < 1e-6
    assert found.low > 0


def test_the_paired_t_rejects_equal_runs_about_5_times_in_100():
    random = np.random.default_rng(5)
    names = [str(i) for i in range(40)]
    rejected = 0
    for _ in range(1000):
        p = random.beta(0.4, 0.6, 40)
        rejected += (
            compare_runs(run(names, 10, random.binomial(10, p)), run(names, 10, random.binomial(10, p)), 2).p_value
            < 0.05
        )
    assert rejected / 1000 < 0.05 + 3 * sqrt(0.05 * 0.95 / 1000)


@pytest.mark.parametrize("metric", ["pass@5", "", None])
def test_a_metric_that_does_not_exist_is_refused(metric):
    with pytest.raises(InputError, match="metric must be one of"):
        compare_runs(run("a", 1, [1]), run("a", 1, [1]), 1, metric)


def test_the_tasks_that_changed_most_come_first():
    a = Counts("abcde", n=[10, 10, 4, 20, 10], c=[5, 0, 2, 10, 3])
    b = Counts("edcba", n=[10, 20, 4, 10, 10], c=[3, 0, 4, 9, 5])
    found = most_changed(a, b)
    assert [(task.task, task.change) for task in found] == [("b", 0.9), ("d", -0.5), ("c", 0.5)]
    assert (found[1].n_a, found[1].c_a, found[1].n_b, found[1].c_b) == (20, 10, 20, 0)
    assert [task.task for task in most_changed(a, b, 1)] == ["b"]


def test_equal_shares_of_different_counts_did_not_change():
    assert most_changed(run("ab", [3, 10**9], [1, 10**9 - 1]), run("ab", [30, 10**9], [10, 10**9 - 1])) == ()
