"""pass@k and pass^k of counted samples: n samples of a task, c of them correct.

pass@k is the share of the C(n, k) subsets of k samples that hold at least one correct
sample, 1 - C(n-c, k) / C(n, k); it is unbiased for independent samples (Chen et al. 2021,
arXiv 2107.03374, section 2.1, equation 1). pass^k is the share of subsets whose samples are
all correct, C(c, k) / C(n, k) (Yao et al. 2024, arXiv 2406.12045, section 2).

Both come from one quantity, the share of subsets without any of M marked samples,

    miss(n, M, k) = C(n-M, k) / C(n, k) = prod_{i<m} (1 - max(M, k) / (n - i)),  m = min(M, k),

which is symmetric in M and k: pass@k = 1 - miss(n, c, k) and pass^k = miss(n, n-c, k).
Hence 1 - pass@k = pass_hat_k(n, n-c, k): the complement of each is the other, mirrored.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from passk_core import validate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# exp(-745.2) is below the smallest double, and log miss <= -m * max / n.
_UNDERFLOW = 745.2
# Up to here a plain product is as accurate as the exponential of a sum of logarithms, and simpler.
_PRODUCT_TERMS = 256
# Elements of one block of the (triples, factors) array: 8 MB of doubles.
_BLOCK = 1 << 20
# Two counts fit into one 64-bit number.
_ROOM = validate.MAX_COUNT + 1


def pass_at_k(n: ArrayLike, c: ArrayLike, k: ArrayLike) -> float | Floats:
    """Unbiased pass@k: the chance that k of the n samples, drawn at random, hold a correct one.

    n, c and k are whole numbers or arrays that broadcast, 1 <= n <= 10**9, 0 <= c <= n,
    1 <= k <= n. Returns a float, or an array of the broadcast shape, in [0, 1] and within
    1e-15 (relative) of the exact value. Raises InputError for anything else: for k > n the
    value is not defined.

    Chen et al. 2021, arXiv 2107.03374, section 2.1, equation 1.

    >>> round(pass_at_k(10, 2, 5), 4)
    0.7778
    >>> pass_at_k(10, [0, 2, 10], 1)
    array([0. , 0.2, 1. ])
    >>> pass_at_k(2, 0, 5)
    Traceback (most recent call last):
    passk_core.errors.InputError: k must be a whole number from 1 to n = 2; found 5.
    """
    n_, c_, k_, shape = _checked(n, c, k)
    return _shaped(_for_distinct(_hit, n_, c_, k_), shape)


def pass_hat_k(n: ArrayLike, c: ArrayLike, k: ArrayLike) -> float | Floats:
    """Unbiased pass^k: the chance that k of the n samples, drawn at random, are all correct.

    Arguments, shapes and errors as for pass_at_k. Within 1e-14 (relative) of the exact value
    down to 1e-30, and within 3e-13 down to 1e-300; exactly 0 for c < k.

    Yao et al. 2024 (tau-bench), arXiv 2406.12045, section 2.

    >>> pass_hat_k(4, 3, 2)
    0.5
    >>> pass_hat_k(10, 2, 5)
    0.0
    """
    n_, c_, k_, shape = _checked(n, c, k)
    return _shaped(_for_distinct(_miss, n_, n_ - c_, k_), shape)


def pass_at_k_curve(n: ArrayLike, c: ArrayLike, k_max: int) -> Floats:
    """pass@k for every k = 1..k_max at once.

    n and c are whole numbers or arrays that broadcast; k_max is at most the smallest n.
    Returns an array with one more axis than they have, of length k_max: (pairs, k_max) for
    arrays of pairs, (k_max,) for one pair. Sums positive terms only, so each value is within
    4e-15 (relative) of the exact one for n <= 200, and within 1e-12 for n <= 10**6.

    >>> pass_at_k_curve(4, 1, 4)
    array([0.25, 0.5 , 0.75, 1.  ])
    >>> pass_at_k_curve([4, 6], [1, 0], 2).shape
    (2, 2)
    """
    return _curve(n, c, k_max, _hit_curve)


def pass_hat_k_curve(n: ArrayLike, c: ArrayLike, k_max: int) -> Floats:
    """pass^k for every k = 1..k_max at once; arguments and shape as for pass_at_k_curve.

    >>> pass_hat_k_curve(4, 3, 4)
    array([0.75, 0.5 , 0.25, 0.  ])
    """
    return _curve(n, c, k_max, _all_curve)


def _checked(n: ArrayLike, c: ArrayLike, k: ArrayLike) -> tuple[Ints, Ints, Ints, tuple[int, ...]]:
    n_ = validate.whole_numbers("n", n)
    c_ = validate.whole_numbers("c", c, 0, n_, "n")
    k_ = validate.whole_numbers("k", k, 1, n_, "n")
    shape = validate.together(n=n_, c=c_, k=k_)
    flat = [np.broadcast_to(array, shape).ravel() for array in (n_, c_, k_)]
    return flat[0], flat[1], flat[2], shape


def _shaped(values: Floats, shape: tuple[int, ...]) -> float | Floats:
    return values.reshape(shape) if shape else float(values[0])


def _for_distinct(function: Callable[[Ints, Ints, Ints], Floats], n: Ints, marked: Ints, k: Ints) -> Floats:
    """``function`` of each distinct triple, spread over all elements: long arrays repeat few triples."""
    if n.size <= 64:
        return function(n, marked, k)
    pairs, where = _numbered(n, marked)
    triples, where = _numbered(where, k)
    first, of_k = np.divmod(triples, _ROOM)
    return function(*np.divmod(pairs[first], _ROOM), of_k)[where]


def _numbered(left: Ints, right: Ints) -> tuple[Ints, NDArray[np.intp]]:
    """The distinct pairs, each as the one number left * _ROOM + right, and which of them each element is."""
    return np.unique(left * _ROOM + right, return_inverse=True)


def _hit(n: Ints, marked: Ints, k: Ints) -> Floats:
    """1 - miss(n, marked, k), from the logarithm, so that small values keep all their digits."""
    # 0.0 - ... rather than a minus sign: nothing marked gives 0.0, never -0.0.
    hit = np.subtract(0.0, np.expm1(_over_factors(_log_sum, -np.inf, n, marked, k)))
    # One factor is a plain share: pass@1 is c / n to the last digit.
    return np.where(np.minimum(marked, k) == 1, np.maximum(marked, k) / n, hit)


def _miss(n: Ints, marked: Ints, k: Ints) -> Floats:
    """miss(n, marked, k): a plain product of few factors, by logarithms of many."""
    few = np.minimum(marked, k) <= _PRODUCT_TERMS
    out = np.empty(n.shape)
    out[few] = _over_factors(_product, 0.0, n[few], marked[few], k[few])
    out[~few] = _over_factors(_product_by_logs, 0.0, n[~few], marked[~few], k[~few])
    return out


def _over_factors(reduce: Callable[[Ints, Ints], Floats], impossible: float, n: Ints, marked: Ints, k: Ints) -> Floats:
    """``reduce`` over the min(marked, k) factors of each miss; ``impossible`` where miss is 0 or below all doubles."""
    terms, top = np.minimum(marked, k), np.maximum(marked, k)
    out = np.full(n.shape, impossible)
    # The product of two counts may pass 64 bits, so it is compared in floating point.
    todo = np.flatnonzero((terms + top <= n) & (terms.astype(np.float64) * top <= _UNDERFLOW * n) | (terms == 0))
    todo = todo[np.argsort(terms[todo], kind="stable")]
    while todo.size:
        # Sorted by length: a block is as wide as its last row. Halve it until it fits.
        rows = todo.size
        while rows > 1 and rows * int(terms[todo[rows - 1]]) > _BLOCK:
            rows //= 2
        block, todo = todo[:rows], todo[rows:]
        factor = np.arange(terms[block[-1]])
        inside = factor < terms[block, None]
        out[block] = reduce(np.where(inside, n[block, None] - factor, 1), np.where(inside, top[block, None], 0))
    return out


def _log_sum(left: Ints, top: Ints) -> Floats:
    sums: Floats = np.sum(np.log1p(-top / left), axis=1)
    return sums


def _product(left: Ints, top: Ints) -> Floats:
    products: Floats = np.prod((left - top) / left, axis=1)
    return products


def _product_by_logs(left: Ints, top: Ints) -> Floats:
    logs = np.log1p(-top / left)
    # exp of one sum would lose as many digits as that has before its point. Multiples of 2^-32
    # add up without any rounding, and their rest is small.
    coarse = np.rint(logs * 2.0**32) * 2.0**-32
    products: Floats = np.exp(np.sum(coarse, axis=1)) * np.exp(np.sum(logs - coarse, axis=1))
    return products


def _curve(n: ArrayLike, c: ArrayLike, k_max: int, of_pairs: Callable[[Floats, Floats, Floats], Floats]) -> Floats:
    n_ = validate.whole_numbers("n", n)
    c_ = validate.whole_numbers("c", c, 0, n_, "n")
    shape = validate.together(n=n_, c=c_)
    smallest = int(n_.min()) if n_.size else validate.MAX_COUNT
    length = validate.whole_number("k_max", k_max, 1, smallest, "min(n)")
    flat_n, flat_c = (np.broadcast_to(array, shape).ravel() for array in (n_, c_))
    pairs, where = _numbered(flat_n, flat_c)
    # Counts up to 10**9 are exact in floating point.
    of_n, of_c = (each.astype(np.float64)[:, None] for each in np.divmod(pairs, _ROOM))
    if pairs.size and of_n[0, 0] == of_n[-1, 0]:
        of_n = of_n[:1]  # one row serves all, and large arrays are what costs time here
    curves = of_pairs(of_n, of_c, np.arange(length, dtype=np.float64))
    return curves.take(where, axis=0).reshape(*shape, length)


def _hit_curve(n: Floats, c: Floats, before: Floats) -> Floats:
    """pass@k as 1 - miss, except where that loses digits."""
    left = n - before
    miss = (n - c) - before
    np.maximum(miss, 0.0, out=miss)
    miss /= left
    np.cumprod(miss, axis=1, out=miss)
    left = np.broadcast_to(left, miss.shape)
    # With a 32nd of the samples correct 12 draws hit often enough; only rarer ones need the whole length.
    rare = (c * 32.0 < n)[:, 0]
    soon = _added_up(c, left[:, :12], miss[:, :12])
    late = _added_up(c[rare], left[rare], miss[rare])
    hit = np.subtract(1.0, miss, out=miss)
    hit[:, :12] = soon
    hit[rare] = late
    return hit


def _added_up(c: Floats, left: Floats, miss: Floats) -> Floats:
    """1 - miss; where most draws miss still, as the sum of the chances that draw 1, 2, ... k is the first to hit."""
    first = c / left
    first[:, 1:] *= miss[:, :-1]
    np.cumsum(first, axis=1, out=first)
    return np.where(miss < 0.5, 1.0 - miss, first)


def _all_curve(n: Floats, c: Floats, before: Floats) -> Floats:
    """pass^k as the product of the chances that each further sample drawn is correct too."""
    kept = c - before
    np.maximum(kept, 0.0, out=kept)
    kept /= n - before
    return np.cumprod(kept, axis=1, out=kept)
