"""Can values all come from one table of counts? Decided by a whole-number program.

A table says how many tasks had 0, 1, .. n samples right. Reported means of pass@k and pass^k are
linear in it, so the question is whether some table of whole numbers meets every window (a mixed-integer
program, HiGHS). A table that is found is re-checked in exact fractions.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, floor, inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from passk_core.claims.bounds import exact_value, lattice
from passk_core.claims.shares import Answer, Floats, optimizers, values_of
from passk_core.claims.text import Metric, Window

# Columns of the first search: a random subset is small enough to be quick and mostly holds a table.
_FEW = 45
_TRIES = 4
# The solver narrows down the number of tasks in each column step by step, and looks at no clock meanwhile: with
# many tasks, columns and rows that takes minutes. Beyond these sizes it may move only a few tasks at a time away
# from shares that fit: a table may be found, and that there is none stays undecided.
_MOST_COLUMNS = 2000
_MANY_TASKS, _MANY_COLUMNS, _MOST_STEPS = 200, 25, 3e7
_MOVED = 20
# Beyond this the whole-number form of a row asks too much of double precision.
_EXACT_STEPS = 10**7
# With this many samples drawn and left, C(n, k) is at least C(50, 25) = 1.3e14: more than that, and fine enough
# for a multiple of its steps to lie in every window. It is not worked out: it may have thousands of digits.
_MANY = 25


@dataclass(frozen=True)
class Found:
    """The answer for one n: with a table {correct samples: tasks} where one was found."""

    answer: Answer
    table: dict[int, int] | None = None


def counts_can_fit(windows: Sequence[Window], tasks: int, n: int, until: float) -> Found:
    """Whether whole numbers of tasks with 0..n right samples meet every window.

    Searches until the clock (time.monotonic) reads ``until``; then the answer is "undecided".
    """
    coarse = [w for w in windows if not _fine(n, w.claim.k)]
    if any(first > last for first, last in (lattice(w, tasks, n) for w in coarse)):
        return Found("does not fit")
    rng = np.random.default_rng(0)
    everything = np.arange(n + 1)
    whole = n <= _MOST_COLUMNS and _is_quick(tasks, n + 1, len(windows))
    attempt = 0
    while (attempt < _TRIES and n + 1 > _FEW + 15) or not whole:
        left = until - time.monotonic()
        if left <= 0:
            return Found("undecided")
        some = _some_counts(n, rng)
        seconds = min(left, 0.15 * 2 ** min(attempt, 3), left / 3 + 0.05)
        search = _search if _is_quick(tasks, some.size, len(windows)) else _search_nearby
        found = search(windows, tasks, n, some, rng, seconds, until)
        if found.answer == "fits":
            return found
        attempt += 1
    while True:
        # A table that misses a window by rounding is no proof; another objective finds another one.
        found = _search(windows, tasks, n, everything, rng, until - time.monotonic(), until)
        if found.answer != "undecided" or time.monotonic() >= until:
            return found


def _is_quick(tasks: int, columns: int, rows: int) -> bool:
    """Whether the solver keeps to its time limit."""
    return tasks <= _MANY_TASKS or columns <= _MANY_COLUMNS or tasks * columns**2 * rows <= _MOST_STEPS


def _some_counts(n: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """All counts where they are few; else the two at either end and some in between."""
    if n < _FEW:
        return np.arange(n + 1)
    inner = rng.choice(np.arange(2, n - 1), _FEW - 4, replace=False)
    return np.sort(np.concatenate([[0, 1, n - 1, n], inner]))


def table_fits(table: dict[int, int], windows: Sequence[Window], n: int, until: float = inf) -> bool:
    """Whether a table's means lie in every window, in exact fractions; False where the clock reads ``until`` first."""
    tasks = sum(table.values())
    for window in windows:
        metric, k = window.claim.metric, window.claim.k
        steps, total = comb(n, k), 0
        for c, many in table.items():
            if time.monotonic() >= until:
                return False
            total += many * _subsets(metric, n, c, k, steps)
        if not window.low * tasks * steps <= total <= window.high * tasks * steps:
            return False
    return True


def counts_range(
    windows: Sequence[Window], tasks: int, n: int, metric: Metric, k: int, until: float
) -> tuple[Fraction, Fraction] | None:
    """Lowest and highest pass@k (or pass^k) that whole numbers of tasks allow, exactly; None if not settled in time."""
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
        if sum(table.values()) != tasks or not table_fits(table, windows, n, until):
            return None
        total = sum((many * exact_value(metric, n, c, k) for c, many in table.items()), Fraction(0))
        ends.append(total / tasks)
    return ends[0], ends[1]


