"""What the runs of result files say: means at each k, curves, and run B against run A. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from page import benchmark
from page.answer import METRICS, Curve
from page.benchmark import Result
from passk_core import Counts, InputError, compare_runs, supporting
from passk_core.beyond import BetaBinomial
from passk_core.compare import Comparison

_EACH_C = 40  # bars that a chart holds with ease
_BESIDE_ONE = 10  # where the chart of runs with one sample a task ends, to show what is not known


@dataclass(frozen=True)
class Asked:
    """What is asked of the runs: the values of k, the one looked at closely, and which runs are A and B.

    ``restrict`` sets aside, at each k, the tasks with fewer than k samples.
    """

    ks: tuple[int, ...]
    at: int
    level: float
    a: str
    b: str | None = None
    restrict: bool = False

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that differ at the k looked at: at k = 1 both are the same."""
        return METRICS if self.at > 1 else METRICS[:1]

    @property
    def letters(self) -> dict[str, str]:
        """The runs looked at, {letter: name}."""
        return {"A": self.a} | ({"B": self.b} if self.b is not None else {})


@dataclass(frozen=True)
class Answer:
    """The numbers that the page shows, by run, k and metric."""

    asked: Asked
    runs: Mapping[str, Counts]
    results: dict[tuple[str, int, str], Result]
    curves: dict[tuple[str, str], Curve]
    models: dict[str, BetaBinomial | None]
    compared: dict[str, Comparison | InputError]

    def at_k(self, run: str, metric: str) -> Result:
        """A run's result at the k that is looked at."""
        return self.results[run, self.asked.at, metric]


def answered(runs: Mapping[str, Counts], asked: Asked) -> Answer:
    """Everything at once: all runs at each k, curves and models of A and B, and their comparison."""
    looked_at = list(asked.letters.values())
    last = last_k([runs[name] for name in looked_at], asked.ks)
    beyond = max(asked.ks[-1], last)
    models = {name: benchmark.fitted(runs[name]) if beyond > int(runs[name].n.min()) else None for name in looked_at}
    results = {
        (name, k, metric): benchmark.result(counts, k, metric, asked.level, asked.restrict, models.get(name))
        for name, counts in runs.items()
        for k in (asked.ks if name in looked_at else (asked.at,))
        for metric in METRICS
    }
    curves = {
        (name, metric): benchmark.curve_to(runs[name], metric, asked.level, last)
        for name in looked_at
        for metric in METRICS
    }
    compared = {} if asked.b is None else {m: compared_at(runs[asked.a], runs[asked.b], m, asked) for m in METRICS}
    return Answer(asked, runs, results, curves, models, compared)


def compared_at(a: Counts, b: Counts, metric: str, asked: Asked) -> Comparison | InputError:
    """Run B against run A at the k that is looked at, or why they cannot be compared."""
    try:
        if asked.restrict:
            a, b = supporting(a, asked.at)[0], supporting(b, asked.at)[0]
        return compare_runs(a, b, asked.at, metric, asked.level)
    except InputError as error:
        return error


def usual_k(runs: list[Counts], ks: tuple[int, ...]) -> int:
    """The largest k of the list that every task of these runs has samples for, else the smallest.

    >>> usual_k([Counts("ab", n=[20, 20], c=[3, 4])], (1, 10, 100))
    10
    """
    fewest = min(int(run.n.min()) for run in runs)
    return max([k for k in ks if k <= fewest], default=ks[0])


def last_k(runs: list[Counts], ks: tuple[int, ...]) -> int:
    """Where the chart ends: the last k that one of the runs supports, or beyond it the last k asked for."""
    last = max(ks[-1], *(int(run.n.min()) for run in runs))
    return last if last > 1 else _BESIDE_ONE


def solved(counts: Counts) -> tuple[int, int, int]:
    """How many tasks were solved never, sometimes and always.

    >>> solved(Counts("abc", n=[10, 10, 10], c=[0, 3, 0]))
    (2, 1, 0)
    """
    never, always = int((counts.c == 0).sum()), int((counts.c == counts.n).sum())
    return never, len(counts) - never - always, always


def common_n(runs: list[Counts]) -> int | None:
    """The samples that every task of these runs has, where it is one number small enough for a bar for each c."""
    n = int(runs[0].n[0])
    return n if n <= _EACH_C and all((run.n == n).all() for run in runs) else None


def difficulty(counts: Counts, n: int | None) -> tuple[list[tuple[float, float]], list[int]]:
    """Bins of c / n, and how many tasks are in each: one for each c of this n, or tenths for None.

    A bin is (low, high), above low and up to high; the first and last are exactly 0 and 1.

    >>> difficulty(Counts("abc", n=[2, 2, 2], c=[0, 0, 1]), 2)
    ([(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)], [2, 1, 0])
    """
    if n is not None:
        return [(c / n, c / n) for c in range(n + 1)], [int(m) for m in np.bincount(counts.c, minlength=n + 1)]
    bins = [(0.0, 0.0), *((i / 10, (i + 1) / 10) for i in range(10)), (1.0, 1.0)]
    # In whole numbers: 3 of 10 belongs to the bin that ends at 30%.
    tenth = -((-10 * counts.c) // counts.n)
    place = np.where(counts.c == counts.n, 11, tenth)
    return bins, [int(m) for m in np.bincount(place, minlength=12)]
