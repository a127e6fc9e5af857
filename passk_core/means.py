"""The mean of pass@k or pass^k over the tasks of a benchmark, with its interval and its two errors.

Two questions have two answers. "The same tasks again, with new samples" has the standard error
se_same_tasks, from the variance within each task. "Other tasks of this kind" has se_new_tasks,
from the spread of the tasks' values, which already holds the first one; the interval answers
this second question (clustered standard errors with the task as cluster: Miller 2024, arXiv
2411.00640, sections 2 and 3).

The interval is Wilson's with an effective number of tasks: the number of yes-or-no tasks whose
share would vary as much as this mean does (the idea of Korn and Graubard 1998, Survey
Methodology 24, 193-201). It stays within [0, 1] and keeps its coverage for few tasks and near
the ends, where the mean plus or minus two standard errors does not.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from passk_core import validate
from passk_core.counts import Counts
from passk_core.errors import InputError, shown
from passk_core.estimators import pass_at_k, pass_at_k_curve, pass_hat_k, pass_hat_k_curve
from passk_core.intervals import METRICS, Estimate, wilson

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Pairs = tuple[Ints, Ints, Ints]

# A variance below this is rounding: tasks with one and the same value, from different counts.
_ROUNDING = 1e-28
# With fewer solved or unsolved tasks than this their spread says little about the true one.
_FEW = 5
# Elements of one block of a (pairs, k) array: 16 MB of doubles.
_BLOCK = 1 << 21
# The most values of k that a curve is drawn with.
_POINTS = 1000
# Beyond this many (pair, k) the running product over all k takes seconds: then each k comes by
# itself, and a curve has few. 32 pairs at least are reckoned with, which bounds its length too.
_MOST_CELLS = 1 << 25
_FEW_POINTS = 50


@dataclass(frozen=True, eq=False)
class MeanCurve:
    """The mean over tasks for many k: arrays k, value, low and high of one length."""

    k: Ints
    value: Floats
    low: Floats
    high: Floats


def mean_pass_at_k(
    counts: Counts, k: int, confidence_level: float = 0.95, groups: Mapping[str, Hashable] | None = None
) -> Estimate:
    """The mean over tasks of the unbiased pass@k, with its interval.

    value, low and high are fractions; value and high are 1 only where every k samples of every
    task hold a correct one, and otherwise below it, if by the last digit. se_same_tasks is None
    where a task has fewer than 2 k samples, since no unbiased estimate exists then; se_new_tasks
    is None for a single task, and 0 where no two tasks differ, which is what was seen and not a
    certainty. method is "wilson-effective-n", or "wilson-tasks" where fewer than 5 tasks' worth
    are solved or unsolved, or none differ: the number of tasks stands for the effective one
    there, which assumes the largest variance there can be.

    groups, {task: group}, puts together tasks that are related (variants of one problem, one
    repository): errors and interval then treat the group as the unit, and method ends in
    ", groups". Raises InputError, also where some tasks have fewer than k samples (``supporting``
    keeps the others).

    >>> counts = Counts("abcde", n=[20] * 5, c=[0, 1, 3, 10, 20])
    >>> estimate = mean_pass_at_k(counts, 5)
    >>> round(estimate.value, 4), round(estimate.se_same_tasks, 4), round(estimate.se_new_tasks, 4)
    (0.5669, 0.0684, 0.198)
    >>> mean_pass_at_k(Counts("ab", n=[2, 10], c=[0, 1]), 5)
    Traceback (most recent call last):
    passk_core.errors.InputError: pass@5 is not defined for 1 of 2 tasks: they have fewer than 5 samples.
    """
    return _mean(counts, k, "pass@k", confidence_level, groups)


def mean_pass_hat_k(
    counts: Counts, k: int, confidence_level: float = 0.95, groups: Mapping[str, Hashable] | None = None
) -> Estimate:
    """The mean over tasks of the unbiased pass^k, with its interval; everything as for mean_pass_at_k.

    >>> estimate = mean_pass_hat_k(Counts("abcde", n=[20] * 5, c=[0, 1, 3, 10, 20]), 2)
    >>> round(estimate.value, 4)
    0.2505
    """
    return _mean(counts, k, "pass^k", confidence_level, groups)


def mean_curve(counts: Counts, metric: str = "pass@k", confidence_level: float = 0.95) -> MeanCurve:
    """The mean over tasks with its interval for every k that all tasks support, for a chart.

    k runs from 1 to the fewest samples of a task; beyond 1,000 of them it takes at most 1,000
    (50 for a table too large for that), evenly spaced in log k, both ends among them. Values
    agree with mean_pass_at_k and mean_pass_hat_k within 1e-12. Raises InputError.

    >>> curve = mean_curve(Counts("ab", n=[4, 6], c=[1, 0]))
    >>> curve.k, curve.value
    (array([1, 2, 3, 4]), array([0.125, 0.25 , 0.375, 0.5  ]))
    """
    validate.one_of("metric", metric, METRICS)
    longest = int(counts.n.min())
    k = np.arange(1, longest + 1) if longest <= _POINTS else _thinned(longest, _by_recurrence(counts.distinct))
    mean, rest, spread = _moments(counts.distinct, k, metric)
    low, high, _ = _interval(mean, rest, spread, len(counts), validate.confidence(confidence_level))
    return MeanCurve(k, mean, low, high)


def supporting(counts: Counts, k: int) -> tuple[Counts, tuple[str, ...]]:
    """The tasks with at least k samples, and the names of those left out.

    Raises InputError where no task has that many.

    >>> kept, left_out = supporting(Counts("ab", n=[2, 10], c=[0, 1]), 5)
    >>> kept.tasks, left_out
    (('b',), ('a',))
    """
    size = int(validate.whole_numbers("k", k))
    enough = counts.n >= size
    if enough.all():
        return counts, ()
    if not enough.any():
        raise InputError("No task has {k} samples; the most is {most}.", k=size, most=int(counts.n.max()))
    kept = [task for task, keep in zip(counts.tasks, enough, strict=True) if keep]
    left_out = tuple(task for task, keep in zip(counts.tasks, enough, strict=True) if not keep)
    return Counts(kept, counts.n[enough], counts.c[enough]), left_out


def between_task_variance(counts: Counts, k: int, metric: str = "pass@k") -> float | None:
    """How much the tasks' true values differ: their variance, with the noise of sampling taken out.

    The variance of the tasks' estimates less the mean variance within a task; 0 where that is
    negative (the tasks differ no more than the samples would make them). None for a single task
    and where a task has fewer than 2 k samples. Raises InputError.

    >>> round(between_task_variance(Counts("abcde", n=[20] * 5, c=[0, 1, 3, 10, 20]), 5), 4)
    0.1727
    """
    estimate = _mean(counts, k, metric, 0.95, None)
    if estimate.se_same_tasks is None or estimate.se_new_tasks is None:
        return None
    return max(0.0, len(counts) * (estimate.se_new_tasks**2 - estimate.se_same_tasks**2))


def variance_within(n: Ints, c: Ints, k: int, metric: str = "pass@k") -> Floats:
    """The unbiased estimate of the variance of a task's pass@k (or pass^k) over new samples.

    n and c are arrays of one length, n >= 2 k (below that no unbiased estimate exists). For
    pass@k it is f(k)**2 - f(2 k), where f(j) is the share of j-subsets without a correct sample
    (for pass^k: with nothing but correct samples), since f(2 k) estimates the square of f(k)'s
    mean without bias: two disjoint subsets are independent (Hoeffding 1948, Ann. Math. Stat.
    19, 293-325). Never negative, and accurate where it is tiny. Raises InputError.

    >>> variance_within(np.array([20]), np.array([1]), 5)
    array([0.0625])
    """
    validate.one_of("metric", metric, METRICS)
    n, size = validate.whole_numbers("n", n), int(validate.whole_numbers("k", k))
    if n.size and n.min() < 2 * size:
        raise InputError(
            "The variance within a task can be estimated from at least 2 k = {needed} samples; found {found}.",
            needed=2 * size,
            found=int(n.min()),
        )
    marked = validate.whole_numbers("c", c, 0, n, "n") if metric == "pass@k" else n - c
    missed = np.asarray(pass_hat_k(n, n - marked, size))
    # f(2k) / f(k)**2 is a product of min(marked, k) factors 1 - x, so that the difference needs
    # no subtraction of near numbers. Which factors: f(j) as a product over draws or over marks.
    logs = np.zeros(n.shape)
    few = np.minimum(marked, size)
    todo = np.flatnonzero((missed > 0) & (few > 0))
    logs[todo[n[todo] - marked[todo] < 2 * size]] = -np.inf
    todo = todo[logs[todo] == 0]
    longest = int(few[todo].max()) if todo.size else 0
    step = max(1, _BLOCK // max(1, todo.size))
    for start in range(0, longest, step):
        i = np.arange(start, min(longest, start + step))
        left = (n[todo, None] - i - size).astype(float)
        by_draw = marked[todo] >= size
        other = np.where(by_draw, n[todo] - marked[todo], n[todo] - size)[:, None] - i
        x = np.where(by_draw, marked[todo] * float(size), float(size) ** 2)[:, None] / (left * other)
        logs[todo] += np.log1p(-np.where(i < few[todo, None], x, 0.0)).sum(axis=1)
    return missed**2 * (0.0 - np.expm1(logs))


def refuse_unsupported(counts: Counts, k: int, metric: str) -> int:
    """k as a plain number, or the refusal that counts the tasks which have fewer samples."""
    size = int(validate.whole_numbers("k", k))
    n, _, tasks = counts.distinct
    short = int(tasks[n < size].sum())
    if short:
        raise InputError(
            "{metric} is not defined for {short} of {tasks} tasks: they have fewer than {k} samples.",
            metric=metric.replace("k", str(size)),
            short=short,
            tasks=len(counts),
            k=size,
        )
    return size


def _thinned(longest: int, by_recurrence: bool) -> Ints:
    points = _POINTS if by_recurrence else _FEW_POINTS
    return np.unique(np.rint(np.geomspace(1, longest, points)).astype(np.int64))


def _by_recurrence(pairs: Pairs) -> bool:
    n = pairs[0]
    return bool(n.min() <= _POINTS) or int(n.min()) * max(32, n.size) <= _MOST_CELLS


def _mean(
    counts: Counts, k: int, metric: str, confidence_level: float, groups: Mapping[str, Hashable] | None
) -> Estimate:
    validate.one_of("metric", metric, METRICS)
    level = validate.confidence(confidence_level)
    size = refuse_unsupported(counts, k, metric)
    n, c, tasks = counts.distinct
    units = total = len(counts)
    mean, rest, spread = _moments(counts.distinct, np.array([size]), metric)
    if groups is not None:
        units, spread = _spread_of_groups(counts, size, metric, float(mean[0]), groups)
    low, high, method = _interval(mean, rest, spread, units, level)
    smallest = int(n.min())
    within = float(tasks @ variance_within(n, c, size, metric)) if smallest >= 2 * size else None
    return Estimate(
        value=float(mean[0]),
        low=float(low[0]),
        high=float(high[0]),
        confidence_level=level,
        method=method + (", groups" if groups is not None else ""),
        se_same_tasks=None if within is None else within**0.5 / total,
        se_new_tasks=None if units == 1 else float((spread[0] / (units - 1)) ** 0.5),
        n_min=smallest,
        n_max=int(n.max()),
        tasks=total,
    )


def _moments(pairs: Pairs, k: Ints, metric: str) -> tuple[Floats, Floats, Floats]:
    """Mean, 1 - mean and variance (divisor N) of the tasks' values, for each k."""
    n, c, tasks = pairs
    if metric == "pass^k":
        # pass^k of c correct samples is what pass@k of the wrong ones misses.
        rest, mean, spread = _moments((n, n - c, tasks), k, "pass@k")
        return mean, rest, spread
    total = int(tasks.sum())
    whole = k.size > 1 and _by_recurrence(pairs)
    rows = max(1, _BLOCK // (int(n.min()) if whole else k.size))
    hits, misses, first, second = (np.zeros(k.size) for _ in range(4))
    shift: Floats | float = 0.0
    for start in range(0, n.size, rows):
        here = slice(start, start + rows)
        hit, miss = _values(n[here], c[here], k, whole)
        if start == 0:
            shift = hit[hit.shape[0] // 2].copy()
        weights = tasks[here].astype(float)
        hits += weights @ hit
        misses += weights @ miss
        # Around one of the values, so that a small variance is no difference of large numbers.
        hit = hit - shift
        first += weights @ hit
        second += weights @ (hit * hit)
    spread = np.maximum(second / total - (first / total) ** 2, 0.0)
    mean, rest = hits / total, misses / total
    return _not_certain(mean, rest), _not_certain(rest, mean), np.where(spread < _ROUNDING, 0.0, spread)


def _not_certain(share: Floats, rest: Floats) -> Floats:
    """The share, 1 only where nothing is left: it does not round to certainty."""
    return np.where((share >= 1) & (rest > 0), np.nextafter(1.0, 0.0), share)


def _values(n: Ints, c: Ints, k: Ints, whole: bool) -> tuple[Floats, Floats]:
    """pass@k and its complement, of shape (pairs, k)."""
    if whole:
        return pass_at_k_curve(n, c, k[-1])[:, k - 1], pass_hat_k_curve(n, n - c, k[-1])[:, k - 1]
    n, c = n[:, None], c[:, None]
    return np.asarray(pass_at_k(n, c, k)), np.asarray(pass_hat_k(n, n - c, k))


def _interval(mean: Floats, rest: Floats, spread: Floats, units: int, level: float) -> tuple[Floats, Floats, str]:
    """Low, high and the method of the first: Wilson's interval with the effective number of units."""
    from scipy import special  # here, since it takes a third of a second

    z = float(special.ndtri((1 + level) / 2))
    few = (spread == 0) | (units * np.minimum(mean, rest) < _FEW)
    effective = np.full(mean.shape, float(units))
    if units > 1:
        t = float(special.stdtrit(units - 1, (1 + level) / 2))
        effective[~few] *= mean[~few] * rest[~few] / spread[~few] * (z / t) ** 2
    low, high = wilson(mean, effective, z)
    return low, _not_certain(high, rest), "wilson-tasks" if few[0] else "wilson-effective-n"


def _spread_of_groups(
    counts: Counts, k: int, metric: str, mean: float, groups: Mapping[str, Hashable]
) -> tuple[int, Floats]:
    """The number of groups, and the variance that as many unrelated units would have to show."""
    number: dict[Hashable, int] = {}
    for task in counts.tasks:
        if task not in groups:
            raise InputError("Task {task} has no group; groups must name one for every task.", task=shown(task))
        number.setdefault(groups[task], len(number))
    if len(number) < 2:
        raise InputError("groups must hold at least two different groups; found {found}.", found=len(number))
    value = pass_at_k if metric == "pass@k" else pass_hat_k
    away = np.asarray(value(counts.n, counts.c, k)) - mean
    sums = np.bincount([number[groups[task]] for task in counts.tasks], weights=away)
    spread = len(number) * float((sums**2).sum()) / len(counts) ** 2
    return len(number), np.array([0.0 if spread < _ROUNDING else spread])
