"""pass@k and pass^k of counts, against exact fractions, brute force and reference values."""

from __future__ import annotations

import random
import tracemalloc
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from passk_core import InputError, pass_at_k, pass_at_k_curve, pass_hat_k, pass_hat_k_curve

Case = tuple[int, int, int]


def hit(n: int, c: int, k: int) -> Fraction:
    return 1 - Fraction(comb(n - c, k), comb(n, k))


def every(n: int, c: int, k: int) -> Fraction:
    return Fraction(comb(c, k), comb(n, k))


def off(value: Any, exact: Fraction) -> float:
    """The relative error of a value; what is exactly 0 must be 0.0."""
    return abs(float((Fraction(float(value)) - exact) / exact)) if exact else abs(float(value))


def allowed(exact: Fraction) -> float:
    """How far pass^k and the complements may be off, relatively, by their size."""
    return 1e-14 if exact >= Fraction(1, 10**30) else 3e-13


def up_to(most: int) -> st.SearchStrategy[Case]:
    return st.integers(1, most).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n)))


def drawn(seed: int, number: int, least: int, most: int, draws: int) -> list[Case]:
    """Cases whose n lies between least and most, with c near 0, near n and between, and k up to ``draws``."""
    rng = random.Random(seed)
    cases = []
    for _ in range(number):
        n = rng.randint(least, most)
        few = int(10 ** rng.uniform(0, len(str(n)) - 1))
        c = rng.choice([few, n - few, rng.randint(0, n)])
        cases.append((n, c, min(n, int(10 ** rng.uniform(0, len(str(draws)) - 1)))))
    return cases


def test_reference_values_are_met(reference: dict[str, Any]) -> None:
    assert len(reference["counts"]) >= 30
    for row in reference["counts"]:
        n, c, k = row["n"], row["c"], row["k"]
        assert off(pass_at_k(n, c, k), Fraction(row["pass_at_k"])) <= 1e-15, row
        for value, exact in (
            (pass_hat_k(n, c, k), Fraction(row["pass_hat_k"])),
            (pass_hat_k(n, n - c, k), Fraction(row["one_minus_pass_at_k"])),
            (pass_at_k(n, n - c, k), Fraction(row["one_minus_pass_hat_k"])),
        ):
            if exact == 0 or exact >= Fraction(1, 10**300):
                assert off(value, exact) <= allowed(exact), row
            else:
                assert value == 0.0, row


@pytest.mark.parametrize(
    ("least", "most", "draws", "number"),
    [(1, 200, 1000, 400), (200, 10**4, 10**5, 200), (10**4, 10**6, 10**3, 40), (10**6, 10**9, 10**2, 40)],
)
def test_values_meet_the_exact_fractions_at_every_size(least: int, most: int, draws: int, number: int) -> None:
    for n, c, k in drawn(seed=most, number=number, least=least, most=most, draws=draws):
        assert off(pass_at_k(n, c, k), hit(n, c, k)) <= 1e-15, (n, c, k)
        for value, exact in ((pass_hat_k(n, c, k), every(n, c, k)), (pass_hat_k(n, n - c, k), 1 - hit(n, c, k))):
            if exact == 0 or exact >= Fraction(1, 10**300):
                assert off(value, exact) <= allowed(exact), (n, c, k)
            else:
                assert 0.0 <= value < 1.1e-300, (n, c, k)


def test_published_examples_come_out() -> None:
    # Chen et al. 2021 and tau-bench give formulas only; these are worked by hand.
    assert pass_at_k(10, 3, 5) == pytest.approx(11 / 12, rel=1e-15)
    assert pass_at_k(10, 2, 5) == pytest.approx(7 / 9, rel=1e-15)
    assert pass_at_k(200, 1, 100) == pytest.approx(0.5, rel=1e-15)
    assert pass_hat_k(4, 3, 2) == 0.5
    assert pass_hat_k(8, 5, 4) == pytest.approx(1 / 14, rel=1e-15)


@given(up_to(9))
def test_both_are_shares_of_the_subsets_of_k_samples(case: Case) -> None:
    n, c, k = case
    samples = [True] * c + [False] * (n - c)
    subsets = list(combinations(samples, k))
    assert off(pass_at_k(n, c, k), Fraction(sum(map(any, subsets)), len(subsets))) <= 1e-15
    assert off(pass_hat_k(n, c, k), Fraction(sum(map(all, subsets)), len(subsets))) <= 1e-14


@given(up_to(3000))
def test_one_draw_passes_as_often_as_the_samples_do(case: Case) -> None:
    n, c, _ = case
    assert pass_at_k(n, c, 1) == pytest.approx(c / n, rel=1e-15)
    assert pass_hat_k(n, c, 1) == pytest.approx(c / n, rel=1e-15)


