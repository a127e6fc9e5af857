"""What is recognised and not read: other tools' files, summaries, ungraded samples, links."""

from __future__ import annotations

import re
from typing import Any

from passk_core.errors import InputError, Words, shown
from passk_core.readers.documents import Document, decoded
from passk_core.readers.records import table_refusal

_SUMMARY = re.compile(r"pass[@^_ ]?(at_)?(hat_)?\d+([,_].*)?|pass@k|acc|accuracy|.*pass_rate.*|n_resolved|mean_reward")
_GRADED_CELL = re.compile(r"\[(PASS|FAIL|ERROR)\]")
_OUTPUTS = frozenset([
    "completion", "completions", "solution", "solutions", "generation", "generations", "output", "output_list",
    "code", "code_list",
])  # fmt: skip


def other_tool(document: Document) -> str:
    """The tool whose file this is, if it is one that is not read; else ""."""
    head = document.head_objects()
    first = head[0].keys() if head else set()
    if document.is_list("results") and document.has("name") and _first_has(document, "results", "exit_code"):
        return "MultiPL-E"
    if document.is_object("results") and document.has("evalId"):
        return "promptfoo"
    if document.has("testCases") or document.has("testRunData"):
        return "DeepEval"
    if document.has("details") and (document.is_list("details") or document.is_object("details")):
        return "OpenCompass"
    if document.has("is_corrects"):
        return "Large Language Monkeys"
    if document.has("verifier_result") or document.has("stats", "trial_results") or document.has("n_total_trials"):
        return "Harbor (Terminal-Bench 2)"
    if document.has("tests_outcomes"):
        return "aider"
    if {"gts", "score", "step"} <= first:
        return "verl"
    if {"score", "pred"} <= first and isinstance(head[0]["score"], list):
        return "Qwen2.5-Math"
    if {"promptIdx", "testIdx"} <= first:
        return "promptfoo"
    if not first & _IDS and first & {
        "symbolic_correct",
        "proof_status",
        "judgement",
        "predicted_answer",
        "swe-bench-metrics",
    }:
        return "NeMo-Skills"
    table = document.table
    if table is not None and {"metric", "metrics"} & set(table.nested):
        return "lighteval"
    return ""


_IDS = frozenset(["task_id", "problem_id", "question_id", "instance_id", "id", "idx"])


def refusal(document: Document) -> InputError:
    """Why a file that no format recognises is refused."""
    if document.has("testRunLink"):
        return InputError("The file holds only a link to a test run kept elsewhere, not its results.")
    if document.head and all(_is_texts(row) for row in document.head):
        return InputError("The file holds generated answers that have not been graded; run the grader first.")
    rows = document.head_objects()
    if rows and not _roles_known(rows) and any(_OUTPUTS & row.keys() for row in rows):
        return InputError("The file holds generated answers that have not been graded; run the grader first.")
    if document.kind == "object":
        if found := _summaries(document):
            return InputError(
                "The file holds only summary numbers ({keys}); "
                "the single attempts are needed, or n and c of each task.",
                keys=", ".join(found[:5]),
            )
        if not document.keys:
            return InputError("The file is empty.")
        return InputError(
            "The JSON is of no known format; its keys are {keys}.",
            keys=", ".join(key[:40] for key in list(document.keys)[:12]),
        )
    if document.kind == "list" and not document.items:
        return InputError("The file is empty.")
    table = document.table
    if table is not None and any(_GRADED_CELL.match(str(cell)) for row in table.head for cell in row):
        return InputError("{what} is not a format that this version reads.", what="promptfoo")
    if table is not None or rows:
        return table_refusal(document)
    return InputError("The JSON is of no known format; its first item is {found}.", found=shown(document.head[0]))


def _roles_known(rows: list[dict[str, Any]]) -> bool:
    return any(re.search(r"pass|correct|resolved|result|status|score|reward", name) for row in rows for name in row)


def _is_texts(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and bool(value) and all(isinstance(v, str) for v in value)
    )


def _summaries(document: Document) -> list[str]:
    found: dict[str, None] = {}

    def look(value: Any, depth: int) -> None:
        if isinstance(value, dict) and depth:
            for key, inner in list(value.items())[:200]:
                if isinstance(key, str) and _SUMMARY.fullmatch(key):
                    found[key[:40]] = None
                look(inner, depth - 1)

    for key, raw in list(document.keys.items())[:200]:
        look({key: decoded(raw, Any, where=Words("key {key}", {"key": key[:40]}))}, 4)
    return list(found)


def _first_has(document: Document, key: str, inner: str) -> bool:
    rows = document.value(key, list[Any])
    return bool(rows) and isinstance(rows[0], dict) and inner in rows[0]
