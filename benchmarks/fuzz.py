"""Hostile bytes for the readers: every outcome must be a Reading or an InputError, and counts must read back.

    python benchmarks/fuzz.py [MINUTES] [SEED]

The seeds are the small result files of the tests, changed at random: as bytes, as JSON, and packed.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import sys
import time
import traceback
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from passk_core import InputError  # noqa: E402
from passk_core.readers import ReadChoices, counts_csv, read_results  # noqa: E402

TOKENS = [
    b"NaN", b"-Infinity", b"null", b"true", b"-1", b"1e999", b"9" * 400, b'"\\ud83d"', b"\xff\xfe", b"\xef\xbb\xbf",
    b"\x00", b'"', b"'", b"=1+1", b",", b";", b"\t", b"\n", b"\r", b"\r\n", b"{", b"}", b"[", b"]", b"[" * 2000,
    b'{"a":' * 2000, b"{}", b"[]", b"0", b"1", b"passed", b"failed: x", b"1,0", b"PK\x03\x04", b"\x1f\x8b", b"PAR1",
    b"<html>", b"\xe2\x80\xa8", b"sep=;\n",
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2, 0.5, 1.0, float("nan"), float("inf"), 10**30, -(10**30), "", "passed", "x" * 3000,
    "\ud83d", "=1", "'=1", "\t", [], {}, [[]], [None], [True, -2], {"n": 3, "c": 1}, {"result": "passed"},
    [[0, {"passed": True}]], "0", "1e5",
]  # fmt: skip
CHOICES = [
    ReadChoices(),
    ReadChoices(missing="failed", unscored="failed", tasks_in_all=7),
    ReadChoices(join="all", filter="strict-match", scorer="match"),
    ReadChoices(join="none", tasks_in_all=1),
]


def seeds() -> list[tuple[str, bytes]]:
    """The small result files of the tests, and a Parquet table."""
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table({"task": ["a", "a", "b"], "passed": [True, None, False], "trial": [0, 1, 0]})
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(table, sink)
    files = [(path.name, path.read_bytes()) for path in sorted((ROOT / "tests" / "fixtures").iterdir())]
    return [*files, ("long.parquet", sink.getvalue().to_pybytes())]


def hostile(draw: random.Random) -> Iterator[list[tuple[str, bytes]]]:
    """Lists of files without end."""
    given = seeds()
    while True:
        files = []
        for _ in range(draw.choice([1, 1, 1, 2, 3])):
            name, data = draw.choice(given)
            for _ in range(draw.choice([0, 1, 1, 2, 5])):
                data = _changed(draw, data, given)
            files.append((draw.choice([name, name, "run1/a.json", "run2/a.json", "", "\\..\\x"]), _packed(draw, data)))
        yield files


def _changed(draw: random.Random, data: bytes, given: list[tuple[str, bytes]]) -> bytes:
    way = draw.randrange(8)
    at, end = draw.randrange(len(data) + 1), draw.randrange(len(data) + 1)
    at, end = min(at, end), max(at, end)
    if way == 0:
        return data[:at] + bytes([draw.randrange(256)]) + data[at + 1 :]
    if way == 1:
        return data[:at] + draw.choice(TOKENS) + data[at:]
    if way == 2:
        return data[:at] + draw.choice(TOKENS) + data[min(end, at + 12) :]
    if way == 3:
        return data[:at]
    if way == 4:
        return data[:at] + data[at:end] * draw.choice([0, 2, 3]) + data[end:]
    if way == 5:
        return data[:at] + draw.choice(given)[1][at:]
    return _changed_json(draw, data)


def _changed_json(draw: random.Random, data: bytes) -> bytes:
    """One place of a JSON value (or of one line of JSON) replaced, dropped or doubled."""
    lines = data.split(b"\n")
    which = draw.randrange(len(lines))
    for piece in (data, lines[which]):
        try:
            value = json.loads(piece)
        except (ValueError, RecursionError):
            continue
        changed = json.dumps(_replaced(draw, value)).encode()
        if piece is data:
            return changed
        return b"\n".join([*lines[:which], changed, *lines[which + 1 :]])
    return data


def _replaced(draw: random.Random, value: Any) -> Any:
    if isinstance(value, dict) and value and draw.random() < 0.85:
        key = draw.choice(list(value))
        if draw.random() < 0.1:
            return {k: v for k, v in value.items() if k != key}
        return {**value, key: _replaced(draw, value[key])}
    if isinstance(value, list) and value and draw.random() < 0.85:
        at = draw.randrange(len(value))
        if draw.random() < 0.1:
            return value[:at] + value[at:] * 2
        return [*value[:at], _replaced(draw, value[at]), *value[at + 1 :]]
    return draw.choice(VALUES)


def _packed(draw: random.Random, data: bytes) -> bytes:
    way = draw.randrange(12)
    if way == 0:
        data = gzip.compress(data, mtime=0)
    elif way == 1:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            for name in ("run1/a.json", "run2/a.json")[: draw.choice([1, 2])]:
                archive.writestr(name, data)
        data = buffer.getvalue()
    else:
        return data
    if draw.random() < 0.5:
        at = draw.randrange(len(data))
        data = data[:at] + bytes([draw.randrange(256)]) + data[at + 1 :]
    return data


def outcome(files: list[tuple[str, bytes]], choices: ReadChoices) -> str:
    """ "reading" or "refused"; anything else raises."""
    try:
        reading = read_results(files, choices=choices)
    except InputError as error:
        str(error)
        return "refused"
    for sentence in (*reading.noticed, *(error for _, error in reading.refused)):
        str(sentence)
    again = read_results([("counts.csv", counts_csv(reading.runs).encode())])
    before = [
        dict(zip(run.tasks, zip(run.n.tolist(), run.c.tolist(), strict=True), strict=True))
        for run in reading.runs.values()
    ]
    after = [
        dict(zip(run.tasks, zip(run.n.tolist(), run.c.tolist(), strict=True), strict=True))
        for run in again.runs.values()
    ]
    if before != after:
        raise AssertionError(f"the counts do not read back: {before} became {after}")
    if len(reading.runs) > 1 and list(reading.runs) != list(again.runs):
        raise AssertionError(f"the runs' names do not read back: {list(reading.runs)} became {list(again.runs)}")
    return "reading"


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 3
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    draw = random.Random(seed)
    end, counted, slowest = time.monotonic() + 60 * minutes, {"reading": 0, "refused": 0, "broken": 0}, 0.0
    for files in hostile(draw):
        start = time.monotonic()
        try:
            counted[outcome(files, draw.choice(CHOICES))] += 1
        except Exception:
            counted["broken"] += 1
            traceback.print_exc()
            print(files)
            if counted["broken"] == 5:
                break
        slowest = max(slowest, time.monotonic() - start)
        if time.monotonic() > end:
            break
    print(f"seed {seed}, {minutes:g} min: {counted}; slowest {slowest:.2f} s")
    sys.exit(1 if counted["broken"] else 0)


if __name__ == "__main__":
    main()
