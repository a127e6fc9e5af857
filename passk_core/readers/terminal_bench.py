"""Terminal-Bench 1: results.json of a run, or of one trial."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from passk_core.errors import Words
from passk_core.readers.documents import Document
from passk_core.readers.reading import Notice
from passk_core.readers.tally import Tally, known
from passk_core.readers.verdicts import FAILED, UNSCORED, verdict


class _Trial(msgspec.Struct):
    task_id: Any = None
    trial_name: Any = None
    is_resolved: Any = None


def is_run(document: Document) -> bool:
    if not document.is_list("results"):
        return False
    rows = document.value("results", list[msgspec.Raw])
    return bool(rows) and b'"is_resolved"' in bytes(rows[0])


def count_run(document: Document) -> list[Tally]:
    tally = Tally()
    _add(tally, document.value("results", list[_Trial]))
    return [tally]


def is_trial(document: Document) -> bool:
    return document.has("task_id", "trial_name", "is_resolved")


def count_trial(document: Document) -> list[Tally]:
    tally = Tally(whole=False)
    _add(tally, [msgspec.json.decode(document.data, type=_Trial)])
    return [tally]


def _add(tally: Tally, rows: list[_Trial]) -> None:
    undecided = 0
    for row in rows:
        outcome = known(
            verdict(row.is_resolved), row.is_resolved, Words("the trial {trial}", {"trial": row.trial_name})
        )
        if outcome == UNSCORED:
            undecided += 1
            outcome = FAILED
        name = row.trial_name if isinstance(row.trial_name, str) else None
        tally.add(row.task_id, outcome, name)
        if name and (match := re.search(r"\.\d{1,4}-of-(\d{1,4})", name)):
            tally.planned = max(tally.planned or 0, int(match[1]))
    if undecided:
        tally.notices.append(
            Notice(
                "Attempts whose is_resolved is null: {undecided}; counted as failed, as the tool does.",
                {"undecided": undecided},
            )
        )
