"""EvalPlus (both layouts) and BigCodeBench: ``eval`` holds, for each task, its samples."""

from __future__ import annotations

from typing import Any

import msgspec

from passk_core.readers.documents import Document, decoded, starts_with
from passk_core.readers.reading import Notice
from passk_core.readers.tally import Tally, in_task, known
from passk_core.readers.verdicts import FAILED, PASSED, UNSCORED, verdict


class _Old(msgspec.Struct):
    base: list[list[Any]]
    plus: list[list[Any]] = []


class _New(msgspec.Struct):
    base_status: Any = None
    plus_status: Any = None


class _BigCode(msgspec.Struct):
    status: Any = None


def is_evalplus(document: Document) -> bool:
    first = _first_task(document)
    return (isinstance(first, dict) and "base" in first) or _first_sample_has(first, "base_status")


def is_bigcodebench(document: Document) -> bool:
    return _first_sample_has(_first_task(document), "status")


def count_evalplus(document: Document) -> list[Tally]:
    """Two runs: base, and plus, where a sample passes only if it passes base too."""
    base, plus = Tally(label="base"), Tally(label="plus")
    plus_alone = plus_run = 0
    for task, raw in document.value("eval", dict[str, msgspec.Raw]).items():
        statuses = _old(raw, task) if starts_with(raw, b"{") else _new(raw, task)
        if not statuses:
            base.add_counts(task, 0, 0)
            plus.add_counts(task, 0, 0)
        for base_status, plus_status in statuses:
            outcome = known(verdict(base_status), base_status, in_task(task))
            base.add(task, outcome)
            # Without a verdict of plus, a failure of base decides nothing either: plus was not run.
            both = known(verdict(plus_status), plus_status, in_task(task))
            plus_run += both != UNSCORED
            if both == PASSED and outcome != PASSED:
                plus_alone += 1
                both = FAILED
            plus.add(task, both)
    if plus_alone:
        plus.notices.append(
            Notice("Samples that pass plus but not base: {samples}; counted as failed.", {"samples": plus_alone})
        )
    if plus_run:
        return [base, plus]
    base.notices.append(Notice("The plus tests were not run; only base is counted."))
    return [base]


def count_bigcodebench(document: Document) -> list[Tally]:
    tally = Tally()
    for task, samples in document.value("eval", dict[str, list[_BigCode]]).items():
        if not samples:
            tally.add_counts(task, 0, 0)
        for sample in samples:
            tally.add(task, known(verdict(sample.status), sample.status, in_task(task)))
    return [tally]


def _old(raw: msgspec.Raw, task: str) -> list[tuple[Any, Any]]:
    found = decoded(raw, _Old, where=in_task(task))
    base = [sample[0] if sample else None for sample in found.base]
    plus = [sample[0] if sample else None for sample in found.plus]
    return list(zip(base, plus + [None] * (len(base) - len(plus)), strict=False))


def _new(raw: msgspec.Raw, task: str) -> list[tuple[Any, Any]]:
    return [(row.base_status, row.plus_status) for row in decoded(raw, list[_New], where=in_task(task))]


def _first_task(document: Document) -> Any:
    if not document.has("eval") or not document.is_object("eval"):
        return None
    tasks = document.value("eval", dict[str, msgspec.Raw])
    return decoded(next(iter(tasks.values())), Any) if tasks else None


def _first_sample_has(value: Any, key: str) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and key in value[0]
