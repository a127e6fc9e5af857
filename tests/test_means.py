"""The mean over tasks: values, errors, intervals, curves. Expected values are exact fractions, or cited."""

from __future__ import annotations

from fractions import Fraction
from math import comb, fsum, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passk_core import Counts, InputError
from passk_core.means import (
    between_task_variance,
    mean_curve,
    mean_pass_at_k,
    mean_pass_hat_k,
    supporting,
    variance_within,
)


def counts(*pairs: tuple[int, int]) -> Counts:
    n, c = zip(*pairs, strict=True)
    return Counts([f"task {i}" for i in range(len(pairs))], n, c)


def missed(n: int, c: int, k: int) -> Fraction:
    return Fraction(comb(n - c, k), comb(n, k))


def exact_mean(pairs: list[tuple[int, int]], k: int, metric: str = "pass@k") -> Fraction:
    if metric == "pass@k":
        return sum((1 - missed(n, c, k) for n, c in pairs), Fraction(0)) / len(pairs)
    return sum((missed(n, n - c, k) for n, c in pairs), Fraction(0)) / len(pairs)


PAIRS = st.integers(1, 30).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))
TABLES = st.lists(PAIRS, min_size=1, max_size=25)


@given(TABLES, st.data())
def test_the_mean_is_that_of_the_tasks_exact_values(pairs, data):
    k = data.draw(st.integers(1, min(n for n, _ in pairs)))
    table = counts(*pairs)
    assert mean_pass_at_k(table, k).value == pytest.approx(float(exact_mean(pairs, k)), rel=1e-14, abs=0)
    assert mean_pass_hat_k(table, k).value == pytest.approx(float(exact_mean(pairs, k, "pass^k")), rel=1e-14, abs=0)


@given(TABLES, st.data())
def test_the_order_of_tasks_does_not_matter(pairs, data):
    k = data.draw(st.integers(1, min(n for n, _ in pairs)))
    again = data.draw(st.permutations(pairs))
    assert mean_pass_at_k(counts(*pairs), k) == mean_pass_at_k(counts(*again), k)
    assert mean_pass_hat_k(counts(*pairs), k) == mean_pass_hat_k(counts(*again), k)


@given(TABLES, st.data())
def test_the_interval_holds_the_value_and_lies_within_0_and_1(pairs, data):
    k = data.draw(st.integers(1, min(n for n, _ in pairs)))
    for estimate in (mean_pass_at_k(counts(*pairs), k), mean_pass_hat_k(counts(*pairs), k)):
        assert 0 <= estimate.low <= estimate.value * (1 + 1e-12)
        assert estimate.value <= estimate.high + 1e-12 <= 1 + 1e-12
        assert (estimate.low == 0) == (estimate.value == 0)
        assert (estimate.high == 1) == (estimate.value == 1)


@given(TABLES, st.data())
def test_pass_hat_k_mirrors_pass_at_k(pairs, data):
    k = data.draw(st.integers(1, min(n for n, _ in pairs)))
    all_pass = mean_pass_hat_k(counts(*pairs), k)
    none_fails = mean_pass_at_k(counts(*[(n, n - c) for n, c in pairs]), k)
    assert all_pass.low == pytest.approx(1 - none_fails.high, abs=1e-12)
    assert all_pass.high == pytest.approx(1 - none_fails.low, abs=1e-12)
    if len(pairs) > 1:
        assert all_pass.se_new_tasks == pytest.approx(none_fails.se_new_tasks, rel=1e-9, abs=1e-14)
    assert all_pass.se_same_tasks == pytest.approx(none_fails.se_same_tasks, rel=1e-12, abs=1e-300)


# The variance within a task


@given(st.integers(1, 40), st.data())
def test_the_variance_within_a_task_is_exact_and_never_negative(k, data):
    n = data.draw(st.integers(2 * k, 100))
    c = data.draw(st.integers(0, n))
    expected = missed(n, c, k) ** 2 - missed(n, c, 2 * k)
    found = float(variance_within(np.array([n]), np.array([c]), k)[0])
    assert found >= 0
    assert found == pytest.approx(float(expected), rel=1e-12, abs=0)
    mirrored = float(variance_within(np.array([n]), np.array([n - c]), k, "pass^k")[0])
    assert mirrored == found


