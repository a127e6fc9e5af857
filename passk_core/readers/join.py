"""From the tallies of files to runs: which files are attempts of one run, and what each lacks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from passk_core.counts import Counts
from passk_core.errors import shown
from passk_core.readers.reading import Notice, ReadChoices
from passk_core.readers.tally import LACKING, C, N, Tally

# What tells the runs of one thing apart in a file's name; anything else is part of the thing's name.
_RUN_MARK = re.compile(
    r"[-_. ]*(?<![a-z])(run|seed|rs|trial|attempt|rep|repeat|replicate|try|iter|iteration|part|shard|s)[-_ ]?\d{1,6}(?![a-z0-9])"
    r"|[-_. ]*\d{4}-\d{2}-\d{2}[T_ -]\d{2}[-:]\d{2}[-:]\d{2}[\d.:+-]*"
    r"| ?\(\d{1,3}\)$",
    re.IGNORECASE,
)
_ENDINGS = re.compile(r"(\.(jsonl?|csv|tsv|txt|gz|zst|zip|parquet|eval|ndjson|bak))+$", re.IGNORECASE)
_NAMED = 5  # tasks that a sentence names


@dataclass
class Source:
    """A tally and the file it came from."""

    file: str
    tally: Tally


def joined(
    sources: Sequence[Source], choices: ReadChoices
) -> tuple[dict[str, Counts], list[Notice], dict[str, tuple[str, ...]]]:
    """The runs by name, what was noticed, and the choices that would change something."""
    notices: list[Notice] = []
    offers: dict[str, tuple[str, ...]] = {}
    for source in sources:
        source.tally.settle_trials()
    runs: dict[str, Counts] = {}
    for name, members in _named_groups(sources, choices, notices, offers):
        for source in members:
            for remark in source.tally.remarks():
                about = _end(source.file) if len(members) > 1 else name
                notices.append(_about(about if len(sources) > 1 else "", remark))
            offers.update(source.tally.offers)
        about = name if len(sources) > 1 else ""
        counts = _counts(_tasks(members, choices, about, notices, offers), choices, about, notices, offers)
        if counts is not None:
            runs[name] = counts
    return runs, notices, offers


def _named_groups(
    sources: Sequence[Source], choices: ReadChoices, notices: list[Notice], offers: dict[str, tuple[str, ...]]
) -> list[tuple[str, list[Source]]]:
    groups: dict[tuple[str, ...], list[Source]] = {}
    for source in sources:
        tally = source.tally
        name = tally.name or (tally.label if choices.join == "all" else f"{_stem(source.file)}\0{tally.label}")
        key = (name,) if choices.join == "all" else (name, tally.identity)
        groups.setdefault(key, []).append(source)
    named: list[tuple[str, list[Source]]] = []
    taken: set[str] = set()
    for members in groups.values():
        parts = [source for source in members if not source.tally.whole]
        whole = [source for source in members if source.tally.whole]
        one_each = all(_most(source.tally) <= 1 for source in whole)
        apart = len(whole) > 1 and (choices.join == "none" or (choices.join != "all" and not one_each))
        if len(whole) > 1:
            offers["join"] = ("same name", "all", "none")
        for group in [*([[source] for source in whole] if apart else [whole]), parts]:
            if not group:
                continue
            name = _free(_name(group, several=len(groups) > 1), taken)
            taken.add(name)
            named.append((name, group))
            if len(group) > 1 and group[0].tally.whole:
                notices.append(
                    Notice(
                        "Files read as attempts of one run, {run}: {files}. Their tasks were joined by their ids.",
                        {"run": shown(name), "files": _some([_end(source.file) for source in group], len(group))},
                    )
                )
        if apart and choices.join == "same name":
            notices.append(
                Notice(
                    "The files {files} have names alike and several attempts a task; they were kept apart as runs.",
                    {"files": _some([_end(source.file) for source in whole], len(whole))},
                )
            )
    if len(named) > 1:
        offers["join"] = ("same name", "all", "none")
    return named


def _tasks(
    members: list[Source], choices: ReadChoices, about: str, notices: list[Notice], offers: dict[str, tuple[str, ...]]
) -> dict[str, list[int]]:
    """Per task [n, c, lacking] over the files of a run, with the tasks and attempts that some lack dealt with."""
    failed = choices.missing == "failed"
    tallies = [source.tally for source in members]
    tasks: dict[str, list[int]] = {}
    present: dict[str, int] = {}
    for tally in tallies:
        for task, row in tally.tasks.items():
            old = tasks.setdefault(task, [0, 0, 0])
            for part in (N, C, LACKING):
                old[part] += row[part]
            present[task] = present.get(task, 0) + 1
    whole = tallies[0].whole
    planned = sum(tally.planned or _most(tally) for tally in tallies) if whole else 0
    if len(tallies) > 1 and whole:
        partial = [task for task, files in present.items() if files < len(tallies)]
        if partial:
            offers["missing"] = ("common", "failed")
            values = {"tasks": len(partial), "files": len(tallies), "named": _some(partial)}
            if failed or choices.tasks_in_all is not None:
                notices.append(
                    _about(
                        about,
                        Notice(
                            "Tasks that are not in all of the {files} files: {tasks} ({named}); counted as failed there.",
                            values,
                        ),
                    )
                )
            elif len(partial) == len(tasks):
                notices.append(
                    _about(
                        about,
                        Notice(
                            "No task is in all of the {files} files; the files were read as parts of one run.",
                            {"files": len(tallies)},
                        ),
                    )
                )
                planned = 0
            else:
                notices.append(
                    _about(
                        about,
                        Notice("Tasks that are not in all of the {files} files: {tasks} ({named}); left out.", values),
                    )
                )
                for task in partial:
                    del tasks[task]
    # Attempts that a task lacks although its run planned them, or the run's other files have them.
    short = [task for task, row in tasks.items() if row[N] + row[LACKING] < planned]
    known_plan = any(tally.planned for tally in tallies) or len(tallies) > 1
    if short and known_plan:
        offers["missing"] = ("common", "failed")
        fill = failed or (choices.tasks_in_all is not None and len(tallies) > 1)
        lacking = sum(planned - tasks[task][N] - tasks[task][LACKING] for task in short)
        if fill:
            for task in short:
                tasks[task][N] = planned - tasks[task][LACKING]
        if len(tallies) == 1 or not fill:
            notices.append(
                _about(
                    about,
                    Notice(
                        "Tasks with fewer attempts than the planned {planned}: {tasks} ({named}); the attempts that were not "
                        "made, {lacking}, were counted as failed."
                        if fill
                        else "Tasks with fewer attempts than the planned {planned}: {tasks} ({named}); the attempts that were not "
                        "made, {lacking}, were left out, so n differs.",
                        {"planned": planned, "tasks": len(short), "named": _some(short), "lacking": lacking},
                    ),
                )
            )
    _add_unnamed(tasks, max(planned, 1) if whole else 1, choices, about, notices)
    return tasks


def _add_unnamed(tasks: dict[str, list[int]], n: int, choices: ReadChoices, about: str, notices: list[Notice]) -> None:
    """Tasks of the benchmark that no file names, as failed, where their number was given."""
    total = choices.tasks_in_all
    if total is None or total == len(tasks):
        return
    if total < len(tasks):
        notices.append(
            _about(
                about,
                Notice(
                    "Tasks in all were given as {total}, but there are {tasks}; the given number was left aside.",
                    {"total": total, "tasks": len(tasks)},
                ),
            )
        )
        return
    added = total - len(tasks)
    number = 0
    for _ in range(added):
        number += 1
        while (name := f"(not named {number})") in tasks:
            number += 1
        tasks[name] = [n, 0, 0]
    notices.append(
        _about(
            about,
            Notice(
                "Tasks that no file names: {added} of {total}; counted as failed.", {"added": added, "total": total}
            ),
        )
    )


def _counts(
    tasks: dict[str, list[int]],
    choices: ReadChoices,
    about: str,
    notices: list[Notice],
    offers: dict[str, tuple[str, ...]],
) -> Counts | None:
    lacking = sum(row[LACKING] for row in tasks.values())
    attempts = lacking + sum(row[N] for row in tasks.values())
    failed = choices.unscored == "failed"
    if lacking:
        offers["unscored"] = ("left out", "failed")
        notices.append(
            _about(
                about,
                Notice(
                    "Attempts without a verdict: {lacking} of {attempts}; counted as failed."
                    if failed
                    else "Attempts without a verdict: {lacking} of {attempts}; left out of n.",
                    {"lacking": lacking, "attempts": attempts},
                ),
            )
        )
    names, ns, cs, empty = [], [], [], []
    for task, row in tasks.items():
        n = row[N] + (row[LACKING] if failed else 0)
        if n:
            names.append(_clean(task))
            ns.append(n)
            cs.append(row[C])
        else:
            empty.append(task)
    if empty:
        notices.append(
            _about(
                about,
                Notice(
                    "Tasks without any attempt that has a verdict: {tasks} of {all} ({named}); left out.",
                    {"tasks": len(empty), "all": len(tasks), "named": _some(empty)},
                ),
            )
        )
    if not names:
        return None
    low, high = min(ns), max(ns)
    if low != high:
        notices.append(_about(about, Notice("Attempts a task: from {low} to {high}.", {"low": low, "high": high})))
    return Counts(names, ns, cs)


def _most(tally: Tally) -> int:
    return max((row[N] + row[LACKING] for row in tally.tasks.values()), default=0)


def _stem(file: str) -> str:
    """What the name of a file says it is, without the mark of a run."""
    bare = _ENDINGS.sub("", file.replace("\\", "/"))
    return "/".join(part for part in (_RUN_MARK.sub("", piece).strip("-_. ") for piece in bare.split("/")) if part)


def _name(group: list[Source], several: bool) -> str:
    tally = group[0].tally
    if tally.name:
        return tally.name
    files = [_ENDINGS.sub("", source.file.replace("\\", "/")) for source in group]
    name = files[0] if len(files) == 1 else _stem(group[0].file) or files[0]
    return f"{name} ({tally.label})" if tally.label else name or "results"


def _free(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free


def _some(names: Sequence[str], most: int = _NAMED) -> str:
    more = len(names) - min(most, 20)
    shown_names = ", ".join(shown(name) for name in names[: min(most, 20)])
    return f"{shown_names}, …" if more > 0 else shown_names


def _end(file: str) -> str:
    """The end of a file's path, which tells files apart."""
    return file if len(file) <= 50 else "…" + file[-49:]


def _about(run: str, notice: Notice) -> Notice:
    """The notice with the run or file it is about, where there are several."""
    return Notice("{about}: " + notice.template, {"about": run, **notice.values}) if run else notice


def _clean(task: str) -> str:
    return task if task.isascii() else task.encode("utf-8", "replace").decode()
