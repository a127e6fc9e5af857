"""Can values all come from one table of counts? Decided by linear and whole-number programs.

A table says how many tasks had 0, 1, .. n samples right. Reported means of pass@k and pass^k are
linear in it, so the question is whether some table meets every window:

    shares   the table may hold fractions of tasks (a linear program). If even that cannot be, no
             number of tasks helps; the answer rests on a separating line that is re-checked.
    counts   the table holds whole numbers of tasks (a mixed-integer program, HiGHS). A table that
             is found is re-checked in exact fractions.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, comb, floor
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from passk_core.claims.bounds import exact_value, lattice
from passk_core.claims.text import Metric, Window
from passk_core.estimators import pass_at_k, pass_hat_k

Floats = NDArray[np.float64]
Answer = Literal["fits", "does not fit", "undecided"]

# A gap this small may be rounding; estimators are within 1e-14 and at most 16 of them are weighed.
_CERTAIN_GAP = 1e-12
# Columns of the first search: a random subset is small enough to be quick and mostly holds a table.
_FEW = 45
_TRIES = 4
# With more columns the solver overruns its time limit by far, so only subsets are searched: a table
# may be found, and that there is none stays undecided.
_MOST_COLUMNS = 2000
# Beyond this the whole-number form of a row asks too much of double precision.
_EXACT_STEPS = 10**7
_TIGHT = {"presolve": True, "primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


@dataclass(frozen=True)
class Found:
    """The answer for one n: with a table {correct samples: tasks} where one was found."""

    answer: Answer
    table: dict[int, int] | None = None


@lru_cache(maxsize=32)
def values_of(metric: Metric, n: int, k: int) -> Floats:
    """pass@k or pass^k of a task with c = 0..n correct samples; the array is shared and cannot be written."""
    c = np.arange(n + 1)
    values = np.asarray(pass_at_k(n, c, k) if metric == "pass@" else pass_hat_k(n, c, k))
    values.setflags(write=False)
    return values


def shares_can_fit(windows: Sequence[Window], n: int) -> bool:
    """Whether fractional shares of tasks with 0..n right samples meet every window.

    False is certain. It is also the answer for every larger n: drawing n of the larger number of
    samples at random gives shares for n with the same values.
    """
    points = np.array([values_of(w.claim.metric, n, w.claim.k) for w in windows])
    low, high = _ends(windows)
    size = len(windows)
    # Weights (plus - minus) of the claims and a level such that every task lies at or above the
    # level; the windows together lie below it exactly if no shares can meet them (Farkas).
    columns = np.hstack([-points.T, points.T, np.ones((n + 1, 1))])
    found = _optimize().linprog(
        np.concatenate([high, -low, [-1.0]]),
        A_ub=columns,
        b_ub=np.zeros(n + 1),
        bounds=[(0, 1)] * (2 * size) + [(None, None)],
        method="highs",
        options=_TIGHT,
    )
    if found.x is None:
        return True
    weights = found.x[:size] - found.x[size : 2 * size]
    level = (weights @ points).min()
    reachable = np.where(weights > 0, weights * high, weights * low).sum()
    return not level - reachable > _CERTAIN_GAP


def counts_can_fit(windows: Sequence[Window], tasks: int, n: int, until: float) -> Found:
    """Whether whole numbers of tasks with 0..n right samples meet every window.

    Searches until the clock (time.monotonic) reads ``until``; then the answer is "undecided".
    """
    if any(first > last for first, last in (lattice(w, tasks, n) for w in windows)):
        return Found("does not fit")
    rng = np.random.default_rng(0)
    everything = np.arange(n + 1)
    attempt = 0
    while (attempt < _TRIES and n + 1 > _FEW + 15) or n > _MOST_COLUMNS:
        left = until - time.monotonic()
        if left <= 0:
            return Found("undecided")
        inner = rng.choice(np.arange(2, n - 1), _FEW - 4, replace=False)
        some = np.sort(np.concatenate([[0, 1, n - 1, n], inner]))
        found = _search(windows, tasks, n, some, rng, min(left, 0.15 * 2 ** min(attempt, 3), left / 3 + 0.05))
        if found.answer == "fits":
            return found
        attempt += 1
    while True:
        # A table that misses a window by rounding is no proof; another objective finds another one.
        found = _search(windows, tasks, n, everything, rng, until - time.monotonic())
        if found.answer != "undecided" or time.monotonic() >= until:
            return found


def table_fits(table: dict[int, int], windows: Sequence[Window], n: int) -> bool:
    """Whether a table's means lie in every window, in exact fractions."""
    tasks = sum(table.values())
    for window in windows:
        metric, k = window.claim.metric, window.claim.k
        total = sum((many * exact_value(metric, n, c, k) for c, many in table.items()), Fraction(0))
        if not window.low <= total / tasks <= window.high:
            return False
    return True


