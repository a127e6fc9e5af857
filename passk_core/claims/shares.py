"""Can values all be means over some mix of tasks? And what do they allow for another mean? A linear program.

A mix says which share of the tasks has 0, 1, .. n samples right; means of pass@k and pass^k are linear
in it. By duality the least mean of a target is shown by a line: weights of the claims and a level such
that level + weighted values lies at or below the target at every count c. However many counts there
are, a line rests on a few of them: the program begins with some, and takes in those that its line
does not keep until it keeps all. What a line shows is worked out over every count once more, so
it holds whatever the solver did.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from passk_core.claims.text import Metric, Window
from passk_core.estimators import pass_at_k, pass_hat_k

Floats = NDArray[np.float64]
Answer = Literal["fits", "does not fit", "undecided"]

# A gap this small may be rounding; values are within 3e-14 and at most 16 of them are weighed.
_CERTAIN_GAP = 1e-12
# Counts that the first program holds; up to here it is the whole one.
_FIRST = 600
# Values between those of the estimators follow each from the one before: 2 roundings of 1e-16 each.
_STEPS = 64
# Heavier weights than this move a range by more than their own rounding is worth.
_HEAVIEST = 1e6
_TIGHT = {"presolve": True, "primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
_KEPT = 1e-10


@lru_cache(maxsize=32)
def values_of(metric: Metric, n: int, k: int) -> Floats:
    """pass@k or pass^k of a task with c = 0..n correct samples; the array is shared and cannot be written."""
    if n <= _FIRST:
        c = np.arange(n + 1)
        values = np.asarray(pass_at_k(n, c, k) if metric == "pass@" else pass_hat_k(n, c, k))
    else:
        missed = _missed(n, k)
        values = 1 - missed if metric == "pass@" else missed[::-1].copy()
    values.setflags(write=False)
    return values


def _missed(n: int, k: int) -> Floats:
    """1 - pass@k for c = 0..n, each within 3e-14: the estimators one by one take seconds for n = 100,000."""
    c = np.arange(n + 1)
    first = c[::_STEPS]
    # One sample more leaves (n - c - k) / (n - c) of the sets without a correct one.
    steps = np.ones((first.size, _STEPS))
    steps.ravel()[1 : n + 1] = np.maximum(n - c[:-1] - k, 0) / (n - c[:-1])
    steps[:, 0] = pass_hat_k(n, n - first, k)
    np.cumprod(steps, axis=1, out=steps)
    return steps.ravel()[: n + 1]


def shares_can_fit(windows: Sequence[Window], n: int, until: float) -> Answer:
    """Whether fractional shares of tasks with 0..n right samples meet every window.

    "does not fit" is certain. It is also the answer for every larger n: drawing n of the larger
    number of samples at random gives shares for n with the same values. When the clock
    (time.monotonic) reads ``until``, the answer is "undecided".
    """
    # Nothing has the mean 0; a line that shows a higher one shows that there is no mix (Farkas).
    least = _least(windows, n, np.zeros(n + 1), 1.0, until)
    if least is None:
        return "undecided"
    return "does not fit" if least > _CERTAIN_GAP else "fits"


def shares_range(windows: Sequence[Window], n: int, metric: Metric, k: int, until: float) -> tuple[float, float] | None:
    """Lowest and highest pass@k (or pass^k) that the windows allow with shares of tasks, never too narrow.

    None if no shares meet the windows, or if the clock reads ``until`` before it is settled.
    """
    target = values_of(metric, n, k)
    low = _least(windows, n, target, _HEAVIEST, until)
    high = _least(windows, n, -target, _HEAVIEST, until)
    if low is None or high is None or low > -high:
        return None
    return min(1.0, max(0.0, low)), min(1.0, max(0.0, -high))


def _least(windows: Sequence[Window], n: int, target: Floats, heaviest: float, until: float) -> float | None:
    """What the mean of ``target`` (a value for each c) is at least, over all mixes that meet the windows.

    Never too high. Beyond all bounds where there is no such mix. None past its time.
    """
    low, high = (
        np.array([float(end) for end in ends]) for ends in zip(*((w.low, w.high) for w in windows), strict=True)
    )
    points = np.array([values_of(w.claim.metric, n, w.claim.k) for w in windows])
    size, held = len(windows), _first_counts(n)
    costs, bounds = np.concatenate([high, -low, [-1.0]]), [(0, heaviest)] * (2 * size) + [(None, None)]
    while (left := until - time.monotonic()) > 0:
        some = points[:, held].T
        # Weights above and below, and the level: the highest line below which no count of these lies.
        found = _solved(costs, np.hstack([-some, some, np.ones((held.size, 1))]), target[held], bounds, left)
        if found is None:
            return None
        weights = found[:size] - found[size : 2 * size]
        above = target + weights @ points
        below_line = above < found[-1] - max(_KEPT, 1e-13 * float(np.abs(weights).sum()))
        below_line[held] = False
        if not below_line.any():
            return float(above.min() - np.where(weights > 0, weights * high, weights * low).sum())
        held = np.union1d(held, _dips(above, below_line))
    return None


def _solved(costs: Floats, rows: Floats, ends: Floats, bounds: list[Any], seconds: float) -> Floats | None:
    """The solution of a linear program; None past its time."""
    optimize, until = optimizers(), time.monotonic() + seconds
    # Rows that are nearly alike may be more than the solver manages as tightly as that.
    for options in (_TIGHT, {}):
        limit = {"time_limit": max(0.0, until - time.monotonic())}
        found = optimize.linprog(
            costs, A_ub=rows, b_ub=ends, bounds=bounds, method="highs", options={**options, **limit}
        )
        if found.x is not None:
            solution: Floats = found.x
            return solution
    return None


def _first_counts(n: int) -> NDArray[np.int64]:
    """All counts where they are few; else some, close together near both ends, where large k tell them apart."""
    if n < _FIRST:
        return np.arange(n + 1)
    near = np.unique(np.geomspace(1, n, _FIRST // 6).astype(np.int64))
    return np.unique(np.concatenate([near, n - near, np.linspace(0, n, _FIRST // 6).astype(np.int64)]))


def _dips(above: Floats, chosen: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The chosen counts that lie lowest among the chosen next to them."""
    lows = np.where(chosen, above, np.inf)
    walled = np.concatenate([[np.inf], lows, [np.inf]])
    return np.flatnonzero(chosen & (lows <= walled[:-2]) & (lows <= walled[2:]))


def optimizers() -> Any:
    """scipy.optimize, loaded when it is first needed; its stubs do not cover options by name."""
    import scipy.optimize

    return scipy.optimize
