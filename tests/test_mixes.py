"""Mixes of tasks with one mean: against exact fractions and each other."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from passk_core import InputError
from passk_core.mixes import SHAPES, difficulty_shares, mix_curves, two_kinds


@pytest.mark.parametrize("shape", SHAPES)
def test_the_mean_and_the_spread_are_those_asked_for(shape):
    for mean, rho in ((0.4, 0.3), (0.05, 0.6), (0.9, 0.01), (0.4, 0.0), (0.4, 1.0)):
        curves = mix_curves(mean, rho, 2, shape)
        assert curves.pass_at[0] == pytest.approx(mean, rel=1e-14)
        assert curves.pass_hat[0] == pytest.approx(mean, rel=1e-14)
        # pass^2 is the mean of p^2, so this is the spread of the rates by its definition.
        assert curves.pass_hat[1] - mean**2 == pytest.approx(rho * mean * (1 - mean), abs=1e-15)


def test_the_curves_are_exact():
    mean, rho = Fraction(2, 5), Fraction(3, 10)
    all_right = all_wrong = Fraction(1)
    curves = mix_curves(0.4, 0.3, 10)
    for i in range(10):
        all_right *= (mean * (1 - rho) + i * rho) / (1 - rho + i * rho)
        all_wrong *= ((1 - mean) * (1 - rho) + i * rho) / (1 - rho + i * rho)
        assert curves.pass_hat[i] == pytest.approx(float(all_right), rel=1e-14)
        assert curves.pass_at[i] == pytest.approx(float(1 - all_wrong), rel=1e-14)
    # rho = 1/4: rates 0.2 and 0.7 with shares 0.6 and 0.4
    two = mix_curves(0.4, 0.25, 10, "two kinds")
    assert two.pass_at[9] == pytest.approx(0.6 * (1 - 0.8**10) + 0.4 * (1 - 0.3**10), rel=1e-14)
    assert two.pass_hat[9] == pytest.approx(0.6 * 0.2**10 + 0.4 * 0.7**10, rel=1e-13)


@pytest.mark.parametrize("shape", SHAPES)
def test_all_mixes_stay_in_the_range_that_their_mean_allows(shape):
    k = np.arange(1, 31)
    for rho in (0, 0.1, 0.5, 0.9, 1):
        curves = mix_curves(0.4, rho, 30, shape)
        assert (curves.pass_at >= 0.4 - 1e-15).all()
        assert (curves.pass_at <= 1 - 0.6**k + 1e-15).all()
        assert (curves.pass_hat <= 0.4 + 1e-15).all()
        assert (curves.pass_hat >= 0.4**k - 1e-15).all()


@pytest.mark.parametrize("shape", SHAPES)
def test_the_shares_of_difficulty_add_up_and_keep_the_mean(shape):
    for mean, rho in ((0.4, 0.3), (0.1, 0.9), (0.5, 0.0), (0.3, 1.0), (0.0, 0.5), (1.0, 0.5)):
        shares = difficulty_shares(mean, rho, 1000, shape)
        assert shares.sum() == pytest.approx(1, rel=1e-12)
        assert (shares >= 0).all()
        assert shares @ (np.arange(1000) + 0.5) / 1000 == pytest.approx(mean, abs=1e-3)


def test_an_even_mix_fills_every_bin_alike():
    assert difficulty_shares(0.5, 1 / 3, 20) == pytest.approx(np.full(20, 0.05), rel=1e-12)  # Beta(1, 1)


def test_the_ends_of_the_spread_are_points():
    assert two_kinds(0.4, 0)[0].tolist() == [0.4, 0.4]
    assert two_kinds(0.4, 1)[0].tolist() == [0, 1]
    assert difficulty_shares(0.3, 1, 4).tolist() == [0.7, 0, 0, 0.3]


def test_what_has_no_meaning_is_refused():
    with pytest.raises(InputError, match="shape must be one of 'beta', 'two kinds'"):
        mix_curves(0.4, 0.3, 10, "normal")
    with pytest.raises(InputError, match="k_max must be a whole number from 1 to 1000"):
        mix_curves(0.4, 0.3, 10**6)
    with pytest.raises(InputError, match="mean must be a number from 0 to 1"):
        difficulty_shares(4, 0.3)
    with pytest.raises(InputError, match="bins must be a whole number"):
        difficulty_shares(0.4, 0.3, 0)
