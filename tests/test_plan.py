"""Attempts, runs, rates and cost: against exact fractions, enumeration and the reference values."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from passk_core import Counts, InputError, interval_one_problem
from passk_core.plan import (
    attempts_for_target,
    cost_from_counts,
    cost_from_rates,
    expected_attempts,
    longest_reliable_run,
    mean_expected_attempts,
    rate_for_target,
)

RATES = sorted(
    {Fraction(i, 100) for i in range(1, 100)}
    | {Fraction(i, 1000) for i in (1, 2, 3, 7, 13, 111, 333, 499, 777, 997, 999)}
    | {Fraction(1, 3), Fraction(2, 3), Fraction(1, 7), Fraction(5, 6), Fraction(1, 10**4)}
)


def pass_hat_exact(p: Fraction, k_max: int, rho: Fraction = Fraction(0)) -> list[Fraction]:
    """pass^k, k = 1..k_max, of a beta-binomial, as exact fractions."""
    out, value = [], Fraction(1)
    for i in range(k_max):
        value *= (p * (1 - rho) + i * rho) / (1 - rho + i * rho)
        out.append(value)
    return out


def boundary_cases(rho: Fraction = Fraction(0), rates: list[Fraction] = RATES, k_max: int = 60):
    """(p, k, target): targets that are pass@k exactly, up to the rounding to a double, where k alone rounds so."""
    for p in rates:
        before = 0.0
        for k, missed in enumerate(pass_hat_exact(1 - p, k_max, rho), start=1):
            target = float(1 - missed)
            if target in (before, 1.0):
                break
            yield p, k, target
            before = target


def test_a_target_that_is_exactly_pass_at_k_needs_exactly_k_attempts():
    cases = list(boundary_cases())
    assert len(cases) > 3800
    assert [(p, k) for p, k, target in cases if attempts_for_target(float(p), target) != k] == []


def test_the_usual_quotient_of_logarithms_fails_on_that_grid():
    naive = [math.ceil(math.log(1 - target) / math.log(1 - float(p))) != k for p, k, target in boundary_cases()]
    assert sum(naive) > 500


@pytest.mark.parametrize("rho", [Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)])
def test_exact_boundaries_hold_for_correlated_attempts_too(rho):
    rates = [Fraction(i, 20) for i in range(1, 20)]
    cases = list(boundary_cases(rho, rates, k_max=12))
    assert [(p, k) for p, k, target in cases if attempts_for_target(float(p), target, float(rho)) != k] == []


def test_a_target_just_above_pass_at_k_needs_one_attempt_more():
    for p, k, target in boundary_cases(rates=RATES[::7], k_max=12):
        if target < 0.999:
            assert attempts_for_target(float(p), target * (1 + 1e-14)) == k + 1


def test_a_target_that_is_exactly_pass_hat_k_allows_exactly_k():
    wrong = []
    for p in RATES:
        for k, value in enumerate(pass_hat_exact(p, 40), start=1):
            if value > Fraction(1, 10**300) and longest_reliable_run(float(p), float(value)) != k:
                wrong.append((p, k))
    assert wrong == []


def test_the_reference_attempts_and_rates_are_found(reference):
    plan = reference["plan"]
    for case in plan["k_for_target"]:
        assert attempts_for_target(case["p"], case["T"]) == case["k"]
    for case in plan["k_for_target_beta"]:
        assert attempts_for_target(case["mu"], case["T"], case["rho"]) == case["k"]
    for case in plan["max_k_hat"]:
        assert longest_reliable_run(case["p"], case["T"]) == case["k"]
    for group, metric in (("p_for_target", "pass@k"), ("p_for_hat", "pass^k")):
        for case in plan[group]:
            found = rate_for_target(case["k"], float(case["T"]), metric)
            assert found == pytest.approx(float(case["p"]), rel=4e-15)
    for case in plan["expected_attempts"]:
        assert expected_attempts(float(case["p"]), case["cap"]) == pytest.approx(float(case["value"]), rel=1e-14)


def test_the_reference_limit_after_no_success_is_the_guaranteed_interval(reference):
    for case in reference["plan"]["zero_successes"]:
        # One-sided at 95% is one end of the two-sided interval at 90%.
        found = interval_one_problem(case["n"], 0, case["k"], confidence_level=0.9, method="clopper-pearson").high
        assert found == pytest.approx(float(case["one_sided95_upper_pass_at_k"]), rel=1e-12)


def test_more_correlation_never_needs_fewer_attempts():
    found = [attempts_for_target(0.3, 0.9, rho) for rho in (0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)]
    assert found == sorted(found)


def test_a_longest_run_may_be_none_at_all_or_without_end():
    assert longest_reliable_run(0.75, 0.9) == 0
    assert longest_reliable_run(1, 1) is None
    assert longest_reliable_run(0.9, 0.9, rho=1) is None
    assert longest_reliable_run(0.9, 0.95, rho=1) == 0
    assert longest_reliable_run(0.5, 0) is None
    assert longest_reliable_run(0.9, 0.5, rho=0.5) > longest_reliable_run(0.9, 0.5)


def test_a_target_at_the_ends_is_answered_where_it_is_defined():
    assert attempts_for_target(0.2, 0) == 1
    assert attempts_for_target(0, 0) == 1
    assert attempts_for_target(1, 1) == 1
    assert attempts_for_target(1, 1, rho=1) == 1
    assert attempts_for_target(0.4, 0.4, rho=1) == 1
    assert rate_for_target(5, 0) == 0
    assert rate_for_target(5, 1) == 1


def test_exact_fractions_as_they_were_typed_are_fine():
    assert attempts_for_target(Fraction(1, 10), Fraction(271, 1000)) == 3
    assert longest_reliable_run(Fraction(99, 100), Fraction(9, 10)) == 10


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0, 0.5), "no attempt ever passes"),
        ((0.3, 0.9, 1), "stays at 0.3 for every k, below 0.9"),
        ((0.3, 1), "Ask for a target below 1"),
        ((1e-12, 0.5), "more than 1000000000 attempts"),
        ((0.3, 0.999, 0.9), "more than 1000000000 attempts"),
        ((1.5, 0.5), "p must be a number from 0 to 1"),
        ((0.5, 90), "target must be a number from 0 to 1"),
        ((0.5, float("nan")), "target must be a number from 0 to 1"),
        (([0.5, 0.6], 0.9), "p must be a single number"),
        ((0.5, 0.9, -0.1), "rho must be a number from 0 to 1"),
    ],
)
def test_a_target_out_of_reach_is_refused_with_its_reason(arguments, words):
    with pytest.raises(InputError, match=words):
        attempts_for_target(*arguments)


def test_expected_attempts_are_the_sum_over_the_chances_of_still_trying():
    for p in (Fraction(1, 10), Fraction(2, 3), Fraction(1, 1000), Fraction(1)):
        for cap in (1, 2, 7, 50):
            exact = sum((1 - p) ** j for j in range(cap))
            assert expected_attempts(float(p), cap) == pytest.approx(float(exact), rel=1e-14)
    assert expected_attempts(1e-300, 10) == 10
    assert expected_attempts([0, 1], [[3], [5]]).tolist() == [[3, 1], [5, 1]]


def test_expected_attempts_of_counts_are_the_mean_over_all_orders_of_the_samples():
    for n in range(1, 8):
        for c in range(n + 1):
            for cap in range(1, n + 1):
                # The first success is at the smallest of the places that the c successes take.
                places = [min((*chosen, n)) + 1 for chosen in combinations(range(n), c)]
                exact = Fraction(sum(min(place, cap) for place in places), len(places))
                assert mean_expected_attempts(Counts(["a"], [n], [c]), cap) == pytest.approx(float(exact), rel=1e-14)


def test_the_cost_of_the_worked_example():
    cost = cost_from_rates([0.9, 0.5, 0.1, 0.01], 50, price=1)
    assert round(cost.attempts, 2) == 13.14
    assert round(cost.stopping, 1) == 15.5
    assert round(cost.not_stopping) == 59
    assert cost.not_stopping == pytest.approx(50 / cost.solved)


def test_one_rate_costs_its_price_over_p_whatever_the_limit():
    for k in (1, 2, 100, 10**6):
        cost = cost_from_rates(0.05, k, price=3)
        assert cost.stopping == pytest.approx(60)
        assert cost.next_solved == pytest.approx(60)


def test_the_next_solved_task_costs_what_the_last_attempt_adds():
    counts = Counts("abcd", n=[10, 10, 10, 12], c=[9, 5, 1, 0])

    def exact(k):
        return sum(
            1 - Fraction(math.comb(n - c, k), math.comb(n, k))
            for n, c in zip(counts.n.tolist(), counts.c.tolist(), strict=True)
        ) / len(counts)

    for k in range(1, 11):
        cost = cost_from_counts(counts, k, price=0.25)
        still = 1 - (exact(k - 1) if k > 1 else 0)
        attempts = sum(1 - (exact(j) if j else 0) for j in range(k))
        assert cost.attempts == pytest.approx(float(attempts), rel=1e-14)
        assert cost.solved == pytest.approx(float(exact(k)), rel=1e-14)
        assert cost.stopping == pytest.approx(float(attempts / exact(k) / 4), rel=1e-13)
        gained = exact(k) - (exact(k - 1) if k > 1 else 0)
        assert cost.next_solved == pytest.approx(float(still / gained / 4), rel=1e-12)


def test_a_price_for_solving_nothing_is_not_a_number_but_none():
    cost = cost_from_counts(Counts("ab", n=[5, 5], c=[0, 0]), 3)
    assert (cost.stopping, cost.not_stopping, cost.next_solved) == (None, None, None)
    assert cost_from_rates([0, 0], 3).stopping is None
    assert cost_from_rates(1, 3).next_solved is None  # every task is solved by the first attempt
    assert cost_from_rates(1, 3).stopping == 1


def test_costs_are_refused_where_they_are_not_defined():
    with pytest.raises(InputError, match="price must be a number above 0; found 0"):
        cost_from_rates(0.5, 3, price=0)
    with pytest.raises(InputError, match="from 1 to the fewest samples of a task = 5; found 6"):
        cost_from_counts(Counts("ab", n=[5, 9], c=[0, 1]), 6)
    with pytest.raises(InputError, match="no tasks"):
        cost_from_rates([], 3)
    with pytest.raises(InputError, match="metric must be one of"):
        rate_for_target(3, 0.5, "pass")


def test_a_million_tasks_cost_no_more_than_their_distinct_pairs():
    many = Counts(map(str, range(100_000)), np.full(100_000, 10), np.arange(100_000) % 11)
    few = Counts(map(str, range(11)), np.full(11, 10), np.arange(11))
    assert mean_expected_attempts(many, 10) == pytest.approx(mean_expected_attempts(few, 10), rel=1e-4)
