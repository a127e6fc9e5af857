"""Means over tasks as they are shown: chances with complements of their own, and curves."""

from __future__ import annotations

from page.answer import AT, Curve, mirrored
from page.numbers import ALWAYS, NEVER, Chance
from passk_core import Counts, Estimate, mean_curve, mean_pass_at_k, mean_pass_hat_k


def estimate(counts: Counts, k: int, metric: str, level: float) -> Estimate:
    """The mean of a metric over tasks, with its interval; refused where a task has fewer than k samples."""
    return (mean_pass_at_k if metric == AT else mean_pass_hat_k)(counts, k, level)


def mean_chance(counts: Counts, k: int, metric: str, level: float = 0.95) -> Chance:
    """The mean as a chance: certain only if every task is, and its complement the mean of the complements."""
    n, c, _ = counts.distinct
    never = (c == 0) if metric == AT else (c < k)
    always = (n - c < k) if metric == AT else (c == n)
    if never.all():
        return NEVER
    if always.all():
        return ALWAYS
    wrong = Counts(counts.tasks, counts.n, counts.n - counts.c)
    value = estimate(counts, k, metric, level).value
    complement = estimate(wrong, k, mirrored(metric), level).value
    assert value is not None
    assert complement is not None
    return Chance(value, complement)


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