@pytest.mark.parametrize(("n", "c", "k"), [(10**8, 1, 1), (10**6, 3, 2), (10**6, 999_990, 5)])
def test_a_tiny_variance_within_a_task_keeps_its_digits(n, c, k):
    expected = missed(n, c, k) ** 2 - missed(n, c, 2 * k)
    assert float(variance_within(np.array([n]), np.array([c]), k)[0]) == pytest.approx(
        float(expected), rel=1e-12, abs=0
    )


def test_with_k_1_the_variance_within_a_task_is_the_usual_one():
    n, c = np.full(21, 20), np.arange(21)
    share = c / n
    assert variance_within(n, c, 1) == pytest.approx(share * (1 - share) / 19)


@pytest.mark.parametrize(("n", "k", "p"), [(4, 2, Fraction(1, 3)), (6, 2, Fraction(1, 10)), (8, 4, Fraction(7, 10))])
def test_the_variance_within_a_task_is_unbiased(n, k, p):
    chance = [comb(n, c) * p**c * (1 - p) ** (n - c) for c in range(n + 1)]
    value = [1 - missed(n, c, k) for c in range(n + 1)]
    mean = sum(w * v for w, v in zip(chance, value, strict=True))
    variance = sum(w * (v - mean) ** 2 for w, v in zip(chance, value, strict=True))
    estimates = variance_within(np.full(n + 1, n), np.arange(n + 1), k)
    assert fsum(float(w) * v for w, v in zip(chance, estimates, strict=True)) == pytest.approx(
        float(variance), rel=1e-13
    )
    exact = [missed(n, c, k) ** 2 - missed(n, c, 2 * k) for c in range(n + 1)]
    assert sum(w * v for w, v in zip(chance, exact, strict=True)) == variance


def test_the_variance_within_a_task_agrees_with_reference_values(reference: dict[str, Any]):
    for row in reference["unbiased_var_estimate_fk2_minus_f2k"]:
        found = variance_within(np.array([row["n"]]), np.array([row["c"]]), row["k"])[0]
        assert found == pytest.approx(float(row["unbiased_var"]), rel=1e-13, abs=0)


def test_its_mean_over_new_samples_agrees_with_the_reference_variance(reference: dict[str, Any]):
    for row in reference["var_U_statistic"]:
        n, p = row["n"], Fraction(row["p"])
        chance = [float(comb(n, c) * p**c * (1 - p) ** (n - c)) for c in range(n + 1)]
        found = fsum(
            w * v for w, v in zip(chance, variance_within(np.full(n + 1, n), np.arange(n + 1), row["k"]), strict=True)
        )
        assert found == pytest.approx(float(row["var_unbiased_pass_at_k"]), rel=1e-12)


def test_fewer_than_2_k_samples_give_no_variance_within_a_task():
    assert mean_pass_at_k(counts((10, 3), (9, 2)), 5).se_same_tasks is None
    assert mean_pass_at_k(counts((10, 3), (10, 2)), 5).se_same_tasks is not None
    assert between_task_variance(counts((10, 3), (9, 2)), 5) is None
    with pytest.raises(InputError, match=r"at least 2 k = 10 samples; found 9"):
        variance_within(np.array([9]), np.array([3]), 5)


# The reference benchmark, and the bars


def test_the_reference_benchmark_comes_out(reference: dict[str, Any]):
    example = reference["benchmark_example"]
    table = counts(*map(tuple, example["tasks"]))
    for k, expected in ((int(k), row) for k, row in example["results"].items() if k.isdigit()):
        found = mean_pass_at_k(table, k)
        assert found.value == pytest.approx(float(expected["pass_at_k"]), rel=1e-14)
        assert mean_pass_hat_k(table, k).value == pytest.approx(float(expected["pass_hat_k"]), rel=1e-14)
        assert (found.low, found.high) == pytest.approx(
            (expected["wilson_neff_lo"], expected["wilson_neff_hi"]), rel=1e-12
        )
        assert (found.se_new_tasks, found.se_same_tasks) == pytest.approx((expected["se_super"], expected["se_fixed"]))
        assert between_task_variance(table, k) == pytest.approx(expected["between"], rel=1e-12)
        assert found.method == ("wilson-tasks" if expected["fallback"] else "wilson-effective-n")
        assert (found.n_min, found.n_max, found.tasks) == (20, 20, 20)


