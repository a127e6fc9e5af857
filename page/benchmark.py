"""Means over tasks as they are shown: chances with complements of their own, and curves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from page import answer
from page.answer import AT, Curve, Rate
from page.numbers import ALWAYS, NEVER, Chance
from passk_core import (
    Counts,
    Estimate,
    InputError,
    band_beyond,
    fit_beta_binomial,
    mean_curve,
    mean_pass_at_k,
    mean_pass_hat_k,
    pass_at_k,
    pass_hat_k,
    supporting,
)
from passk_core.beyond import BetaBinomial

_BEYOND_POINTS = 60  # of a curve beyond the samples


@dataclass(frozen=True)
class Result:
    """A metric of one run at one k: the mean over the tasks with k samples, or what can be said without one.

    ``short`` counts the tasks with fewer than k samples. Where they were not set aside there is no
    mean, only the band in which it can lie and, where there is one, the model's number.
    """

    tasks: int
    short: int
    value: Chance | None = None
    mean: Estimate | None = None
    band: tuple[Chance, Chance] | None = None
    model: Chance | None = None


def result(
    counts: Counts, k: int, metric: str, level: float, restrict: bool = False, model: BetaBinomial | None = None
) -> Result:
    """A metric at k; with ``restrict`` over the tasks that have k samples, where some have."""
    short = int((counts.n < k).sum())
    if short and not (restrict and short < len(counts)):
        return Result(len(counts), short, band=band(counts, k, metric, level), model=of_model(model, k, metric))
    kept = supporting(counts, k)[0]
    return Result(len(kept), short, mean_chance(kept, k, metric, level), estimate(kept, k, metric, level))


def band(counts: Counts, k: int, metric: str, level: float) -> tuple[Chance, Chance]:
    """Where the mean can lie at a k above the fewest samples of a task; nothing but its edges is claimed."""
    found = band_beyond(counts, k, metric, level)
    low, high = float(found.low[0]), float(found.high[0])
    # An edge is exactly 0 or 1 where nothing bounds it: no task failed (or passed) often enough, or there is one task.
    often = counts.n - counts.c if metric == AT else counts.c
    open_ended = len(counts) == 1 or int(often.max()) < found.from_k
    low_sure, high_sure = (low == 0, open_ended) if metric == AT else (open_ended, high == 1)
    return Chance(low, 1 - low, low_sure), Chance(high, 1 - high, high_sure)


def fitted(counts: Counts) -> BetaBinomial | None:
    """The beta-binomial model of the tasks' success rates; None where the counts do not determine one."""
    try:
        return fit_beta_binomial(counts)
    except InputError:
        return None


def of_model(model: BetaBinomial | None, k: int, metric: str) -> Chance | None:
    """What the model predicts at k."""
    return None if model is None else answer.chance(Rate(Fraction(model.rate), model.rho), k, metric)


def as_if_alike(counts: Counts, k: int, metric: str) -> Chance:
    """What the mean success rate alone would say: every task taken for one of that rate."""
    n, c, tasks = counts.distinct
    # Summed by n, so that the fraction has few denominators: 0 and 1 stay exact.
    rate = sum(
        (Fraction(int((c[n == size] * tasks[n == size]).sum()), int(size)) for size in np.unique(n)), Fraction(0)
    ) / len(counts)
    found = answer.chance(Rate(Fraction(float(rate)) if 0 < rate < 1 else rate), k, metric)
    assert found is not None
    return found


def estimate(counts: Counts, k: int, metric: str, level: float) -> Estimate:
    """The mean of a metric over tasks, with its interval; refused where a task has fewer than k samples."""
    return (mean_pass_at_k if metric == AT else mean_pass_hat_k)(counts, k, level)


def mean_chance(counts: Counts, k: int, metric: str, level: float = 0.95) -> Chance:
    """The mean as a chance: certain only if every task is, and its complement the mean of the complements."""
    n, c, tasks = counts.distinct
    never = (c == 0) if metric == AT else (c < k)
    always = (n - c < k) if metric == AT else (c == n)
    if never.all():
        return NEVER
    if always.all():
        return ALWAYS
    value = estimate(counts, k, metric, level).value
    assert value is not None
    # On the distinct pairs: another Counts would check a million names again.
    other = pass_hat_k if metric == AT else pass_at_k
    return Chance(value, float(tasks @ np.asarray(other(n, n - c, k))) / len(counts))


def ends(found: Estimate) -> tuple[Chance, Chance]:
    """The ends of an interval of a mean as chances; an end at 0 or 1 was reached exactly."""
    assert found.low is not None
    assert found.high is not None
    low, high = (Chance(end, 1 - end, certain=end in (0, 1)) for end in (found.low, found.high))
    return low, high


def curve(counts: Counts, metric: str, level: float) -> Curve:
    """The mean of a metric for every k that all tasks support."""
    found = mean_curve(counts, metric, level)
    right, failed = int(counts.c.max()), int((counts.n - counts.c).max())
    # Exactly 0 or 1 where every task is: none right, none failed, or k above what any has of them.
    sure = (found.k > failed) | (right == 0) if metric == AT else (found.k > right) | (failed == 0)
    value, low, high = (list(map(float, row)) for row in (found.value, found.low, found.high))
    return Curve([int(k) for k in found.k], value, [bool(one) for one in sure], low, high)


def curve_to(counts: Counts, metric: str, level: float, last: int) -> Curve:
    """The mean's curve and interval up to the fewest samples of a task, then the band on to k = last."""
    upto = curve(counts, metric, level)
    ends_at = upto.ks[-1]
    if last <= ends_at:
        return upto
    ks = np.unique(np.rint(np.geomspace(ends_at + 1, last, _BEYOND_POINTS)).astype(np.int64))
    beyond = band_beyond(counts, ks, metric, level)
    return replace(
        upto,
        ks=upto.ks + [int(k) for k in ks],
        low=upto.low + list(map(float, beyond.low)),
        high=upto.high + list(map(float, beyond.high)),
    )
