"""The counts as CSV: what the readers read back to the same result, harmless in a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Mapping

from passk_core.counts import Counts

# A spreadsheet calculates a cell that starts like this, also in full-width letters. Apostrophes before it
# are counted in, so that one can be taken off again exactly.
CALCULATED = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")

_QUOTED = re.compile(r'[,"\r\n]')


def counts_csv(runs: Mapping[str, Counts]) -> str:
    """The table task, n, c; with a column run in front where there are several runs.

    A cell that a spreadsheet would calculate gets an apostrophe in front, which reading takes off.

    >>> print(counts_csv({"a": Counts(["sum", "=1+1"], n=[10, 10], c=[2, 0])}), end="")
    task,n,c
    sum,10,2
    '=1+1,10,0
    """
    several = len(runs) != 1
    lines = ["run,task,n,c" if several else "task,n,c"]
    for name, counts in runs.items():
        run = _cell(name) + "," if several else ""
        for task, n, c in zip(counts.tasks, counts.n.tolist(), counts.c.tolist(), strict=True):
            lines.append(f"{run}{_cell(task)},{n},{c}")
    return "\n".join(lines) + "\n"


def quiet(cell: str) -> str:
    """The cell as text that no spreadsheet calculates.

    >>> quiet("@sum"), quiet("sum"), quiet("'=1")
    ("'@sum", 'sum', "''=1")
    """
    return "'" + cell if CALCULATED.match(cell) else cell


def unquiet(cell: str) -> str:
    """The cell that ``quiet`` was given.

    >>> unquiet("'=1+1"), unquiet("'quoted'")
    ('=1+1', "'quoted'")
    """
    return cell[1:] if cell[:1] == "'" and CALCULATED.match(cell) else cell


def _cell(text: str) -> str:
    cell = quiet(text)
    return '"' + cell.replace('"', '""') + '"' if _QUOTED.search(cell) else cell