@pytest.mark.parametrize(
    ("a", "b", "tasks", "n", "k"),
    [(0.3, 0.3, 50, 5, 1), (0.3, 2.7, 30, 4, 2), (4.0, 0.5, 164, 20, 10)],
    ids=["all or nothing", "hard", "near the ceiling"],
)
def test_the_interval_covers_the_mean_of_such_tasks_at_least_93_times_in_100(a, b, tasks, n, k):
    truth = 1 - np.prod([(b + i) / (a + b + i) for i in range(k)])
    random = np.random.default_rng(20)
    names = [str(i) for i in range(tasks)]
    held = 0
    for c in random.binomial(n, random.beta(a, b, (1200, tasks))):
        estimate = mean_pass_at_k(Counts(names, np.full(tasks, n), c), k)
        held += estimate.low <= truth <= estimate.high
    assert held / 1200 >= 0.93


# The interval's fallback, and few tasks


def test_tasks_that_are_all_solved_leave_room_below():
    estimate = mean_pass_at_k(counts(*[(20, 20)] * 30), 5)
    z = 1.959963984540054
    assert estimate.value == 1
    assert estimate.high == 1
    assert estimate.low == pytest.approx(30 / (30 + z * z))
    assert estimate.method == "wilson-tasks"
    assert estimate.se_new_tasks == 0


def test_equal_shares_of_different_counts_are_no_spread():
    # 0.1 three ways: floating point must not make a spread of their last digits.
    estimate = mean_pass_at_k(counts(*[(10, 1), (30, 3), (70, 7)] * 20), 1)
    assert estimate.method == "wilson-tasks"
    assert estimate.high - estimate.low > 0.1


def test_one_task_has_no_spread_and_a_wide_interval():
    estimate = mean_pass_at_k(counts((20, 10)), 1)
    assert estimate.se_new_tasks is None
    assert estimate.low < 0.1 < 0.9 < estimate.high


def test_with_one_sample_a_task_the_interval_is_wilsons_up_to_t():
    # t(0.975; 99) = 1.9842169515864175; SciPy and R's qt agree.
    estimate = mean_pass_at_k(counts(*[(1, 1)] * 30 + [(1, 0)] * 70), 1)
    z, t, p = 1.959963984540054, 1.9842169515864175, 0.3
    trials = 100 * (z / t) ** 2
    middle = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * sqrt(p * (1 - p) / trials + z * z / (4 * trials**2))
    assert (estimate.low, estimate.high) == pytest.approx((middle - half, middle + half), rel=1e-12)


def test_a_higher_confidence_level_gives_a_wider_interval():
    table = counts(*[(20, c) for c in range(21)])
    low, high = mean_pass_at_k(table, 5, 0.8), mean_pass_at_k(table, 5, 0.99)
    assert high.low < low.low < low.high < high.high
    assert (low.confidence_level, high.confidence_level) == (0.8, 0.99)


@pytest.mark.parametrize("level", [0, 1, 95, "0.95", None, float("nan")])
def test_a_confidence_level_outside_0_and_1_is_refused(level):
    with pytest.raises(InputError, match="confidence_level must lie between 0 and 1"):
        mean_pass_at_k(counts((2, 1)), 1, level)


# k that some tasks cannot support


def test_a_k_that_some_tasks_cannot_support_is_refused_with_their_number():
    table = counts((2, 0), (10, 1), (3, 3))
    with pytest.raises(InputError, match=r"pass@5 is not defined for 2 of 3 tasks: they have fewer than 5 samples"):
        mean_pass_at_k(table, 5)
    with pytest.raises(InputError, match=r"pass\^5 is not defined for 2 of 3 tasks"):
        mean_pass_hat_k(table, 5)


def test_the_tasks_that_support_k_are_kept_and_the_others_named():
    table = counts((2, 0), (10, 1), (3, 3))
    kept, left_out = supporting(table, 5)
    assert kept.tasks == ("task 1",)
    assert left_out == ("task 0", "task 2")
    assert mean_pass_at_k(kept, 5).value == 0.5
    assert supporting(table, 2) == (table, ())
    with pytest.raises(InputError, match="No task has 11 samples; the most is 10"):
        supporting(table, 11)