@given(up_to(3000))
def test_pass_hat_k_is_at_most_pass_at_1_and_that_at_most_pass_at_k(case: Case) -> None:
    n, c, k = case
    assert 0.0 <= pass_hat_k(n, c, k) <= pass_at_k(n, c, 1) * (1 + 1e-15)
    assert pass_at_k(n, c, 1) <= pass_at_k(n, c, k) * (1 + 1e-15) <= 1.0 + 1e-15


@given(up_to(3000))
def test_the_complement_of_each_is_the_other_mirrored(case: Case) -> None:
    n, c, k = case
    assert pass_at_k(n, c, k) + pass_hat_k(n, n - c, k) == pytest.approx(1.0, rel=4e-16)


@given(up_to(3000))
def test_marked_and_drawn_samples_can_trade_places(case: Case) -> None:
    n, c, k = case
    if c:
        assert pass_at_k(n, c, k) == pass_at_k(n, k, c)


@given(up_to(300))
def test_pass_at_k_rises_with_k_ever_more_slowly_and_pass_hat_k_falls(case: Case) -> None:
    n, c, _ = case
    ks = np.arange(1, n + 1)
    at, hat = np.asarray(pass_at_k(n, c, ks)), np.asarray(pass_hat_k(n, c, ks))
    assert (np.diff(at) >= -1e-15).all()
    assert (np.diff(at, 2) <= 1e-15).all()
    assert (np.diff(hat) <= 1e-15).all()


@given(up_to(300))
def test_certainty_is_exact(case: Case) -> None:
    n, c, k = case
    if c > n - k:
        assert pass_at_k(n, c, k) == 1.0
    if c < k:
        assert pass_hat_k(n, c, k) == 0.0
    assert pass_at_k(n, 0, k) == 0.0
    assert pass_hat_k(n, n, k) == 1.0


def test_the_estimate_is_unbiased_for_every_rate() -> None:
    n, k = 12, 5
    for p in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
        chances = [comb(n, c) * p**c * (1 - p) ** (n - c) for c in range(n + 1)]
        for estimate, truth in ((pass_at_k, 1 - (1 - p) ** k), (pass_hat_k, p**k)):
            mean = sum(chance * Fraction(float(estimate(n, c, k))) for c, chance in enumerate(chances))
            assert off(mean, truth) <= 1e-14


@given(st.lists(up_to(400), min_size=1, max_size=150))
def test_arrays_give_what_single_numbers_give(cases: list[Case]) -> None:
    n, c, k = np.array(cases).T
    for function in (pass_at_k, pass_hat_k):
        for value, case in zip(np.asarray(function(n, c, k)), cases, strict=True):
            # To a few ulp: many factors may be summed in another order.
            assert value == pytest.approx(function(*case), rel=3e-15, abs=1e-300)


def test_arrays_broadcast_and_keep_their_shape() -> None:
    table = pass_at_k(10, [[0], [2], [10]], [1, 5])
    assert isinstance(table, np.ndarray)
    assert table.shape == (3, 2)
    assert off(table[1, 1], Fraction(7, 9)) <= 1e-15
    assert isinstance(pass_at_k(np.int32(10), np.uint8(2), np.array(5)), float)
    assert np.asarray(pass_hat_k([], [], 1)).shape == (0,)
    assert np.asarray(pass_at_k(np.ones((0, 3), int), 0, 1)).shape == (0, 3)


def test_zero_is_never_negative() -> None:
    for function in (pass_at_k, pass_hat_k):
        values = function(20, np.arange(21)[:, None], np.arange(1, 21))
        assert not np.signbit(values).any()
    for curve in (pass_at_k_curve, pass_hat_k_curve):
        assert not np.signbit(curve(20, np.arange(21), 20)).any()


def test_a_billion_samples_take_little_memory() -> None:
    tracemalloc.start()
    try:
        values = [pass_at_k(10**9, c, k) for c in (1, 863_000, 10**9 - 1) for k in (1, 863_000, 10**9)]
        values += [pass_hat_k(10**9, c, k) for c in (1, 863_000, 10**9 - 1) for k in (1, 863_000, 10**9)]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert all(0.0 <= value <= 1.0 for value in values)
    assert peak < 200e6


