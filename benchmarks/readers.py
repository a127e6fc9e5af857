"""How fast and how lean a 100 MB file of graded samples is read, against a loop of json.loads over its lines.

    python benchmarks/readers.py [MEGABYTES]

Each side runs in a process of its own that loads the file first; memory is what reading adds to that,
as the peak of the process, and the file itself is counted in. Timings are the best of three runs.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

LOOP, READER = "json.loads loop", "read_results"


def write_samples(path: Path, megabytes: int) -> None:
    """human-eval rows: a task id, a completion of a few hundred characters, the result; 200 samples a task."""
    draw = random.Random(7)
    code = '    for i in range(len(xs)):\n        if xs[i] > limit:\n            return "found"\n'
    with path.open("w", encoding="utf-8") as file:
        size = row = 0
        while size < megabytes * 1_000_000:
            passed = draw.random() < 0.4
            line = json.dumps(
                {
                    "task_id": f"HumanEval/{row // 200}",
                    "completion": code * draw.randint(1, 8),
                    "result": "passed" if passed else "failed: assertion",
                    "passed": passed,
                }
            )
            size += file.write(line + "\n")
            row += 1


def loop(data: bytes) -> dict[str, list[int]]:
    """What one would write in a notebook."""
    counts: dict[str, list[int]] = {}
    for line in data.splitlines():
        row = json.loads(line)
        count = counts.setdefault(row["task_id"], [0, 0])
        count[0] += 1
        count[1] += row["passed"] is True
    return counts


def one_side(side: str, path: Path) -> None:
    data = path.read_bytes()
    if side == READER:
        from passk_core.readers import read_results
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        if side == READER:
            run = next(iter(read_results([("samples.jsonl", data)]).runs.values()))
            total = (len(run), int(run.n.sum()), int(run.c.sum()))
        else:
            counts = loop(data)
            total = (len(counts), sum(n for n, _ in counts.values()), sum(c for _, c in counts.values()))
        best = min(best, time.perf_counter() - start)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(json.dumps({"seconds": best, "peak": peak * 1024 + len(data), "size": len(data), "total": total}))


def main() -> None:
    if len(sys.argv) == 4:
        one_side(sys.argv[2], Path(sys.argv[3]))
        return
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "samples.jsonl"
        write_samples(path, megabytes)
        found = {}
        for side in (LOOP, READER):
            command = [sys.executable, __file__, "--side", side, str(path)]
            found[side] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert found[LOOP]["total"] == found[READER]["total"], "both sides count the same"
    for side, one in found.items():
        print(
            f"{side:16} {one['seconds']:6.2f} s   memory with the file {one['peak'] / one['size']:.2f} x the file "
            f"({one['size'] / 1e6:.0f} MB)"
        )
    print(f"ratio: {found[LOOP]['seconds'] / found[READER]['seconds']:.1f} (bar: 2); memory bar: 2.00")


if __name__ == "__main__":
    main()
