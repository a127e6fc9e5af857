"""How many samples and tasks: the error bar they give, and the difference they can show.

One task's unbiased estimate from n samples has two sources of spread: within, the luck of its
samples, which more samples shrink, and between, the difference from task to task, which only
more tasks shrink. Over N tasks the squared standard error is (between + within) / N.

With x the chance that an attempt goes the way the metric counts (1-p for the misses of pass@k,
p for pass^k), and J the overlap of two random k-subsets of the n samples,

    within = sum_j P(J = j) E[x^(2k-j)] - E[x^(2k)],    between = E[x^(2k)] - E[x^k]^2

(Hoeffding 1948, Annals of Mathematical Statistics 19, 293-325, section 5). Rates that differ
from task to task follow a Beta distribution with the given mean and intraclass correlation rho;
at rho = 0 all tasks are equal.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from passk_core import validate
from passk_core.errors import InputError
from passk_core.intervals import METRICS
from passk_core.rates import pass_at_k_from_rate, pass_hat_k_from_rate

Floats = NDArray[np.float64]

MAX_K = 2000
"""The largest k of an error bar: its variance is a sum over 2k powers."""

# A whole number that hits the wish exactly, up to rounding, is enough: 0.3 * 0.7 / 0.05**2 is 84.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class ErrorBar:
    """The standard error of a mean pass@k or pass^k, and its parts; everything in fractions.

    se is the standard error if other tasks of this kind were drawn, se_same_tasks that if the
    same tasks were run again. floor is what is left of se however many samples a task gets.
    within and between are the variances of one task's estimate that they come from. Half the
    width of a 95% interval is about 1.96 se.
    """

    se: float
    se_same_tasks: float
    floor: float
    within: float
    between: float


def error_bar(p: float, n: int, k: int, tasks: int = 1, rho: float = 0.0, metric: str = "pass@k") -> ErrorBar:
    """The standard error to expect of mean pass@k (or pass^k) from n samples of each of N tasks.

    p is the mean success rate and rho the intraclass correlation of attempts at a task, which
    tells how much tasks differ: both fractions. k <= n, k at most 2000, n and tasks up to 10**9;
    metric is "pass@k" or "pass^k". For one problem leave tasks = 1 and rho = 0. Exact for the
    unbiased estimator and a Beta mix of tasks. Raises InputError.

    >>> [round(error_bar(0.3, n, 10, tasks=164, rho=0.3).se, 4) for n in (10, 20, 50, 200)]
    [0.0334, 0.0281, 0.0257, 0.0247]
    >>> round(error_bar(0.3, 200, 10, tasks=164, rho=0.3).floor, 4)
    0.0244
    """
    n, tasks = validate.whole_number("n", n), validate.whole_number("tasks", tasks)
    k = validate.whole_number("k", k, 1, min(n, MAX_K), "n" if n <= MAX_K else "")
    excess, between = _parts(p, k, rho, metric)
    within = float(_overlap(n, k) @ excess)
    return ErrorBar(
        se=((within + between) / tasks) ** 0.5,
        se_same_tasks=(within / tasks) ** 0.5,
        floor=(between / tasks) ** 0.5,
        within=within,
        between=between,
    )


def samples_for_error(p: float, k: int, se: float, tasks: int = 1, rho: float = 0.0, metric: str = "pass@k") -> int:
    """The fewest samples n of each task that bring the standard error down to se.

    Arguments as for error_bar; se is a fraction above 0 (an interval of 95% and plus or minus w
    has se = w / 1.96). Returns n >= k. Raises InputError where the tasks alone differ by more
    than that, so that no number of samples is enough, and says how many tasks would be.

    >>> samples_for_error(0.3, 1, 0.05)
    84
    >>> samples_for_error(0.05, 10, 0.05)
    757
    >>> samples_for_error(0.3, 10, 0.02, tasks=164, rho=0.3)
    Traceback (most recent call last):
    passk_core.errors.InputError: No number of samples brings the standard error to 0.02: \
