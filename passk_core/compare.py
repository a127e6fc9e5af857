"""Two runs on the same tasks: how much better is B than A, and which tasks changed.

The tasks are paired: each gives one difference, so that what all models find hard cancels out.
Runs are compared on the tasks that both have, and what only one has is listed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from passk_core import validate
from passk_core.counts import Counts
from passk_core.errors import InputError
from passk_core.estimators import pass_at_k, pass_hat_k
from passk_core.intervals import METRICS
from passk_core.means import refuse_unsupported

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Comparison:
    """Run B against run A on their common tasks; everything is a fraction, and what does not apply is None.

    difference is value_b - value_a, low and high its interval, p_value the two-sided one of "no
    difference". method is "mcnemar" (mid-P McNemar test and Bonett-Price interval), "paired-t", or
    "none" where neither exists. tasks_both counts the tasks compared; only_a and only_b name those
    that one run alone has. a_alone and b_alone count the tasks that one run alone solved ("mcnemar"
    only).
    """

    difference: float
    low: float | None
    high: float | None
    p_value: float | None
    confidence_level: float
    method: str
    value_a: float
    value_b: float
    tasks_both: int
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    a_alone: int | None = None
    b_alone: int | None = None


@dataclass(frozen=True)
class TaskChange:
    """A task of two runs: its counts in each, and the change c / n from A to B."""

    task: str
    n_a: int
    c_a: int
    n_b: int
    c_b: int
    change: float


def compare_runs(a: Counts, b: Counts, k: int, metric: str = "pass@k", confidence_level: float = 0.95) -> Comparison:
    """pass@k or pass^k of run B less that of run A, over the tasks that both have.

    Where every task's value is 0 or 1 in both runs (always so with one sample a task): the mid-P
    McNemar test (Lancaster 1961, J. Am. Stat. Assoc. 56, 223-234; Fagerland, Lydersen and Laake
    2013, BMC Med. Res. Methodol. 13:91) and the interval of Bonett and Price 2012 (J. Educ. Behav.
    Stat. 37, 479-488). Otherwise the paired t test of the tasks' differences and its interval
    (Miller 2024, arXiv 2411.00640, section 4). Where all tasks differ by the same fraction, or
    there is only one task, neither exists: low, high and p_value are None and method is "none".

    Raises InputError where the runs have no task in common, or where a common task has fewer than
    k samples in a run.

    >>> a = Counts("abcd", n=[10] * 4, c=[0, 2, 5, 9])
    >>> b = Counts("bcde", n=[10] * 4, c=[4, 6, 9, 1])
    >>> found = compare_runs(a, b, 1)
    >>> round(found.difference, 3), round(found.p_value, 2), found.tasks_both, found.only_a, found.only_b
    (0.1, 0.23, 3, ('a',), ('e',))
    """
    validate.one_of("metric", metric, METRICS)
    level = validate.confidence(confidence_level)
    both_a, both_b, only_a, only_b = common_tasks(a, b)
    for run in (both_a, both_b):
        size = refuse_unsupported(run, k, metric)
    value = pass_at_k if metric == "pass@k" else pass_hat_k
    values_a = np.asarray(value(both_a.n, both_a.c, size))
    values_b = np.asarray(value(both_b.n, both_b.c, size))
    a_alone: int | None = None
    b_alone: int | None = None
    low: float | None
    high: float | None
    p_value: float | None
    if _all_or_nothing(values_a) and _all_or_nothing(values_b):
        method = "mcnemar"
        a_alone = int((values_a > values_b).sum())
        b_alone = int((values_b > values_a).sum())
        low, high = bonett_price(a_alone, b_alone, len(both_a), level)
        p_value = mcnemar_mid_p(a_alone, b_alone)
    else:
        method, low, high, p_value = _paired_t(values_b - values_a, level)
    return Comparison(
        difference=float((values_b - values_a).mean()),
        low=low,
        high=high,
        p_value=p_value,
        confidence_level=level,
        method=method,
        value_a=float(values_a.mean()),
        value_b=float(values_b.mean()),
        tasks_both=len(both_a),
        only_a=only_a,
        only_b=only_b,
        a_alone=a_alone,
        b_alone=b_alone,
    )


def most_changed(a: Counts, b: Counts, most: int = 20) -> tuple[TaskChange, ...]:
    """The common tasks whose share of correct samples changed, largest change first, at most ``most``.

    Of equal changes the one with more samples comes first, then the one that A lists first.

    >>> a = Counts("abc", n=[10] * 3, c=[0, 2, 5])
    >>> [(task.task, task.change) for task in most_changed(a, Counts("abc", n=[10] * 3, c=[5, 2, 4]))]
    [('a', 0.5), ('c', -0.1)]
    """
    limit = int(validate.whole_numbers("most", most))
    both_a, both_b, _, _ = common_tasks(a, b)
    # Over one denominator, so that equal shares differ by exactly 0; 10**9 squared fits 64 bits.
    change = (both_b.c * both_a.n - both_a.c * both_b.n) / (both_a.n * both_b.n)
    order = np.lexsort((-(both_a.n + both_b.n), -np.abs(change)))
    return tuple(
        TaskChange(
            both_a.tasks[i],
            int(both_a.n[i]),
            int(both_a.c[i]),
            int(both_b.n[i]),
            int(both_b.c[i]),
            float(change[i]),
        )
        for i in order[:limit]
        if change[i] != 0
    )


def common_tasks(a: Counts, b: Counts) -> tuple[Counts, Counts, tuple[str, ...], tuple[str, ...]]:
    """Both runs on the tasks they share, in A's order, and the names that only A and only B have.

    Raises InputError where they share none.
    """
    if a.tasks == b.tasks:
        return a, b, (), ()
    place = {task: i for i, task in enumerate(b.tasks)}
    in_a = [i for i, task in enumerate(a.tasks) if task in place]
    if not in_a:
        raise InputError(
            "The two runs have no task in common: the first has tasks such as {first}, the second such as {second}.",
            first=repr(a.tasks[0]),
            second=repr(b.tasks[0]),
        )
    names = [a.tasks[i] for i in in_a]
    in_b = [place[task] for task in names]
    shared = set(names)
    return (
        a if len(in_a) == len(a) else Counts(names, a.n[in_a], a.c[in_a]),
        Counts(names, b.n[in_b], b.c[in_b]),
        tuple(task for task in a.tasks if task not in shared),
        tuple(task for task in b.tasks if task not in shared),
    )


def mcnemar_mid_p(a_alone: int, b_alone: int) -> float:
    """Two-sided mid-P value of "no difference", from the tasks that one run alone solved.

    >>> mcnemar_mid_p(1, 0)
    0.5
    """
    from scipy import special  # here, since it takes a third of a second

    discordant, fewer = a_alone + b_alone, min(a_alone, b_alone)
    below = float(special.bdtr(fewer, discordant, 0.5))
    equal = below - (float(special.bdtr(fewer - 1, discordant, 0.5)) if fewer else 0.0)
    return min(1.0, 2 * below - equal)


def bonett_price(a_alone: int, b_alone: int, tasks: int, confidence_level: float) -> tuple[float, float]:
    """Interval for the difference (B - A) of two paired shares, from the tasks that one run alone solved.

    >>> low, high = bonett_price(1, 4, 20, 0.95)
    >>> round(low, 4), round(high, 4)
    (-0.0924, 0.3651)
    """
    from scipy import special

    z = float(special.ndtri((1 + confidence_level) / 2))
    to_b, to_a = (b_alone + 1) / (tasks + 2), (a_alone + 1) / (tasks + 2)
    middle = to_b - to_a
    half = z * ((to_a + to_b - middle**2) / (tasks + 2)) ** 0.5
    return max(-1.0, middle - half), min(1.0, middle + half)


def _all_or_nothing(values: Floats) -> bool:
    return bool(((values == 0) | (values == 1)).all())


def _paired_t(differences: Floats, level: float) -> tuple[str, float | None, float | None, float | None]:
    from scipy import special

    tasks = differences.size
    # Differences within rounding of each other have no spread to measure.
    if tasks < 2 or float(np.ptp(differences)) < 1e-14:
        return "none", None, None, None
    middle = float(differences.mean())
    error = float(differences.std(ddof=1)) / tasks**0.5
    half = float(special.stdtrit(tasks - 1, (1 + level) / 2)) * error
    p_value = 2 * float(special.stdtr(tasks - 1, -abs(middle) / error))
    return "paired-t", max(-1.0, middle - half), min(1.0, middle + half), p_value
