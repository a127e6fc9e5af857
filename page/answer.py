"""What the calculator answers: the chances of one success rate or of one (n, c), over k.

Pure functions between the core and the screen: the core's numbers as ``Chance``s, each with a
complement from its own formula (the mirror: 1 - pass@k of c is pass^k of n - c), and with the
certainty that n, c, k and p decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from page.numbers import ALWAYS, NEVER, Chance
from passk_core import (
    InputError,
    at_least_m_of_k,
    pass_at_k,
    pass_at_k_curve,
    pass_at_k_from_rate,
    pass_hat_k,
    pass_hat_k_curve,
    pass_hat_k_from_rate,
)
from passk_core.intervals import rate_interval
from passk_core.plan import attempts_for_target
from passk_core.validate import MAX_COUNT

AT, HAT = "pass@k", "pass^k"
METRICS = (AT, HAT)
_ESTIMATE = {AT: pass_at_k, HAT: pass_hat_k}
_FROM_RATE = {AT: pass_at_k_from_rate, HAT: pass_hat_k_from_rate}
_DRAWN = 1000  # points of a curve: more cannot be told apart on a screen
# One run of the page asks for the same chance several times: as a result, in a sentence, in a table.
_REMEMBERED = 4096
_WHOLE_CURVE = 100_000  # up to here every k is computed at once and thinned afterwards


@dataclass(frozen=True)
class Rate:
    """A success rate per sample, exactly as typed, and the correlation of the attempts."""

    p: Fraction
    rho: float = 0.0


@dataclass(frozen=True)
class Samples:
    """n samples of one problem, c of them correct."""

    n: int
    c: int


Known = Rate | Samples
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Question:
    """What was asked: of what, for which k, at which confidence, by which interval, beside what else."""

    known: Known
    k: int
    level: float = 0.95
    method: str = "jeffreys"
    at_least: int | None = None
    other: Known | None = None


@dataclass(frozen=True)
class Curve:
    """One metric over k, as fractions: the line, and what surrounds it (interval or range).

    The line ends at the last k that is defined; low and high go on. ``certain`` tells which of
    its values are exactly 0 or 1 rather than rounded to that.
    """

    ks: list[int]
    line: list[float]
    certain: list[bool]
    low: list[float]
    high: list[float]

    @property
    def points(self) -> list[tuple[int, Chance]]:
        """The line's k and chances."""
        return [
            (k, Chance(value, 1 - value, certain))
            for k, value, certain in zip(self.ks, self.line, self.certain, strict=False)
        ]


def mirrored(metric: str) -> str:
    """The metric that is the other's complement."""
    return HAT if metric == AT else AT


def chance(known: Known, k: int, metric: str) -> Chance | None:
    """pass@k or pass^k; None where it is not defined (k > n)."""
    return chances(known, (k,), metric)[0]


def chances(known: Known, ks: tuple[int, ...], metric: str) -> tuple[Chance | None, ...]:
    """pass@k or pass^k for each k, computed together; None where it is not defined (k > n)."""
    if isinstance(known, Rate):
        return _of_rate(known.p, ks, metric, known.rho)
    return _of_samples(known.n, known.c, ks, metric)


@lru_cache(_REMEMBERED)
def _of_samples(n: int, c: int, ks: tuple[int, ...], metric: str) -> tuple[Chance | None, ...]:
    defined = np.array([k for k in ks if k <= n], dtype=np.int64)
    values = _floats(_ESTIMATE[metric](n, c, defined))
    others = _floats(_ESTIMATE[mirrored(metric)](n, n - c, defined))
    certain = sure(n, c, defined, metric).tolist()
    found = dict(zip(defined.tolist(), map(_settled, values, others, certain), strict=True))
    return tuple(found.get(k) for k in ks)


def surroundings(known: Known, k: int, metric: str, level: float, method: str = "jeffreys") -> tuple[Chance, Chance]:
    """The ends of what surrounds a chance.

    For samples the interval of this confidence level; for a rate the range between independent
    and identical attempts.
    """
    return all_surroundings(known, (k,), metric, level, method)[0]


@lru_cache(_REMEMBERED)
def all_surroundings(
    known: Known, ks: tuple[int, ...], metric: str, level: float, method: str = "jeffreys"
) -> list[tuple[Chance, Chance]]:
    """The ends of what surrounds a chance for each k, computed together."""
    if isinstance(known, Rate):
        alike, apart = (_of_rate(known.p, ks, metric, rho) for rho in (1.0, 0.0))
        return list(zip(alike, apart, strict=True) if metric == AT else zip(apart, alike, strict=True))
    n, c, k = known.n, known.c, np.array(ks, dtype=np.int64)
    low, high = (_floats(_FROM_RATE[metric](end, k)) for end in rate_interval(n, c, level, method))
    above, below = (_floats(_FROM_RATE[mirrored(metric)](end, k)) for end in rate_interval(n, n - c, level, method))
    lows = [NEVER if c == 0 else Chance(*ends) for ends in zip(low, below, strict=True)]
    highs = [ALWAYS if c == n else Chance(*ends) for ends in zip(high, above, strict=True)]
    return list(zip(lows, highs, strict=True))


def _settled(value: float, other: float, certain: bool) -> Chance:
    return (ALWAYS if value > other else NEVER) if certain else Chance(value, other)