with tasks = 164 it stays above 0.02435. It takes more than 243 tasks.
    """
    k = validate.whole_number("k", k, 1, MAX_K)
    tasks = validate.whole_number("tasks", tasks)
    se = validate.positive("se", se)
    excess, between = _parts(p, k, rho, metric)
    wanted = se * se * tasks * (1 + _ROUNDING)
    if between >= wanted:
        raise InputError(
            "No number of samples brings the standard error to {se}: with tasks = {tasks} it stays above {floor}. "
            "It takes more than {enough} tasks.",
            se=se,
            tasks=tasks,
            floor=float(f"{(between / tasks) ** 0.5:.4g}"),
            enough=int(between / (se * se)),
        )
    sizes = range(k, validate.MAX_COUNT + 1)
    n = k + bisect_left(sizes, True, key=lambda n: float(_overlap(n, k) @ excess) + between <= wanted)
    if n > validate.MAX_COUNT:
        raise InputError(
            "A standard error of {se} needs more than {high} samples of each task.", se=se, high=validate.MAX_COUNT
        )
    return n


def tasks_for_error(p: float, n: int, k: int, se: float, rho: float = 0.0, metric: str = "pass@k") -> int:
    """The fewest tasks, with n samples each, that bring the standard error down to se.

    Arguments as for samples_for_error. Whatever the tasks are like, 1 / (4 se^2) are enough:
    that is the answer for p = 1/2 and rho = 1. Raises InputError.

    >>> [tasks_for_error(0.3, n, 10, 0.02, rho=0.3) for n in (10, 20, 50, 200)]
    [457, 324, 272, 250]
    >>> tasks_for_error(0.5, 1, 1, 0.02, rho=1)
    625
    """
    se = validate.positive("se", se)
    one = error_bar(p, n, k, rho=rho, metric=metric)
    return max(1, _whole((one.within + one.between) / (se * se)))


def tasks_for_difference(
    difference: float,
    between: float,
    within_a: float = 0.0,
    within_b: float = 0.0,
    confidence_level: float = 0.95,
    power: float = 0.8,
) -> int:
    """The fewest tasks on which a paired comparison of two runs shows a true difference.

    difference is the true one, a fraction above 0. between is the variance over tasks of the true
    differences (two models alike in spread whose difficulties correlate by r: twice
    ErrorBar.between times 1 - r); within_a and within_b are the variances of one task's estimate
    in each run (ErrorBar.within; at k = 1 the mean of p(1-p) divided by n). power is the chance to
    see the difference at that confidence level, two-sided. Normal approximation. Raises InputError.

    Miller 2024, arXiv 2411.00640, section 5, equation 9.

    >>> tasks_for_difference(0.03, between=1 / 9)
    969
    >>> tasks_for_difference(0.03, between=1 / 9, within_a=1 / 60, within_b=1 / 60)
    1260
    """
    difference = validate.positive("difference", difference)
    spread = _spread(between, within_a, within_b)
    return max(1, _whole((_deviates(confidence_level, power) / difference) ** 2 * spread))


def smallest_difference(
    tasks: int,
    between: float,
    within_a: float = 0.0,
    within_b: float = 0.0,
    confidence_level: float = 0.95,
    power: float = 0.8,
) -> float:
    """The smallest true difference that a paired comparison on so many tasks shows.

    The inverse of tasks_for_difference, with the same arguments. Returns a fraction; 1 and above
    means that no difference can be shown. Raises InputError.

    >>> round(smallest_difference(164, between=1 / 9), 3)
    0.073
    """
    tasks = validate.whole_number("tasks", tasks)
    return _deviates(confidence_level, power) * sqrt(_spread(between, within_a, within_b) / tasks)


def _parts(p: float, k: int, rho: float, metric: str) -> tuple[Floats, float]:
    """E[x^(2k-j)] - E[x^(2k)] for j = 0..k, and the variance between tasks."""
    p, rho = validate.fraction("p", p), validate.fraction("rho", rho)
    validate.one_of("metric", metric, METRICS)
    powers = 2 * k - np.arange(k + 1)
    # E[x^r] and its complement, each with its own digits.
    if metric == "pass@k":
        alike = np.asarray(pass_hat_k_from_rate(1 - p, powers, rho))
        other = np.asarray(pass_at_k_from_rate(p, powers, rho))
    else:
        alike = np.asarray(pass_hat_k_from_rate(p, powers, rho))
        other = np.asarray(pass_at_k_from_rate(1 - p, powers, rho))
    excess = np.where(alike < 0.5, alike - alike[0], other[0] - other)
    between = 0.0 if rho == 0.0 else max(0.0, float(alike[0] - alike[-1] ** 2))
    return np.maximum(excess, 0.0), between


def _overlap(n: int, k: int) -> Floats:
    """P(J = j), j = 0..k: how many samples two random k-subsets of n samples have in common."""
    least = max(0, 2 * k - n)
    j = np.arange(least, k, dtype=float)
    steps = np.log((k - j) ** 2 / ((j + 1) * (n - 2.0 * k + j + 1)))
    logs = np.concatenate([[0.0], np.cumsum(steps)])
    shares = np.exp(logs - logs.max())
    out = np.zeros(k + 1)
    out[least:] = shares / shares.sum()
    return out


def _whole(number: float) -> int:
    return ceil(number * (1 - _ROUNDING))


def _spread(between: float, within_a: float, within_b: float) -> float:
    parts = {"between": between, "within_a": within_a, "within_b": within_b}
    total = sum(validate.fraction(name, part) for name, part in parts.items())
    if total == 0.0:
        raise InputError("At least one of between, within_a and within_b must be above 0.")
    return total


def _deviates(confidence_level: float, power: float) -> float:
    level = validate.confidence(confidence_level)
    power = validate.fraction("power", power)
    if not 0.5 <= power < 1:
        raise InputError("power must lie between 0.5 and 1, such as 0.8; found {found}.", found=power)
    from scipy import special  # here, since it takes a third of a second

    return float(special.ndtri((1 + level) / 2)) + float(special.ndtri(power))
