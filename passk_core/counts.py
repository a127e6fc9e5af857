"""Counts: the tasks of a benchmark, their samples and their correct samples.

The order of arguments is always n, c, k: samples, correct samples, samples drawn. (scipy and
astropy call the number of successes k; here that is c.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from passk_core import validate
from passk_core.errors import InputError, shown

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Counts:
    """n samples and c correct samples of each task; immutable, checked once, on creation.

    tasks are strings, each once; n and c whole numbers with 1 <= n <= 10**9 and 0 <= c <= n,
    one of each per task. The arrays are read-only. Raises InputError, naming the task.

    >>> counts = Counts(["a", "b", "c"], n=[10, 10, 10], c=[2, 2, 0])
    >>> len(counts), counts.c
    (3, array([2, 2, 0]))
    >>> Counts(["a"], n=[10], c=[12])
    Traceback (most recent call last):
    passk_core.errors.InputError: Task 'a': c must be a whole number from 0 to n = 10; found 12.
    """

    tasks: tuple[str, ...]
    n: Ints
    c: Ints

    def __init__(self, tasks: Iterable[str], n: ArrayLike, c: ArrayLike) -> None:
        names = tuple(tasks)
        if not names:
            raise InputError("There are no tasks; at least one is needed.")
        _refuse_odd_names(names)
        n_ = validate.whole_numbers("n", _one_each("n", n, len(names)), tasks=names)
        c_ = validate.whole_numbers("c", _one_each("c", c, len(names)), 0, n_, "n", tasks=names)
        for name, value in (("tasks", names), ("n", _frozen(n_)), ("c", _frozen(c_))):
            object.__setattr__(self, name, value)

    @classmethod
    def from_trials(cls, trials: Mapping[str, Iterable[bool]]) -> Counts:
        """Counts of {task: [passed or not, one a sample]}.

        Each outcome is True or False (numpy booleans and the numbers 0 and 1 are fine); anything
        else raises InputError: 'false' and -1 would count as true to Python.

        >>> Counts.from_trials({"a": [True, False, True], "b": [False]}).c
        array([2, 0])
        """
        n, c = [], []
        for task, outcomes in trials.items():
            listed = list(outcomes)
            for position, outcome in enumerate(listed):
                plain = outcome.item() if isinstance(outcome, np.generic) else outcome
                if not (isinstance(plain, (bool, int)) and plain in (0, 1)):
                    raise InputError(
                        "Sample {position} of task {task} must be true or false; found {found}.",
                        position=position + 1,
                        task=shown(task),
                        found=shown(plain),
                    )
            n.append(len(listed))
            c.append(sum(bool(outcome) for outcome in listed))
        if 0 in n:
            raise InputError("Task {task} has no samples.", task=shown(list(trials)[n.index(0)]))
        return cls(trials, n, c)

    @classmethod
    def from_frame(
        cls,
        frame: object,
        *,
        task: str,
        passed: str | None = None,
        trial: str | None = None,
        n: str | None = None,
        c: str | None = None,
        unscored: str | None = None,
    ) -> Counts:
        """Counts of a data frame, one row an attempt; tasks come sorted by name.

        frame is a table of pandas, Polars, DuckDB, PySpark, Dask or whatever narwhals knows, lazy or
        not; its own engine groups the rows, and one row a task comes back (before it, for a column of
        text, each spelling of a verdict once). task, passed and trial name columns. Verdicts are true
        and false, 1 and 0 (or -1), or words: 'passed', 'failed: ...', 'timed out' (a fail). A row
        without a verdict is refused unless ``unscored`` says that it is "left out" or "failed";
        scores between 0 and 1 are refused. With ``trial`` an attempt that occurs twice is refused.

        For a table that is grouped already, name its columns of counts, n and c, instead of passed;
        each task may occur once then. Raises InputError.

        >>> import pandas as pd
        >>> frame = pd.DataFrame({"task": ["a", "a", "b"], "passed": [True, False, False]})
        >>> counts = Counts.from_frame(frame, task="task", passed="passed")
        >>> counts.tasks, counts.n, counts.c
        (('a', 'b'), array([2, 1]), array([1, 0]))
        """
        from passk_core.frames import counts_from_frame  # here, since frames are few and import much

        return counts_from_frame(frame, task=task, passed=passed, trial=trial, n=n, c=c, unscored=unscored)

    def __len__(self) -> int:
        return len(self.tasks)

    @cached_property
    def distinct(self) -> tuple[Ints, Ints, Ints]:
        """The distinct (n, c) pairs and how many tasks have each: arrays n, c, tasks.

        Everything about a benchmark is computed on these, so that its cost follows the number of
        different pairs, not the number of tasks.

        >>> n, c, tasks = Counts("abc", n=[10, 10, 10], c=[2, 2, 0]).distinct
        >>> c, tasks
        (array([0, 2]), array([1, 2]))
        """
        # Each n that occurs gets n + 1 numbers, one for each c; counting those takes one pass,
        # where sorting a million pairs costs twenty times as much.
        most, room = int(self.n.max()), 4 * len(self.tasks) + (1 << 20)
        if most == self.n.min():
            sizes = self.n[:1]
        else:
            sizes = np.flatnonzero(np.bincount(self.n)) if most < room else np.unique(self.n)
        starts = np.concatenate([[0], np.cumsum(sizes + 1)])
        if starts[-1] > room:
            keys, tasks = np.unique(self.n * (validate.MAX_COUNT + 1) + self.c, return_counts=True)
            n, c = np.divmod(keys, validate.MAX_COUNT + 1)
            return n, c, tasks
        # room holds every n here, so that a table of their starts by n is no larger than the count.
        start_of = np.zeros(most + 1, np.int64)
        start_of[sizes] = starts[:-1]
        numbers = self.c if sizes.size == 1 else self.c + start_of[self.n]
        found = np.bincount(numbers)
        used = np.flatnonzero(found)
        which = np.searchsorted(starts, used, side="right") - 1
        return sizes[which], used - starts[which], found[used]


def _one_each(name: str, value: ArrayLike, tasks: int) -> ArrayLike:
    array = validate.as_array(value)
    if array.shape != (tasks,):
        raise InputError(
            "{name} must hold one number for each task. Tasks: {tasks}; found the shape {shape}.",
            name=name,
            tasks=tasks,
            shape=array.shape,
        )
    return array


def _refuse_odd_names(names: tuple[str, ...]) -> None:
    if set(map(type, names)) <= {str} and len(set(names)) == len(names):
        return
    seen: set[str] = set()
    for position, name in enumerate(names):
        if not isinstance(name, str):
            raise InputError("tasks[{position}] must be a string; found {found}.", position=position, found=shown(name))
        if name in seen:
            raise InputError("Task {task} occurs twice; each task may occur once.", task=shown(name))
        seen.add(name)


def _frozen(array: Ints) -> Ints:
    own = array.copy()
    own.setflags(write=False)
    return own