def at_least(samples: Samples, k: int, m: int) -> Chance | None:
    """The chance that at least m of k drawn samples are correct; None where k > n."""
    n, c = samples.n, samples.c
    if k > n:
        return None
    if min(c, k) < m:
        return NEVER
    if k - (n - c) >= m:
        return ALWAYS
    # Fewer than m correct ones among k means at least k - m + 1 wrong ones.
    return Chance(float(at_least_m_of_k(n, c, k, m)), float(at_least_m_of_k(n, n - c, k, k - m + 1)))


def plug_in(samples: Samples, k: int, metric: str) -> Chance:
    """1 - (1 - c/n)^k or (c/n)^k: the rate of these samples taken for the true one."""
    return _of_rate(Fraction(samples.c, samples.n), (k,), metric, 0.0)[0]


def last_k(known: Known, k: int) -> int:
    """Where a chart of this question ends: n where the samples reach k, else a round number past 2k."""
    if isinstance(known, Samples) and k <= known.n:
        return known.n
    return min(rounded_up(max(20, 2 * k)), MAX_COUNT)


def rounded_up(number: int) -> int:
    """The next of 1, 2, 5, 10, 20, 50, ...

    >>> rounded_up(20), rounded_up(21), rounded_up(73)
    (20, 50, 100)
    """
    power = 10 ** (len(str(number)) - 1)
    return next(round_one for step in (1, 2, 5, 10) if (round_one := int(step * power)) >= number)


def table_ks(last: int, k: int) -> list[int]:
    """1, 2, 3, 5, 10, 20, 50, ... up to last, as far as can be computed with, and k itself.

    >>> table_ks(10, 5), table_ks(50, 7)
    ([1, 2, 3, 5, 10], [1, 2, 3, 5, 7, 10, 20, 50])
    """
    steps = {1, 2, 3, 5} | {step * 10**power for power in range(1, 10) for step in (1, 2, 5)}
    last = min(last, MAX_COUNT)
    return sorted({step for step in steps if step <= last} | {k, last})


def curve(known: Known, metric: str, last: int, level: float, method: str = "jeffreys") -> Curve:
    """One metric for k = 1..last, at most 1,000 points; long curves are thinned evenly in log k."""
    ks = _points(last)
    rates = _FROM_RATE[metric]
    if isinstance(known, Samples):
        low, high = (_floats(rates(end, ks)) for end in rate_interval(known.n, known.c, level, method))
        defined = ks[ks <= known.n]
        line = _samples_line(known, metric, defined)
        certain = list(map(bool, sure(known.n, known.c, defined, metric)))
    else:
        p = float(known.p)
        line = _floats(rates(p, ks, known.rho))
        certain = [known.p in (0, 1)] * len(ks)
        low = _floats(rates(p, ks, 0.0)) if known.rho else line
        high = [p] * len(ks)  # identical attempts: the rate itself
        if metric == AT:
            low, high = high, low
    return Curve([int(k) for k in ks], line, certain, low, high)


def sure(n: int, c: int, k: Ints | int, metric: str) -> NDArray[np.bool_]:
    """Whether the estimate is exactly 0 or 1, decided from the counts."""
    failed = n - c
    never, always = ((c == 0), (failed < k)) if metric == AT else ((c < k), (failed == 0))
    return np.asarray(never | always)


def _samples_line(known: Samples, metric: str, ks: Ints) -> list[float]:
    if ks[-1] <= _WHOLE_CURVE:
        whole = pass_at_k_curve if metric == AT else pass_hat_k_curve
        return _floats(whole(known.n, known.c, int(ks[-1]))[ks - 1])
    return _floats(_ESTIMATE[metric](known.n, known.c, ks))


def _points(last: int) -> Ints:
    if last <= _DRAWN:
        return np.arange(1, last + 1)
    # Half of them evenly, half evenly in log k, so that neither axis shows corners.
    even = np.linspace(1, last, _DRAWN // 2)
    log = np.geomspace(1, last, _DRAWN // 2)
    return np.unique(np.rint(np.concatenate([even, log])).astype(np.int64))


def _floats(values: object) -> list[float]:
    return [float(value) for value in np.atleast_1d(np.asarray(values))]


@lru_cache(_REMEMBERED)
def _of_rate(p: Fraction, ks: tuple[int, ...], metric: str, rho: float) -> tuple[Chance, ...]:
    if p in (0, 1):
        return (ALWAYS if p else NEVER,) * len(ks)
    if rho == 1:  # identical attempts: both metrics are the rate itself
        return (Chance(float(p), float(1 - p)),) * len(ks)
    # 1 - p is rounded once, from the exact fraction: 0.99999999999999999999 keeps its 1e-20.
    k = np.array(ks, dtype=np.int64)
    values = _floats(_FROM_RATE[metric](float(p), k, rho))
    others = _floats(_FROM_RATE[mirrored(metric)](float(1 - p), k, rho))
    return tuple(Chance(*both) for both in zip(values, others, strict=True))


@lru_cache(_REMEMBERED)
def first_k(known: Rate, target: float) -> int | None:
    """The fewest attempts whose pass@k reaches the target; None where no number up to 10**9 does."""
    try:
        return attempts_for_target(float(known.p), target, known.rho)
    except InputError:
        return None
