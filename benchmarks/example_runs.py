"""Writes page/data/example.csv, the two runs that the Results part opens as its example.

Invented, from a fixed seed: 160 tasks in 8 families, 20 samples each. A task's success rate in run
A is drawn from a Beta distribution whose mean moves with the family; run B has the same tasks, on
average somewhat easier for it, each with a shift of its own. One task in twelve is beyond both.

    python -m benchmarks.example_runs
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from passk_core import Counts
from passk_core.readers import counts_csv

FAMILIES = {"strings": 0.62, "lists": 0.56, "dates": 0.45, "parsing": 0.4, "sql": 0.38, "graphs": 0.3, "regex": 0.33}
FAMILIES |= {"concurrency": 0.2}
EACH, SAMPLES, SPREAD = 20, 20, 1.6


def example_runs(seed: int = 160) -> dict[str, Counts]:
    """Both runs, by name.

    >>> runs = example_runs()
    >>> [(len(run), int(run.n.min()), int(run.n.max())) for run in runs.values()]
    [(160, 20, 20), (160, 20, 20)]
    """
    random = np.random.default_rng(seed)
    tasks = [f"{family}/{number:02}" for family in FAMILIES for number in range(1, EACH + 1)]
    mean = np.repeat(list(FAMILIES.values()), EACH)
    rate_a = random.beta(mean * SPREAD, (1 - mean) * SPREAD)
    with np.errstate(divide="ignore"):
        logit = np.log(rate_a) - np.log1p(-rate_a)
    rate_b = 1 / (1 + np.exp(-(logit + random.normal(0.45, 0.7, rate_a.size))))
    beyond = random.random(rate_a.size) < 1 / 12
    runs = {"baseline": np.where(beyond, 0, rate_a), "with tools": np.where(beyond, 0, rate_b)}
    return {
        name: Counts(tasks, np.full(rate.size, SAMPLES), random.binomial(SAMPLES, rate)) for name, rate in runs.items()
    }


if __name__ == "__main__":
    target = Path(__file__).parents[1] / "page" / "data" / "example.csv"
    target.write_text(counts_csv(example_runs()), encoding="utf-8", newline="")
