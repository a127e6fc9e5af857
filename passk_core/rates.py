"""pass@k and pass^k of a success rate p, for attempts that are independent or alike.

With independent attempts (rho = 0) pass@k = 1 - (1-p)^k and pass^k = p^k. With correlation
rho each attempt's chance is itself drawn from a Beta distribution with mean p whose
intraclass correlation is rho (beta-binomial, a = p (1-rho)/rho, b = (1-p) (1-rho)/rho), so

    P(k attempts all turn out one way) = prod_{i<k} (r (1-rho) + i rho) / (1-rho + i rho),

where r is the chance of that way: 1-p for pass@k's complement, p for pass^k. At rho = 1 all
attempts are the same one (temperature 0) and both metrics equal p for every k.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from passk_core import validate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Factors that are summed one by one; the rest is an integral (Euler-Maclaurin), whose next
# correction is of the order of _SUMMED**-4 / 360 of the sum.
_SUMMED = 4096
# Points of Gauss and Legendre per factor of 10 in k: the integrand is smooth in log k.
_NODES = 20


def pass_at_k_from_rate(p: ArrayLike, k: ArrayLike, rho: ArrayLike = 0.0) -> float | Floats:
    """pass@k of attempts that each succeed with chance p and are correlated by rho.

    p and rho are numbers from 0 to 1, k whole numbers from 1 to 10**9; arrays broadcast.
    Returns a float, or an array of the broadcast shape, in [0, 1]; with rho it falls from
    1 - (1-p)^k (rho = 0, independent attempts) to p (rho = 1, identical attempts). Small
    values keep their digits. Raises InputError for anything else.

    Beta-binomial: Skellam 1948, J. R. Stat. Soc. B 10, 257-261.

    >>> round(pass_at_k_from_rate(0.4, 10), 4)
    0.994
    >>> pass_at_k_from_rate(0.4, 10, rho=1)
    0.4
    >>> pass_at_k_from_rate(1e-17, 1)
    1e-17
    """
    p_, k_, rho_, shape = _checked(p, k, rho)
    out = np.empty(p_.shape)
    for here, p1, rho1 in _by_rate(p_, rho_):
        if rho1 == 0.0:
            with np.errstate(divide="ignore"):  # p = 1: log 0, and the answer is 1
                out[here] = 0.0 - np.expm1(k_[here] * np.log1p(-p1))
        elif rho1 == 1.0 or p1 in (0.0, 1.0):
            out[here] = p1
        else:
            out[here] = 0.0 - np.expm1(_log_all_alike(1.0 - p1, p1, rho1, k_[here]))
    return out.reshape(shape) if shape else float(out[0])


def pass_hat_k_from_rate(p: ArrayLike, k: ArrayLike, rho: ArrayLike = 0.0) -> float | Floats:
    """pass^k of attempts that each succeed with chance p and are correlated by rho.

    Arguments, shapes and errors as for pass_at_k_from_rate. With rho it rises from p^k
    (independent attempts) to p (identical attempts).

    >>> round(pass_hat_k_from_rate(0.75, 4), 3)
    0.316
    >>> pass_hat_k_from_rate(0.75, 4, rho=1)
    0.75
    """
    p_, k_, rho_, shape = _checked(p, k, rho)
    out = np.empty(p_.shape)
    for here, p1, rho1 in _by_rate(p_, rho_):
        if rho1 == 0.0:
            out[here] = p1 ** k_[here].astype(float)
        elif rho1 == 1.0 or p1 in (0.0, 1.0):
            out[here] = p1
        else:
            out[here] = np.exp(_log_all_alike(p1, 1.0 - p1, rho1, k_[here]))
    return out.reshape(shape) if shape else float(out[0])


def _checked(p: ArrayLike, k: ArrayLike, rho: ArrayLike) -> tuple[Floats, Ints, Floats, tuple[int, ...]]:
    p_ = validate.fractions("p", p)
    k_ = validate.whole_numbers("k", k)
    rho_ = validate.fractions("rho", rho)
    shape = validate.together(p=p_, k=k_, rho=rho_)
    return (
        np.broadcast_to(p_, shape).ravel(),
        np.broadcast_to(k_, shape).ravel(),
        np.broadcast_to(rho_, shape).ravel(),
        shape,
    )


def _by_rate(p: Floats, rho: Floats) -> list[tuple[NDArray[np.intp], float, float]]:
    """The positions of each distinct (p, rho): a curve asks for many k of one rate."""
    pairs, where = np.unique(np.stack([p, rho]), axis=1, return_inverse=True)
    order = np.argsort(where.ravel(), kind="stable")
    starts = np.searchsorted(where.ravel()[order], np.arange(pairs.shape[1]))
    groups = np.split(order, starts[1:])
    return [(here, float(p1), float(rho1)) for here, (p1, rho1) in zip(groups, pairs.T, strict=True)]


def _log_all_alike(r: float, s: float, rho: float, k: Ints) -> Floats:
    """log of the chance that k attempts all turn out the way whose rate is r = 1 - s."""
    summed = _running_sum(_log_factor(np.arange(min(int(k.max()), _SUMMED), dtype=float), r, s, rho))
    out = summed[np.minimum(k, _SUMMED) - 1]
    for i in np.flatnonzero(k > _SUMMED):
        out[i] += _tail(float(k[i]), r, s, rho)
    return out


def _running_sum(terms: Floats) -> Floats:
    # Extended precision where the platform has it: thousands of roundings stay below one ulp.
    return np.cumsum(terms, dtype=np.longdouble).astype(float)


def _log_factor(i: Floats, r: float, s: float, rho: float) -> Floats:
    """log((r (1-rho) + i rho) / (1-rho + i rho)), from whichever side keeps the digits."""
    whole = (1.0 - rho) + i * rho
    lost = s * (1.0 - rho) / whole
    return np.where(lost < 0.5, np.log1p(-np.minimum(lost, 0.5)), np.log((r * (1.0 - rho) + i * rho) / whole))


def _tail(k: float, r: float, s: float, rho: float) -> float:
    """The sum of the log factors from _SUMMED to k - 1 by the Euler-Maclaurin formula."""
    start = float(_SUMMED)
    pieces = max(1, int(np.ceil(np.log10(k / start))))
    edges = np.log(start) + np.log(k / start) * np.arange(pieces + 1) / pieces
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    half = np.diff(edges)[:, None] / 2
    points = np.exp(edges[:-1, None] + half * (1 + nodes))
    integral = float((half * weights * points * _log_factor(points, r, s, rho)).sum())
    ends = _log_factor(np.array([start, k]), r, s, rho)

    def slope(x: float) -> float:
        return rho / (r * (1.0 - rho) + x * rho) - rho / ((1.0 - rho) + x * rho)

    return integral + float(ends[0] - ends[1]) / 2 + (slope(k) - slope(start)) / 12
