"""The whole curve of pass@k for HumanEval's 164 problems, against the estimator that most evaluations use.

Run from the project's folder: python -m benchmarks.core

164 tasks with n = 200 samples, pass@k for every k = 1..200. The other side is the numpy formula of Chen et al.
2021, arXiv 2107.03374, figure 3, called for each task and k as evaluation scripts do; the bar is 300 times
its speed, both measured in the same run, for counts like those of Codex 12B, whose published pass@1 and pass@100 the
first row follows. The second row is of a better model: the usual estimator is quick there, since it returns 1 at
once where k > n - c, and more tasks have a count of their own.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from passk_core import pass_at_k_curve

TASKS, SAMPLES, REPETITIONS, BAR = 164, 200, 9, 300


def usual_estimate(n: int, c: int, k: int) -> float:
    if n - c < k:
        return 1.0
    return float(1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1)))


def usual_curve(n: list[int], c: list[int]) -> NDArray[np.float64]:
    ks = range(1, SAMPLES + 1)
    return np.array([[usual_estimate(of_n, of_c, k) for of_n, of_c in zip(n, c, strict=True)] for k in ks]).T


def seconds(work: Callable[[], object], times: int = 1) -> float:
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times


def main() -> None:
    random = np.random.default_rng(1)
    n = np.full(TASKS, SAMPLES)
    for title, a, b in (("a model near Codex 12B", 0.21, 0.52), ("a better model", 0.9, 0.4)):
        c = random.binomial(SAMPLES, random.beta(a, b, TASKS))
        np.testing.assert_allclose(usual_curve(n.tolist(), c.tolist()), pass_at_k_curve(n, c, SAMPLES), rtol=1e-12)
        usual, ours = [], []
        for _ in range(REPETITIONS):
            usual.append(seconds(lambda c=c: usual_curve(n.tolist(), c.tolist())))
            ours.append(seconds(lambda c=c: pass_at_k_curve(n, c, SAMPLES), times=100))
        ratios = [slow / fast for slow, fast in zip(usual, ours, strict=True)]
        print(
            f"{TASKS} tasks, n = {SAMPLES}, k = 1..{SAMPLES}, {title} (different counts: {len(set(c.tolist()))}): "
            f"{1e3 * statistics.median(ours):.3f} ms, the usual estimator {1e3 * statistics.median(usual):.1f} ms, "
            f"{min(ratios):.0f} / {statistics.median(ratios):.0f} / {max(ratios):.0f} times as fast "
            "(least / median / most)"
        )
    print(f"The bar is {BAR} times, for the first row.")


if __name__ == "__main__":
    main()
