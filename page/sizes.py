"""How many tasks the known benchmarks have."""

from __future__ import annotations

# Each benchmark's number of tasks; where a name stands for several, each variant says which it is.
SIZES = {
    "HumanEval": 164,
    "HumanEval+": 164,
    "MBPP": 974,
    "MBPP (test)": 500,
    "MBPP (sanitized)": 427,
    "MBPP+": 378,
    "MBPP+ v0.1": 399,
    "BigCodeBench": 1140,
    "BigCodeBench-Hard": 148,
    "LiveCodeBench v5": 880,
    "LiveCodeBench v6": 1055,
    "APPS (test)": 5000,
    "CodeContests (test)": 165,
    "DS-1000": 1000,
    "SWE-bench": 2294,
    "SWE-bench Verified": 500,
    "SWE-bench Lite": 300,
    "Terminal-Bench 2.0": 89,
    "tau-bench retail": 115,
    "tau-bench airline": 50,
    "tau2-bench retail": 114,
    "tau2-bench airline": 50,
    "tau2-bench telecom": 114,
    "GSM8K (test)": 1319,
    "MATH (test)": 5000,
    "MATH-500": 500,
    "AIME (one year)": 30,
    "GPQA Diamond": 198,
}


def benchmark_in(label: str) -> str | None:
    """The benchmark that words before a claim name; the longest name that fits, None without one.

    >>> benchmark_in("GPT-4 on HumanEval+"), benchmark_in("tau-bench airline, ours"), benchmark_in("ours")
    ('HumanEval+', 'tau-bench airline', None)
    """
    words = f" {label.casefold().replace(',', ' ').replace(':', ' ')} "
    found = [name for name in SIZES if f" {name.casefold()} " in words]
    return max(found, key=len, default=None)


def named_by(size: int) -> list[str]:
    """The benchmarks that a number gives away as their number of tasks.

    Numbers that people also use as a number of samples per task give nothing away: small ones, and round ones.

    >>> named_by(164), named_by(200), named_by(500)
    (['HumanEval', 'HumanEval+'], [], [])
    """
    if size <= 100 or size % 50 == 0:
        return []
    return [name for name, tasks in SIZES.items() if tasks == size]
