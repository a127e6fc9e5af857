"""At least m of k: the chance that k samples, drawn from the n of a task, hold m correct ones or more.

With X correct ones among the k drawn (hypergeometric), P(X >= m) goes from pass@k (m = 1) to pass^k
(m = k). G-Pass@k asks for a share tau of the k, m = max(1, ceil(tau k)); mG-Pass@k averages it over
the shares above one half (Liu et al. 2024, arXiv 2412.13147).
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, isqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from passk_core import validate
from passk_core.errors import InputError, shown
from passk_core.estimators import pass_at_k, pass_hat_k
from passk_core.parse import parse_probability

Floats = NDArray[np.float64]

Share = str | float | Fraction | Decimal | np.floating[Any]


def at_least_m_of_k(n: ArrayLike, c: ArrayLike, k: ArrayLike, m: ArrayLike) -> float | Floats:
    """The chance that k of the n samples, drawn at random, hold at least m correct ones.

    Whole numbers or arrays that broadcast: n, c and k as for pass_at_k, and 1 <= m <= k (none of k
    is no demand). Returns a float, or an array of the broadcast shape, in [0, 1]: m = 1 is
    pass_at_k, m = k is pass_hat_k; within 4e-15 (relative) of the exact value for n <= 1000. Its
    complement is at_least_m_of_k(n, n - c, k, k - m + 1). Raises InputError for anything else.

    Hypergeometric tail; the average over all subsets of k samples, hence unbiased for k independent
    attempts.

    >>> round(at_least_m_of_k(10, 4, 5, 3), 4)
    0.2619
    >>> at_least_m_of_k(10, 8, 5, [1, 3, 5])
    array([1.        , 1.        , 0.22222222])
    """
    n_ = validate.whole_numbers("n", n)
    c_ = validate.whole_numbers("c", c, 0, n_, "n")
    k_ = validate.whole_numbers("k", k, 1, n_, "n")
    m_ = validate.whole_numbers("m", m, 1, k_, "k")
    shape = validate.together(n=n_, c=c_, k=k_, m=m_)
    n_, c_, k_, m_ = (np.broadcast_to(each, shape).ravel() for each in (n_, c_, k_, m_))
    out = np.empty(m_.shape)
    any_, all_ = m_ == 1, m_ == k_
    out[any_] = pass_at_k(n_[any_], c_[any_], k_[any_])
    out[all_] = pass_hat_k(n_[all_], c_[all_], k_[all_])
    between = ~(any_ | all_)
    questions, where = np.unique(np.stack([n_, c_, k_, m_])[:, between], axis=1, return_inverse=True)
    out[between] = np.array([_tail(*map(int, question)) for question in questions.T])[where.ravel()]
    return out.reshape(shape) if shape else float(out[0])


def tau_to_m(tau: Share, k: int) -> int:
    """How many of k make up the share tau: max(1, ceil(tau k)), computed from the number as it is written.

    tau is a number from 0 to 1, or a text such as "0.28", "28%" or "7/25". A float counts as its
    shortest decimal: in floating point 0.28 * 25 exceeds 7, and its ceiling would be 8. Raises
    InputError.

    >>> tau_to_m(0.28, 25)
    7
    """
    k = validate.whole_number("k", k)
    return max(1, ceil(_exact(tau) * k))


def g_pass_at_k(n: ArrayLike, c: ArrayLike, k: ArrayLike, tau: Share) -> float | Floats:
    """G-Pass@k at the threshold tau: at least max(1, ceil(tau k)) of k samples are correct.

    n, c, k, the result and the errors as for at_least_m_of_k; tau is one share as for tau_to_m.
    tau = 0 is pass@k, tau = 1 is pass^k.

    Liu et al. 2024, arXiv 2412.13147.

    >>> round(g_pass_at_k(16, 9, 8, 0.5), 4)
    0.8427
    """
    share = _exact(tau)
    k_ = validate.whole_numbers("k", k)
    m = np.array([tau_to_m(share, int(each)) for each in k_.flat], dtype=np.int64).reshape(k_.shape)
    return at_least_m_of_k(n, c, k, m)


def mg_pass_at_k(n: ArrayLike, c: ArrayLike, k: ArrayLike) -> float | Floats:
    """mG-Pass@k: twice the sum of G-Pass@k over the thresholds i/k, ceil(k/2) < i <= k, divided by k.

    n, c and k as for pass_at_k, but k from 2: one sample has no threshold above one half. Returns a
    float, or an array of the broadcast shape, from 0 to (k - k % 2) / k: for an odd k even a task
    that is always solved stays below 1. Raises InputError.

    Liu et al. 2024, arXiv 2412.13147.

    >>> round(mg_pass_at_k(5, 4, 3), 4)
    0.2667
    """
    n_ = validate.whole_numbers("n", n)
    c_ = validate.whole_numbers("c", c, 0, n_, "n")
    k_ = validate.whole_numbers("k", k, 2, n_, "n")
    shape = validate.together(n=n_, c=c_, k=k_)
    triples = np.stack([np.broadcast_to(each, shape).ravel() for each in (n_, c_, k_)])
    questions, where = np.unique(triples, axis=1, return_inverse=True)
    out = np.array([_mean_excess(*map(int, question)) for question in questions.T])[where.ravel()]
    return out.reshape(shape) if shape else float(out[0])


def _tail(n: int, c: int, k: int, m: int) -> float:
    """P(X >= m)."""
    low, weights = _weights(n, c, k)
    if m <= low:
        return 1.0
    return min(1.0, float(weights[m - low :].sum() / weights.sum()))


def _mean_excess(n: int, c: int, k: int) -> float:
    """The sum of P(X >= i) over ceil(k/2) < i <= k is the mean of how far X exceeds ceil(k/2)."""
    low, weights = _weights(n, c, k)
    excess = np.maximum(low + np.arange(weights.size) - (k + 1) // 2, 0)
    return 2.0 * float((excess * weights).sum() / weights.sum()) / k


def _weights(n: int, c: int, k: int) -> tuple[int, Floats]:
    """The smallest X that can occur, and the chances of it and all larger ones, up to a common factor.

    They are built from the most likely X outwards by the ratios of neighbours, so that no binomial
    coefficient overflows and both tails keep their digits.
    """
    mode = (k + 1) * (c + 1) // (n + 2)
    # By Hoeffding's bound the chance of being this far off is below all doubles.
    reach = isqrt(400 * min(c, n - c, k, n - k)) + 40
    low, high = max(0, k - (n - c), mode - reach), min(c, k, mode + reach)
    up = np.arange(mode, high, dtype=np.float64)
    above = np.cumprod((c - up) * (k - up) / ((up + 1) * (n - c - k + up + 1)))
    down = np.arange(mode, low, -1, dtype=np.float64)
    below = np.cumprod(down * (n - c - k + down) / ((c - down + 1) * (k - down + 1)))
    return low, np.concatenate([below[::-1], [1.0], above])


def _exact(tau: Share) -> Fraction:
    if isinstance(tau, str):
        return parse_probability(tau, "tau")
    validate.fractions("tau", tau)
    # The text of a number is its shortest decimal, that of a Fraction a ratio.
    share = Fraction(str(tau))
    if not 0 <= share <= 1:  # by less than a float can tell
        raise InputError("{name} must be a number from 0 to 1; found {found}.", name="tau", found=shown(tau))
    return share
