"""pass@k and pass^k for more attempts than were sampled: a band that assumes nothing, and one model.

For k > n no unbiased estimate exists. The band needs only that attempts at a task are independent
and that the tasks are a fair draw: the mean chance that k attempts all fail, S(k), is the mean of
q**k over tasks, so log S is convex in k and cannot fall faster than it fell before n:

    pass@n <= pass@k <= 1 - S(n) (S(n) / S(j))**((k - n) / (n - j)),    j = n // 2.

(q**k is completely monotone in k: Hausdorff 1921, Math. Z. 9, 74-109.) pass^k mirrors it: the
chance that k attempts all succeed is the mean of p**k.

The model says that the tasks' success rates follow a Beta distribution (beta-binomial: Skellam
1948, J. R. Stat. Soc. B 10, 257-261). It predicts a single number, which can be far off: hard
tasks and impossible ones look alike in n samples.

Where tasks have different n, the band starts at the fewest samples of a task, the last k that all
tasks support; the model uses every sample.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from passk_core import validate
from passk_core.counts import Counts
from passk_core.errors import InputError
from passk_core.estimators import pass_hat_k
from passk_core.intervals import METRICS
from passk_core.means import Pairs, mean_pass_at_k, mean_pass_hat_k

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# The likelihood adds a term for each sample of the longest task.
_MOST_SAMPLES = 100_000
# The range of log(rho / (1 - rho)) that is searched; rho = 0 is compared apart.
_LOGIT_RHO = (-14.0, 14.0)


@dataclass(frozen=True, eq=False)
class Band:
    """Where the mean pass@k (or pass^k) can lie for k beyond the samples; arrays of the length of k.

    seen_low and seen_high are the edges as the data stand; low and high add the error of sampling
    and of the choice of tasks, each at one tail of confidence_level. from_k is the last k with an
    estimate.
    """

    k: Ints
    low: Floats
    high: Floats
    seen_low: Floats
    seen_high: Floats
    from_k: int
    confidence_level: float


@dataclass(frozen=True)
class BetaBinomial:
    """Success rates that follow a Beta distribution with mean rate and intraclass correlation rho.

    ``pass_at_k_from_rate(model.rate, k, model.rho)`` is what the model predicts for any k. rho is 0
    where tasks are all alike and 1 where each is always or never solved. tasks counts those used;
    log_likelihood is that of the counts (method "ml" only).
    """

    rate: float
    rho: float
    method: str
    tasks: int
    log_likelihood: float | None = None


def band_beyond(counts: Counts, k: ArrayLike, metric: str = "pass@k", confidence_level: float = 0.95) -> Band:
    """The band for the mean pass@k or pass^k at k beyond the fewest samples of a task.

    k is a whole number or a list of them, each larger than that. Its edges are confidence limits,
    covered in simulation, not certificates. Far beyond (k > 5 n) it is nearly everything from
    pass@n to 1: that is what the data say. Raises InputError.

    >>> band = band_beyond(Counts("abcde", n=[20] * 5, c=[0, 1, 3, 10, 20]), [40, 1000])
    >>> band.seen_low, band.seen_high.round(3)
    (array([0.8, 0.8]), array([0.922, 1.   ]))
    """
    validate.one_of("metric", metric, METRICS)
    level = validate.confidence(confidence_level)
    last = int(counts.n.min())
    targets = np.atleast_1d(validate.whole_numbers("k", k, last + 1))
    flat = np.ones(targets.shape)
    if metric == "pass@k":
        now = mean_pass_at_k(counts, last, level)
        seen, far = (0.0 - np.expm1(log) for log in _log_fastest_fall(counts.distinct, last, targets, metric, level))
        return Band(targets, flat * _known(now.low), far, flat * _known(now.value), seen, last, level)
    now = mean_pass_hat_k(counts, last, level)
    seen, far = (np.exp(log) for log in _log_fastest_fall(counts.distinct, last, targets, metric, level))
    return Band(targets, far, flat * _known(now.high), seen, flat * _known(now.value), last, level)


def fit_beta_binomial(counts: Counts, method: str = "ml") -> BetaBinomial:
    """The beta-binomial model of the counts, by maximum likelihood ("ml") or by "moments".

    Unequal n is fine: the likelihood takes every sample as it is; moments weigh each task the
    same and use the tasks with two samples or more. Raises InputError where the model is not
    determined: fewer than two tasks with two samples, no correct sample at all or no wrong one;
    and for more than 100,000 samples of a task.

    >>> model = fit_beta_binomial(Counts("abcde", n=[20] * 5, c=[0, 1, 3, 10, 20]))
    >>> round(model.rate, 2), round(model.rho, 2)
    (0.41, 0.61)
    """
    validate.one_of("method", method, ("ml", "moments"))
    n, c, tasks = counts.distinct
    repeated = int(tasks[n > 1].sum())
    if repeated < 2:
        raise InputError(
            "How much tasks differ can be told from chance only with two tasks of two samples or more; found {found}.",
            found=repeated,
        )
    if n.max() > _MOST_SAMPLES:
        raise InputError(
            "The model is fitted for at most {most} samples of a task; found {found}.",
            most=_MOST_SAMPLES,
            found=int(n.max()),
        )
    if method == "moments":
        n, c, tasks = n[n > 1], c[n > 1], tasks[n > 1]
    if not c.any():
        raise InputError("No sample is correct; a model of the tasks' success rates is not determined.")
    if (c == n).all():
        raise InputError("Every sample is correct; a model of the tasks' success rates is not determined.")
    return _by_moments(n, c, tasks) if method == "moments" else _by_likelihood(n, c, tasks)


def _known(value: float | None) -> float:
    assert value is not None  # a mean at a k that every task supports
    return value


def _log_fastest_fall(pairs: Pairs, last: int, k: Ints, metric: str, level: float) -> tuple[Floats, Floats]:
    """log of the least S(k) as the data stand, and with its error (delta method on log S).

    S is 1 - pass@k, or pass^k.
    """
    from scipy import special  # here, since it takes a third of a second

    n, c, tasks = pairs
    marked = n - c if metric == "pass@k" else c
    half, total = last // 2, int(tasks.sum())
    at_last = np.asarray(pass_hat_k(n, marked, last))
    at_half = np.asarray(pass_hat_k(n, marked, half)) if half else np.ones(n.shape)
    s_last, s_half = float(tasks @ at_last) / total, float(tasks @ at_half) / total
    nothing = np.full(k.shape, -np.inf)
    if s_last == 0:
        return nothing, nothing
    ahead = (k - last) / (last - half)
    seen = np.log(s_last) + ahead * np.log(min(1.0, s_last / s_half))
    if total == 1:
        return seen, nothing  # one task shows no spread, and so bounds nothing
    pull = (1 + ahead[:, None]) * at_last / s_last - ahead[:, None] * at_half / s_half
    away = pull - ((pull @ tasks) / total)[:, None]
    error = np.sqrt((away**2 @ tasks) / (total - 1) / total)
    return seen, seen - float(special.ndtri((1 + level) / 2)) * error


def _by_moments(n: Ints, c: Ints, tasks: Ints) -> BetaBinomial:
    """From the mean of c / n and of c (c-1) / (n (n-1)), which estimate E p and E p**2 without bias."""
    total = int(tasks.sum())
    share = c / n
    rate = float(tasks @ share) / total
    square = float(tasks @ (share * (c - 1) / (n - 1))) / total
    # The square of a mean is too large by the mean's own variance.
    noise = float(tasks @ (share - rate) ** 2) / (total - 1) / total if total > 1 else 0.0
    rate_squared = rate * rate - noise
    rho = (square - rate_squared) / (rate - rate_squared)
    return BetaBinomial(rate, min(1.0, max(0.0, rho)), "moments", total)


def _by_likelihood(n: Ints, c: Ints, tasks: Ints) -> BetaBinomial:
    """Maximum likelihood in logit rate and logit rho, from several starts; rho = 0 and 1 compared apart."""
    from scipy import optimize, special

    total = int(tasks.sum())
    log_choose = float(tasks @ (special.gammaln(n + 1) - special.gammaln(c + 1) - special.gammaln(n - c + 1)))
    if ((c == 0) | (c == n)).all():
        rate = float(tasks @ (c == n)) / total
        log_likelihood = total * float(special.xlogy(rate, rate) + special.xlog1py(1 - rate, -rate))
        return BetaBinomial(rate, 1.0, "ml", total, log_likelihood)
    # Tasks with more than i samples, more than i correct and more than i wrong ones.
    samples, correct, wrong = (_tail_counts(values, tasks) for values in (n, c, n - c))

    def minus_log_likelihood(at: Floats) -> tuple[float, Floats]:
        rate, rho = special.expit(at)
        other, apart = special.expit(-at)
        value, by_rate, by_rho = 0.0, 0.0, 0.0
        for seen, base, slope in ((correct, rate, 1.0), (wrong, other, -1.0), (samples, 1.0, 0.0)):
            i = np.arange(seen.size)
            factor = base * apart + i * rho
            sign = -1.0 if slope == 0 else 1.0
            value += sign * float(seen @ np.log(factor))
            by_rate += slope * apart * float(seen @ (1 / factor))
            by_rho += sign * float(seen @ ((i - base) / factor))
        return -value, -np.array([by_rate * rate * other, by_rho * rho * apart])

    pooled = float(tasks @ c) / float(tasks @ n)
    alike = float(tasks @ (special.xlogy(c, pooled) + special.xlog1py(n - c, -pooled)))
    best = BetaBinomial(pooled, 0.0, "ml", total, alike + log_choose)
    moments = _by_moments(n[n > 1], c[n > 1], tasks[n > 1])
    for rho in (min(0.95, max(1e-4, moments.rho)), 0.02, 0.5):
        found = optimize.minimize(
            minus_log_likelihood,
            np.array([special.logit(pooled), special.logit(rho)]),
            jac=True,
            method="L-BFGS-B",
            bounds=[(-40.0, 40.0), _LOGIT_RHO],
            options={"ftol": 1e-15, "gtol": 1e-9, "maxiter": 500},
        )
        likelihood = log_choose - float(found.fun)
        # A gain within rounding is none: rho at its lower end is rho = 0.
        if best.log_likelihood is None or likelihood > best.log_likelihood + 1e-9 * max(1.0, abs(likelihood)):
            rate, rho_ = special.expit(found.x)
            best = BetaBinomial(float(rate), float(rho_), "ml", total, likelihood)
    return best


def _tail_counts(values: Ints, tasks: Ints) -> Floats:
    """For i = 0, 1, ..: how many tasks have a value above i."""
    each = np.bincount(values, weights=tasks)
    return each[::-1].cumsum()[::-1][1:]
