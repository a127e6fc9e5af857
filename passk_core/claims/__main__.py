"""``python -m passk_core.claims published.csv``: the check of every series of a table of reported values."""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path

from passk_core.claims.check import check_claims
from passk_core.claims.result import ClaimsCheck
from passk_core.claims.text import Claim, Metric
from passk_core.errors import InputError, shown

_NEEDED = ("metric", "k", "value")
_SERIES = ("source", "benchmark", "model", "n_problems", "n_samples")

HELP = """\
Checks a CSV file of reported values. Columns: metric (such as pass@k or pass^k), k and value;
and, as far as they are known, source, benchmark, model, n_problems, n_samples and temperature. Rows
that agree in all of source, benchmark, model, n_problems and n_samples are one series; where its
temperatures differ, or one says "best of", its values are checked as coming from different settings.
Trailing zeros tend to get lost in such tables, so each value counts as printed with the most decimals
that any value of the same source has."""


@dataclass(frozen=True)
class Series:
    """The claims of one row of a publication's table."""

    title: str
    claims: tuple[Claim, ...]
    tasks: int | None
    n: int | None
    same_samples: bool


def series_of(rows: Iterable[Mapping[str, str]]) -> list[Series]:
    """The series of a table, in the order of their first rows; InputError names a row that cannot be read.

    >>> rows = [{"metric": "pass@k", "k": "1", "value": "0.3"}, {"metric": "pass@k", "k": "10", "value": "0.46"}]
    >>> [claim.text for claim in series_of(rows)[0].claims]
    ['0.30', '0.46']
    """
    listed = list(rows)
    decimals: dict[str, int] = {}
    for line, row in enumerate(listed, start=2):
        missing = [name for name in _NEEDED if not (row.get(name) or "").strip()]
        if missing:
            raise InputError("Line {line}: there is no {name}.", line=line, name=missing[0])
        if not re.fullmatch(r"\d+(\.\d*)?", row["value"].strip()):
            raise InputError(
                "Line {line}: value must be a decimal number; found {found}.", line=line, found=shown(row["value"])
            )
        source = row.get("source") or ""
        decimals[source] = max(decimals.get(source, 0), len(row["value"].strip().partition(".")[2]))
    grouped: dict[tuple[str, ...], list[tuple[int, Mapping[str, str]]]] = {}
    for line, row in enumerate(listed, start=2):
        grouped.setdefault(tuple((row.get(name) or "").strip() for name in _SERIES), []).append((line, row))
    found = []
    for (source, benchmark, model, tasks, n), members in grouped.items():
        temperatures = {(row.get("temperature") or "").strip() for _, row in members}
        found.append(
            Series(
                title=" | ".join(part for part in (source, benchmark, model) if part),
                claims=tuple(_claim(line, row, decimals[row.get("source") or ""]) for line, row in members),
                tasks=_whole(members[0][0], "n_problems", tasks) if tasks else None,
                n=_whole(members[0][0], "n_samples", n) if n else None,
                same_samples=len(temperatures) == 1 and not any("best" in t for t in temperatures),
            )
        )
    return found


def unit_of_table(series: Iterable[Series]) -> str:
    """One unit for the whole table: fractions where no value is above 1, else percentages."""
    return "fraction" if all(claim.printed <= 1 for one in series for claim in one.claims) else "percent"


def line_of(series: Series, check: ClaimsCheck) -> str:
    """A series as the command prints it: verdict, title, claims, and the sentences below."""
    known = [f"N = {series.tasks}" if series.tasks else "N unknown", f"n = {series.n}" if series.n else "n unknown"]
    if not series.same_samples:
        known.append("different settings")
    if check.witness_n and not series.n:
        known.append(f"fits n = {check.witness_n}")
    values = ", ".join(f"{claim.name} {claim.text}" for claim in check.claims)
    lines = [f"{check.verdict}: {series.title}", f"    {values} ({', '.join(known)})"]
    lines += [f"    - {reason}" for reason in check.reasons]
    lines += [f"    - for one set of samples this would not hold: {warning}" for warning in check.warnings]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m passk_core.claims", description=HELP, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--unit", choices=("percent", "fraction"), help="otherwise: fraction where no value is above 1")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each series (5)")
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a table may hold what the terminal cannot show
    counted: Counter[str] = Counter()
    try:
        series = series_of(_rows(options.file))
        unit = options.unit or unit_of_table(series)
        print(f"Values are read as {unit}s.\n" if unit == "fraction" else "Values are read as percentages.\n")
        for one in series:
            check = check_claims(one.claims, one.tasks, one.n, one.same_samples, unit=unit, seconds=options.seconds)
            print(line_of(one, check), flush=True)
            counted["series"] += 1
            counted["values"] += len(one.claims)
            counted[check.verdict] += 1
            counted["only if truncated"] += check.rounding == "truncated"
            counted["shape only, because N is unknown"] += one.tasks is None
            counted["with warnings, from different settings"] += bool(check.warnings) and not one.same_samples
    except InputError as problem:
        print(problem, file=sys.stderr)
        return 2
    print("\n" + "\n".join(f"{what}: {many}" for what, many in counted.items()))
    return 0


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))
    except UnicodeDecodeError:
        why = "it is not text in UTF-8"
    except OSError as error:
        why = error.strerror or str(error)
    except (csv.Error, ValueError) as error:  # a name that no file can have is a ValueError
        why = str(error)
    raise InputError("{name} cannot be opened: {why}.", name=path, why=why)


def _claim(line: int, row: Mapping[str, str], decimals: int) -> Claim:
    value, metric = row["value"].strip(), row["metric"]
    kinds: list[Metric] = [kind for kind in ("pass@", "pass^") if kind in metric]
    if len(kinds) != 1:
        raise InputError("Line {line}: metric must name pass@ or pass^; found {found}.", line=line, found=shown(metric))
    whole, _, part = value.partition(".")
    text = f"{whole}.{part:0<{decimals}}" if decimals else whole
    return Claim(kinds[0], _whole(line, "k", row["k"].strip()), text)


def _whole(line: int, name: str, text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text) or int(text) == 0:
        raise InputError(
            "Line {line}: {name} must be a whole number; found {found}.", line=line, name=name, found=shown(text)
        )
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
