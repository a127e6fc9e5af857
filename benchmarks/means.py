"""Mean pass@k with its interval over 1,000,000 tasks, against one count of their values.

Run from the project's folder: python -m benchmarks.means

The measure is one np.bincount over the same counts, in the same run; the bar is 20 times that
for all four k together. Counts are made anew for every repetition, since a Counts remembers its
distinct pairs; making them is not measured.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np

from passk_core import Counts
from passk_core.means import mean_pass_at_k

TASKS, SAMPLES, K, REPETITIONS, BAR = 1_000_000, 1_000, (1, 10, 100, 1_000), 15, 20


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def one_run(names: list[str], n: np.ndarray, c: np.ndarray) -> tuple[float, float]:
    """Seconds of the four means, and of one bincount."""
    counts = Counts(names, n, c)
    measure = seconds(lambda: np.bincount(counts.c))
    return seconds(lambda: [mean_pass_at_k(counts, k) for k in K]), measure


def main() -> None:
    random = np.random.default_rng(1)
    correct = random.binomial(SAMPLES, random.beta(0.4, 0.9, TASKS))
    names = [f"task {i}" for i in range(TASKS)]
    for title, n in (
        (f"every task with n = {SAMPLES:,}", np.full(TASKS, SAMPLES)),
        (f"n from {SAMPLES:,} to {SAMPLES + 9:,}", SAMPLES + random.integers(0, 10, TASKS)),
    ):
        one_run(names, n, correct)  # the first one imports scipy
        means, measures = zip(*(one_run(names, n, correct) for _ in range(REPETITIONS)), strict=True)
        ratios = [mean / measure for mean, measure in zip(means, measures, strict=True)]
        print(
            f"{TASKS:,} tasks, {title}, k = {', '.join(map(str, K))}: "
            f"{1e3 * statistics.median(means):.1f} ms, one bincount {1e3 * statistics.median(measures):.2f} ms, "
            f"ratio {min(ratios):.1f} / {statistics.median(ratios):.1f} / {max(ratios):.1f} (least / median / most)"
        )
    print(f"The bar is {BAR}, for tasks with one n.")


if __name__ == "__main__":
    main()
