"""What a run lacks: tasks that some of its files do not have, attempts not made, attempts without a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from passk_core.counts import Counts
from passk_core.errors import shown
from passk_core.readers.reading import Notice, ReadChoices
from passk_core.readers.tally import LACKING, C, N, Tally

Rows = dict[str, list[int]]
"""Of each task: attempts with a verdict, passes, attempts without a verdict."""


@dataclass
class Findings:
    """What was noticed, and which choices would change something."""

    notices: list[Notice] = field(default_factory=list)
    offers: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def add(self, about: str, notice: Notice) -> None:
        """Keep a notice, with the run or file that it is about where there are several."""
        self.notices.append(Notice("{about}: {notice}", {"about": about, "notice": notice}) if about else notice)

    def offer(self, choice: str) -> None:
        self.offers[choice] = {"missing": ("common", "failed"), "unscored": ("left out", "failed")}[choice]


def counts_of_run(tallies: Sequence[Tally], choices: ReadChoices, about: str, findings: Findings) -> Counts | None:
    """The counts of one run from its files' tallies; None if no attempt has a verdict."""
    rows, present = _pooled(tallies)
    whole = tallies[0].whole
    planned = sum(tally.planned or tally.most() for tally in tallies) if whole else 0
    if len(tallies) > 1 and whole:
        partial = [task for task, files in present.items() if files < len(tallies)]
        if len(partial) == len(rows) and choices.missing == "common" and choices.tasks_in_all is None:
            template = "No task is in all of the {files} files; they were read as parts of one run."
            findings.add(about, Notice(template, {"files": len(tallies)}))
            findings.offer("missing")
            planned = 0
        elif partial:
            _missing_tasks(rows, partial, planned, len(tallies), choices, about, findings)
    if any(tally.planned for tally in tallies) or len(tallies) > 1:
        _missing_attempts(rows, planned, choices, about, findings)
    _unnamed_tasks(rows, choices, about, findings)
    return _with_verdicts(rows, choices, about, findings)


def some(names: Sequence[str], most: int = 5) -> str:
    """The first of the names, as a sentence lists them.

    >>> some(["a", "b", "c"], 2)
    "'a', 'b', …"
    """
    listed = ", ".join(shown(name) for name in names[:most])
    return f"{listed}, …" if len(names) > most else listed


def _pooled(tallies: Sequence[Tally]) -> tuple[Rows, dict[str, int]]:
    """The rows of all files added up, and in how many files each task is."""
    if len(tallies) == 1:
        return tallies[0].tasks, {}
    rows: Rows = {}
    present: dict[str, int] = {}
    for tally in tallies:
        for task, row in tally.tasks.items():
            total = rows.setdefault(task, [0, 0, 0])
            for part in (N, C, LACKING):
                total[part] += row[part]
            present[task] = present.get(task, 0) + 1
    return rows, present


def _missing_tasks(
    rows: Rows, partial: list[str], planned: int, files: int, choices: ReadChoices, about: str, findings: Findings
) -> None:
    findings.offer("missing")
    values = {"tasks": len(partial), "files": files, "named": some(partial)}
    if choices.missing == "failed" or choices.tasks_in_all is not None:
        template = (
            "Tasks that are not in all of the {files} files: {tasks} ({named}); counted as failed where they lack."
        )
        for task in partial:
            rows[task][N] = max(rows[task][N], planned - rows[task][LACKING])
    else:
        template = "Tasks that are not in all of the {files} files: {tasks} ({named}); left out."
        for task in partial:
            del rows[task]
    findings.add(about, Notice(template, values))


def _missing_attempts(rows: Rows, planned: int, choices: ReadChoices, about: str, findings: Findings) -> None:
    short = [task for task, row in rows.items() if row[N] + row[LACKING] < planned]
    if not short:
        return
    findings.offer("missing")
    lacking = sum(planned - rows[task][N] - rows[task][LACKING] for task in short)
    values = {"planned": planned, "tasks": len(short), "named": some(short), "lacking": lacking}
    if choices.missing == "failed":
        template = "Tasks with fewer attempts than {planned}: {tasks} ({named}); attempts counted as failed: {lacking}."
        for task in short:
            rows[task][N] = planned - rows[task][LACKING]
    else:
        template = (
            "Tasks with fewer attempts than {planned}: {tasks} ({named}); attempts not made and left out: {lacking}."
        )
    findings.add(about, Notice(template, values))


def _unnamed_tasks(rows: Rows, choices: ReadChoices, about: str, findings: Findings) -> None:
    """Tasks of the benchmark that no file names: failed, where it was said how many tasks there are."""
    total, found = choices.tasks_in_all, len(rows)
    if total is None or total == found:
        return
    if total < found:
        template = "Tasks in all were given as {total}, but there are {tasks}; the given number was left aside."
        findings.add(about, Notice(template, {"total": total, "tasks": found}))
        return
    n = max((row[N] + row[LACKING] for row in rows.values()), default=1)
    names = (name for number in range(1, total + 1) if (name := f"(not named {number})") not in rows)
    for name in [next(names) for _ in range(total - found)]:
        rows[name] = [n, 0, 0]
    template = "Tasks that no file names: {added} of {total}; counted as failed."
    findings.add(about, Notice(template, {"added": total - found, "total": total}))


def _with_verdicts(rows: Rows, choices: ReadChoices, about: str, findings: Findings) -> Counts | None:
    failed = choices.unscored == "failed"
    lacking = sum(row[LACKING] for row in rows.values())
    if lacking:
        findings.offer("unscored")
        template = (
            "Attempts without a verdict: {lacking} of {attempts}; counted as failed."
            if failed
            else "Attempts without a verdict: {lacking} of {attempts}; left out of n."
        )
        attempts = lacking + sum(row[N] for row in rows.values())
        findings.add(about, Notice(template, {"lacking": lacking, "attempts": attempts}))
    n = {task: row[N] + (row[LACKING] if failed else 0) for task, row in rows.items()}
    if empty := [task for task in rows if not n[task]]:
        template = "Tasks without any attempt that has a verdict: {tasks} of {all} ({named}); left out."
        findings.add(about, Notice(template, {"tasks": len(empty), "all": len(rows), "named": some(empty)}))
    kept = [task for task in rows if n[task]]
    if not kept:
        return None
    sizes = [n[task] for task in kept]
    if min(sizes) != max(sizes):
        findings.add(about, Notice("Attempts a task: from {low} to {high}.", {"low": min(sizes), "high": max(sizes)}))
    return Counts(kept, np.array(sizes), np.array([rows[task][C] for task in kept]))
