"""What one or two reported values imply for another k: bounds for true rates and for counts.

The bounds for true rates belong to pass@k and pass^k of the unknown success rates, for any mix of
tasks. Estimates from n samples may lie outside them (5 of 10 correct on one task: pass@5 is
estimated as 0.996, above 1 - 0.5^5 = 0.969), so reported values are held against the bounds for
counts only.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, comb, floor

from passk_core import validate
from passk_core.claims.text import Claim, Metric, Unit, Window, window_of
from passk_core.errors import InputError


def true_range(a: int, value: float, b: int) -> tuple[float, float]:
    """Lowest and highest true pass@b, given a true pass@a, for any mix of tasks. Sharp.

    One end is a benchmark of tasks that always or never pass, the other one whose tasks are all
    equally hard: 1 - (1 - pass@a)^(b/a). By Jensen's inequality.

    >>> low, high = true_range(1, 0.673, 10)
    >>> low, round(high, 6)
    (0.673, 0.999986)
    """
    _ks(a, b)
    value = float(validate.fractions("value", value))
    equal_tasks = 1 - (1 - value) ** (b / a)
    return min(value, equal_tasks), max(value, equal_tasks)


def true_range_from_two(a: int, value_a: float, b: int, value_b: float, m: int) -> tuple[float, float]:
    """Lowest and highest true pass@m, given true pass@a and pass@b with a < b. Sharp.

    The two ends are reached by mixes of two kinds of tasks: some always pass and the rest are
    equally hard, or some never pass and the rest are equally hard (Karlin and Studden 1966,
    Tchebycheff Systems, lower and upper principal representations). Raises InputError where no mix
    gives both values.

    >>> low, high = true_range_from_two(1, 0.673, 10, 0.85, 100)
    >>> round(low, 6), round(high, 6)
    (0.85, 0.999938)
    """
    _ks(a, b, m)
    value_a, value_b = (float(validate.fractions("value", value)) for value in (value_a, value_b))
    if a >= b:
        raise InputError("a must be below b; found {a} and {b}.", a=a, b=b)
    low, high = true_range(a, value_a, b)
    if not low <= value_b <= high:
        raise InputError(
            "No mix of tasks gives pass@{a} = {value_a} and pass@{b} = {value_b}.",
            a=a,
            b=b,
            value_a=value_a,
            value_b=value_b,
        )
    if value_a == value_b:
        return value_a, value_a  # every task always or never passes: the value is the same for every k
    if value_b == 1.0:
        return true_range(a, value_a, m)  # only because a double cannot hold a value this near to 1
    missed_a, missed_b = 1 - value_a, 1 - value_b
    some_always = 1 - missed_b * (missed_b / missed_a) ** ((m - b) / (b - a))
    x = _root(a, b, value_b / value_a)
    some_never = value_a * (1 - x**m) / (1 - x**a)
    return min(some_always, some_never), max(some_always, some_never)


def _root(a: int, b: int, ratio: float) -> float:
    """x in [0, 1] with (1 - x^b) / (1 - x^a) = ratio, by bisection: the left side rises with x."""
    low, high = 0.0, 1.0
    while (middle := (low + high) / 2) not in (low, high):
        if (1 - middle**b) < ratio * (1 - middle**a):
            low = middle
        else:
            high = middle
    return low


def _ks(*ks: int) -> None:
    validate.whole_numbers("k", list(ks))


def exact_value(metric: Metric, n: int, c: int, k: int) -> Fraction:
    """pass@k or pass^k of c correct among n samples, as an exact fraction.

    >>> exact_value("pass@", 10, 2, 5), exact_value("pass^", 10, 2, 2)
    (Fraction(7, 9), Fraction(1, 45))
    """
    share = Fraction(comb(n - c if metric == "pass@" else c, k), comb(n, k))
    return 1 - share if metric == "pass@" else share


def range_from_total(tasks: int, n: int, total: int, k: int, metric: Metric = "pass@") -> tuple[Fraction, Fraction]:
    """Lowest and highest mean pass@k (or pass^k) of tasks with n samples each, ``total`` correct in all.

    Exact and reached: pass@k is concave in c, so it is lowest where tasks are all right or all wrong
    but one, and highest where all tasks are as equal as whole numbers allow; pass^k the other way.

    >>> range_from_total(3, 5, 7, 3)
    (Fraction(19, 30), Fraction(14, 15))
    """
    validate.whole_numbers("k", k, 1, n, "n")
    validate.whole_numbers("total", total, 0, tasks * n, "tasks x n")
    full, rest = divmod(total, n)
    split = full * exact_value(metric, n, n, k) + (exact_value(metric, n, rest, k) if rest else 0)
    split += (tasks - full - bool(rest)) * exact_value(metric, n, 0, k)
    each, more = divmod(total, tasks)
    even = (tasks - more) * exact_value(metric, n, each, k)
    even += more * exact_value(metric, n, each + 1, k) if more else 0
    low, high = sorted((split / tasks, even / tasks))
    return low, high


def totals(claim: Claim, tasks: int, n: int, unit: Unit = "percent", truncated: bool = False) -> list[int]:
    """The numbers of correct samples in all that print as a claimed pass@1 or pass^1.

    The granularity test of Brown and Heathers 2017 (Soc. Psychol. Personal. Sci. 8, 363): an empty
    list means that no count of tasks x n samples gives the printed mean.

    >>> totals(Claim("pass@", 1, "67.3"), 164, 1), totals(Claim("pass@", 1, "67.3"), 164, 20)
    ([], [2206, 2207, 2208, 2209])
    """
    if claim.k != 1:
        raise InputError("Totals are defined for k = 1; found {name}.", name=claim.name)
    low, high = lattice(window_of(claim, unit, "truncated" if truncated else "rounded"), tasks, n)
    return list(range(low, high + 1))


def lattice(window: Window, tasks: int, n: int) -> tuple[int, int]:
    """First and last multiple of 1 / (tasks x C(n, k)) inside the window; first > last where none is.

    Every mean of pass@k or pass^k over tasks with n samples is such a multiple.
    """
    steps = tasks * comb(n, window.claim.k)
    return max(0, ceil(window.low * steps)), min(steps, floor(window.high * steps))
