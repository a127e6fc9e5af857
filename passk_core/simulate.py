"""Seeded experiments for teaching: what the formulas say, seen to happen.

Every function takes a seed and gives the same arrays for the same seed; nothing is drawn from a
global state. Each is bounded: at most 10**6 repetitions.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from passk_core import validate
from passk_core.errors import InputError
from passk_core.estimators import pass_at_k, pass_hat_k
from passk_core.intervals import METRICS
from passk_core.rates import pass_at_k_from_rate, pass_hat_k_from_rate
from passk_core.stopped import pass_at_k_stopped

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MAX_REPEATS = 1_000_000
MAX_SAMPLES = 100_000
_MAX_SEED = 2**32 - 1


def one_draw(n: int, k: int, seed: int = 0) -> Ints:
    """Which k of n samples one random draw picks: their positions from 0, in order.

    >>> one_draw(10, 3, seed=1).shape
    (3,)
    """
    n = validate.whole_number("n", n, 1, MAX_SAMPLES)
    k = validate.whole_number("k", k, 1, n, "n")
    return np.sort(_random(seed).choice(n, size=k, replace=False))


def correct_in_draws(n: int, c: int, k: int, draws: int, seed: int = 0) -> Ints:
    """How many correct samples each of many random draws of k of the n samples holds.

    c of the n samples are correct; n up to 100000, draws up to 10**6. Returns an array of that
    length: the share above 0 goes to pass@k, the share equal to k to pass^k (see running_share).
    Raises InputError.

    >>> correct = correct_in_draws(10, 2, 5, draws=1000)
    >>> bool(abs((correct > 0).mean() - pass_at_k(10, 2, 5)) < 0.05)
    True
    """
    n = validate.whole_number("n", n, 1, MAX_SAMPLES)
    c = validate.whole_number("c", c, 0, n, "n")
    k = validate.whole_number("k", k, 1, n, "n")
    return _random(seed).hypergeometric(c, n - c, k, size=_repeats("draws", draws))


def running_share(hits: NDArray[np.bool_]) -> Floats:
    """The share of hits among the first 1, 2, 3, ... of them: an array as long as hits.

    >>> running_share(np.array([True, False, False, True]))
    array([1.        , 0.5       , 0.33333333, 0.5       ])
    """
    return np.cumsum(hits) / np.arange(1, len(hits) + 1)


@dataclass(frozen=True)
class Estimates:
    """One estimator over many simulated problems of the same rate, against the truth.

    values holds one estimate a problem; bias is their mean minus the truth, spread their standard
    deviation, standard_error how far bias may be off by chance.
    """

    values: Floats
    truth: float

    @property
    def bias(self) -> float:
        return float(self.values.mean()) - self.truth

    @property
    def spread(self) -> float:
        return float(self.values.std())

    @property
    def standard_error(self) -> float:
        return self.spread / sqrt(len(self.values))


@dataclass(frozen=True)
class ThreeEstimators:
    """The unbiased, the plug-in and the first-k estimates of the same simulated problems."""

    unbiased: Estimates
    plug_in: Estimates
    first_k: Estimates


def three_estimators(p: float, n: int, k: int, problems: int, metric: str = "pass@k", seed: int = 0) -> ThreeEstimators:
    """Three ways to estimate pass@k (or pass^k) from n samples, tried on many simulated problems.

    p is each problem's success rate, n up to 100000, k <= n, problems up to 10**6. unbiased takes
    the share of k-subsets, plug_in puts c / n into 1 - (1-p)^k (or p^k), first_k asks whether any
    (or all) of the first k samples passed. The first and last are right on average, the last
    with far more spread; plug_in reads too low (for pass^k too high). Raises InputError.

    >>> three = three_estimators(0.1, 20, 10, problems=2000)
    >>> [round(e.bias, 1) + 0.0 for e in (three.unbiased, three.plug_in, three.first_k)]
    [0.0, -0.1, 0.0]
    """
    p = validate.fraction("p", p)
    n = validate.whole_number("n", n, 1, MAX_SAMPLES)
    k = validate.whole_number("k", k, 1, n, "n")
    problems = _repeats("problems", problems)
    validate.one_of("metric", metric, METRICS)
    random = _random(seed)
    c = random.binomial(n, p, size=problems)
    among_first = random.hypergeometric(c, n - c, k)
    if metric == "pass@k":
        estimate, from_rate, first_k = pass_at_k, pass_at_k_from_rate, among_first > 0
    else:
        estimate, from_rate, first_k = pass_hat_k, pass_hat_k_from_rate, among_first == k
    truth = float(from_rate(p, k))
    return ThreeEstimators(
        unbiased=Estimates(np.asarray(estimate(n, c, k)), truth),
        plug_in=Estimates(np.asarray(from_rate(c / n, k)), truth),
        first_k=Estimates(first_k.astype(float), truth),
    )


def plug_in_mean(p: float, n: int, k: int, metric: str = "pass@k") -> float:
    """The exact mean of the plug-in estimate over all outcomes of n samples; n up to 100000.

    Chen et al. 2021, arXiv 2107.03374, appendix A, show that it reads low. Raises InputError.

    >>> round(plug_in_mean(0.1, 10, 5), 4), round(pass_at_k_from_rate(0.1, 5), 4)
    (0.3485, 0.4095)
    """
    p = validate.fraction("p", p)
    n = validate.whole_number("n", n, 1, MAX_SAMPLES)
    validate.one_of("metric", metric, METRICS)
    from scipy import special  # here, since it takes a third of a second

    c = np.arange(n + 1)
    chances = np.exp(
        special.gammaln(n + 1)
        - special.gammaln(c + 1)
        - special.gammaln(n - c + 1)
        + special.xlogy(c, p)
        + special.xlog1py(n - c, -p)
    )
    values = np.asarray((pass_at_k_from_rate if metric == "pass@k" else pass_hat_k_from_rate)(c / n, k))
    return float(chances @ values / chances.sum())


@dataclass(frozen=True)
class StoppedRuns:
    """Problems sampled until their r-th success: how long each took, and two readings of pass@k.

    n holds the samples that each took. plain reads n and r as if n had been planned; stopped
    allows for the stop and is right on average.
    """

    n: Ints
    plain: Estimates
    stopped: Estimates


def stopped_runs(p: float, k: int, problems: int, r: int = 1, seed: int = 0) -> StoppedRuns:
    """Many problems of success rate p, each sampled until its r-th success.

    p is from 1e-6 to 1, k from 1 to 10**9, r from 1 to 1000, problems up to 10**6. A problem that
    took fewer than k samples counts as solved in plain. Raises InputError.

    >>> runs = stopped_runs(0.1, 5, problems=5000)
    >>> round(runs.plain.bias, 1), abs(round(runs.stopped.bias, 1))
    (0.3, 0.0)
    """
    p = validate.fraction("p", p)
    if p < 1e-6:
        raise InputError("p must be a number from {low} to 1; found {found}.", low=1e-6, found=p)
    k = validate.whole_number("k", k)
    r = validate.whole_number("r", r, 1, 1000)
    n = r + _random(seed).negative_binomial(r, p, size=_repeats("problems", problems))
    truth = float(pass_at_k_from_rate(p, k))
    plain = np.ones(n.shape)
    plain[n >= k] = pass_at_k(n[n >= k], r, k)
    return StoppedRuns(n, Estimates(plain, truth), Estimates(np.asarray(pass_at_k_stopped(n, r, k)), truth))


@dataclass(frozen=True)
class Deliveries:
    """What many problems were answered with: right, wrong or nothing, one True a problem."""

    right: NDArray[np.bool_]
    wrong: NDArray[np.bool_]
    withheld: NDArray[np.bool_]


def deliveries(
    p: float, k: int, problems: int, false_accept: float = 0.0, false_reject: float = 0.0, seed: int = 0
) -> Deliveries:
    """Many problems, each with k attempts of which the first accepted one is delivered.

    p, false_accept and false_reject are fractions (see passk_core.verifier), k from 1 to 1000,
    problems times k up to 10**6. Returns three arrays of length problems. Raises InputError.

    A model that solves nothing, with a verifier that accepts 3% of wrong answers:

    >>> answers = deliveries(0, 100, problems=5000, false_accept=0.03)
    >>> int(answers.right.sum()), round(float(answers.wrong.mean()), 1)
    (0, 1.0)
    """
    p, accept, reject = (
        validate.fraction(name, value)
        for name, value in (("p", p), ("false_accept", false_accept), ("false_reject", false_reject))
    )
    k = validate.whole_number("k", k, 1, 1000)
    problems = _repeats("problems", problems, MAX_REPEATS // k)
    random = _random(seed)
    right = random.random((problems, k)) < p
    accepted = random.random((problems, k)) < np.where(right, 1 - reject, accept)
    first = accepted.argmax(axis=1)  # 0 where none is accepted
    delivered: NDArray[np.bool_] = np.logical_or.reduce(accepted, axis=1)
    right_first = right[np.arange(problems), first]
    return Deliveries(delivered & right_first, delivered & ~right_first, ~delivered)


def _random(seed: int) -> np.random.Generator:
    return np.random.default_rng(validate.whole_number("seed", seed, 0, _MAX_SEED))


def _repeats(name: str, value: int, high: int = MAX_REPEATS) -> int:
    return validate.whole_number(name, value, 1, high)
