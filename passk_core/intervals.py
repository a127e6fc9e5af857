"""Estimates with their intervals: one problem here; the mean over tasks uses the same type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from passk_core import validate
from passk_core.estimators import pass_at_k, pass_hat_k
from passk_core.rates import pass_at_k_from_rate, pass_hat_k_from_rate

Share = TypeVar("Share", float, NDArray[np.float64])

METRICS = ("pass@k", "pass^k")
METHODS = ("jeffreys", "clopper-pearson", "wilson")


@dataclass(frozen=True)
class Estimate:
    """A value with its interval; everything is a fraction, and what does not apply is None.

    value is None where it is not defined (k > n). low and high end the interval of
    confidence_level (0.95), made by method. se_same_tasks is the standard error if the same
    tasks were run again, se_new_tasks that if other tasks of this kind were drawn. n_min and
    n_max are the fewest and most samples of a task, tasks their number.

    >>> estimate = interval_one_problem(10, 1, 10)
    >>> estimate.value, estimate.inside
    (1.0, False)
    """

    value: float | None
    low: float | None
    high: float | None
    confidence_level: float
    method: str
    se_same_tasks: float | None = None
    se_new_tasks: float | None = None
    n_min: int | None = None
    n_max: int | None = None
    tasks: int | None = None

    @property
    def inside(self) -> bool:
        """Whether the value lies within its own interval; all-or-nothing estimates may not."""
        if self.value is None or self.low is None or self.high is None:
            return True
        return self.low <= self.value <= self.high


def rate_interval(n: int, c: int, confidence_level: float = 0.95, method: str = "jeffreys") -> tuple[float, float]:
    """Interval for the success rate p of one problem, from c correct of n independent samples.

    method is "jeffreys" (quantiles of Beta(c + 1/2, n - c + 1/2); Brown, Cai, DasGupta 2001,
    Statistical Science 16, 101-133, section 4.1), "clopper-pearson" (covers p at least as often
    as confidence_level says, whatever p is; Clopper and Pearson 1934, Biometrika 26, 404-413) or
    "wilson" (Wilson 1927, J. Am. Stat. Assoc. 22, 209-212). Returns (low, high), fractions; low
    is exactly 0 at c = 0 and high exactly 1 at c = n. Raises InputError.

    >>> low, high = rate_interval(10, 3)
    >>> round(low, 4), round(high, 4)
    (0.0927, 0.6058)
    """
    n = validate.whole_number("n", n)
    c = validate.whole_number("c", c, 0, n, "n")
    level = validate.confidence(confidence_level)
    validate.one_of("method", method, METHODS)
    from scipy import special  # here, since it takes a third of a second

    tail = (1 - level) / 2
    if method == "wilson":
        z = -float(special.ndtri(tail))
        low, high = wilson(c / n, n, z)
    elif method == "jeffreys":
        low = float(special.betaincinv(c + 0.5, n - c + 0.5, tail))
        high = float(special.betainccinv(c + 0.5, n - c + 0.5, tail))
    else:
        low = float(special.betaincinv(c, n - c + 1, tail)) if c > 0 else 0.0
        high = float(special.betainccinv(c + 1, n - c, tail)) if c < n else 1.0
    return (0.0 if c == 0 else low), (1.0 if c == n else high)


def wilson(share: Share, trials: Share, z: float) -> tuple[Share, Share]:
    """Wilson's interval for a share seen in a (possibly fractional) number of trials; numbers or arrays.

    Within [0, 1], with low exactly 0 for the share 0 and high exactly 1 for the share 1.

    Wilson 1927, J. Am. Stat. Assoc. 22, 209-212.

    >>> low, high = wilson(0.5, 100, 1.96)
    >>> round(low, 4), round(high, 4)
    (0.4038, 0.5962)
    """
    shrink = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / shrink
    half = z / shrink * (share * (1 - share) / trials + z * z / (4 * trials * trials)) ** 0.5
    # Each end from the product of the two, which keeps the digits of a tiny one.
    low = share * share / (shrink * (middle + half))
    high = 1 - (1 - share) * (1 - share) / (shrink * (1 - low))
    return low, high


def interval_one_problem(
    n: int,
    c: int,
    k: int,
    metric: str = "pass@k",
    confidence_level: float = 0.95,
    method: str = "jeffreys",
) -> Estimate:
    """pass@k or pass^k of one problem with its interval.

    The value is the unbiased estimate; the interval is that of the success rate (see
    rate_interval) carried through 1 - (1-p)^k or p^k, which keeps its coverage, since both rise
    with p. With n close to k the estimate is all or nothing and may lie outside its interval
    (Estimate.inside). For k > n there is no unbiased estimate: value is None, and the interval
    is the projection under independent attempts. Raises InputError.

    >>> estimate = interval_one_problem(10, 2, 5)
    >>> round(estimate.value, 4), round(estimate.low, 3), round(estimate.high, 3)
    (0.7778, 0.202, 0.97)
    >>> interval_one_problem(2, 0, 5).value is None
    True
    """
    validate.one_of("metric", metric, METRICS)
    low, high = rate_interval(n, c, confidence_level, method)
    k = validate.whole_number("k", k)
    if metric == "pass@k":
        estimate, from_rate = pass_at_k, pass_at_k_from_rate
    else:
        estimate, from_rate = pass_hat_k, pass_hat_k_from_rate
    return Estimate(
        value=float(estimate(n, c, k)) if k <= n else None,
        low=float(from_rate(low, k)),
        high=float(from_rate(high, k)),
        confidence_level=float(confidence_level),
        method=method,
        n_min=int(n),
        n_max=int(n),
        tasks=1,
    )
