"""The command line: python -m passk_core FILE... prints what result files say."""

from __future__ import annotations

import argparse
import mmap
import sys
from collections.abc import Callable, Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from passk_core.counts import Counts
from passk_core.errors import InputError
from passk_core.intervals import Estimate
from passk_core.means import mean_pass_at_k, mean_pass_hat_k
from passk_core.parse import parse_count, parse_probability
from passk_core.readers import ReadChoices, Reading, counts_csv, read_results

REFUSED = 2
_BAR = 30

Data = bytes | mmap.mmap


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the files, print each run's pass@k and pass^k; 0, or 2 if anything was refused."""
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names may hold what the terminal cannot show
    try:
        ks = [parse_count(text, "k") for text in options.k.split(",")]
        level = float(parse_probability(options.level, "level"))
        tasks_in_all = None if options.tasks_in_all is None else parse_count(options.tasks_in_all, "tasks-in-all")
        choices = ReadChoices(
            options.missing, options.unscored, tasks_in_all, options.filter, options.scorer, options.join
        )
        files = [("standard input" if name == "-" else name, _content(name)) for name in options.files]
        size = sum(len(data) for _, data in files)
        bar = _bar(sys.stderr, size) if sys.stderr.isatty() else _nothing
        try:
            reading = read_results(files, choices=choices, progress=bar)
        finally:
            bar(-1)
        if options.counts_csv:
            _write(options.counts_csv, counts_csv(reading.runs))
        _print(reading, ks, level)
    except InputError as error:
        print(error, file=sys.stderr)
        return REFUSED
    return REFUSED if reading.refused else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m passk_core",
        description="pass@k and pass^k of the result files that evaluation tools write, with intervals.",
        epilog="The exit status is 2 if a file was refused; the others are still printed.",
    )
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="result files; - reads the standard input")
    add("--k", default="1,10,100", metavar="K,K", help="the values of k (default: 1,10,100)")
    add("--level", default="0.95", help="confidence level of the intervals (default: 0.95)")
    add("--counts-csv", metavar="OUT", help="write task, n and c of each run to this file")
    add("--missing", default="common", choices=("common", "failed"), help="tasks that some files of a run lack")
    add("--unscored", default="left out", choices=("left out", "failed"), help="attempts without a verdict")
    add("--tasks-in-all", metavar="N", help="tasks of the benchmark; those that no file has count as failed")
    add("--filter", help="the filter of lm-evaluation-harness samples (default: the first)")
    add("--scorer", help="the scorer of Inspect logs (default: a run of each)")
    add("--join", default="same name", choices=("same name", "all", "none"), help="which files are one run")
    return parser


def _content(name: str) -> Data:
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        with Path(name).open("rb") as file:
            if not Path(name).stat().st_size:
                return b""
            # Mapped, not read: a file larger than the memory can be counted.
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise _unusable(name, "opened", error) from error


def _write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8", newline="")
    except (OSError, ValueError) as error:
        raise _unusable(name, "written", error) from error


def _unusable(name: str, how: str, error: Exception) -> InputError:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    if how == "written":
        return InputError("{name} cannot be written: {why}.", name=name, why=why)
    return InputError("{name} cannot be opened: {why}.", name=name, why=why)


def _print(reading: Reading, ks: Sequence[int], level: float) -> None:
    for name, words in reading.recognised:
        print(f"{name}: {words}")
    for notice in reading.noticed:
        print(f"note: {notice}")
    for name, error in reading.refused:
        print(f"{name}: {error}", file=sys.stderr)
    for name, counts in reading.runs.items():
        low, high = int(counts.n.min()), int(counts.n.max())
        print(f"\n{name}\n  tasks: {len(counts)}   n: {low if low == high else f'{low} to {high}'}")
        for k in ks:
            for metric, mean in MEANS.items():
                print(f"  {metric.replace('k', str(k)):10} {_line(mean, counts, k, level)}")


MEANS: Mapping[str, Callable[[Counts, int, float], Estimate]] = {
    "pass@k": mean_pass_at_k,
    "pass^k": mean_pass_hat_k,
}


def _line(mean: Callable[[Counts, int, float], Estimate], counts: Counts, k: int, level: float) -> str:
    try:
        found = mean(counts, k, level)
    except InputError as error:
        return str(error)
    # A mean that is defined has an interval, too.
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    # Whether a mean is exactly 0 or 1 is read off the counts, not off a rounded number.
    never = (counts.c == 0) if mean is mean_pass_at_k else (counts.c < k)
    always = (counts.n - counts.c < k) if mean is mean_pass_at_k else (counts.c == counts.n)
    exact = bool(never.all() or always.all())
    value = _percent(found.value, exact)
    ends = f"{_percent(found.low, exact and found.low == 0)} to {_percent(found.high, exact and found.high == 1)}"
    return f"{value:>9}   {level * 100:g}%: {ends}"


def _percent(value: float, certain: bool) -> str:
    """A fraction as a percentage that says 0% and 100% only where it is certain.

    >>> _percent(0.4512, False), _percent(1.0, True), _percent(0.99999, False), _percent(0.0, False)
    ('45.12%', '100%', '> 99.99%', '< 0.01%')
    """
    if certain:
        return f"{round(value)}00%" if value > 0.5 else "0%"
    if value > 0.9999:
        return "> 99.99%"
    return f"{value * 100:.2f}%" if value >= 0.0001 else "< 0.01%"


def _bar(terminal: TextIO, size: int) -> Callable[[int], None]:
    """A line that shows how much has been read; -1 wipes it."""

    def show(done: int) -> None:
        share = min(1.0, done / size) if size else 1.0
        full = round(_BAR * share)
        text = f"\r[{'#' * full}{'.' * (_BAR - full)}] {share:4.0%}" if done >= 0 else "\r" + " " * (_BAR + 8) + "\r"
        terminal.write(text)
        terminal.flush()

    return show


def _nothing(_: int) -> None:
    pass


if __name__ == "__main__":
    sys.exit(main())
