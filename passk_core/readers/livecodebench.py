"""LiveCodeBench: the list with ``graded_list``, and the triple of metrics, per-test results and metadata."""

from __future__ import annotations

from typing import Any

import msgspec

from passk_core.errors import InputError
from passk_core.readers.documents import Document, decoded, starts_with
from passk_core.readers.tally import Tally, in_column, in_task, known
from passk_core.readers.verdicts import per_test, verdict


class _Problem(msgspec.Struct):
    question_id: Any = None
    graded_list: list[Any] = []


def is_graded(document: Document) -> bool:
    return document.rows_have("graded_list", "question_id")


def count_graded(document: Document) -> list[Tally]:
    tally = Tally()
    for number, problem in document.rows(_Problem):
        if not problem.graded_list:
            tally.add_counts(problem.question_id, 0, 0)
        for value in problem.graded_list:
            tally.add(
                problem.question_id, known(verdict(value), value, in_column("graded_list", document.place(number)))
            )
    return [tally]


def is_per_test(document: Document) -> bool:
    head, items = document.head, document.items
    return (
        len(items) == 3
        and [type(value) for value in head] == [dict, dict, list]
        and "detail" in head[0]
        and all(starts_with(item, mark) for item, mark in zip(items, (b"{", b"{", b"["), strict=True))
    )


def count_per_test(document: Document) -> list[Tally]:
    """Each sample is the list of its tests; it passes if every code is above 0."""
    tally = Tally()
    for task, samples in decoded(document.items[1], dict[str, list[Any]]).items():
        if not samples:
            tally.add_counts(task, 0, 0)
        for codes in samples:
            tally.add(task, known(per_test(codes), codes, in_task(task)))
    return [tally]


def is_site(document: Document) -> bool:
    return document.has("performances", "models")


def refuse_site(_: Document) -> list[Tally]:
    raise InputError(
        "The file holds a percentage for each problem and not the number of samples; "
        "the file Scenario…_eval_all.json of the run holds the attempts."
    )
