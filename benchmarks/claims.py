"""How long the check takes, and how often it is settled: ``python benchmarks/claims.py``.

1. Three claims with N = 164 and n = 200 (Codex 12B: 28.81 / 46.81 / 72.31, Chen et al. 2021): the bar is an answer
   within 5 seconds. The time of each run differs only by what else the machine does: the search is seeded.
2. Random tables of counts with up to 200 samples, printed with 0 to 3 decimals, rounded or truncated: none may be
   judged impossible; how many are settled in 5 seconds is counted.
3. The largest questions that are taken, up to 16 claims, 20,000 samples (k up to 100,000 where n is unknown) and ten
   million tasks, half of them from a table and half invented: none may take longer than its 5 seconds.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import comb
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from passk_core import pass_at_k, pass_hat_k
from passk_core.claims import Claim, check_claims, parse_claims


def summary(seconds: list[float]) -> str:
    return f"min {min(seconds):.2f}, median {statistics.median(seconds):.2f}, max {max(seconds):.2f} s"


def codex(runs: int) -> None:
    claims = parse_claims("pass@1:28.81;pass@10:46.81;pass@100:72.31").claims
    check_claims(claims, 164, 200)  # imports
    taken, verdicts = [], Counter[str]()
    for _ in range(runs):
        start = time.perf_counter()
        verdicts[check_claims(claims, 164, 200).verdict] += 1
        taken.append(time.perf_counter() - start)
    print(f"Codex 12B, 3 claims, N = 164, n = 200, runs: {runs}: {summary(taken)}; {dict(verdicts)}")


def random_claims(rng: random.Random, largest_n: int) -> tuple[list[Claim], int, int]:
    n = rng.choice([n for n in (1, 2, 4, 5, 10, 16, 20, 50, 100, 200) if n <= largest_n])
    tasks = rng.choice([10, 30, 89, 164, 500])
    p, spread = rng.choice([0.05, 0.3, 0.5, 0.8, 0.95]), rng.choice([0.1, 0.5, 1.0, 2.0])
    counts = Counter(
        sum(rng.random() < rate for _ in range(n))
        for rate in (min(1.0, max(0.0, p + spread * (rng.random() - 0.5))) for _ in range(tasks))
    )
    decimals, rounding = rng.choice([0, 1, 2, 3]), rng.choice([ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_DOWN])
    ks = rng.sample([k for k in (1, 2, 3, 4, 5, 8, 10, 16, 20, 50, 100) if k <= n], 1 if n == 1 else rng.choice([1, 2]))
    claims = []
    for k in [*ks, n] if rng.random() < 0.3 and n not in ks else ks:
        metric = rng.choice(["pass@", "pass^"])
        marked = {c: n - c if metric == "pass@" else c for c in counts}
        share = (
            sum((many * Fraction(comb(marked[c], k), comb(n, k)) for c, many in counts.items()), Fraction(0)) / tasks
        )
        value = 100 * (1 - share if metric == "pass@" else share)
        text = (Decimal(value.numerator) / Decimal(value.denominator)).quantize(Decimal(1).scaleb(-decimals), rounding)
        claims.append(Claim(metric, k, str(text)))  # type: ignore[arg-type]
    return claims, tasks, n


def tables(many: int, largest_n: int) -> None:
    rng, taken, verdicts = random.Random(0), [], Counter[str]()
    for _ in range(many):
        claims, tasks, n = random_claims(rng, largest_n)
        start = time.perf_counter()
        verdict = check_claims(claims, tasks, n, unit="percent").verdict
        taken.append(time.perf_counter() - start)
        verdicts[verdict] += 1
        if verdict != "can be true":
            print(f"  {verdict}: N = {tasks}, n = {n}, {[(c.name, c.text) for c in claims]}")
    print(f"Random tables, n up to {largest_n}: {many}: {summary(taken)} each; {dict(verdicts)}")


def large_claims(rng: random.Random) -> tuple[str, int | None, int | None]:
    known = rng.random() < 0.7
    n = rng.choice([100, 200, 1000, 2000, 20_000]) if known else rng.choice([1000, 20_000, 100_000])
    counts = [min(n, int(n * rng.betavariate(0.4, 0.6))) for _ in range(100)]
    named = sorted({(rng.choice("@^"), max(1, round(n ** rng.random()))) for _ in range(rng.choice([3, 8, 16, 16]))})
    decimals, invented = rng.choice([1, 2, 4, 6]), rng.random() < 0.5
    parts = []
    for sign, k in named:
        value = np.mean(pass_at_k(n, counts, k) if sign == "@" else pass_hat_k(n, counts, k))
        parts.append(f"pass{sign}{k}:{rng.uniform(0, 100) if invented else 100 * value:.{decimals}f}")
    return ";".join(parts), rng.choice([None, 164, 1000, 10**5, 10**7]), n if known else None


def largest(many: int) -> None:
    rng, taken, verdicts = random.Random(0), [], Counter[str]()
    for _ in range(many):
        text, tasks, n = large_claims(rng)
        start = time.perf_counter()
        verdicts[check_claims(parse_claims(text).claims, tasks, n, unit="percent").verdict] += 1
        taken.append(time.perf_counter() - start)
        if taken[-1] > 5.5:
            print(f"  {taken[-1]:.1f} s: N = {tasks}, n = {n}, {text}")
    print(f"The largest questions: {many}: {summary(taken)} each; {dict(verdicts)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--largest", type=int, default=40)
    options = parser.parse_args()
    codex(options.runs)
    tables(options.tables, 200)
    largest(options.largest)
