"""SWE-bench: reports that list instance ids (two generations), and one report an instance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from passk_core.readers.documents import Document, decoded
from passk_core.readers.reading import Notice, ReadChoices
from passk_core.readers.tally import Tally, in_task, known
from passk_core.readers.verdicts import verdict

_OLD = [
    "no_generation", "generated", "no_logs", "with_logs", "install_fail", "reset_failed", "no_apply", "applied",
    "test_errored", "test_timeout",
]  # fmt: skip


class _Instance(msgspec.Struct):
    resolved: Any = None


def is_report(document: Document) -> bool:
    return document.is_list("resolved_ids") or (
        document.is_list("resolved") and any(document.is_list(key) for key in _OLD)
    )


def count_report(document: Document, choices: ReadChoices) -> list[Tally]:
    """One attempt for each submitted instance; it passed if the report lists it as resolved."""
    new = document.is_list("resolved_ids")
    resolved = set(_ids(document, "resolved_ids" if new else "resolved"))
    if new:
        submitted = _ids(document, "submitted_ids") or [
            name
            for key in ("completed_ids", "unresolved_ids", "empty_patch_ids", "error_ids")
            for name in _ids(document, key)
        ]
    else:
        submitted = [name for key in _OLD for name in _ids(document, key)]
    tally = Tally()
    tasks = dict.fromkeys([*submitted, *sorted(resolved)])
    for task in tasks:
        tally.add_counts(task, 1, int(task in resolved))
    total: Any = decoded(document.keys["total_instances"], Any) if document.has("total_instances") else None
    if choices.tasks_in_all is None:
        _notice_denominator(tally, tasks, total if isinstance(total, int) and not isinstance(total, bool) else None)

    def failed(key: str) -> dict[str, object]:
        return {"count": len(set(_ids(document, key)) - resolved)}

    notices = (
        Notice("Empty patches: {count}; counted as failed.", failed("empty_patch_ids")),
        Notice("Instances that ended in an error: {count}; counted as failed.", failed("error_ids")),
        Notice("Instances without a patch: {count}; counted as failed.", failed("no_generation")),
        Notice("Patches that do not apply: {count}; counted as failed.", failed("no_apply")),
        Notice("Instances that timed out: {count}; counted as failed.", failed("test_timeout")),
    )
    tally.notices += [notice for notice in notices if notice.values["count"]]
    return [tally]


def is_instance_report(document: Document) -> bool:
    """{instance: {resolved: …}}, of one instance or of several."""
    if document.kind != "object" or not document.keys:
        return False
    first = next(iter(document.keys))
    if not document.is_object(first):
        return False
    return {"resolved", "patch_successfully_applied"} <= document.value(first, dict[str, msgspec.Raw]).keys()


def count_instance_report(document: Document) -> list[Tally]:
    tally = Tally(whole=False)
    for task in document.keys:
        value = document.value(task, _Instance).resolved
        tally.add(task, known(verdict(value), value, in_task(task)))
    return [tally]


def _notice_denominator(tally: Tally, tasks: Iterable[str], total: int | None) -> None:
    count = len(list(tasks))
    if total is None:
        tally.notices.append(
            Notice(
                "Instances named in the report: {count}; the benchmark may have more "
                "(Lite 300, Verified 500, full 2294). "
                "Say how many tasks there are in all to count the others as failed.",
                {"count": count},
            )
        )
        tally.offers["tasks_in_all"] = ("300", "500", "2294")
    elif total > count:
        tally.notices.append(
            Notice(
                "Instances submitted: {count} of {total}; only these are counted. "
                "Say how many tasks there are in all to count the others as failed.",
                {"count": count, "total": total},
            )
        )
        tally.offers["tasks_in_all"] = (str(total),)


def _ids(document: Document, key: str) -> list[str]:
    if not document.is_list(key):
        return []
    return [name for name in document.value(key, list[Any]) if isinstance(name, str)]
