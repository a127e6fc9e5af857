"""Intervals of one problem, against reference values and the equations that define them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from passk_core import Estimate, InputError, interval_one_problem, pass_at_k, pass_hat_k
from passk_core.intervals import METHODS, METRICS, rate_interval, wilson

pairs = st.integers(1, 2000).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))
levels = st.sampled_from([0.5, 0.9, 0.95, 0.99])


def test_reference_values_are_met_by_every_method(reference: dict[str, Any]) -> None:
    for row in reference["intervals_one_problem"]:
        n, c, k = row["n"], row["c"], row["k"]
        for method in METHODS:
            expected = row[method.replace("-", "_")]
            found = {"p": rate_interval(n, c, 0.95, method)}
            for metric, key in zip(METRICS, ("pass_at_k", "pass_hat_k"), strict=True):
                estimate = interval_one_problem(n, c, k, metric, 0.95, method)
                assert estimate.low is not None
                assert estimate.high is not None
                found[key] = (estimate.low, estimate.high)
            for key, ends in found.items():
                for end, exact in zip(ends, map(float, expected[key]), strict=True):
                    # Below the range of doubles both are 0 or nearly so; p^k multiplies the error of p by k.
                    allowed = 1e-12 if key != "pass_hat_k" else 1e-14 * max(100, k)
                    assert end == pytest.approx(exact, rel=allowed, abs=1e-320), (row, method, key)


@given(pairs, levels)
def test_jeffreys_and_clopper_pearson_leave_the_same_chance_in_each_tail(pair: tuple[int, int], level: float) -> None:
    from scipy import special

    n, c = pair
    tail = (1 - level) / 2
    low, high = rate_interval(n, c, level, "jeffreys")
    if 0 < c < n:
        assert special.betainc(c + 0.5, n - c + 0.5, low) == pytest.approx(tail, rel=1e-9)
        assert special.betaincc(c + 0.5, n - c + 0.5, high) == pytest.approx(tail, rel=1e-9)
    low, high = rate_interval(n, c, level, "clopper-pearson")
    if c > 0:  # c or more successes are as rare as the tail says
        assert special.bdtrc(c - 1, n, low) == pytest.approx(tail, rel=1e-9)
    if c < n:
        assert special.bdtr(c, n, high) == pytest.approx(tail, rel=1e-9)


@given(st.floats(0, 1), st.floats(0.5, 1e9), st.floats(0.01, 6))
def test_the_ends_of_wilsons_interval_are_z_standard_errors_away(share: float, trials: float, z: float) -> None:
    low, high = wilson(share, trials, z)
    assert 0.0 <= low <= high <= 1.0
    for end in (low, high):
        assert abs(share - end) == pytest.approx(z * (end * (1 - end) / trials) ** 0.5, rel=1e-6, abs=1e-9)
    assert share > 0 or low == 0.0
    assert share < 1 or high == 1.0


@given(pairs, levels, st.sampled_from(METHODS))
def test_the_interval_holds_the_rate_and_closes_at_nothing_and_everything(
    pair: tuple[int, int], level: float, method: str
) -> None:
    n, c = pair
    low, high = rate_interval(n, c, level, method)
    assert 0.0 <= low < high <= 1.0
    assert low <= c / n <= high
    assert (low == 0.0) == (c == 0)
    assert (high == 1.0) == (c == n)


@given(pairs, levels, st.sampled_from(METHODS))
def test_right_and_wrong_mirror_each_other(pair: tuple[int, int], level: float, method: str) -> None:
    n, c = pair
    low, high = rate_interval(n, c, level, method)
    mirrored = rate_interval(n, n - c, level, method)
    assert (1 - high, 1 - low) == pytest.approx(mirrored, rel=1e-9, abs=1e-12)


def test_the_guaranteed_interval_covers_at_least_as_often_as_it_says() -> None:
    from scipy import special

    n = 20
    ends = [rate_interval(n, c, 0.95, "clopper-pearson") for c in range(n + 1)]
    for p in np.linspace(0.001, 0.999, 199):
        chances = special.binom(n, np.arange(n + 1)) * p ** np.arange(n + 1) * (1 - p) ** (n - np.arange(n + 1))
        covered = sum(chance for chance, (low, high) in zip(chances, ends, strict=True) if low <= p <= high)
        assert covered >= 0.95


def test_an_estimate_carries_its_value_and_its_kind() -> None:
    at = interval_one_problem(20, 7, 10)
    assert at.value == pass_at_k(20, 7, 10)
    assert (at.method, at.confidence_level, at.n_min, at.n_max, at.tasks) == ("jeffreys", 0.95, 20, 20, 1)
    assert at.se_same_tasks is at.se_new_tasks is None
    assert interval_one_problem(20, 17, 10, "pass^k").value == pass_hat_k(20, 17, 10)


@pytest.mark.parametrize(
    ("n", "c", "k", "metric"),
    [(10, 1, 10, "pass@k"), (20, 4, 16, "pass@k"), (50, 3, 45, "pass@k"), (10, 2, 5, "pass^k")],
)
def test_an_all_or_nothing_estimate_is_seen_to_lie_outside(n: int, c: int, k: int, metric: str) -> None:
    assert not interval_one_problem(n, c, k, metric).inside
    assert interval_one_problem(n, c, 2, "pass@k").inside


def test_beyond_n_there_is_an_interval_but_no_value() -> None:
    projected = interval_one_problem(2, 0, 5)
    assert projected.value is None
    assert projected.low == 0.0
    assert projected.high is not None
    assert 0.9 < projected.high < 1.0
    assert projected.inside
    assert isinstance(projected, Estimate)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((0, 0, 1), "n must be a whole number from 1 to 1000000000; found 0."),
        ((10, 12, 1), "c must be a whole number from 0 to n = 10; found 12."),
        ((10, 2, 0), "k must be a whole number from 1 to 1000000000; found 0."),
        (([10], 2, 1), "n must be a single number; found [10]."),
        ((10, 2, [1, 2]), "k must be a single number; found [1, 2]."),
        ((10, 2, 5, "pass"), "metric must be one of 'pass@k', 'pass^k'; found 'pass'."),
        ((10, 2, 5, "pass@k", 95), "confidence_level must lie between 0 and 1, such as 0.95; found 95."),
        ((10, 2, 5, "pass@k", "0.9"), "confidence_level must lie between 0 and 1, such as 0.95; found '0.9'."),
        ((10, 2, 5, "pass@k", float("nan")), "confidence_level must lie between 0 and 1, such as 0.95; found nan."),
        (
            (10, 2, 5, "pass@k", 0.95, "wald"),
            "method must be one of 'jeffreys', 'clopper-pearson', 'wilson'; found 'wald'.",
        ),
    ],
)
def test_what_is_not_defined_is_refused_in_a_sentence(arguments: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        interval_one_problem(*arguments)
    assert str(refusal.value) == sentence
