"""From the tallies of files to runs: which files are attempts of one run, and what the runs are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from passk_core.counts import Counts
from passk_core.errors import shown
from passk_core.readers.lacking import Findings, counts_of_run, some
from passk_core.readers.reading import Notice, ReadChoices
from passk_core.readers.tally import Tally

# What tells the runs of one thing apart in a file's name; anything else is part of the thing's name.
_RUN_MARK = re.compile(
    r"[-_. ]*(?<![a-z])(run|seed|rs|trial|attempt|rep|repeat|replicate|try|iter|iteration|part|shard|s)"
    r"[-_ ]?\d{1,6}(?![a-z0-9])"
    r"|[-_. ]*\d{4}-\d{2}-\d{2}[T_ -]\d{2}[-:]\d{2}[-:]\d{2}[\d.:+-]*"
    # The identifier that Inspect puts at the end, and the number of a browser for a second download.
    r"|_[A-Za-z0-9]{22}$"
    r"| ?\(\d{1,3}\)$",
    re.IGNORECASE,
)
_ENDINGS = re.compile(r"(\.(jsonl?|csv|tsv|txt|gz|zst|zip|parquet|eval|ndjson|bak))+$", re.IGNORECASE)
_SHOWN_FILE = 50  # characters of a path that a sentence repeats


@dataclass
class Source:
    """A tally and the file it came from."""

    file: str
    tally: Tally


def joined(sources: Sequence[Source], choices: ReadChoices) -> tuple[dict[str, Counts], Findings]:
    """The runs by name, and what was noticed on the way."""
    findings = Findings()
    for source in sources:
        source.tally.settle_trials()
    runs: dict[str, Counts] = {}
    for members in _groups(sources, choices, findings):
        name = _free(_name(members), runs)
        if len(members) > 1 and members[0].tally.whole:
            template = "Files read as attempts of one run, {run}: {files}. Their tasks were joined by their ids."
            files = some([_end(source.file) for source in members])
            findings.add("", Notice(template, {"run": shown(name), "files": files}))
        several = len(sources) > 1
        for source in members:
            for remark in source.tally.remarks():
                findings.add((_end(source.file) if len(members) > 1 else name) if several else "", remark)
            findings.offers.update(source.tally.offers)
        tallies = [source.tally for source in members]
        counts = counts_of_run(tallies, choices, name if several else "", findings)
        if counts is not None:
            runs[name] = counts
    return runs, findings


def _groups(sources: Sequence[Source], choices: ReadChoices, findings: Findings) -> Iterator[list[Source]]:
    """The files of each run.

    Files whose names differ only in the number of a run, and that hold the same kind of table of
    the same model, are attempts of one run if each has one attempt a task. Files that hold one
    task each are parts of one run.
    """
    alike: dict[tuple[str, ...], list[Source]] = {}
    for source in sources:
        tally = source.tally
        name = tally.name or (tally.label if choices.join == "all" else f"{_stem(source.file)}\0{tally.label}")
        key = (name,) if choices.join == "all" else (name, tally.identity)
        alike.setdefault(key, []).append(source)
    files = {source.file for source in sources if source.tally.whole}
    if len(files) > 1 or any(len(group) > 1 and group[0].tally.whole for group in alike.values()):
        findings.offers["join"] = ("same name", "all", "none")
    for group in alike.values():
        whole = [source for source in group if source.tally.whole]
        parts = [source for source in group if not source.tally.whole]
        one_each = all(source.tally.most() <= 1 for source in whole)
        if len(whole) > 1 and choices.join == "same name" and not one_each:
            template = "The files {files} have the same name and several attempts a task; they were kept apart as runs."
            findings.add("", Notice(template, {"files": some([_end(source.file) for source in whole])}))
        if choices.join == "none" or (choices.join == "same name" and not one_each):
            yield from ([source] for source in whole)
        elif whole:
            yield whole
        if parts:
            yield parts


def _stem(file: str) -> str:
    """What the name of a file says it is, without the mark of a run."""
    bare = _ENDINGS.sub("", file.replace("\\", "/"))
    return "/".join(part for part in (_RUN_MARK.sub("", piece).strip("-_. ") for piece in bare.split("/")) if part)


def _name(group: Sequence[Source]) -> str:
    first = group[0]
    if first.tally.name:
        return first.tally.name
    bare = _ENDINGS.sub("", first.file.replace("\\", "/")) or "results"
    name = bare if len(group) == 1 else _stem(first.file) or bare
    return f"{name} ({first.tally.label})" if first.tally.label else name


def _free(name: str, taken: dict[str, Counts]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free


def _end(file: str) -> str:
    """The end of a file's path, which tells files apart."""
    return file if len(file) <= _SHOWN_FILE else "…" + file[1 - _SHOWN_FILE :]