@pytest.mark.parametrize(
    ("n", "c", "k", "sentence"),
    [
        (2, 0, 5, "k must be a whole number from 1 to n = 2; found 5."),
        (10, 2, 0, "k must be a whole number from 1 to n = 10; found 0."),
        (10, 12, 1, "c must be a whole number from 0 to n = 10; found 12."),
        (10, -1, 1, "c must be a whole number from 0 to n = 10; found -1."),
        (0, 0, 1, "n must be a whole number from 1 to 1000000000; found 0."),
        (10**10, 0, 1, "n must be a whole number from 1 to 1000000000; found 10000000000."),
        (10, 2.5, 1, "c must be a whole number from 0 to n = 10; found 2.5 (float)."),
        (10, True, 1, "c must be a whole number from 0 to n = 10; found True (bool)."),
        (10, float("nan"), 1, "c must be a whole number from 0 to n = 10; found nan (float)."),
        (10, float("inf"), 1, "c must be a whole number from 0 to n = 10; found inf (float)."),
        (10, "2", 1, "c must be a whole number from 0 to n = 10; found '2' (str)."),
        (10, None, 1, "c must be a whole number from 0 to n = 10; found None (NoneType)."),
        (10, 2, [1, 11], "k[1] must be a whole number from 1 to n = 10; found 11."),
        ([10, 5], [7, 7], 1, "c[1] must be a whole number from 0 to n[1] = 5; found 7."),
        ([[10], [5]], [3, 6], 1, "c[1] must be a whole number from 0 to n[1, 0] = 5; found 6."),
        ([10, 5], [1, 2, 3], 1, "n, c do not fit together: their shapes are (2,), (3,)."),
        ([10, 5], 1, [1, 2, 3], "n, k do not fit together: their shapes are (2,), (3,)."),
    ],
)
def test_what_is_not_defined_is_refused_in_a_sentence(n: Any, c: Any, k: Any, sentence: str) -> None:
    for function in (pass_at_k, pass_hat_k):
        with pytest.raises(InputError) as refusal:
            function(n, c, k)
        assert str(refusal.value) == sentence


def test_curves_meet_the_exact_fractions_up_to_200_samples() -> None:
    rng = random.Random(1)
    for n in [*range(1, 31), 57, 100, 164, 200]:
        some = range(n + 1) if n <= 30 else [0, 1, 2, n - 1, n, *rng.sample(range(3, n - 1), 12)]
        at, hat = pass_at_k_curve(n, np.array(some), n), pass_hat_k_curve(n, np.array(some), n)
        assert at.shape == hat.shape == (len(some), n)
        for row, c in enumerate(some):
            for k in range(1, n + 1) if n <= 30 else {1, 2, n, *rng.sample(range(3, n), 10)}:
                assert off(at[row, k - 1], hit(n, c, k)) <= 4e-15, (n, c, k)
                if every(n, c, k) == 0 or every(n, c, k) > Fraction(1, 10**300):
                    assert off(hat[row, k - 1], every(n, c, k)) <= 4e-15, (n, c, k)
                assert (at[row, k - 1] == 1.0) or hit(n, c, k) < 1


def test_curves_stay_close_up_to_a_million_samples() -> None:
    n, length = 10**6, 10**5
    c = np.array([1, 20, 3000, 500_000, 999_000, 10**6 - 1])
    ks = np.array([1, 10, 1000, 30_000, 10**5])
    for curve, value in ((pass_at_k_curve, pass_at_k), (pass_hat_k_curve, pass_hat_k)):
        # The single values are exact to 1e-14 or better, as tested above.
        exact = np.asarray(value(n, c[:, None], ks))
        shown = exact > 1e-290
        np.testing.assert_allclose(curve(n, c, length)[:, ks - 1][shown], exact[shown], rtol=1e-12)


@given(up_to(60), st.lists(st.integers(0, 60), max_size=5))
def test_a_curve_holds_the_single_values(case: Case, more: list[int]) -> None:
    n, c, k = case
    counts = np.array([c, *(min(other, n) for other in more)])
    for curve, value in ((pass_at_k_curve, pass_at_k), (pass_hat_k_curve, pass_hat_k)):
        np.testing.assert_allclose(curve(n, counts, k), value(n, counts[:, None], np.arange(1, k + 1)), rtol=8e-15)
        np.testing.assert_array_equal(curve(n, c, k), curve(n, counts, k)[0])


def test_a_curve_is_refused_beyond_the_fewest_samples() -> None:
    with pytest.raises(InputError, match=r"^k_max must be a whole number from 1 to min\(n\) = 5; found 6\.$"):
        pass_at_k_curve([10, 5], [1, 2], 6)
    with pytest.raises(InputError, match=r"^k_max must be a single number; found \[1, 2\]\.$"):
        pass_hat_k_curve(10, 1, [1, 2])  # type: ignore[arg-type]
    assert pass_at_k_curve([], [], 3).shape == (0, 3)
    assert pass_at_k_curve([[4], [6]], [1, 2, 3], 2).shape == (2, 3, 2)
