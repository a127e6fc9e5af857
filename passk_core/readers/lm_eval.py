"""lm-evaluation-harness: samples_<task>_<date>.jsonl, one row for each document and filter."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import numpy as np

from passk_core.errors import InputError, Words, shown
from passk_core.estimators import pass_at_k
from passk_core.readers.documents import Document
from passk_core.readers.reading import Notice, ReadChoices
from passk_core.readers.tally import Tally
from passk_core.readers.verdicts import FAILED, PARTIAL, PASSED, UNSCORED, reward

_PASS_AT = re.compile(r"pass(?:@|_at_)(\d{1,6})")
_NOT_METRICS = frozenset([
    "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics", "doc_hash",
    "prompt_hash", "target_hash",
])  # fmt: skip


def is_samples(document: Document) -> bool:
    return document.rows_have("doc_id", "resps", "filtered_resps")


def count_samples(document: Document, choices: ReadChoices) -> list[Tally]:
    """One filter's rows: c from the document's own pass@k where it has one, else one attempt a document."""
    metrics = _metrics(document)
    pass_at = sorted((int(match[1]), name) for name in metrics if (match := _PASS_AT.fullmatch(name)))
    used = [name for _, name in pass_at] or metrics[:1]
    tallies: dict[str, Tally] = {}
    open_by_one, generated = 0, 0
    for number, cells in document.field_rows(["doc_id", "filter", "resps", *used]):
        doc_id, name, answers = cells[0], cells[1] if isinstance(cells[1], str) else "", _answers(cells[2])
        tally = tallies.setdefault(name, Tally())
        if len(tallies) > 100:
            raise InputError("The file has more than {limit} filters.", limit=100)
        if not pass_at:
            generated = max(generated, answers)
            tally.add(doc_id, _outcome(cells[3], used[0], document.place(number)), 0)
        elif (task := str(doc_id)) in tally.tasks:
            tally.special[-1] += 1
        else:
            c, certain = _passes(
                answers, [(k, value) for (k, _), value in zip(pass_at, cells[3:], strict=True)], document.place(number)
            )
            open_by_one += not certain
            tally.add_counts(task, answers, c)
    chosen = choices.filter if choices.filter is not None else next(iter(tallies))
    if chosen not in tallies:
        raise InputError(
            "The file has no filter {filter}; it has {filters}.",
            filter=shown(chosen),
            filters=", ".join(map(shown, tallies)),
        )
    tally = tallies[chosen]
    if len(tallies) > 1:
        tally.offers["filter"] = tuple(tallies)
        tally.notices.append(
            Notice(
                "Each document occurs once for each of the filters {filters}; only {filter} is counted.",
                {"filters": ", ".join(tallies), "filter": chosen},
            )
        )
    _notice(tally, used[0], metrics if not pass_at else [], generated, open_by_one)
    return [tally]


def _notice(tally: Tally, metric: str, metrics: list[str], generated: int, open_by_one: int) -> None:
    if again := tally.special.pop(-1, 0):
        tally.notices.append(Notice("Documents that occur again: {again}; the first is counted.", {"again": again}))
    if len(metrics) > 1:
        tally.notices.append(
            Notice(
                "Of the metrics {metrics} only {metric} is counted.", {"metrics": ", ".join(metrics), "metric": metric}
            )
        )
    if generated > 1:
        tally.notices.append(
            Notice(
                "Answers generated for each document: {generated}; the file scores one of them, so n = 1.",
                {"generated": generated},
            )
        )
    if open_by_one:
        tally.notices.append(
            Notice(
                "Documents where several c give the same pass@k (only k above 1 are given): {documents}; "
                "the smallest c is counted.",
                {"documents": open_by_one},
            )
        )


def _metrics(document: Document) -> list[str]:
    rows = document.head_objects()
    listed = rows[0].get("metrics")
    names = [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []
    if not names:
        names = [name for name in rows[0] if name not in _NOT_METRICS]
    given = [
        name
        for name in dict.fromkeys(names)
        if all(isinstance(row.get(name), (bool, int, float)) or row.get(name) is None for row in rows)
        and any(row.get(name) is not None for row in rows)
    ]
    binary = [
        name
        for name in given
        if _PASS_AT.fullmatch(name) or all(reward(row.get(name)) in (PASSED, FAILED, UNSCORED) for row in rows)
    ]
    if not binary:
        raise InputError(
            "The rows have no metric that says right or wrong; found {metrics}.",
            metrics=", ".join(names[:10]) or "-",
        )
    return binary


def _answers(resps: Any) -> int:
    first = resps[0] if isinstance(resps, list) and resps else None
    return len(first) if isinstance(first, list) and first else 1


def _outcome(value: Any, metric: str, place: Words) -> int:
    if value is not None and not isinstance(value, (bool, int, float)):
        raise InputError(
            "{metric} must be a number; found {found} in {place}.", metric=metric, found=shown(value), place=place
        )
    outcome = reward(value)
    return PARTIAL if outcome == FAILED and isinstance(value, (int, float)) and value < 0 else outcome


def _passes(n: int, values: list[tuple[int, Any]], place: Words) -> tuple[int, bool]:
    """The c of a document from its pass@k values, and whether only this c gives them."""
    given = [(k, float(v)) for k, v in values if isinstance(v, (bool, int, float)) and k <= n]
    fits = range(n + 1)
    for k, value in given:
        found = _fitting(n, k, value)
        fits = range(max(fits.start, found.start), min(fits.stop, found.stop))
    if not given or not fits:
        raise InputError("No number of right answers among {n} gives the pass@k values of {place}.", n=n, place=place)
    return fits.start, len(fits) == 1


@lru_cache(maxsize=10_000)
def _fitting(n: int, k: int, value: float) -> range:
    """The numbers of right answers c whose pass@k is ``value``: one, or where it is 1 all from n - k + 1."""
    fits = np.flatnonzero(np.abs(pass_at_k(n, np.arange(n + 1), k) - value) <= 1e-9)
    return range(int(fits[0]), int(fits[-1]) + 1) if fits.size else range(0)
