"""At least m of k, G-Pass@k and mG-Pass@k, against exact fractions, brute force and reference values."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from passk_core import InputError, at_least_m_of_k, g_pass_at_k, mg_pass_at_k, pass_at_k, pass_hat_k, tau_to_m


def off(value: Any, exact: Fraction) -> float:
    return abs(float((Fraction(float(value)) - exact) / exact)) if exact else abs(float(value))


def tail(n: int, c: int, k: int, m: int) -> Fraction:
    return Fraction(sum(comb(c, j) * comb(n - c, k - j) for j in range(m, min(c, k) + 1)), comb(n, k))


def up_to(most: int) -> st.SearchStrategy[tuple[int, int, int, int]]:
    return st.integers(1, most).flatmap(
        lambda n: st.integers(1, n).flatmap(
            lambda k: st.tuples(st.just(n), st.integers(0, n), st.just(k), st.integers(1, k))
        )
    )


def test_reference_values_are_met(reference: dict[str, Any]) -> None:
    assert len(reference["at_least_m"]) >= 10
    for row in reference["at_least_m"]:
        value = at_least_m_of_k(row["n"], row["c"], row["k"], row["m"])
        assert off(value, Fraction(row["exact"] or row["value"])) <= 4e-15, row
    for row in reference["mg_pass"]:
        assert off(mg_pass_at_k(row["n"], row["c"], row["k"]), Fraction(row["value"])) <= 4e-15, row


def test_thresholds_meet_the_reference_values_however_they_are_written(reference: dict[str, Any]) -> None:
    assert len(reference["tau_to_m"]) >= 10
    for row in reference["tau_to_m"]:
        text = row["tau"]
        for tau in (text, float(text), Decimal(text), Fraction(text), np.float64(text), np.float32(text)):
            assert tau_to_m(tau, row["k"]) == row["m"], (tau, row)


@given(up_to(9))
def test_it_is_the_share_of_subsets_with_m_correct_samples(case: tuple[int, int, int, int]) -> None:
    n, c, k, m = case
    subsets = list(combinations([1] * c + [0] * (n - c), k))
    share = Fraction(sum(sum(subset) >= m for subset in subsets), len(subsets))
    value = at_least_m_of_k(n, c, k, m)
    assert off(value, share) <= 4e-15
    assert (value == 1.0) == (share == 1)
    assert (value == 0.0) == (share == 0)


def test_tails_keep_their_digits_up_to_a_thousand_samples() -> None:
    rng = random.Random(3)
    for _ in range(300):
        n = rng.randint(10, 1000)
        c, k = rng.randint(0, n), rng.randint(2, n)
        m = min(k, max(1, rng.choice([rng.randint(1, k), round(k * c / n + rng.gauss(0, 3))])))
        exact = tail(n, c, k, m)
        if exact == 0 or exact > Fraction(1, 10**290):
            assert off(at_least_m_of_k(n, c, k, m), exact) <= 4e-15, (n, c, k, m)


@given(up_to(10**9))
def test_any_size_gives_a_chance_and_its_complement(case: tuple[int, int, int, int]) -> None:
    n, c, k, m = case
    value, complement = at_least_m_of_k(n, c, k, m), at_least_m_of_k(n, n - c, k, k - m + 1)
    assert 0.0 <= value <= 1.0
    assert value + complement == pytest.approx(1.0, rel=1e-9)


@given(up_to(200))
def test_it_falls_from_pass_at_k_to_pass_hat_k_as_m_grows(case: tuple[int, int, int, int]) -> None:
    n, c, k, _ = case
    values = np.asarray(at_least_m_of_k(n, c, k, np.arange(1, k + 1)))
    assert values[0] == pass_at_k(n, c, k)
    assert k == 1 or values[-1] == pass_hat_k(n, c, k)
    assert (np.diff(values) <= 1e-15).all()


@given(up_to(60))
def test_all_thresholds_together_make_mg_pass_and_the_mean_share(case: tuple[int, int, int, int]) -> None:
    n, c, k, _ = case
    tails = [tail(n, c, k, i) for i in range(1, k + 1)]
    assert sum(tails) == Fraction(k * c, n)
    if k >= 2:
        above_half = [g_pass_at_k(n, c, k, Fraction(i, k)) for i in range(1, k + 1) if 2 * i > k + k % 2]
        assert mg_pass_at_k(n, c, k) == pytest.approx(2 * sum(above_half) / k, rel=1e-13, abs=1e-300)


def test_arrays_broadcast() -> None:
    n, c, k, m = [16, 48], [[9], [5]], 8, 4
    table = at_least_m_of_k(n, c, k, m)
    assert isinstance(table, np.ndarray)
    for i, j in np.ndindex(2, 2):
        assert off(table[i, j], tail(n[j], c[i][0], k, m)) <= 4e-15
    for_each_k = g_pass_at_k(16, 9, [2, 8], "50%")
    assert isinstance(for_each_k, np.ndarray)
    assert off(for_each_k[1], Fraction(241, 286)) <= 4e-15
    assert np.asarray(at_least_m_of_k([], [], [], [])).shape == (0,)
    assert np.asarray(mg_pass_at_k(5, [], 2)).shape == (0,)


@pytest.mark.parametrize("tau", [True, None, float("nan"), -0.1, 1.5, Decimal("NaN"), Fraction(10**30 + 1, 10**30)])
def test_a_threshold_outside_0_to_1_is_refused(tau: Any) -> None:
    with pytest.raises(InputError, match=r"^tau must be a number from 0 to 1; found "):
        tau_to_m(tau, 10)


def test_what_is_not_defined_is_refused_in_a_sentence() -> None:
    for m, found in ((0, "0"), (6, "6"), (2.0, r"2\.0 \(float\)")):
        with pytest.raises(InputError, match=rf"^m must be a whole number from 1 to k = 5; found {found}\.$"):
            at_least_m_of_k(10, 4, 5, m)
    with pytest.raises(InputError, match=r"^k must be a whole number from 2 to n = 10; found 1\.$"):
        mg_pass_at_k(10, 4, 1)
    with pytest.raises(InputError, match=r"^tau cannot be read as a probability; found 'half'\."):
        g_pass_at_k(10, 4, 5, "half")
