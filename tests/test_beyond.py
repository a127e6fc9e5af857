"""What lies beyond n: the band, and the model. Expected values are exact, from the reference values, or simulated."""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, lgamma
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from passk_core import Counts, InputError, pass_at_k_from_rate, pass_hat_k_from_rate
from passk_core.beyond import band_beyond, fit_beta_binomial
from passk_core.means import mean_pass_at_k, mean_pass_hat_k


def counts(*pairs: tuple[int, int]) -> Counts:
    n, c = zip(*pairs, strict=True)
    return Counts([str(i) for i in range(len(pairs))], n, c)


def drawn(seed: int, tasks: int, n: int, a: float, b: float) -> Counts:
    random = np.random.default_rng(seed)
    return Counts([str(i) for i in range(tasks)], np.full(tasks, n), random.binomial(n, random.beta(a, b, tasks)))


# The band


def test_the_band_agrees_with_reference_values(reference: dict[str, Any]):
    example = reference["benchmark_example"]
    expected = example["results"]["beyond_n"]
    band = band_beyond(counts(*map(tuple, example["tasks"])), expected["k"])
    assert band.low[0] == pytest.approx(expected["certified_lo"], rel=1e-9)
    assert band.high[0] == pytest.approx(expected["certified_hi"], rel=1e-9)
    assert band.seen_high[0] == pytest.approx(expected["point_upper"], rel=1e-9)
    assert (band.seen_low[0], band.from_k) == (pytest.approx(0.85), 20)


TABLES = st.integers(2, 25).flatmap(
    lambda n: st.lists(st.tuples(st.integers(n, n + 3), st.integers(0, n)), min_size=1, max_size=20)
)


@given(TABLES)
def test_the_band_widens_from_the_last_estimate_on(pairs):
    table = counts(*pairs)
    last = min(n for n, _ in pairs)
    k = last + np.array([1, 2, 5, 50, 5000])
    band = band_beyond(table, k)
    assert (band.low <= band.seen_low).all()
    assert (band.seen_low <= band.seen_high + 1e-12).all()
    assert (band.seen_high <= band.high + 1e-12).all()
    assert (band.seen_low == mean_pass_at_k(table, last).value).all()
    assert (np.diff(band.seen_high) >= 0).all()


@given(TABLES)
def test_the_band_of_pass_hat_k_mirrors_that_of_pass_at_k(pairs):
    k = [30, 100]
    hat = band_beyond(counts(*pairs), k, "pass^k")
    at = band_beyond(counts(*[(n, n - c) for n, c in pairs]), k, "pass@k")
    for name, mirrored in (("low", at.high), ("high", at.low), ("seen_low", at.seen_high), ("seen_high", at.seen_low)):
        assert getattr(hat, name) == pytest.approx(1 - mirrored, abs=1e-12)
    assert (hat.seen_high <= mean_pass_hat_k(counts(*pairs), hat.from_k).value).all()


def test_a_tiny_lower_edge_of_pass_hat_k_is_not_zero():
    # S(10) = 1/3 and S(5) = (1 + 1/2 + 1/252) / 3, carried on to 1000.
    band = band_beyond(counts((10, 10), (10, 9), (10, 5)), 1000, "pass^k")
    expected = Fraction(1, 3) * (1 / (1 + Fraction(1, 2) + Fraction(1, 252))) ** 198
    assert band.seen_low[0] == pytest.approx(float(expected), rel=1e-12)
    assert 0 < band.low[0] < band.seen_low[0] < 1e-30


def test_with_one_sample_a_task_the_upper_edge_is_independent_attempts_at_the_mean_rate():
    band = band_beyond(counts((1, 1), (1, 0), (1, 0), (1, 0)), 10)
    assert band.seen_high[0] == pytest.approx(1 - 0.75**10)


def test_true_curves_of_any_mix_lie_between_the_edges_as_they_stand():
    # From exact S(k) = mean of q**k in place of estimates: the inequality itself, without sampling.
    random = np.random.default_rng(3)
    for _ in range(200):
        q = random.beta(*random.uniform(0.1, 3, 2), 10)
        s = {k: float(np.mean(q**k)) for k in (5, 10, 25)}
        assert s[25] <= s[10]
        assert s[25] >= s[10] * (s[10] / s[5]) ** ((25 - 10) / (10 - 5)) * (1 - 1e-12)


@pytest.mark.parametrize(("a", "b"), [(0.3, 0.6), (0.2, 3.0), (2.0, 4.0)])
def test_the_band_covers_the_truth_at_least_93_times_in_100(a, b):
    truth = pass_at_k_from_rate(a / (a + b), 50, 1 / (a + b + 1))
    held = 0
    for seed in range(400):
        band = band_beyond(drawn(seed, 164, 20, a, b), 50)
        held += band.low[0] <= truth <= band.high[0]
    assert held / 400 >= 0.93


def test_solving_everything_leaves_no_upper_bound_and_a_lower_one():
    band = band_beyond(counts(*[(5, 5)] * 30), 100)
    assert (band.seen_low[0], band.high[0]) == (1, 1)
    assert band.low[0] < 0.95


def test_one_task_bounds_nothing_above():
    assert band_beyond(counts((10, 2)), 20).high[0] == 1


