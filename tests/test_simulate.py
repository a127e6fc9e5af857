"""The experiments agree with the formulas within four standard errors, are seeded, and are bounded."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from passk_core import InputError
from passk_core.simulate import (
    correct_in_draws,
    deliveries,
    one_draw,
    plug_in_mean,
    running_share,
    stopped_runs,
    three_estimators,
)


def agrees(share: float, expected: float, repeats: int) -> bool:
    return abs(share - expected) <= 4 * (expected * (1 - expected) / repeats) ** 0.5


@pytest.mark.parametrize(("n", "c", "k"), [(10, 2, 5), (20, 7, 10), (200, 57, 10), (5, 0, 3), (5, 5, 5), (4, 3, 2)])
def test_the_share_of_draws_with_a_hit_walks_to_the_formula(n, c, k):
    correct = correct_in_draws(n, c, k, draws=20_000, seed=1)
    any_right = 1 - math.comb(n - c, k) / math.comb(n, k)
    all_right = math.comb(c, k) / math.comb(n, k)
    assert agrees(running_share(correct > 0)[-1], any_right, 20_000)
    assert agrees(running_share(correct == k)[-1], all_right, 20_000)
    # and it stays near on the way, from the thousandth draw on
    way = running_share(correct > 0)[1000:]
    bound = 6 * (any_right * (1 - any_right) / np.arange(1001, 20_001)) ** 0.5
    assert (abs(way - any_right) <= bound).all()


def test_one_draw_picks_k_different_samples_each_as_often_as_the_others():
    seen = np.zeros(10)
    for seed in range(2000):
        picked = one_draw(10, 3, seed)
        assert len(set(picked.tolist())) == 3
        assert (np.diff(picked) > 0).all()
        seen[picked] += 1
    assert all(agrees(share, 0.3, 2000) for share in seen / 2000)


@pytest.mark.parametrize("metric", ["pass@k", "pass^k"])
@pytest.mark.parametrize(("p", "n", "k"), [(0.4, 10, 5), (0.5, 20, 4), (0.3, 12, 3), (0.6, 4, 4)])
def test_the_three_estimators_have_the_bias_that_theory_gives_them(p, n, k, metric):
    three = three_estimators(p, n, k, problems=40_000, metric=metric, seed=2)
    truth = p**k if metric == "pass^k" else 1 - (1 - p) ** k
    for estimate, mean in (
        (three.unbiased, truth),
        (three.first_k, truth),
        (three.plug_in, plug_in_mean(p, n, k, metric)),
    ):
        assert estimate.truth == pytest.approx(truth)
        assert len(estimate.values) == 40_000
        assert abs(estimate.bias - (mean - truth)) <= 4 * estimate.standard_error
    assert three.first_k.spread == pytest.approx((truth * (1 - truth)) ** 0.5, rel=0.1)
    sign = 1 if metric == "pass^k" else -1
    assert sign * three.plug_in.bias > 0
    assert (sign * (three.plug_in.values - three.unbiased.values) >= -1e-12).all()


def test_the_first_k_samples_have_25_times_the_variance_of_200():
    three = three_estimators(0.05, 200, 10, problems=40_000, seed=3)
    assert three.first_k.spread**2 / three.unbiased.spread**2 == pytest.approx(0.2403 / 0.0095, rel=0.05)


def test_the_mean_of_the_plug_in_is_the_reference_one(reference):
    for case in reference["plugin_bias"]:
        found = plug_in_mean(float(Fraction(case["p"])), case["n"], case["k"])
        assert found == pytest.approx(float(case["E_plugin"]), rel=1e-12)


@pytest.mark.parametrize("metric", ["pass@k", "pass^k"])
def test_the_mean_of_the_plug_in_is_the_sum_over_all_outcomes(metric):
    p, n, k = Fraction(3, 10), 7, 4
    exact = sum(
        math.comb(n, c)
        * p**c
        * (1 - p) ** (n - c)
        * (Fraction(c, n) ** k if metric == "pass^k" else 1 - Fraction(n - c, n) ** k)
        for c in range(n + 1)
    )
    assert plug_in_mean(0.3, n, k, metric) == pytest.approx(float(exact), rel=1e-12)
    assert plug_in_mean(0, n, k, metric) == 0
    assert plug_in_mean(1, n, k, metric) == 1


def test_stopping_at_the_first_success_reads_too_high_as_the_formulas_say():
    for k, plain in ((1, 0.1 * math.log(10) / 0.9), (5, 0.67198)):
        runs = stopped_runs(0.1, k, problems=50_000, seed=4)
        truth = 1 - 0.9**k
        assert abs(runs.plain.bias - (plain - truth)) <= 4 * runs.plain.standard_error
        assert abs(runs.stopped.bias) <= 4 * runs.stopped.standard_error
        assert agrees((runs.n == 1).mean(), 0.1, 50_000)


@pytest.mark.parametrize("r", [2, 5])
def test_stopping_at_a_later_success_is_allowed_for_too(r):
    for k in (1, 3, 10):
        runs = stopped_runs(0.3, k, problems=30_000, r=r, seed=5)
        assert runs.n.min() >= r
        assert abs(runs.stopped.bias) <= 4 * runs.stopped.standard_error + 1e-15


@pytest.mark.parametrize(
    ("p", "k", "accept", "reject"), [(0.2, 10, 0.05, 0.1), (0.5, 3, 0.02, 0.0), (0.0, 100, 0.03, 0.0)]
)
def test_what_is_delivered_agrees_with_following_each_attempt(p, k, accept, reject):
    answers = deliveries(p, k, 10_000, accept, reject, seed=6)
    assert (answers.right.astype(int) + answers.wrong + answers.withheld == 1).all()
    taken = p * (1 - reject) + (1 - p) * accept
    reached = 1 - (1 - taken) ** k
    assert agrees(answers.right.mean(), p * (1 - reject) / taken * reached, 10_000)
    assert agrees(answers.wrong.mean(), (1 - p) * accept / taken * reached, 10_000)


def test_the_same_seed_gives_the_same_and_another_one_does_not():
    def all_of(seed):
        three = three_estimators(0.3, 10, 3, 50, seed=seed)
        return np.concatenate(
            [
                one_draw(1000, 20, seed),
                correct_in_draws(100, 30, 20, 50, seed),
                three.unbiased.values,
                three.first_k.values,
                stopped_runs(0.1, 5, 50, seed=seed).n,
                deliveries(0.3, 3, 50, 0.1, 0.1, seed).right,
            ]
        )

    assert (all_of(7) == all_of(7)).all()
    assert (all_of(7) != all_of(8)).any()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: correct_in_draws(10, 2, 5, 10**7), "draws must be a whole number from 1 to 1000000"),
        (lambda: correct_in_draws(10**6, 2, 5, 10), "n must be a whole number from 1 to 100000"),
        (lambda: correct_in_draws(10, 12, 5, 10), "c must be a whole number from 0 to n = 10; found 12"),
        (lambda: three_estimators(0.3, 5, 6, 10), "k must be a whole number from 1 to n = 5; found 6"),
        (lambda: three_estimators(0.3, 5, 5, 10, "pass"), "metric must be one of"),
        (lambda: deliveries(0.3, 1000, 1001), "problems must be a whole number from 1 to 1000"),
        (lambda: stopped_runs(0, 5, 10), "p must be a number from 1e-06 to 1; found 0.0"),
        (lambda: one_draw(10, 3, seed=-1), "seed must be a whole number from 0"),
    ],
)
def test_what_is_too_large_or_has_no_meaning_is_refused(call, words):
    with pytest.raises(InputError, match=words):
        call()
