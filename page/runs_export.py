"""The runs as files to take along: the curves as CSV. (The counts' CSV is the readers' own.)"""

from __future__ import annotations

import csv
import io

from page import benchmark
from page.answer import AT, METRICS, table_ks
from page.runs import Answer
from passk_core.readers.counts_table import quiet


def curve_csv(answer: Answer) -> str:
    """Both metrics of A and B over k as fractions; an undefined mean is an empty cell, its band goes on.

    ``note`` says where low and high are those of the band beyond the samples.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = {metric: "pass_at_k" if metric == AT else "pass_hat_k" for metric in METRICS}
    writer.writerow(["run", "k", *[name + end for name in names.values() for end in ("", "_low", "_high")], "note"])
    asked = answer.asked
    for run in asked.letters.values():
        counts = answer.runs[run]
        fewest = int(counts.n.min())
        drawn = answer.curves[run, AT].ks
        ks = sorted({k for k in drawn if k <= fewest} | set(asked.ks) | set(table_ks(drawn[-1], asked.at)))
        curves = {
            metric: dict(zip(answer.curves[run, metric].ks, _rows(answer, run, metric), strict=False))
            for metric in METRICS
        }
        for k in ks:
            row: list[object] = [quiet(run), k]
            for metric in METRICS:
                if k in curves[metric] and k <= fewest:
                    row += curves[metric][k]
                elif k <= fewest:
                    mean = benchmark.estimate(counts, k, metric, asked.level)
                    row += [mean.value, mean.low, mean.high]
                else:
                    row += ["", *(edge.value for edge in benchmark.band(counts, k, metric, asked.level))]
            writer.writerow([*row, "" if k <= fewest else "not defined: k > n; low and high bound it"])
    return out.getvalue()


def _rows(answer: Answer, run: str, metric: str) -> list[tuple[float, float, float]]:
    curve = answer.curves[run, metric]
    return list(zip(curve.line, curve.low, curve.high, strict=False))
