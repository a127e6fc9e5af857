"""pass@k and pass^k of a success rate, against exact products, closed forms and reference values."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from passk_core import InputError, pass_at_k, pass_at_k_from_rate, pass_hat_k, pass_hat_k_from_rate
from passk_core.rates import log_all_alike

rates = st.fractions(0, 1, max_denominator=1000)
some = st.integers(1, 40)


def off(value: Any, exact: Fraction) -> float:
    return abs(float((Fraction(float(value)) - exact) / exact)) if exact else abs(float(value))


def all_alike(rate: Fraction, rho: Fraction, k: int) -> Fraction:
    """The chance that k correlated attempts all turn out the way whose rate this is, as an exact product."""
    if rho == 1:
        return rate
    t, chance = rho / (1 - rho), Fraction(1)
    for i in range(k):
        chance *= (rate + i * t) / (1 + i * t)
    return chance


def test_independent_attempts_meet_the_reference_values(reference: dict[str, Any]) -> None:
    assert len(reference["p_k"]) >= 10
    for row in reference["p_k"]:
        p, k, rounding = Fraction(row["p"]), row["k"], row["k"] * 2.0**-52
        assert off(pass_at_k_from_rate(float(p), k), Fraction(row["pass_at_k"])) <= min(rounding, 1e-15), row
        assert off(pass_hat_k_from_rate(1 - p, k), Fraction(row["fail"])) <= rounding, row
        all_pass = row["pass_hat_k"]
        if int(all_pass.partition("e")[2] or 0) > -300:
            assert off(pass_hat_k_from_rate(float(p), k), Fraction(all_pass)) <= rounding, row
        else:
            assert pass_hat_k_from_rate(float(p), k) == 0.0


def test_correlated_attempts_meet_the_reference_values(reference: dict[str, Any]) -> None:
    for row in reference["beta_binomial_mu_rho"]:
        mu, rho, k = float(row["mu"]), float(row["rho"]), row["k"]
        assert off(pass_at_k_from_rate(mu, k, rho), Fraction(row["pass_at_k"])) <= 2e-15, row
        assert off(pass_hat_k_from_rate(mu, k, rho), Fraction(row["pass_hat_k"])) <= 1e-14, row


def test_ratios_of_beta_functions_meet_the_reference_values(reference: dict[str, Any]) -> None:
    assert len(reference["beta_ratio"]) >= 10
    for row in reference["beta_ratio"]:
        a, b, k = float(row["a"]), float(row["b"]), np.array([row["k"]])
        missed, passed = float(log_all_alike(b, a, 1.0, k)[0]), float(log_all_alike(a, b, 1.0, k)[0])
        assert off(-np.expm1(missed), Fraction(row["pass_at_k"])) <= 1e-15, row
        # exp loses as many digits as its argument has before the point.
        assert off(np.exp(missed), Fraction(row["one_minus"])) <= 1e-15 * max(1.0, -missed), row
        if passed > -690:
            assert off(np.exp(passed), Fraction(row["pass_hat_k"])) <= 1e-15 * max(1.0, -passed), row


@given(rates, some, rates)
def test_values_are_the_exact_products(p: Fraction, k: int, rho: Fraction) -> None:
    at, hat = pass_at_k_from_rate(p, k, rho), pass_hat_k_from_rate(p, k, rho)
    # p and rho are rounded to doubles on the way in, hence the allowance.
    assert off(at, 1 - all_alike(1 - p, rho, k)) <= 2e-14
    assert off(hat, all_alike(p, rho, k)) <= 2e-14


@pytest.mark.parametrize("k", [1, 4096, 4097, 8192, 10**5, 10**9])
def test_closed_forms_hold_for_any_number_of_attempts(k: int) -> None:
    # Beta(1, b): pass@k = k / (b + k).
    for b in (3, 10**6):
        assert off(pass_at_k_from_rate(Fraction(1, 1 + b), k, Fraction(1, 2 + b)), Fraction(k, b + k)) <= 1e-14
        assert off(np.exp(log_all_alike(float(b), 1.0, 1.0, np.array([k]))[0]), Fraction(b, b + k)) <= 1e-14
    if k <= 10**5:  # Beta(1/2, 1/2)
        assert off(pass_hat_k_from_rate(0.5, k, 0.5), Fraction(comb(2 * k, k), 4**k)) <= 1e-14


@given(rates, st.integers(1, 10**9))
def test_rho_goes_from_independent_to_identical_attempts(p: Fraction, k: int) -> None:
    steps = np.array([0.0, 1e-9, 0.1, 0.5, 0.9, 1.0])
    at, hat = np.asarray(pass_at_k_from_rate(p, k, steps)), np.asarray(pass_hat_k_from_rate(p, k, steps))
    assert (np.diff(at) <= 1e-14).all()
    assert (np.diff(hat) >= -1e-14).all()
    assert at[-1] == hat[-1] == float(p)
    assert not np.signbit(at).any()
    assert not np.signbit(hat).any()


@given(rates, some, rates)
def test_pass_hat_k_is_at_most_p_and_p_at_most_pass_at_k(p: Fraction, k: int, rho: Fraction) -> None:
    assert 0.0 <= pass_hat_k_from_rate(p, k, rho) <= float(p) * (1 + 1e-14)
    assert float(p) * (1 - 1e-14) <= pass_at_k_from_rate(p, k, rho) <= 1.0


@given(st.lists(st.tuples(rates, st.integers(1, 10**5), rates), min_size=1, max_size=8))
def test_arrays_give_what_single_numbers_give(cases: list[tuple[Fraction, int, Fraction]]) -> None:
    p, k, rho = zip(*cases, strict=True)
    for function in (pass_at_k_from_rate, pass_hat_k_from_rate):
        for value, case in zip(np.asarray(function(p, k, rho)), cases, strict=True):
            assert value == pytest.approx(function(*case), rel=1e-14, abs=1e-300)


def test_small_rates_keep_their_digits() -> None:
    assert pass_at_k_from_rate(1e-300, 3) == pytest.approx(3e-300, rel=1e-15)
    # To first order pass@k is p (1 + 1/2 + ... + 1/k) at rho = 1/2.
    harmonic = float(sum(Fraction(1, i) for i in range(1, 101)))
    assert pass_at_k_from_rate(1e-300, 100, 0.5) == pytest.approx(1e-300 * harmonic, rel=1e-14)


def test_the_plug_in_is_as_biased_as_the_reference_says(reference: dict[str, Any]) -> None:
    for row in reference["plugin_bias"]:
        n, k, p = row["n"], row["k"], Fraction(row["p"])
        chances = [comb(n, c) * p**c * (1 - p) ** (n - c) for c in range(n + 1)]
        mean = sum(chance * Fraction(float(pass_at_k_from_rate(Fraction(c, n), k))) for c, chance in enumerate(chances))
        assert off(mean, Fraction(row["E_plugin"])) <= 1e-14, row
        assert off(mean - (1 - (1 - p) ** k), Fraction(row["bias"])) <= 1e-13, row


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_the_plug_in_never_exceeds_pass_at_k_nor_falls_below_pass_hat_k(case: tuple[int, int, int]) -> None:
    n, c, k = case
    rate = Fraction(c, n)
    assert pass_at_k_from_rate(rate, k) <= pass_at_k(n, c, k) * (1 + 1e-14)
    assert pass_hat_k(n, c, k) <= pass_hat_k_from_rate(rate, k) * (1 + 1e-14)


@pytest.mark.parametrize(
    ("p", "k", "rho", "sentence"),
    [
        (1.5, 1, 0, "p must be a number from 0 to 1; found 1.5."),
        (-1e-300, 1, 0, "p must be a number from 0 to 1; found -1e-300."),
        (float("nan"), 1, 0, "p must be a number from 0 to 1; found nan."),
        (float("inf"), 1, 0, "p must be a number from 0 to 1; found inf."),
        (True, 1, 0, "p must be a number from 0 to 1; found True."),
        ("0.4", 1, 0, "p must be a number from 0 to 1; found '0.4'."),
        (None, 1, 0, "p must be a number from 0 to 1; found None."),
        ([0.1, 40], 1, 0, "p[1] must be a number from 0 to 1; found 40."),
        (0.4, 0, 0, "k must be a whole number from 1 to 1000000000; found 0."),
        (0.4, 2.5, 0, "k must be a whole number from 1 to 1000000000; found 2.5 (float)."),
        (0.4, 1, 2, "rho must be a number from 0 to 1; found 2."),
        ([0.1, 0.2], [1, 2, 3], 0, "p, k, rho do not fit together: their shapes are (2,), (3,), ()."),
    ],
)
def test_what_is_not_defined_is_refused_in_a_sentence(p: Any, k: Any, rho: Any, sentence: str) -> None:
    for function in (pass_at_k_from_rate, pass_hat_k_from_rate):
        with pytest.raises(InputError) as refusal:
            function(p, k, rho)
        assert str(refusal.value) == sentence


def test_empty_arrays_give_empty_arrays() -> None:
    assert np.asarray(pass_at_k_from_rate([], 3, 0.5)).shape == (0,)
    assert np.asarray(pass_hat_k_from_rate(np.ones((0, 2)), [1, 2])).shape == (0, 2)
