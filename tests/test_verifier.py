"""Verifiers that err: against exact fractions, the reference values and the worked examples."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from passk_core import InputError, pass_hat_k_from_rate
from passk_core.verifier import (
    best_attempts,
    corrected_rate,
    observed_rate,
    outcomes,
    pass_at_k_at_least,
    weak_tests,
)

MIX = {"false_accept": [0.02, 0.03], "shares": [0.6, 0.4]}


def test_the_reference_values_are_found(reference):
    for case in reference["verifier"]:
        rates = {"false_accept": case["alpha"], "false_reject": case["beta"]}
        found = outcomes(case["p"], case["k"], **rates)
        assert observed_rate(case["p"], **rates) == pytest.approx(case["p_obs"], rel=1e-15)
        for field, name in (
            ("reported", "reported"),
            ("true", "true_any"),
            ("verified", "verified_correct"),
            ("ceiling", "ppv"),
            ("right", "deliver_right"),
            ("wrong", "deliver_wrong"),
            ("withheld", "abstain"),
        ):
            assert getattr(found, field) == pytest.approx(case[name], rel=1e-12), name


def test_the_first_accepted_attempt_is_followed_step_by_step():
    p, accept, reject, k = Fraction(1, 5), Fraction(1, 20), Fraction(1, 10), 6
    right = wrong = Fraction(0)
    waiting = Fraction(1)
    for _ in range(k):
        right += waiting * p * (1 - reject)
        wrong += waiting * (1 - p) * accept
        waiting *= p * reject + (1 - p) * (1 - accept)
    found = outcomes(0.2, k, 0.05, 0.1)
    assert found.right == pytest.approx(float(right), rel=1e-14)
    assert found.wrong == pytest.approx(float(wrong), rel=1e-14)
    assert found.withheld == pytest.approx(float(waiting), rel=1e-13)


def test_a_perfect_verifier_delivers_what_is_true():
    found = outcomes(0.3, [1, 4, 20])
    for values in (found.reported, found.verified, found.right):
        assert values.tolist() == found.true.tolist()
    assert found.wrong.tolist() == [0, 0, 0]
    assert found.ceiling == 1


def test_a_model_that_solves_nothing_reports_95_percent():
    found = outcomes(0, 100, false_accept=0.03)
    assert round(found.reported, 3) == 0.952
    assert (found.true, found.right, found.ceiling) == (0, 0, 0)


def test_where_nothing_is_ever_accepted_all_is_withheld():
    found = outcomes(0, 10)
    assert (found.reported, found.right, found.wrong, found.withheld, found.ceiling) == (0, 0, 0, 1, 0)


def test_no_number_of_attempts_passes_the_ceiling():
    found = outcomes(0.2, np.array([1, 10, 100, 10**9]), 0.05, 0.1)
    assert (np.diff(found.right) >= 0).all()
    assert found.right[-1] == pytest.approx(found.ceiling, rel=1e-14)


def test_the_mix_of_two_kinds_of_task():
    found = outcomes([0.5, 0], 100, **MIX)
    assert [round(x, 3) for x in (found.reported, found.true, found.right)] == [0.981, 0.6, 0.588]
    assert found.right + found.wrong + found.withheld == pytest.approx(1, rel=1e-14)
    over_k = outcomes([0.5, 0], [1, 100], **MIX)
    assert over_k.right[1] == found.right


@pytest.mark.parametrize(("penalty", "k"), [(0.5, 6), (1, 5), (2, 4), (4, 3)])
def test_a_wrong_answer_that_costs_makes_few_attempts_best(penalty, k):
    found = best_attempts([0.5, 0], penalty, **MIX)
    assert found.k == k

    def utility(attempts):
        seen = outcomes([0.5, 0], attempts, **MIX)
        return seen.right - penalty * seen.wrong

    assert found.utility == pytest.approx(utility(k), rel=1e-13)
    assert all(utility(k) >= utility(other) for other in range(1, 200))


def test_without_a_penalty_more_attempts_never_pay_less():
    found = best_attempts([0.5, 0], 0, **MIX)
    assert found.k is None
    assert round(found.utility, 3) == 0.588


def test_it_may_be_best_not_to_try():
    assert best_attempts(0, 1, false_accept=0.03).k == 0
    assert best_attempts(0, 1, false_accept=0.03).utility == 0
    assert best_attempts(0, 1).k == 0  # nothing is ever accepted


def test_one_kind_of_task_pays_with_every_attempt_or_never():
    assert best_attempts(0.2, 4, false_accept=0.05).k is None  # right 0.2 against wrong 4 * 0.04
    assert best_attempts(0.2, 6, false_accept=0.05).k == 0


def test_the_correction_undoes_the_errors():
    for p in (0.0, 0.01, 0.3, 1.0):
        found = corrected_rate(observed_rate(p, 0.05, 0.1), 0.05, 0.1)
        assert found.value == pytest.approx(p, abs=1e-15)


def test_a_correction_outside_0_to_1_is_clipped_and_says_so():
    low, high = corrected_rate(0.02, 0.05, 0.1), corrected_rate(0.95, 0.05, 0.1)
    assert (low.value, low.clipped, high.value, high.clipped) == (0, True, 1, True)
    assert low.unclipped == pytest.approx(-0.03 / 0.85)
    assert high.unclipped == pytest.approx(0.9 / 0.85)
    assert not corrected_rate(0.5).clipped


def test_a_limit_of_false_accepts_bounds_the_truth_from_below():
    seen, k = observed_rate(0.2, 0.04), 10
    assert pass_at_k_at_least(seen, k, 0.05) < 1 - 0.8**10
    assert pass_at_k_at_least(seen, k, 0.04) == pytest.approx(1 - 0.8**10, rel=1e-14)
    # False rejects hide right answers, so the bound still holds.
    assert pass_at_k_at_least(observed_rate(0.2, 0.04, 0.3), k, 0.04) < 1 - 0.8**10
    exact = 1 - (Fraction(78, 100) / Fraction(95, 100)) ** 10
    assert pass_at_k_at_least(0.22, 10, 0.05) == pytest.approx(float(exact), rel=1e-14)
    assert pass_at_k_at_least(0.04, 10, 0.05) == 0
    assert pass_at_k_at_least(1, 10, 1) == 0


def test_weak_tests_against_strict_ones():
    found = weak_tests(0.5, 0.4)
    assert found.false_accept == pytest.approx(1 / 6)
    assert found.wrong_share == pytest.approx(0.2)
    assert weak_tests(0, 0).wrong_share is None
    assert weak_tests(1, 1).false_accept is None


def test_a_grader_that_rejects_2_percent_costs_pass_hat_8_fifteen_points():
    assert round(pass_hat_k_from_rate(observed_rate(1, false_reject=0.02), 8), 3) == 0.851


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: corrected_rate(0.5, 0.6, 0.4), "must add up to less than 1; found 0.6 and 0.4"),
        (lambda: weak_tests(0.4, 0.5), "strict_rate must be at most weak_rate"),
        (lambda: outcomes([0.1, 0.2], 5, shares=[0.5, 0.4]), "shares must add up to 1"),
        (lambda: outcomes([0.1, 0.2], 5), "shares must add up to 1"),
        (lambda: outcomes([0.1, 0.2], 5, false_accept=[0, 0, 0]), "do not fit together"),
        (lambda: outcomes([[0.1]], 5), "must be a list of numbers"),
        (lambda: outcomes(1.2, 5), "p must be a number from 0 to 1"),
        (lambda: outcomes(0.2, 0), "k must be a whole number"),
        (lambda: observed_rate(0.2, false_accept=3), "false_accept must be a number from 0 to 1"),
        (lambda: best_attempts(0.2, -1), "penalty must be a number above 0"),
        (lambda: best_attempts(0.2, 1, k_max=10**6), "k_max must be a whole number from 1 to 100000"),
    ],
)
def test_what_has_no_meaning_is_refused(call, words):
    with pytest.raises(InputError, match=words):
        call()
