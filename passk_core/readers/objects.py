"""JSON objects and lists without a tool's own layout: task -> outcomes, task -> n and c, matrices, code_eval logs."""

from __future__ import annotations

from typing import Any

from passk_core.readers.columns import roles
from passk_core.readers.documents import Document, decoded
from passk_core.readers.reading import Notice
from passk_core.readers.records import add_outcomes, inner_value, whole_pair
from passk_core.readers.tally import Tally, in_task, known
from passk_core.readers.verdicts import PARTIAL, UNKNOWN, per_test, verdict

_LOOKED_AT = 20


def is_tasks_to_outcomes(document: Document) -> bool:
    """One object, task -> list of verdicts (or of lists of verdicts, one a test), or task -> one true or false."""
    values = _first_values(document)
    if not values:
        return False
    if all(isinstance(value, bool) for value in values):
        return True
    lists = [value for value in values if isinstance(value, list)]
    return len(lists) == len(values) and any(lists) and all(map(_is_outcomes, lists))


def count_tasks_to_outcomes(document: Document) -> list[Tally]:
    tally = Tally()
    for task, raw in document.keys.items():
        value = decoded(raw, Any, document, in_task(task))
        add_outcomes(tally, task, value if isinstance(value, list) else [value], in_task(task))
    return [tally]


def is_tasks_to_counts(document: Document) -> bool:
    """One object, task -> {n: …, c: …} under any of their usual names."""
    values = _first_values(document)
    return bool(values) and all(isinstance(value, dict) for value in values) and _counts_names(values) is not None


def count_tasks_to_counts(document: Document) -> list[Tally]:
    names = _counts_names(_first_values(document))
    assert names is not None
    tally = Tally()
    for task, raw in document.keys.items():
        place = in_task(task)
        row = decoded(raw, dict[str, Any], document, place)
        n, c = whole_pair(row.get(names[0]), row.get(names[1]), *names, place)
        tally.add_counts(task, n, c)
    return [tally]


def is_tasks_to_records(document: Document) -> bool:
    """One object, task -> list of attempts, each an object with a verdict, perhaps nested or in a pair."""
    return _record_path(document) is not None


def count_tasks_to_records(document: Document) -> list[Tally]:
    path = _record_path(document)
    assert path is not None
    tally = Tally()
    for task, raw in document.keys.items():
        value = decoded(raw, Any, document, in_task(task))
        attempts: list[Any] = value if isinstance(value, list) else [value]
        if not attempts:
            tally.add_counts(task, 0, 0)
        for attempt in attempts:
            record = _record(attempt)
            found = inner_value(record, path)
            outcome = per_test(found) if isinstance(found, list) else verdict(found)
            tally.add(task, known(outcome, found, in_task(task)), _completion(record))
    return [tally]


def is_matrix(document: Document) -> bool:
    """A list (or lines) of lists of 0 and 1."""
    rows = document.head
    return bool(rows) and all(isinstance(row, list) and row and _is_outcomes(row, flat=True) for row in rows)


def count_matrix(document: Document) -> list[Tally]:
    tally = Tally()
    for number, row in document.rows(list[Any]):
        add_outcomes(tally, number, row, document.place(number))
    tally.notices.append(
        Notice(
            "The rows of the matrix were read as tasks: {rows}; its columns as attempts: {columns}.",
            {"rows": len(tally.tasks), "columns": len(document.head[0])},
        )
    )
    return [tally]


def _first_values(document: Document) -> list[Any]:
    if document.kind != "object":
        return []
    # A value may be large; the first ones are enough to know the shape.
    return [decoded(raw, Any) for raw in list(document.keys.values())[:_LOOKED_AT]]


def _is_outcomes(values: list[Any], flat: bool = False) -> bool:
    codes = [
        per_test(v) if isinstance(v, list) and not flat else UNKNOWN if isinstance(v, list) else verdict(v)
        for v in values
    ]
    # Numbers between 0 and 1 are the losses and rates of some other file.
    return UNKNOWN not in codes and PARTIAL not in codes


def _counts_names(values: list[Any]) -> tuple[str, str] | None:
    names = list(dict.fromkeys(name for value in values for name in value if isinstance(name, str)))
    found = roles(["task_id", *names], [["x", *(value.get(name) for name in names)] for value in values])
    return (found.n, found.c) if found and found.shape == "counts" else None


def _record_path(document: Document) -> tuple[str, ...] | None:
    values = _first_values(document)
    if not values:
        return None
    attempts = [attempt for value in values for attempt in (value if isinstance(value, list) else [value])]
    records = [_record(attempt) for attempt in attempts]
    if not records or not all(isinstance(record, dict) for record in records):
        return None
    names = list(dict.fromkeys(name for record in records for name in record if name not in ("task_id", "task")))
    found = roles(["task_id", *names], [["x", *(record.get(name) for name in names)] for record in records])
    return (found.verdict, *found.path) if found and found.shape == "long" else None


def _record(attempt: Any) -> Any:
    """The object of an attempt; a pair holds it second (code_eval logs: [number, record]; [text, record])."""
    return attempt[1] if isinstance(attempt, list) and len(attempt) == 2 else attempt


def _completion(record: Any) -> Any:
    number = record.get("completion_id") if isinstance(record, dict) else None
    return number if isinstance(number, (int, str)) else None
