"""Who picks the right one: choosing among k attempts by a score, or by a vote.

pass@k takes for granted that something knows which attempt is right. A score that is only
sometimes larger for right attempts delivers less, down to the plain rate for a score that
knows nothing.
"""

from __future__ import annotations

import numpy as np

from passk_core import validate
from passk_core.rates import pass_at_k_from_rate, pass_hat_k_from_rate

# The scores run this many standard deviations out: beyond, nothing is left for k up to 10**9.
_REACH = 9.0
_STEPS = 4000


def best_scored(p: float, k: int, auc: float) -> float:
    """The chance that the attempt with the best of k scores is right.

    p and auc are fractions, k a whole number from 1 to 10**9. auc is the chance that a right
    attempt scores higher than a wrong one; scores are normal with equal spread (the binormal
    model), attempts independent. Returns p for auc = 1/2 and pass@k for auc = 1; a score that
    prefers wrong attempts ends at p^k. Raises InputError.

    What auc means: Hanley and McNeil 1982, Radiology 143, 29-36.

    >>> [round(best_scored(0.2, 10, auc), 3) for auc in (0.5, 0.76, 0.92, 1)]
    [0.2, 0.497, 0.747, 0.893]
    """
    p, auc = validate.fraction("p", p), validate.fraction("auc", auc)
    k = validate.whole_number("k", k)
    if p in (0.0, 1.0) or auc == 0.5:
        return p
    if auc == 1.0:
        return float(pass_at_k_from_rate(p, k))
    if auc == 0.0:
        return float(pass_hat_k_from_rate(p, k))
    from scipy import special  # here, since it takes a third of a second

    ahead = float(special.ndtri(auc)) * 2**0.5
    # The best is right if a right attempt scores x and the k - 1 others less: a smooth integrand
    # that vanishes at both ends, for which equal steps converge fastest.
    x, step = np.linspace(min(0.0, ahead) - _REACH, max(0.0, ahead) + _REACH, _STEPS + 1, retstep=True)
    density = np.exp(-((x - ahead) ** 2) / 2) / (2 * np.pi) ** 0.5
    below = p * special.ndtr(x - ahead) + (1 - p) * special.ndtr(x)
    above = p * special.ndtr(ahead - x) + (1 - p) * special.ndtr(-x)
    log_below = np.where(below < 0.5, np.log(below), np.log1p(-np.minimum(above, 0.5)))
    return min(1.0, float((k * p * density * np.exp((k - 1) * log_below)).sum() * step))


def majority_right(p: float, k: int) -> float:
    """The chance that more than half of k attempts are right: a majority vote between two answers.

    p is a fraction, k a whole number from 1 to 10**9; a tie is not right. Attempts are
    independent. Falls as k grows where p < 1/2. Raises InputError.

    >>> round(majority_right(0.4, 11), 3)
    0.247
    """
    p, k = validate.fraction("p", p), validate.whole_number("k", k)
    from scipy import special  # here, since it takes a third of a second

    return float(special.betainc(k // 2 + 1, k - k // 2, p))
