"""pass@k when sampling stopped at a success, where c / n reads too high.

If a task is sampled until its r-th success and that falls on sample n, the last sample is a
success by construction. Only the n - 1 samples before it, r - 1 of them correct, are as random
as those of a fixed plan (Haldane 1945, Biometrika 33, 222-225, for the rate itself).
"""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import ArrayLike, NDArray

from passk_core import validate
from passk_core.estimators import pass_at_k
from passk_core.rates import pass_at_k_from_rate

Floats = NDArray[np.float64]

_MAX_TERMS = 100_000


def pass_at_k_stopped(n: ArrayLike, r: ArrayLike, k: ArrayLike) -> float | Floats:
    """Unbiased pass@k of a task that was sampled until its r-th success, which was sample n.

    n, r and k are whole numbers or arrays that broadcast, 1 <= r <= n <= 10**9, k from 1 to
    10**9, above n too. Returns 1 - C(n-1-k, r-1) / C(n-1, r-1), a float or an array in [0, 1];
    with r = 1 it is 1 where n <= k and 0 elsewhere. A task that gave up at its limit of m samples
    with fewer than r successes has pass_at_k(m, c, k) instead, and both together are unbiased for
    k <= m. There is no such estimate of pass^k for k > r. Raises InputError.

    >>> round(pass_at_k_stopped(12, 3, 5), 4)
    0.7273
    >>> pass_at_k_stopped(17, 1, [10, 20])
    array([0., 1.])
    """
    n_ = validate.whole_numbers("n", n)
    r_ = validate.whole_numbers("r", r, 1, n_, "n")
    k_ = validate.whole_numbers("k", k)
    shape = validate.together(n=n_, r=r_, k=k_)
    n_, r_, k_ = (np.broadcast_to(array, shape) for array in (n_, r_, k_))
    out = np.ones(shape)
    before = k_ < n_
    out[before] = pass_at_k(n_[before] - 1, r_[before] - 1, k_[before])
    return out if shape else float(out)


def plain_mean_when_stopped(p: float, k: int) -> float:
    """What pass_at_k reads on average if it is given n and c = 1 of runs stopped at their first success.

    p is a fraction above 0, k a whole number from 1 to 100000; a run shorter than k counts as
    solved. Returns the exact mean of min(1, k / n), always above the true 1 - (1-p)^k for
    0 < p < 1; at k = 1 it is -p log(p) / (1-p). Raises InputError.

    >>> round(plain_mean_when_stopped(0.1, 1), 3), round(plain_mean_when_stopped(0.1, 5), 3)
    (0.256, 0.672)
    """
    p = validate.positive("p", validate.fraction("p", p))
    k = validate.whole_number("k", k, 1, _MAX_TERMS)
    if p == 1.0:
        return 1.0
    i = np.arange(1, k + 1)
    every = -log(p) * p / (1 - p)
    short = float((np.exp((i - 1) * np.log1p(-p)) * p / i).sum())
    return float(pass_at_k_from_rate(p, k)) + k * max(0.0, every - short)
