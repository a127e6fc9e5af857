"""The result of a check, and how its claims fall into sets of samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from passk_core.claims.reasons import Reason
from passk_core.claims.text import Claim, Metric, Rounding, Unit, Window

Verdict = Literal["can be true", "cannot all come from one set of counts", "undecided"]
CAN: Verdict = "can be true"
CANNOT: Verdict = "cannot all come from one set of counts"
UNDECIDED: Verdict = "undecided"


@dataclass(frozen=True)
class ImpliedRange:
    """The values of one metric and k that the claims ``given`` allow, as fractions.

    ``low`` and ``high`` allow for the rounding of the claims and for shares of tasks, so they are
    never too narrow; ``whole_low`` and ``whole_high`` are exact for whole numbers of tasks (None where
    that was not worked out). ``n`` is the number of samples per task it was worked out for: the one
    that was given, or else the smallest that is possible, which gives the widest range.
    """

    metric: Metric
    k: int
    low: float
    high: float
    n: int
    given: tuple[Claim, ...]
    whole_low: Fraction | None = None
    whole_high: Fraction | None = None

    @property
    def name(self) -> str:
        """ "pass@10" or "pass^4"."""
        return f"{self.metric}{self.k}"


@dataclass(frozen=True)
class ClaimsCheck:
    """What came out of check_claims.

    verdict        "can be true", "cannot all come from one set of counts" or "undecided"
    reasons        why it cannot (easiest to read first), or what the answer rests on
    warnings       what would not hold for one set of samples, where the settings differ
    explanations   innocent ways in which such values come about; data, offered beside the verdict
    witness        {correct samples: tasks}, a table of counts with all these values; None without one
    witness_n      the number of samples per task of the witness
    rounding       "rounded" or "truncated": how the values must have been cut to fit; None if they do not
    conflict       the smallest set of claims found that already cannot be together
    ranges         what the claims imply for other k
    n_fits, n_excluded, n_undecided
                   with unknown n: the smallest that was found to fit, those tried that do not fit, and
                   those for which the time was too short
    unit, unit_given
                   how the values were read, and whether that was told or seen from how they look
    """

    verdict: Verdict
    claims: tuple[Claim, ...]
    tasks: int | None
    n: int | None
    unit: Unit
    unit_given: bool
    same_samples: bool
    greedy: bool
    reasons: tuple[Reason, ...] = ()
    warnings: tuple[Reason, ...] = ()
    explanations: tuple[Reason, ...] = ()
    witness: dict[int, int] | None = None
    witness_n: int | None = None
    rounding: Rounding | None = None
    conflict: tuple[Claim, ...] = ()
    ranges: tuple[ImpliedRange, ...] = ()
    n_fits: int | None = None
    n_excluded: tuple[int, ...] = ()
    n_undecided: tuple[int, ...] = ()


def sample_sets(check: ClaimsCheck, windows: Sequence[Window]) -> list[tuple[tuple[Window, ...], int | None]]:
    """The claims that share one set of samples, each group with its number of samples per task."""
    alone = [w for w in windows if check.greedy and w.claim.k == 1]
    rest = [w for w in windows if w not in alone]
    groups: list[tuple[tuple[Window, ...], int | None]] = [(tuple(alone), 1)] if alone else []
    if check.same_samples:
        return [*groups, (tuple(rest), check.n)] if rest else groups
    return groups + [((w,), check.n) for w in rest]
