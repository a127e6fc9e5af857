"""The formats that are read, in the order in which they are tried; the first that recognises a file counts it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from passk_core.readers import (
    evalplus,
    inspect_ai,
    livecodebench,
    lm_eval,
    objects,
    records,
    swe_bench,
    tau_bench,
    terminal_bench,
)
from passk_core.readers.documents import Document
from passk_core.readers.reading import ReadChoices
from passk_core.readers.tally import Tally


class Format(NamedTuple):
    """name: in plain words; recognises: from the first rows or keys; counts: the runs of the file."""

    name: str
    recognises: Callable[[Document], bool]
    counts: Callable[[Document, ReadChoices], list[Tally]]


def _whatever_chosen(counts: Callable[[Document], list[Tally]]) -> Callable[[Document, ReadChoices], list[Tally]]:
    return lambda document, _: counts(document)


def _is_human_eval(document: Document) -> bool:
    rows = document.head_objects()
    return document.kind == "lines" and any(
        "task_id" in row and isinstance(row.get("passed"), bool) and ("completion" in row or "result" in row)
        for row in rows
    )


TOOLS: tuple[Format, ...] = (
    Format("tau2-bench simulations", tau_bench.is_tau2, _whatever_chosen(tau_bench.count_tau2)),
    Format("a tau2-bench simulation", tau_bench.is_tau2_simulation, _whatever_chosen(tau_bench.count_tau2_simulation)),
    Format("tau2-bench results", tau_bench.is_tau2_folder, _whatever_chosen(tau_bench.refuse_tau2_folder)),
    Format("an Inspect log", inspect_ai.is_log, inspect_ai.count_log),
    Format("EvalPlus results", evalplus.is_evalplus, _whatever_chosen(evalplus.count_evalplus)),
    Format("BigCodeBench results", evalplus.is_bigcodebench, _whatever_chosen(evalplus.count_bigcodebench)),
    Format("Terminal-Bench results", terminal_bench.is_run, _whatever_chosen(terminal_bench.count_run)),
    Format("a Terminal-Bench trial", terminal_bench.is_trial, _whatever_chosen(terminal_bench.count_trial)),
    Format("a SWE-bench report", swe_bench.is_report, swe_bench.count_report),
    Format(
        "a SWE-bench report of an instance",
        swe_bench.is_instance_report,
        _whatever_chosen(swe_bench.count_instance_report),
    ),
    Format("LiveCodeBench results", livecodebench.is_graded, _whatever_chosen(livecodebench.count_graded)),
    Format("LiveCodeBench results by test", livecodebench.is_per_test, _whatever_chosen(livecodebench.count_per_test)),
    Format("LiveCodeBench's site data", livecodebench.is_site, _whatever_chosen(livecodebench.refuse_site)),
    Format("tau-bench results", tau_bench.is_tau, _whatever_chosen(tau_bench.count_tau)),
    Format("lm-evaluation-harness samples", lm_eval.is_samples, lm_eval.count_samples),
    Format("human-eval results", _is_human_eval, _whatever_chosen(records.count_table)),
)

ONE_ATTEMPT = Format("one attempt", records.is_attempt, _whatever_chosen(records.count_table))
"""An object that is a single attempt; one with n and c is more likely the summary of a benchmark."""

SHAPES: tuple[Format, ...] = (
    Format("a table", records.is_table, _whatever_chosen(records.count_table)),
    Format("a matrix of 0 and 1", objects.is_matrix, _whatever_chosen(objects.count_matrix)),
    Format("outcomes by task", objects.is_tasks_to_outcomes, _whatever_chosen(objects.count_tasks_to_outcomes)),
    Format("counts by task", objects.is_tasks_to_counts, _whatever_chosen(objects.count_tasks_to_counts)),
    Format("attempts by task", objects.is_tasks_to_records, _whatever_chosen(objects.count_tasks_to_records)),
)