def _search(
    windows: Sequence[Window],
    tasks: int,
    n: int,
    columns: NDArray[np.int64],
    rng: np.random.Generator,
    seconds: float,
    until: float,
) -> Found:
    """A table with counts among the columns, looked for in these seconds; to be checked until the clock reads that."""
    if seconds <= 0:
        return Found("undecided")
    # Any table will do: a random objective with an endless gap stops at the first one, and avoids
    # the ties that make an empty objective slow.
    objective = rng.random(columns.size) + 0.1
    found = _milp(objective, windows, tasks, n, columns, {"time_limit": seconds, "mip_rel_gap": 1e9})
    if found.status == 2:
        return Found("does not fit")
    if found.x is not None:
        return _checked(_table(found.x, columns), windows, tasks, n, until)
    return Found("undecided")


def _search_nearby(
    windows: Sequence[Window],
    tasks: int,
    n: int,
    columns: NDArray[np.int64],
    rng: np.random.Generator,
    seconds: float,
    until: float,
) -> Found:
    """The same, from the shares that lie deepest in the windows: those, rounded, or a few tasks moved."""
    shares = _middle(windows, n, columns, seconds)
    if shares is None:
        return Found("undecided")
    table = np.floor(shares * tasks)
    table[np.argsort(table - shares * tasks)[: max(0, tasks - int(table.sum()))]] += 1
    found = _checked(_table(table, columns), windows, tasks, n, until)
    if found.answer == "fits":
        return found
    moved = _milp(
        rng.random(columns.size) + 0.1, windows, tasks, n, columns, {"time_limit": seconds, "mip_rel_gap": 1e9}, table
    )
    return found if moved.x is None else _checked(_table(table + moved.x, columns), windows, tasks, n, until)


def _middle(windows: Sequence[Window], n: int, columns: NDArray[np.int64], seconds: float) -> Floats | None:
    """Shares of tasks with counts among the columns whose values lie as deep in the windows as can be."""
    points = np.array([values_of(w.claim.metric, n, w.claim.k)[columns] for w in windows])
    ends = np.array([[float(w.low), float(w.high)] for w in windows])
    width = ends[:, 1:] - ends[:, :1]
    found = optimizers().linprog(
        np.append(np.zeros(columns.size), -1.0),
        A_ub=np.vstack([np.hstack([points, width]), np.hstack([-points, width])]),
        b_ub=np.concatenate([ends[:, 1], -ends[:, 0]]),
        A_eq=np.append(np.ones(columns.size), 0.0)[None, :],
        b_eq=[1.0],
        method="highs",
        options={"time_limit": seconds},
    )
    return None if found.x is None else np.maximum(0.0, found.x[:-1])


def _checked(table: dict[int, int], windows: Sequence[Window], tasks: int, n: int, until: float) -> Found:
    fits = sum(table.values()) == tasks and table_fits(table, windows, n, until)
    return Found("fits", table) if fits else Found("undecided")


def _milp(
    objective: Floats,
    windows: Sequence[Window],
    tasks: int,
    n: int,
    columns: NDArray[np.int64],
    options: dict[str, Any],
    start: Floats | None = None,
) -> Any:
    """The tasks in each column, or (from a start) how many more than there, at most a few."""
    optimize = optimizers()
    rows, low, high = [np.ones(columns.size)], [float(tasks)], [float(tasks)]
    for window in windows:
        row, first, last = _row(window, tasks, n, columns)
        rows.append(row)
        low.append(first)
        high.append(last)
    matrix, bounds = np.array(rows), optimize.Bounds(0, tasks)
    there: Floats | float = 0.0
    if start is not None:
        there, bounds = matrix @ start, optimize.Bounds(np.maximum(-start, -_MOVED), _MOVED)
    return optimize.milp(
        objective,
        integrality=np.ones(columns.size),
        bounds=bounds,
        constraints=optimize.LinearConstraint(matrix, np.array(low) - there, np.array(high) - there),
        options=options,
    )


def _row(window: Window, tasks: int, n: int, columns: NDArray[np.int64]) -> tuple[Floats, float, float]:
    """One claim as a row: coefficient of each column, and the ends of their sum."""
    metric, k = window.claim.metric, window.claim.k
    if not _fine(n, k) and (steps := comb(n, k)) <= _EXACT_STEPS:
        # Whole coefficients and ends: no tolerance of the solver can let a value just outside in.
        return (
            np.array([_subsets(metric, n, int(c), k, steps) for c in columns], float),
            float(ceil(window.low * tasks * steps)),
            float(floor(window.high * tasks * steps)),
        )
    # The window becomes one unit wide, so that the solver's absolute tolerance stays small beside it.
    scale = 1 / (tasks * (window.high - window.low))
    row = values_of(metric, n, k)[columns] * float(scale)
    return row, float(window.low * tasks * scale), float(window.high * tasks * scale)


def _table(x: Floats, columns: NDArray[np.int64]) -> dict[int, int]:
    return {int(c): int(many) for c, many in zip(columns, np.rint(x), strict=True) if many > 0}


def _fine(n: int, k: int) -> bool:
    return min(k, n - k) >= _MANY


def _subsets(metric: Metric, n: int, c: int, k: int, steps: int) -> int:
    """How many of the C(n, k) = ``steps`` sets of k samples hold a correct one, or (pass^k) only correct ones."""
    return steps - comb(n - c, k) if metric == "pass@" else comb(c, k)
