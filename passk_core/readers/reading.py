"""What goes into reading result files, and what comes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from passk_core import validate
from passk_core.counts import Counts
from passk_core.errors import InputError, Words

Notice = Words
"""A sentence about what was recognised, merged, left out or assumed.

>>> str(Notice("Rows without a task id: {rows}; left out.", {"rows": 2}))
'Rows without a task id: 2; left out.'
"""


@dataclass(frozen=True)
class ReadChoices:
    """What the files cannot say and the person who loads them may decide.

    missing: tasks or attempts that a run lacks while others of its files or tasks have them:
        "common" leaves such tasks out, and lets n differ; "failed" counts them as failed.
    unscored: attempts without a verdict: "left out" of n, or "failed".
    tasks_in_all: the number of tasks of the benchmark; those not in a run count as failed.
    filter: which filter of lm-evaluation-harness samples; None takes the first.
    scorer: which scorer of an Inspect log; None makes one run of each.
    join: which files are attempts of one run: "same name" (names that differ only in the number
        of a run, one attempt a task in each), "all", or "none".

    Raises InputError for a choice that does not exist.
    """

    missing: str = "common"
    unscored: str = "left out"
    tasks_in_all: int | None = None
    filter: str | None = None
    scorer: str | None = None
    join: str = "same name"

    def __post_init__(self) -> None:
        validate.one_of("missing", self.missing, ("common", "failed"))
        validate.one_of("unscored", self.unscored, ("left out", "failed"))
        validate.one_of("join", self.join, ("same name", "all", "none"))
        if self.tasks_in_all is not None:
            validate.whole_numbers("tasks_in_all", self.tasks_in_all, 1, 10_000_000)


@dataclass(frozen=True)
class Reading:
    """What the files say.

    runs: the counts of each run, by its name.
    noticed: what was merged, left out, assumed, each a sentence with its numbers.
    refused: the files that could not be read, each with its reason.
    recognised: each file that was read, with its format in plain words.
    available: the choices that would change something here, each with what it may be; where any
        number is possible (tasks_in_all) the numbers that the files suggest.
    """

    runs: dict[str, Counts]
    noticed: tuple[Notice, ...] = ()
    refused: tuple[tuple[str, InputError], ...] = ()
    recognised: tuple[tuple[str, str], ...] = ()
    available: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
