"""Tally: what one file says about one run, counted task by task."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from passk_core.errors import InputError, Words, shown
from passk_core.readers.reading import Notice
from passk_core.readers.verdicts import PARTIAL, PASSED, TIMED_OUT, UNKNOWN, UNSCORED

N, C, LACKING = range(3)
"""Of each task: attempts with a verdict, passes among them, attempts without a verdict."""


@dataclass
class Tally:
    """The attempts of one run in one file, counted by task.

    name: the run's own name where the data hold one (a model or run column); label: which table
    of the file this is (base, plus, a scorer); identity: what the tool says the run is (model),
    never joined with another; planned: attempts a task that the run meant to make; whole: False
    for a file that holds one task of many (its siblings hold the rest); offers: the choices that
    would change something, each with what it may be.
    """

    name: str = ""
    label: str = ""
    identity: str = ""
    planned: int | None = None
    whole: bool = True
    tasks: dict[str, list[int]] = field(default_factory=dict)
    special: Counter[int] = field(default_factory=Counter)
    rows_without_task: int = 0
    notices: list[Notice] = field(default_factory=list)
    offers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    # Verdict of each (task, trial); what came again is kept until it is known what it means.
    _trials: dict[str, dict[object, int]] = field(default_factory=dict)
    _again: dict[tuple[str, object], list[int]] = field(default_factory=dict)

    def add(self, task: object, outcome: int, trial: object = None) -> None:
        """Count one attempt. ``trial`` tells the attempts of a task apart, None where nothing does."""
        name = task if isinstance(task, str) else task_name(task)
        if not name:
            self.rows_without_task += 1
            return
        row = self.tasks.get(name)
        if row is None:
            row = self.tasks[name] = [0, 0, 0]
        if trial is not None and trial.__class__ not in (list, dict):
            seen = self._trials.setdefault(name, {})
            if trial in seen:
                self._again.setdefault((name, trial), []).append(outcome)
                return
            seen[trial] = outcome
        if outcome <= PASSED:
            row[N] += 1
            row[C] += outcome
        else:
            self._add_special(row, outcome)

    def _add_special(self, row: list[int], outcome: int) -> None:
        if outcome == UNKNOWN:
            raise ValueError("an unknown verdict is refused before it is counted")
        self.special[outcome] += 1
        row[LACKING if outcome == UNSCORED else N] += 1

    def add_counts(self, task: object, n: int, c: int, lacking: int = 0) -> None:
        """Count n attempts with a verdict, c of them passes, and ``lacking`` without one."""
        name = task_name(task)
        if not name:
            self.rows_without_task += 1
            return
        row = self.tasks.setdefault(name, [0, 0, 0])
        row[N] += n
        row[C] += c
        row[LACKING] += lacking
        self.special[UNSCORED] += lacking

    def settle_trials(self) -> None:
        """Decide what attempts with the same task and trial mean, and say it.

        The same attempt logged again counts once, the first time. But where most attempts come
        again with different outcomes, or all have one and the same trial, the column does not
        tell attempts apart (a seed, say): then every row is an attempt of its own.
        """
        if self._again:
            values = {trial for seen in self._trials.values() for trial in seen}
            groups = sum(len(seen) for seen in self._trials.values())
            differ = [key for key, more in self._again.items() if {*more} != {self._trials[key[0]][key[1]]}]
            if 2 * len(self._again) > groups and (differ or (len(values) == 1 and groups > 1)):
                for (task, _), more in self._again.items():
                    for outcome in more:
                        self.add(task, outcome)
                self.notices.append(
                    Notice(
                        "The trial column does not tell the attempts of a task apart (values: {values}): "
                        "every row was counted as an attempt.",
                        {"values": len(values)},
                    )
                )
            else:
                task, trial = next(iter(self._again))
                self.notices.append(
                    Notice(
                        "Attempts given more than once (same task and trial): {count}, such as task {task}, "
                        "trial {trial}; the first is counted. With different outcomes: {differ}.",
                        {
                            "count": sum(map(len, self._again.values())),
                            "task": shown(task),
                            "trial": _trial_shown(trial),
                            "differ": len(differ),
                        },
                    )
                )
        distinct = {trial for seen in self._trials.values() for trial in seen}
        most = max(map(len, self._trials.values()), default=0)
        # Trials that have names of their own in each task say nothing about how many were planned.
        if self.planned is None and 1 < len(distinct) <= 2 * most:
            self.planned = len(distinct)
        self._trials, self._again = {}, {}

    def most(self) -> int:
        """The most attempts of a task, with a verdict or not."""
        return max((row[N] + row[LACKING] for row in self.tasks.values()), default=0)

    def remarks(self) -> list[Notice]:
        """What the counting met that the reader of the numbers should know, with counts."""
        found = list(self.notices)
        attempts = sum(row[N] + row[LACKING] for row in self.tasks.values())
        if self.rows_without_task:
            found.append(Notice("Rows without a task id: {rows}; left out.", {"rows": self.rows_without_task}))
        if self.special[TIMED_OUT]:
            found.append(
                Notice(
                    "Attempts that timed out: {timed_out} of {attempts}; counted as failed.",
                    {"timed_out": self.special[TIMED_OUT], "attempts": attempts},
                )
            )
        if self.special[PARTIAL]:
            found.append(
                Notice(
                    "Scores other than 0 and 1: {partial} of {attempts}; counted as failed, only a score of 1 passes.",
                    {"partial": self.special[PARTIAL], "attempts": attempts},
                )
            )
        return found


def task_name(value: object) -> str:
    """A task id as text: 1 and 1.0 are "1"; what cannot be an id is "".

    >>> task_name("HumanEval/0"), task_name(7), task_name(7.0), task_name(None), task_name(True)
    ('HumanEval/0', '7', '7', '', '')
    """
    if isinstance(value, str):
        # Half an emoji, as broken text holds it, cannot be written to a file.
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        return ""
    # The text of a whole number past 4300 digits is refused by Python.
    if isinstance(value, int):
        return str(value) if abs(value) < 10**40 else ""
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else str(value)


def known(outcome: int, value: object, where: Words) -> int:
    """``outcome``, refused with its place if the verdict could not be understood."""
    if outcome == UNKNOWN:
        raise InputError(
            "In {where}, {found} is not a verdict; allowed are words such as pass and fail, true and false, "
            "or a number from 0 to 1.",
            where=where,
            found=shown(value),
        )
    return outcome


def in_task(task: str) -> Words:
    """Where a task stands, as a sentence says it."""
    return Words("task {task}", {"task": shown(task)})


def in_column(column: str, place: Words) -> Words:
    """Where a cell stands, as a sentence says it."""
    return Words("column {column}, {place}", {"column": column, "place": place})


def _trial_shown(trial: object) -> str:
    return ", ".join(str(part) for part in trial)[:60] if isinstance(trial, tuple) else shown(trial)
