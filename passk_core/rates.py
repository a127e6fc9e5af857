"""pass@k and pass^k of a success rate p, for attempts that are independent or alike.

With independent attempts (rho = 0) pass@k = 1 - (1-p)^k and pass^k = p^k. With correlation
rho each attempt's chance is itself drawn from a Beta distribution with mean p whose
intraclass correlation is rho (beta-binomial, a = p (1-rho)/rho, b = (1-p) (1-rho)/rho), so

    P(k attempts all turn out one way) = prod_{i<k} (r + i t) / (1 + i t),  t = rho / (1-rho),

where r is the chance of that way: 1-p for pass@k's complement, p for pass^k. At rho = 1 all
attempts are the same one (temperature 0) and both metrics equal p for every k.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from passk_core import validate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

Rate = ArrayLike | Fraction | Decimal

# Factors that are summed one by one; the rest is an integral (Euler-Maclaurin), whose next
# correction is of the order of _SUMMED**-4 / 360 of the sum.
_SUMMED = 4096
# Points of Gauss and Legendre per factor of 2 in k: 12 leave an error below one ulp.
_NODES = 12


def pass_at_k_from_rate(p: Rate, k: ArrayLike, rho: Rate = 0.0) -> float | Floats:
    """pass@k of attempts that each succeed with chance p and are correlated by rho.

    p and rho are numbers from 0 to 1 (Fraction and Decimal are fine), k whole numbers from 1 to
    10**9; arrays broadcast. Returns a float, or an array of the broadcast shape, in [0, 1]; with
    rho it falls from 1 - (1-p)^k (rho = 0, independent attempts) to p (rho = 1, identical
    attempts). Small values keep their digits. Raises InputError for anything else.

    Beta-binomial: Skellam 1948, J. R. Stat. Soc. B 10, 257-261.

    >>> round(pass_at_k_from_rate(0.4, 10), 4)
    0.994
    >>> pass_at_k_from_rate(0.4, 10, rho=1)
    0.4
    >>> pass_at_k_from_rate(1e-17, 1)
    1e-17
    """
    p_, k_, rho_, shape = _checked(p, k, rho)
    out = p_.copy()  # what identical attempts give, and p = 0 or 1 whatever rho is
    free = (rho_ == 0.0) & (p_ < 1.0)
    # 0.0 - ... rather than a minus sign: p = 0 gives 0.0, never -0.0.
    out[free] = 0.0 - np.expm1(k_[free] * np.log1p(-p_[free]))
    for here, p1, rho1 in _correlated(p_, rho_):
        out[here] = 0.0 - np.expm1(log_all_alike(1.0 - p1, p1, rho1 / (1.0 - rho1), k_[here]))
    return out.reshape(shape) if shape else float(out[0])


def pass_hat_k_from_rate(p: Rate, k: ArrayLike, rho: Rate = 0.0) -> float | Floats:
    """pass^k of attempts that each succeed with chance p and are correlated by rho.

    Arguments, shapes and errors as for pass_at_k_from_rate. With rho it rises from p^k
    (independent attempts) to p (identical attempts).

    >>> round(pass_hat_k_from_rate(0.75, 4), 3)
    0.316
    >>> pass_hat_k_from_rate(0.75, 4, rho=1)
    0.75
    """
    p_, k_, rho_, shape = _checked(p, k, rho)
    out = p_.copy()
    free = rho_ == 0.0
    out[free] = p_[free] ** k_[free].astype(np.float64)
    for here, p1, rho1 in _correlated(p_, rho_):
        out[here] = np.exp(log_all_alike(p1, 1.0 - p1, rho1 / (1.0 - rho1), k_[here]))
    return out.reshape(shape) if shape else float(out[0])


def log_all_alike(same: float, other: float, step: float, k: Ints) -> Floats:
    """log of prod_{i<k} (same + i step) / (same + other + i step) for each of the numbers of attempts k.

    With step = 1 this is log(B(same + k, other) / B(same, other)), the chance that k attempts all
    turn out one way when its rate has the distribution Beta(same, other). All arguments are
    positive, k is a 1-d array of whole numbers; the result keeps about 15 digits.

    >>> float(np.exp(log_all_alike(1.0, 1.0, 1.0, np.array([4]))[0]).round(12))
    0.2
    """
    factors = _log_factor(np.arange(min(int(k.max(initial=1)), _SUMMED), dtype=np.float64), same, other, step)
    # Extended precision where the platform has it: thousands of roundings stay below one ulp.
    summed = np.cumsum(factors, dtype=np.longdouble).astype(np.float64)
    out: Floats = summed[np.minimum(k, _SUMMED) - 1]
    for i in np.flatnonzero(k > _SUMMED):
        out[i] += _tail(float(k[i]), same, other, step)
    return out


def _checked(p: Rate, k: ArrayLike, rho: Rate) -> tuple[Floats, Ints, Floats, tuple[int, ...]]:
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


def _correlated(p: Floats, rho: Floats) -> Iterator[tuple[NDArray[np.intp], float, float]]:
    """Where each distinct (p, rho) strictly between 0 and 1 stands: a curve asks for many k of one rate."""
    between = np.flatnonzero((p > 0.0) & (p < 1.0) & (rho > 0.0) & (rho < 1.0))
    if between.size < 2:  # sorting nothing, or one number, would take longer than all the rest
        yield from ((between, float(p[i]), float(rho[i])) for i in between)
        return
    pairs, which = np.unique(p[between] + 1j * rho[between], return_inverse=True)
    order = np.argsort(which, kind="stable")
    ends = np.searchsorted(which[order], np.arange(pairs.size), side="right")
    for pair, here in zip(pairs, np.split(between[order], ends[:-1]), strict=False):
        yield here, float(pair.real), float(pair.imag)


def _log_factor(i: Floats, same: float, other: float, step: float) -> Floats:
    """log((same + i step) / (same + other + i step)), from whichever side keeps the digits."""
    whole = (same + other) + i * step
    lost = other / whole
    return np.where(lost < 0.5, np.log1p(-np.minimum(lost, 0.5)), np.log((same + i * step) / whole))


def _tail(k: float, same: float, other: float, step: float) -> float:
    """The sum of the log factors from _SUMMED to k - 1, by the Euler-Maclaurin formula."""
    # The integral, in pieces that at most double, since the factors change over the scale of i itself.
    start = float(_SUMMED)
    edges = np.append(start * 2.0 ** np.arange(np.ceil(np.log2(k / start))), k)
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    half = np.diff(edges)[:, None] / 2.0
    points = edges[:-1, None] + half * (1.0 + nodes)
    integral = float((half * weights * _log_factor(points, same, other, step)).sum())
    ends = _log_factor(np.array([start, k]), same, other, step)

    def slope(x: float) -> float:
        return step * other / ((same + x * step) * (same + other + x * step))

    return integral + float(ends[0] - ends[1]) / 2.0 + (slope(k) - slope(start)) / 12.0