def shares_range(windows: Sequence[Window], n: int, metric: Metric, k: int) -> tuple[float, float] | None:
    """Lowest and highest pass@k (or pass^k) that the windows allow with shares of tasks; None if none."""
    points = np.array([values_of(w.claim.metric, n, w.claim.k) for w in windows])
    low, high = _ends(windows)
    target = values_of(metric, n, k)
    ends = []
    for sign in (1.0, -1.0):
        found = _optimize().linprog(
            sign * target,
            A_ub=np.vstack([points, -points]),
            b_ub=np.concatenate([high, -low]),
            A_eq=np.ones((1, n + 1)),
            b_eq=[1.0],
            method="highs",
            options=_TIGHT,
        )
        if found.status != 0:
            return None
        ends.append(min(1.0, max(0.0, sign * found.fun)))
    return ends[0], ends[1]


def counts_range(
    windows: Sequence[Window], tasks: int, n: int, metric: Metric, k: int, until: float
) -> tuple[Fraction, Fraction] | None:
    """The same for whole numbers of tasks, exactly; None where it is not settled in time."""
    everything = np.arange(n + 1)
    target = values_of(metric, n, k)
    ends = []
    for sign in (1.0, -1.0):
        left = until - time.monotonic()
        if left <= 0:
            return None
        found = _milp(sign * target, windows, tasks, n, everything, {"time_limit": left, "mip_rel_gap": 0.0})
        if found.status != 0 or found.x is None:
            return None
        table = _table(found.x, everything)
        if sum(table.values()) != tasks or not table_fits(table, windows, n):
            return None
        total = sum((many * exact_value(metric, n, c, k) for c, many in table.items()), Fraction(0))
        ends.append(total / tasks)
    return ends[0], ends[1]


def _search(
    windows: Sequence[Window], tasks: int, n: int, columns: NDArray[np.int64], rng: np.random.Generator, seconds: float
) -> Found:
    if seconds <= 0:
        return Found("undecided")
    # Any table will do: a random objective with an endless gap stops at the first one, and avoids
    # the ties that make an empty objective slow.
    objective = rng.random(columns.size) + 0.1
    found = _milp(objective, windows, tasks, n, columns, {"time_limit": seconds, "mip_rel_gap": 1e9})
    if found.status == 2:
        return Found("does not fit")
    if found.x is not None:
        table = _table(found.x, columns)
        if sum(table.values()) == tasks and table_fits(table, windows, n):
            return Found("fits", table)
    return Found("undecided")


def _milp(
    objective: Floats,
    windows: Sequence[Window],
    tasks: int,
    n: int,
    columns: NDArray[np.int64],
    options: dict[str, Any],
) -> Any:
    optimize = _optimize()
    rows, low, high = [np.ones(columns.size)], [float(tasks)], [float(tasks)]
    for window in windows:
        row, first, last = _row(window, tasks, n, columns)
        rows.append(row)
        low.append(first)
        high.append(last)
    return optimize.milp(
        objective,
        integrality=np.ones(columns.size),
        bounds=optimize.Bounds(0, tasks),
        constraints=optimize.LinearConstraint(np.array(rows), np.array(low), np.array(high)),
        options=options,
    )


def _row(window: Window, tasks: int, n: int, columns: NDArray[np.int64]) -> tuple[Floats, float, float]:
    """One claim as a row: coefficient of each column, and the ends of their sum."""
    metric, k = window.claim.metric, window.claim.k
    steps = comb(n, k)
    if steps <= _EXACT_STEPS:
        # Whole coefficients and ends: no tolerance of the solver can let a value just outside in.
        numerators = [int(exact_value(metric, n, int(c), k) * steps) for c in columns]
        return (
            np.array(numerators, float),
            float(ceil(window.low * tasks * steps)),
            float(floor(window.high * tasks * steps)),
        )
    # The window becomes one unit wide, so that the solver's absolute tolerance stays small beside it.
    scale = 1 / (tasks * (window.high - window.low))
    row = values_of(metric, n, k)[columns] * float(scale)
    return row, float(window.low * tasks * scale), float(window.high * tasks * scale)


def _table(x: Floats, columns: NDArray[np.int64]) -> dict[int, int]:
    return {int(c): int(many) for c, many in zip(columns, np.rint(x), strict=True) if many > 0}


def _ends(windows: Sequence[Window]) -> tuple[Floats, Floats]:
    return np.array([float(w.low) for w in windows]), np.array([float(w.high) for w in windows])


def _optimize() -> Any:
    """scipy.optimize, loaded when it is first needed; its stubs do not cover options by name."""
    import scipy.optimize

    return scipy.optimize
