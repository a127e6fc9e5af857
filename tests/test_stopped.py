"""pass@k of runs that stop at a success: against enumeration and the reference values."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from passk_core import InputError, pass_at_k
from passk_core.stopped import pass_at_k_stopped, plain_mean_when_stopped


def test_the_reference_values_are_found(reference):
    for case in reference["stopped_at_r_successes"]:
        found = pass_at_k_stopped(case["n"], case["r"], case["k"])
        assert found == pytest.approx(float(case["pass_at_k"]), rel=1e-15)


def test_it_is_the_quotient_of_binomials():
    for n in range(1, 12):
        for r in range(1, n + 1):
            for k in range(1, 15):
                missed = (
                    Fraction(math.comb(max(0, n - 1 - k), r - 1), math.comb(n - 1, r - 1)) if k < n else Fraction(0)
                )
                assert pass_at_k_stopped(n, r, k) == pytest.approx(float(1 - missed), rel=1e-14)


@pytest.mark.parametrize("r", [1, 2, 3])
def test_with_a_limit_both_kinds_of_ending_together_are_unbiased(r):
    p, limit = Fraction(3, 10), 8
    for k in range(1, limit + 1):
        mean = Fraction(0)
        for n in range(r, limit + 1):
            chance = math.comb(n - 1, r - 1) * p**r * (1 - p) ** (n - r)
            mean += chance * Fraction(pass_at_k_stopped(n, r, k)).limit_denominator(10**6)
        for c in range(r):
            chance = math.comb(limit, c) * p**c * (1 - p) ** (limit - c)
            mean += chance * Fraction(pass_at_k(limit, c, k)).limit_denominator(10**6)
        assert mean == 1 - (1 - p) ** k


def test_for_r_successes_it_is_unbiased_above_n_too():
    p, r, k = 0.4, 3, 10
    mean = sum(math.comb(n - 1, r - 1) * p**r * (1 - p) ** (n - r) * pass_at_k_stopped(n, r, k) for n in range(r, 200))
    assert mean == pytest.approx(1 - 0.6**10, rel=1e-12)


def test_the_rate_itself_is_the_value_at_k_1():
    assert pass_at_k_stopped(12, 3, 1) == pytest.approx(2 / 11)
    assert pass_at_k_stopped([1, 1, 5], [1, 1, 5], 1).tolist() == [1, 1, 1]


def test_the_plain_reading_of_stopped_runs_is_the_documented_one():
    assert round(plain_mean_when_stopped(0.1, 1), 3) == 0.256
    assert plain_mean_when_stopped(0.1, 1) == pytest.approx(-0.1 * math.log(0.1) / 0.9)
    assert round(plain_mean_when_stopped(0.1, 5), 3) == 0.672
    for p, k in ((0.3, 4), (0.05, 20), (0.5, 100)):
        summed = sum(min(1, k / n) * p * (1 - p) ** (n - 1) for n in range(1, 4000))
        assert plain_mean_when_stopped(p, k) == pytest.approx(summed, rel=1e-12)
    assert plain_mean_when_stopped(1, 3) == 1


def test_what_is_not_defined_is_refused():
    with pytest.raises(InputError, match="r must be a whole number from 1 to n = 3; found 4"):
        pass_at_k_stopped(3, 4, 1)
    with pytest.raises(InputError, match="r must be a whole number from 1"):
        pass_at_k_stopped(3, 0, 1)
    with pytest.raises(InputError, match="p must be a number above 0"):
        plain_mean_when_stopped(0, 1)
