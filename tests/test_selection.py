"""Choosing among attempts by a score or a vote: against closed forms, sums and experiments."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from passk_core import InputError
from passk_core.selection import best_scored, majority_right


def auc_of(ahead: float) -> float:
    """The chance that a standard normal score that is ahead by so much wins: Phi(ahead / sqrt 2)."""
    return (1 + math.erf(ahead / 2)) / 2


def test_the_worked_example():
    assert [round(best_scored(0.2, 10, auc), 3) for auc in (0.5, auc_of(1), auc_of(2))] == [0.2, 0.497, 0.749]
    assert [round(auc_of(1), 2), round(auc_of(2), 2)] == [0.76, 0.92]
    assert best_scored(0.2, 10, 1) == pytest.approx(1 - 0.8**10)


@pytest.mark.parametrize("auc", [0.01, 0.3, 0.5001, 0.76, 0.999, 1 - 1e-12])
def test_of_two_attempts_the_better_scored_one_has_a_closed_form(auc):
    for p in (1e-6, 0.2, 0.9):
        assert best_scored(p, 2, auc) == pytest.approx(p * p + 2 * p * (1 - p) * auc, rel=1e-12)


def test_one_attempt_is_the_rate_whatever_the_score():
    for auc in (0, 0.2, 0.8, 1):
        assert best_scored(0.3, 1, auc) == pytest.approx(0.3, rel=1e-12)


def test_a_score_never_beats_the_oracle_nor_a_good_one_chance():
    for k in (3, 100, 10**6, 10**9):
        found = [best_scored(0.2, k, auc) for auc in (0, 0.2, 0.5, 0.7, 0.95, 1)]
        assert found == sorted(found)
        assert found[0] == pytest.approx(0.2**k, rel=1e-12, abs=1e-300)


def test_an_experiment_agrees_within_four_standard_errors():
    random = np.random.default_rng(5)
    right = random.random((40_000, 8)) < 0.3
    scores = random.normal(size=right.shape) + 1.5 * right
    share = right[np.arange(len(right)), scores.argmax(axis=1)].mean()
    expected = best_scored(0.3, 8, auc_of(1.5))
    assert abs(share - expected) < 4 * (expected * (1 - expected) / len(right)) ** 0.5


def test_a_majority_is_the_sum_of_its_binomial_chances():
    for p in (Fraction(2, 5), Fraction(7, 10)):
        for k in (1, 2, 3, 10, 11):
            exact = sum(math.comb(k, j) * p**j * (1 - p) ** (k - j) for j in range(k // 2 + 1, k + 1))
            assert majority_right(float(p), k) == pytest.approx(float(exact), rel=1e-13)
    assert majority_right(0, 5) == 0
    assert majority_right(1, 5) == 1


def test_what_has_no_meaning_is_refused():
    with pytest.raises(InputError, match="auc must be a number from 0 to 1"):
        best_scored(0.2, 3, 76)
    with pytest.raises(InputError, match="k must be a whole number"):
        majority_right(0.2, 0)