def test_a_k_that_has_an_estimate_is_refused():
    with pytest.raises(InputError, match=r"k must be a whole number from 11 to"):
        band_beyond(counts((10, 2), (20, 3)), 10)
    assert band_beyond(counts((10, 2), (20, 3)), 11).from_k == 10


# The model


def log_likelihood(table: Counts, rate: float, rho: float) -> float:
    a, b = rate * (1 - rho) / rho, (1 - rate) * (1 - rho) / rho

    def log_beta(x: float, y: float) -> float:
        return lgamma(x) + lgamma(y) - lgamma(x + y)

    return sum(
        np.log(comb(n, c)) + log_beta(a + c, b + n - c) - log_beta(a, b)
        for n, c in zip(table.n.tolist(), table.c.tolist(), strict=True)
    )


def test_maximum_likelihood_agrees_with_reference_values(reference: dict[str, Any]):
    example = reference["benchmark_example"]
    expected = example["results"]["beta_binomial_ML"]
    table = counts(*map(tuple, example["tasks"]))
    model = fit_beta_binomial(table)
    assert (model.rate, model.rho) == pytest.approx((expected["mu"], expected["rho"]), rel=1e-5)
    scale = (1 - model.rho) / model.rho
    assert (model.rate * scale, (1 - model.rate) * scale) == pytest.approx((expected["a"], expected["b"]), abs=1e-4)
    beyond = example["results"]["beyond_n"]
    assert pass_at_k_from_rate(model.rate, beyond["k"], model.rho) == pytest.approx(beyond["bb_prediction"], abs=1e-5)


@pytest.mark.parametrize("seed", range(5))
def test_no_nearby_model_is_likelier(seed):
    table = drawn(seed, 60, 12, 0.7, 1.4)
    model = fit_beta_binomial(table)
    assert model.log_likelihood == pytest.approx(log_likelihood(table, model.rate, model.rho), rel=1e-10)
    for rate, rho in ((1.02, 1), (0.98, 1), (1, 1.02), (1, 0.98)):
        assert log_likelihood(table, model.rate * rate, model.rho * rho) < model.log_likelihood


@pytest.mark.parametrize("method", ["ml", "moments"])
def test_both_methods_find_the_rates_that_made_the_counts(method):
    model = fit_beta_binomial(drawn(1, 4000, 10, 0.6, 1.4), method)
    assert (model.rate, model.rho) == pytest.approx((0.3, 1 / 3), abs=0.03)


@pytest.mark.parametrize("method", ["ml", "moments"])
def test_tasks_with_different_n_are_fitted_together(method):
    random = np.random.default_rng(4)
    n = random.integers(1, 30, 4000)
    table = Counts([str(i) for i in range(4000)], n, random.binomial(n, random.beta(0.6, 1.4, 4000)))
    model = fit_beta_binomial(table, method)
    assert (model.rate, model.rho) == pytest.approx((0.3, 1 / 3), abs=0.03)
    assert model.tasks == (4000 if method == "ml" else int((n > 1).sum()))


@pytest.mark.parametrize("method", ["ml", "moments"])
def test_all_or_nothing_tasks_are_alike_within_and_pass_at_k_is_flat(method):
    model = fit_beta_binomial(counts(*[(10, 10)] * 3 + [(10, 0)] * 7), method)
    assert (model.rate, model.rho) == (pytest.approx(0.3), pytest.approx(1, abs=1e-12))
    assert pass_at_k_from_rate(model.rate, 1000, model.rho) == pytest.approx(0.3)
    assert pass_hat_k_from_rate(model.rate, 1000, model.rho) == pytest.approx(0.3)


@pytest.mark.parametrize("method", ["ml", "moments"])
def test_tasks_that_are_all_alike_have_no_correlation(method):
    model = fit_beta_binomial(counts(*[(10, 4)] * 8), method)
    assert (model.rate, model.rho) == (pytest.approx(0.4), 0)


def test_moments_are_unbiased_for_the_mean_square():
    # By hand: shares 0, 1/2, 1 of n = 2; m2 = (0 + 0 + 1) / 3, rate 1/2, s**2 / N = 1/4 / 3 = 1/12.
    model = fit_beta_binomial(counts((2, 0), (2, 1), (2, 2)), "moments")
    assert model.rho == pytest.approx((1 / 3 - (1 / 4 - 1 / 12)) / (1 / 2 - (1 / 4 - 1 / 12)))


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        ([(1, 1), (1, 0), (1, 0)], "only with two tasks of two samples or more; found 0"),
        ([(10, 3), (1, 0)], "only with two tasks of two samples or more; found 1"),
        ([(10, 0), (10, 0)], "No sample is correct"),
        ([(10, 10), (10, 10)], "Every sample is correct"),
        ([(200_000, 10), (10, 10)], "at most 100000 samples of a task; found 200000"),
    ],
)
def test_what_does_not_determine_the_model_is_refused(pairs, sentence):
    with pytest.raises(InputError, match=sentence):
        fit_beta_binomial(counts(*pairs))


def test_a_method_that_does_not_exist_is_refused():
    with pytest.raises(InputError, match="method must be one of 'ml', 'moments'"):
        fit_beta_binomial(counts((2, 1), (2, 0)), "bayes")


def test_long_tasks_are_fitted_too():
    model = fit_beta_binomial(drawn(2, 128, 10_000, 0.3, 1.2))
    assert exp(abs(np.log(model.rho / 0.4))) < 1.2