@pytest.mark.parametrize(("n", "c", "k"), [(2, 0, 5), (99, 0, 100), (5, 0, 10)])
def test_no_success_in_too_few_samples_is_never_1(n, c, k):
    # openai/human-eval's shortcut and its copies answer 1.0 here.
    with pytest.raises(InputError, match="not defined for 1 of 1 tasks"):
        mean_pass_at_k(counts((n, c)), k)
    assert mean_pass_at_k(counts((n, c)), n).value == 0


@pytest.mark.parametrize("k", [0, -1, 1.5, "1", True, None])
def test_a_k_that_is_no_whole_number_is_refused(k):
    with pytest.raises(InputError, match="k must be a whole number"):
        mean_pass_at_k(counts((2, 1)), k)


# Groups of related tasks


def test_groups_of_one_change_nothing():
    table = counts(*[(20, c) for c in range(21)])
    alone = mean_pass_at_k(table, 2)
    grouped = mean_pass_at_k(table, 2, groups={task: task for task in table.tasks})
    assert (grouped.low, grouped.high, grouped.se_new_tasks) == pytest.approx(
        (alone.low, alone.high, alone.se_new_tasks), rel=1e-12
    )
    assert grouped.method == "wilson-effective-n, groups"


def test_copies_of_a_task_in_one_group_add_no_certainty():
    once = counts(*[(20, c) for c in range(21)])
    thrice = counts(*[(20, c) for c in range(21) for _ in range(3)])
    one = mean_pass_at_k(once, 2)
    grouped = mean_pass_at_k(thrice, 2, groups={task: i // 3 for i, task in enumerate(thrice.tasks)})
    assert (grouped.low, grouped.high, grouped.se_new_tasks) == pytest.approx((one.low, one.high, one.se_new_tasks))
    assert mean_pass_at_k(thrice, 2).high < one.high


def test_the_error_of_unequal_groups_is_the_clustered_one():
    pairs, group = [(4, 0), (4, 1), (4, 2), (4, 4), (4, 4)], [0, 0, 1, 2, 2]
    share = [Fraction(c, n) for n, c in pairs]
    mean = sum(share) / 5
    sums = [sum((s - mean for s, g in zip(share, group, strict=True) if g == which), Fraction(0)) for which in range(3)]
    expected = Fraction(3, 2) * sum(s * s for s in sums) / 25
    table = counts(*pairs)
    found = mean_pass_at_k(table, 1, groups=dict(zip(table.tasks, group, strict=True)))
    assert found.se_new_tasks == pytest.approx(sqrt(expected), rel=1e-13)


def test_a_task_without_group_is_refused_and_so_is_a_single_group():
    table = counts((4, 1), (4, 2))
    with pytest.raises(InputError, match="Task 'task 1' has no group"):
        mean_pass_at_k(table, 1, groups={"task 0": "a"})
    with pytest.raises(InputError, match="at least two different groups; found 1"):
        mean_pass_at_k(table, 1, groups={"task 0": "a", "task 1": "a"})


# Curves


@settings(max_examples=40)
@given(TABLES, st.sampled_from([("pass@k", mean_pass_at_k), ("pass^k", mean_pass_hat_k)]))
def test_a_curve_is_the_means_of_every_k_that_all_tasks_support(pairs, metric):
    name, one = metric
    table = counts(*pairs)
    curve = mean_curve(table, name, 0.9)
    assert curve.k.tolist() == list(range(1, min(n for n, _ in pairs) + 1))
    each = [one(table, int(k), 0.9) for k in curve.k]
    assert curve.value == pytest.approx([e.value for e in each], rel=1e-12, abs=0)
    assert curve.low == pytest.approx([e.low for e in each], rel=1e-9, abs=1e-15)
    assert curve.high == pytest.approx([e.high for e in each], rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("n", [1_001, 20_000, 3_000_000])
def test_a_long_curve_is_thinned_and_keeps_both_ends(n):
    table = counts((n, 1), (n, n // 2), (n + 5, n))
    curve = mean_curve(table)
    assert curve.k.size <= 1000
    assert (curve.k[0], curve.k[-1]) == (1, n)
    assert (np.diff(curve.k) > 0).all()
    middle = curve.k.size // 2
    assert curve.value[middle] == pytest.approx(mean_pass_at_k(table, int(curve.k[middle])).value, rel=1e-11)


def test_a_curve_over_many_blocks_is_that_of_one(monkeypatch):
    table = counts(*[(50, c) for c in range(51)])
    whole = mean_curve(table)
    monkeypatch.setattr("passk_core.means._BLOCK", 100)
    pieces = mean_curve(table)
    for name in ("value", "low", "high"):
        assert getattr(pieces, name) == pytest.approx(getattr(whole, name), rel=1e-12)


# Faults that people reported of other tools, with the right answers worked out by hand


def test_the_mean_is_over_tasks_and_not_over_pooled_samples():
    # verl-project/Light-R1 pull 44: pooled it would be 3/4.
    assert mean_pass_at_k(counts((10, 9), (2, 0)), 1).value == 0.45


def test_one_right_of_200_is_no_full_pass():
    # confident-ai/deepeval pull 2967: any nonzero score became a pass.
    table = counts(*[(200, 1)] * 164)
    values = [mean_pass_at_k(table, k).value for k in (1, 100, 200)]
    assert values == pytest.approx([0.005, 0.5, 1.0], rel=1e-14)


def test_samples_are_drawn_without_replacement():
    # verl-project/verl pulls 7240, 1419: with replacement 175/256, and 0.633 for 1 of 200.
    assert mean_pass_at_k(counts((4, 1)), 4).value == 1
    assert mean_pass_at_k(counts((200, 1)), 200).value == 1


def test_the_order_of_samples_does_not_matter():
    # NVIDIA-NeMo/Skills issue 678: the first k seeds alone gave 0 or 1.
    for outcomes in ([0, 0, 1, 0], [1, 0, 0, 0], [0, 1, 0, 0]):
        assert mean_pass_at_k(Counts.from_trials({"a": outcomes}), 2).value == 0.5


def test_a_mean_over_tasks_is_never_a_sum():
    # CoderEval issue 10: 106 of 230 problems were printed as 106%.
    assert mean_pass_at_k(counts(*[(10, 1)] * 106 + [(10, 0)] * 124), 10).value == pytest.approx(53 / 115)


def test_tasks_keep_their_own_n():
    # radixark/miles pull 1649: 78 rows for 16 prompts cannot be reshaped to 8 each.
    pairs = [(8, 4)] * 4 + [(4, 1)] * 10 + [(3, 0)] * 2
    assert sum(n for n, _ in pairs) == 78
    estimate = mean_pass_at_k(counts(*pairs), 3)
    assert estimate.value == pytest.approx(float(exact_mean(pairs, 3)))
    assert (estimate.n_min, estimate.n_max, estimate.tasks) == (3, 8, 16)


def test_the_error_bar_of_one_run_is_over_questions():
    # 9 of 30 against a published 24.0 (AIME, one sample each): within one standard error of 0.0851.
    assert mean_pass_at_k(counts(*[(1, 1)] * 9 + [(1, 0)] * 21), 1).se_new_tasks == pytest.approx(0.0851, abs=5e-5)


def test_repeats_alone_understate_the_error_over_questions():
    # ibisbill/Transferability-of-LLM-Reasoning issue 15: the printed error covered repeats only.
    estimate = mean_pass_at_k(counts(*[(10, 10)] * 7 + [(10, 2)] + [(10, 0)] * 22), 1)
    assert estimate.value == pytest.approx(0.24)
    assert estimate.se_same_tasks < 0.005 < 0.07 < estimate.se_new_tasks


def test_a_flat_curve_is_right_where_tasks_are_all_or_nothing():
    table = counts(*[(10, 10)] * 6 + [(10, 0)] * 3 + [(10, 1)])
    assert [mean_pass_at_k(table, k).value for k in (1, 2, 10)] == pytest.approx([0.61, 0.62, 0.7])


def test_more_samples_do_not_change_what_is_estimated_but_how_well():
    # Simple coins: the error of the same 30 tasks falls with n as 1 / sqrt(n - 1).
    for n in (2, 64):
        assert mean_pass_at_k(counts(*[(n, n // 2)] * 30), 1).se_same_tasks == pytest.approx(sqrt(0.25 / (n - 1) / 30))
