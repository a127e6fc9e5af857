"""Benchmarks with the same mean rate and different difficulty: exact shares and curves.

Two shapes share a mean and a spread rho (the intraclass correlation of two attempts at one
task; 0: all tasks equal, 1: each task always or never solved): a Beta distribution, and two
kinds of task, hard ones of rate mean (1 - sqrt(rho)) and easy ones of rate
mean + (1 - mean) sqrt(rho), of which the easy ones are the share ``mean``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from passk_core import validate
from passk_core.rates import pass_at_k_from_rate, pass_hat_k_from_rate

Floats = NDArray[np.float64]

SHAPES = ("beta", "two kinds")
MAX_K = 1000
MAX_BINS = 1000


@dataclass(frozen=True)
class MixCurves:
    """pass@k and pass^k of a mix of tasks for k = 1..k_max: arrays of fractions of that length."""

    k: NDArray[np.int64]
    pass_at: Floats
    pass_hat: Floats


def mix_curves(mean: float, rho: float, k_max: int, shape: str = "beta") -> MixCurves:
    """pass@k and pass^k of a benchmark whose tasks have this mean rate and spread; exact.

    mean and rho are fractions, k_max a whole number from 1 to 1000, shape "beta" or "two kinds".
    Both curves start at the mean; with rho pass@k falls and pass^k rises, towards the mean.
    Raises InputError.

    >>> [round(float(mix_curves(0.4, rho, 10).pass_at[-1]), 3) for rho in (0, 0.3, 1)]
    [0.994, 0.861, 0.4]
    >>> round(float(mix_curves(0.4, 0.3, 10, shape="two kinds").pass_at[-1]), 3)
    0.918
    """
    k = np.arange(1, validate.whole_number("k_max", k_max, 1, MAX_K) + 1)
    if validate.one_of("shape", shape, SHAPES) == "beta":
        pass_at, pass_hat = pass_at_k_from_rate(mean, k, rho), pass_hat_k_from_rate(mean, k, rho)
        return MixCurves(k, np.asarray(pass_at), np.asarray(pass_hat))
    rates, shares = two_kinds(mean, rho)
    return MixCurves(
        k,
        np.asarray(pass_at_k_from_rate(rates[:, None], k)).T @ shares,
        np.asarray(pass_hat_k_from_rate(rates[:, None], k)).T @ shares,
    )


def two_kinds(mean: float, rho: float) -> tuple[Floats, Floats]:
    """The two rates (hard, easy) of a two-kinds mix and the share of tasks that have each.

    mean and rho are fractions. Raises InputError.

    >>> two_kinds(0.4, 0.25)
    (array([0.2, 0.7]), array([0.6, 0.4]))
    """
    mean, rho = validate.fraction("mean", mean), validate.fraction("rho", rho)
    apart = rho**0.5
    return np.array([mean * (1 - apart), min(1.0, mean + (1 - mean) * apart)]), np.array([1 - mean, mean])


def difficulty_shares(mean: float, rho: float, bins: int = 20, shape: str = "beta") -> Floats:
    """The share of tasks whose rate falls into each of so many equal bins from 0 to 1; exact.

    bins is a whole number from 1 to 1000; a rate on an edge belongs to the bin above it, 1 to the
    last. Returns an array of that length whose sum is 1. Raises InputError.

    >>> difficulty_shares(0.3, 1, bins=4)
    array([0.7, 0. , 0. , 0.3])
    """
    bins = validate.whole_number("bins", bins, 1, MAX_BINS)
    rates, shares = two_kinds(mean, rho)
    mean, rho = float(mean), float(rho)
    # A Beta distribution shrinks to points at these ends.
    if validate.one_of("shape", shape, SHAPES) == "two kinds" or rho in (0.0, 1.0) or mean in (0.0, 1.0):
        where = np.minimum((rates * bins).astype(int), bins - 1)
        out: Floats = np.bincount(where, weights=shares, minlength=bins).astype(float)
        return out
    from scipy import special  # here, since it takes a third of a second

    total = (1 - rho) / rho
    return np.diff(special.betainc(mean * total, (1 - mean) * total, np.linspace(0, 1, bins + 1)))
