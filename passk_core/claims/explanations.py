"""Innocent ways in which reported values come to disagree, offered beside a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from passk_core.claims.reasons import Reason

_BETWEEN_CLAIMS = {
    "monotone",
    "same at 1",
    "any and all",
    "cap",
    "concave",
    "convex",
    "bounds",
    "whole bounds",
    "whole",
    "shares",
    "together",
}
_OF_COUNTS = {"lattice", "whole", "whole bounds", "together", "n"}

_SETTINGS = Reason(
    "different settings",
    "Each k may have its own sampling settings: papers often use a low temperature for pass@1 and a higher one for "
    "pass@100. If each is the best of several settings, relations between two values still hold for the true rates; "
    "relations among three need not.",
    {}, False, (),
)  # fmt: skip
_GREEDY = Reason(
    "greedy",
    "pass@1 may come from one greedy sample per task, which says nothing certain about the sampled values.",
    {}, False, (),
)  # fmt: skip
_SEPARATE = Reason(
    "separate samples", "The values may come from separate runs, or from different numbers of samples.", {}, False, ()
)
_TASKS = Reason(
    "number of tasks",
    "The number of tasks may differ from the nominal one: some may have been dropped (HumanEval has been run with 161, "
    "163 and 164).",
    {}, False, (),
)  # fmt: skip
_UNEQUAL = Reason(
    "unequal samples", "Tasks may have had different numbers of samples, or different weights.", {}, False, ()
)
_AVERAGES = Reason(
    "averages of averages", "The values may be averages over languages, subsets or runs, rounded again.", {}, False, ()
)
_SAMPLES = Reason(
    "several samples", "There may have been several samples per task, averaged, instead of one.", {}, False, ()
)
_SCALE = Reason(
    "sum or unit", "The value may be a sum over tasks instead of a mean, or printed in another unit.", {}, False, ()
)
_FEWER = Reason(
    "more samples",
    "There may have been more samples than stated; or the value was projected from fewer samples by a formula.",
    {}, False, (),
)  # fmt: skip
_COPIED = Reason("transcription", "A digit may have changed when the values were copied.", {}, False, ())


def of(reasons: Sequence[Reason], warnings: Sequence[Reason], verdict: str, n: int | None) -> tuple[Reason, ...]:
    """The explanations that could account for these reasons and warnings; none where all is as claimed."""
    kinds = {reason.kind for reason in (*reasons, *warnings)}
    if verdict == "can be true" and not warnings:
        return ()
    found: list[Reason] = []
    if "range" in kinds:
        found.append(_SCALE)
    if "k above n" in kinds:
        found.append(_FEWER)
    if kinds & _BETWEEN_CLAIMS:
        found += [_SETTINGS, _GREEDY, _SEPARATE]
    if kinds & _OF_COUNTS:
        if n == 1:
            found.append(_SAMPLES)
        found += [_TASKS, _UNEQUAL, _AVERAGES]
    if verdict == "cannot all come from one set of counts":
        found.append(_COPIED)
    return tuple(found)
