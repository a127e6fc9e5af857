"""Error bars and sizes: against exact fractions, enumeration and the reference values."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from passk_core import InputError
from passk_core.precision import (
    error_bar,
    samples_for_error,
    smallest_difference,
    tasks_for_difference,
    tasks_for_error,
)


def enumerated_within(p: Fraction, n: int, k: int, metric: str) -> Fraction:
    """The variance of the unbiased estimator over all outcomes of n samples."""
    mean = square = Fraction(0)
    for c in range(n + 1):
        chance = math.comb(n, c) * p**c * (1 - p) ** (n - c)
        value = Fraction(math.comb(c if metric == "pass^k" else n - c, k), math.comb(n, k))
        mean += chance * value
        square += chance * value**2
    return square - mean**2


def exact_between_and_within(p: Fraction, n: int, k: int, rho: Fraction, metric: str) -> tuple[Fraction, Fraction]:
    """Over a Beta mix, from the moments of the count (a beta-binomial), with the total as the sum of both."""

    def rising(r, i):
        return math.prod((r * (1 - rho) + j * rho for j in range(i)), start=Fraction(1))

    mean = square = Fraction(0)
    for c in range(n + 1):
        chance = math.comb(n, c) * rising(p, c) * rising(1 - p, n - c) / rising(Fraction(1), n)
        value = Fraction(math.comb(c if metric == "pass^k" else n - c, k), math.comb(n, k))
        mean += chance * value
        square += chance * value**2
    x = p if metric == "pass^k" else 1 - p
    between = rising(x, 2 * k) / rising(Fraction(1), 2 * k) - (rising(x, k) / rising(Fraction(1), k)) ** 2
    return between, square - mean**2 - between


@pytest.mark.parametrize("metric", ["pass@k", "pass^k"])
@pytest.mark.parametrize(
    "p", [Fraction(1, 1000), Fraction(1, 10), Fraction(1, 2), Fraction(19, 20), Fraction(0), Fraction(1)]
)
def test_the_spread_of_one_problem_is_that_over_all_its_outcomes(p, metric):
    for n, k in ((1, 1), (5, 1), (5, 3), (5, 5), (12, 4), (30, 10)):
        exact = float(enumerated_within(p, n, k, metric))
        found = error_bar(float(p), n, k, metric=metric)
        assert found.within == pytest.approx(exact, rel=1e-12, abs=1e-18)
        assert found.between == 0
        assert found.se == found.se_same_tasks == found.within**0.5


@pytest.mark.parametrize("metric", ["pass@k", "pass^k"])
@pytest.mark.parametrize("rho", [Fraction(1, 10), Fraction(1, 2), Fraction(99, 100)])
def test_the_spread_over_a_mix_of_tasks_is_that_over_all_outcomes(rho, metric):
    for n, k in ((1, 1), (6, 2), (6, 6), (20, 10)):
        between, within = exact_between_and_within(Fraction(3, 10), n, k, rho, metric)
        found = error_bar(0.3, n, k, tasks=50, rho=float(rho), metric=metric)
        assert found.between == pytest.approx(float(between), rel=1e-12)
        assert found.within == pytest.approx(float(within), rel=1e-12, abs=1e-16)
        assert found.se == pytest.approx(float((between + within) / 50) ** 0.5)
        assert found.floor == pytest.approx(float(between / 50) ** 0.5)


def test_the_reference_spreads_are_found(reference):
    for case in reference["plan"]["beta_components"]:
        found = error_bar(case["mu"], case["n"], case["k"], rho=case["rho"])
        assert found.between == pytest.approx(case["between"], rel=1e-12)
        assert found.within == pytest.approx(case["within"], rel=1e-12)
    for case in reference["var_U_statistic"]:
        found = error_bar(float(Fraction(case["p"])), case["n"], case["k"])
        assert found.within == pytest.approx(float(case["var_unbiased_pass_at_k"]), rel=1e-13)


def test_the_reference_sample_sizes_are_found(reference):
    for case in reference["plan"]["n_for_se"]:
        assert samples_for_error(case["p"], case["k"], case["se"]) == case["n"]


def test_the_reference_numbers_of_tasks_are_found_and_their_inverse(reference):
    for case in reference["plan"]["paired_N"]:
        parts = {
            "between": case["omega2"],
            "within_a": case["sA2"] / case.get("nA", 1),
            "within_b": case["sB2"] / case.get("nB", 1),
        }
        tasks = tasks_for_difference(case["delta"], **parts)
        assert tasks == math.ceil(case["N"])
        expected = case["delta"] * (case["N"] / tasks) ** 0.5
        assert smallest_difference(tasks, **parts) == pytest.approx(expected, rel=1e-12)


def test_more_samples_stop_helping_and_more_tasks_do_not():
    bars = [error_bar(0.3, n, 10, tasks=164, rho=0.3) for n in (10, 20, 50, 200, 10**9)]
    assert [round(bar.se, 4) for bar in bars[:4]] == [0.0334, 0.0281, 0.0257, 0.0247]
    assert bars[-1].se == pytest.approx(bars[0].floor, rel=1e-6)
    assert error_bar(0.3, 10, 10, tasks=1640, rho=0.3).se < bars[-1].se


def test_the_smallest_size_is_enough_and_one_less_is_not():
    for p, k, se, tasks, rho in ((0.3, 1, 0.05, 1, 0), (0.3, 5, 0.03, 164, 0.2), (0.02, 10, 0.02, 500, 0.05)):
        n = samples_for_error(p, k, se, tasks, rho)
        assert error_bar(p, n, k, tasks, rho).se <= se * (1 + 1e-12)
        assert n == k or error_bar(p, n - 1, k, tasks, rho).se > se
        needed = tasks_for_error(p, 2 * k, k, se, rho)
        assert error_bar(p, 2 * k, k, needed, rho).se <= se * (1 + 1e-12)
        assert error_bar(p, 2 * k, k, needed - 1, rho).se > se


def test_a_size_that_hits_exactly_is_not_rounded_up():
    assert samples_for_error(0.3, 1, 0.05) == 84  # 0.21 / 0.0025
    assert tasks_for_error(0.5, 1, 1, 0.02, rho=1) == 625  # 1 / (4 * 0.0004)
    assert tasks_for_error(0.2, 1, 1, 0.04) == 100  # 0.16 / 0.0016
    hits = 0
    for p in (Fraction(i, 100) for i in range(5, 100, 5)):
        for se in (Fraction(1, 100), Fraction(1, 40), Fraction(1, 20)):
            size = p * (1 - p) / se**2
            if size.denominator == 1:
                hits += 1
                assert samples_for_error(float(p), 1, float(se)) == size
                assert tasks_for_error(float(p), 1, 1, float(se)) == size
    assert hits > 30


def test_tasks_that_are_solved_always_or_never_leave_nothing_to_more_samples():
    for metric in ("pass@k", "pass^k"):
        found = error_bar(0.3, 20, 10, tasks=100, rho=1, metric=metric)
        assert found.within == 0
        assert found.between == pytest.approx(0.21)
        assert found.se == found.floor == pytest.approx(0.0021**0.5)


def test_no_spread_needs_the_least():
    assert samples_for_error(0, 5, 0.01) == 5
    assert samples_for_error(1, 5, 0.01) == 5
    assert tasks_for_error(0, 5, 5, 0.01) == 1


def test_an_error_bar_below_the_floor_is_refused_and_the_number_of_tasks_is_said():
    with pytest.raises(InputError, match=r"stays above 0\.02435\. It takes more than 243 tasks") as refusal:
        samples_for_error(0.3, 10, 0.02, tasks=164, rho=0.3)
    enough = refusal.value.values["enough"]
    assert samples_for_error(0.3, 10, 0.02, tasks=enough + 1, rho=0.3) > 10
    with pytest.raises(InputError, match="stays above"):
        samples_for_error(0.3, 10, 0.02, tasks=enough, rho=0.3)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: error_bar(0.3, 5, 6), "k must be a whole number from 1 to n = 5; found 6"),
        (lambda: error_bar(0.3, 5000, 2001), "k must be a whole number from 1 to 2000; found 2001"),
        (lambda: error_bar(0.3, 5, 2, metric="pass"), "metric must be one of"),
        (lambda: error_bar(0.3, 5, 2, tasks=0), "tasks must be a whole number"),
        (lambda: samples_for_error(0.3, 1, 0), "se must be a number above 0"),
        (lambda: samples_for_error(0.5, 1, 1e-6), "more than 1000000000 samples"),
        (lambda: tasks_for_error(0.3, 5, 2, float("nan")), "se must be a number above 0"),
        (lambda: tasks_for_difference(0, 0.1), "difference must be a number above 0"),
        (lambda: tasks_for_difference(0.1, 0), "At least one of between, within_a and within_b"),
        (lambda: smallest_difference(100, 0.1, power=80), "power must be a number from 0 to 1"),
        (lambda: smallest_difference(100, 0.1, power=0.3), "power must lie between 0.5 and 1"),
        (lambda: smallest_difference(100, 0.1, confidence_level=95), "confidence_level must lie between"),
    ],
)
def test_sizes_without_a_meaning_are_refused(call, words):
    with pytest.raises(InputError, match=words):
        call()
