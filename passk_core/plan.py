"""How many attempts: to reach a target, to stay reliable, until the first success, and their cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from passk_core import validate
from passk_core.counts import Counts
from passk_core.errors import InputError
from passk_core.estimators import pass_at_k, pass_hat_k
from passk_core.intervals import METRICS
from passk_core.rates import pass_at_k_from_rate, pass_hat_k_from_rate

Floats = NDArray[np.float64]

# pass@k of a rate is off by at most one unit in the last place, and a target by half of one.
_ULPS = 1.5
# A search tries so many k together, while they are no larger than this: beyond, correlated attempts take long each.
_AT_ONCE, _SMALL = 64, 4096


def attempts_for_target(p: float, target: float, rho: float = 0.0) -> int:
    """The fewest attempts k whose pass@k reaches the target.

    p, target and rho are numbers from 0 to 1; rho is the correlation between attempts, or the
    spread of difficulty over tasks whose mean rate is p (see pass_at_k_from_rate). For a mix of
    tasks the answer for rho = 0 is too small. A target that equals some pass@k up to the rounding
    of doubles counts as reached by it: 0.271 at p = 0.1 needs 3 attempts. Raises InputError
    where no number of attempts reaches the target, or more than 10**9 are needed.

    >>> attempts_for_target(0.05, 0.95)
    59
    >>> [attempts_for_target(0.3, 0.9, rho=rho) for rho in (0, 0.1, 0.3, 0.6)]
    [7, 10, 39, 18497]
    >>> attempts_for_target(0.3, 0.9, rho=1)
    Traceback (most recent call last):
    passk_core.errors.InputError: With rho = 1 all attempts are alike: pass@k stays at 0.3 for every k, below 0.9.
    """
    p, target, rho = (validate.fraction(*pair) for pair in (("p", p), ("target", target), ("rho", rho)))
    _refuse_out_of_reach(p, target, rho)

    def reached_by(k: int) -> float:
        return float(pass_at_k_from_rate(p, k, rho))

    k = _first(lambda ks: pass_at_k_from_rate(p, ks, rho) >= target)
    if k > validate.MAX_COUNT:
        raise InputError(
            "The target {target} needs more than {high} attempts: pass@k is {value} there.",
            target=target,
            high=validate.MAX_COUNT,
            value=reached_by(validate.MAX_COUNT),
        )
    if k > 1:
        before = reached_by(k - 1)
        # Rounding decides between neighbours only where it is small beside the step between them.
        rounding = min(_ULPS * float(np.spacing(target)), (reached_by(k) - before) / 2)
        k -= target - before <= rounding
    return k


def _refuse_out_of_reach(p: float, target: float, rho: float) -> None:
    if target <= p:
        return
    if p == 0.0:
        raise InputError("With p = 0 no attempt ever passes, so no number of them reaches {target}.", target=target)
    if rho == 1.0:
        raise InputError(
            "With rho = 1 all attempts are alike: pass@k stays at {p} for every k, below {target}.", p=p, target=target
        )
    if target == 1.0:
        raise InputError("pass@k comes near 1 but never reaches it unless p = 1. Ask for a target below 1.")


def longest_reliable_run(p: float, target: float, rho: float = 0.0) -> int | None:
    """The largest k whose pass^k is still at least the target: how many times in a row one can rely on it.

    Arguments, roundings and errors as for attempts_for_target. Returns 0 where a single attempt
    is already below the target (p < target), and None where pass^k still holds at k = 10**9.

    >>> longest_reliable_run(0.99, 0.9), longest_reliable_run(0.75, 0.9), longest_reliable_run(1, 0.9)
    (10, 0, None)
    """
    p, target, rho = (validate.fraction(*pair) for pair in (("p", p), ("target", target), ("rho", rho)))

    def kept_by(k: int) -> float:
        return float(pass_hat_k_from_rate(p, k, rho))

    k = _first(lambda ks: pass_hat_k_from_rate(p, ks, rho) < target) - 1
    if k == validate.MAX_COUNT:
        return None
    before, after = (kept_by(k) if k > 0 else 1.0), kept_by(k + 1)
    # p^k multiplies the rounding of p by k; here too it decides between neighbours only.
    rounding = min((k + 4) * 2.0**-53 * target, (before - after) / 2)
    return k + (target - after <= rounding)


def _first(holds: Callable[[NDArray[np.int64]], Any]) -> int:
    """The smallest k for which ``holds``, which it then does for all larger ones; one above the limit if none.

    ``holds`` is asked for many small k at a time, which takes it hardly longer than for one of them.
    """
    steps = np.minimum(2 ** np.arange(31), validate.MAX_COUNT)
    small = steps <= _SMALL
    for some in (steps[small], *steps[~small, np.newaxis]):
        at = np.flatnonzero(holds(some))
        if at.size:
            break
    else:
        return validate.MAX_COUNT + 1
    high = int(some[at[0]])
    low = high // 2 + 1
    while high - low > (_AT_ONCE if high <= _SMALL else 0):
        middle = (low + high) // 2
        low, high = (low, middle) if holds(np.array([middle]))[0] else (middle + 1, high)
    return low + int(np.argmax(holds(np.arange(low, high + 1))))


def rate_for_target(k: int, target: float, metric: str = "pass@k") -> float:
    """The success rate p that independent attempts need so that pass@k (or pass^k) equals the target.

    k is a whole number from 1 to 10**9, target a fraction, metric "pass@k" or "pass^k". Returns
    1 - (1-target)^(1/k) or target^(1/k), a fraction. If tasks differ in difficulty, their mean
    rate must be at least this for pass@k, and may be lower for pass^k. Raises InputError.

    >>> round(rate_for_target(10, 0.9), 4)
    0.2057
    >>> round(rate_for_target(10, 0.9, "pass^k"), 5)
    0.98952
    """
    k = validate.whole_number("k", k)
    target = validate.fraction("target", target)
    validate.one_of("metric", metric, METRICS)
    if target in (0.0, 1.0):
        return target
    return float(-np.expm1(np.log1p(-target) / k) if metric == "pass@k" else np.exp(np.log(target) / k))


def expected_attempts(p: ArrayLike, cap: ArrayLike) -> float | Floats:
    """The mean number of attempts if one stops at the first success, or after cap attempts.

    p holds fractions and cap whole numbers from 1 to 10**9; arrays broadcast. Attempts are
    independent. Returns (1 - (1-p)^cap) / p, from 1 to cap, a float or an array. Without a cap
    it would be 1/p, whose mean over tasks is infinite as soon as one task is never solved.

    >>> round(expected_attempts(0.1, 10), 3)
    6.513
    >>> expected_attempts(0, 50)
    50.0
    """
    p_, cap_ = validate.fractions("p", p), validate.whole_numbers("cap", cap)
    validate.together(p=p_, cap=cap_)
    solved = np.asarray(pass_at_k_from_rate(p_, cap_))
    attempts = np.where(p_ > 0, solved / np.where(p_ > 0, p_, 1.0), cap_)
    return attempts if attempts.shape else float(attempts)


def mean_expected_attempts(counts: Counts, cap: int) -> float:
    """The mean over tasks of the attempts until the first success, at most cap; unbiased.

    cap is a whole number from 1 to the fewest samples of a task. Equals cap minus the sum of
    pass@j for j < cap, written as (cap + (n - cap + 1) pass@cap) / (c + 1) for each task: the
    place of the first success in a random order of its samples. Raises InputError.

    >>> mean_expected_attempts(Counts("ab", n=[4, 4], c=[4, 0]), 3)
    2.0
    """
    n, c, tasks = counts.distinct
    cap = validate.whole_number("cap", cap, 1, int(n.min()), "the fewest samples of a task")
    attempts = (cap + (n - cap + 1) * np.asarray(pass_at_k(n, c, cap))) / (c + 1)
    return float(attempts @ tasks / tasks.sum())


@dataclass(frozen=True)
class Cost:
    """What solving costs with at most k attempts a task.

    solved is pass@k, attempts the mean number of attempts a task if each stops at its first
    success. stopping and not_stopping are the price of a solved task, with that stop and with all
    k attempts made; next_solved is what one more solved task costs at the k-th attempt, made only
    where the earlier ones failed. The last three are None where attempts solve nothing.
    """

    k: int
    solved: float
    attempts: float
    stopping: float | None
    not_stopping: float | None
    next_solved: float | None


def cost_from_rates(p: ArrayLike, k: int, price: float = 1.0) -> Cost:
    """Cost of solving tasks whose success rates are p (one, or an array of one a task).

    k is a whole number from 1 to 10**9; price is that of one attempt with its check, in any unit.
    For one rate each solved task costs price / p, whatever k is. Raises InputError.

    >>> cost = cost_from_rates([0.9, 0.5, 0.1, 0.01], 50)
    >>> round(cost.attempts, 2), round(cost.stopping, 1), round(cost.not_stopping)
    (13.14, 15.5, 59)
    """
    rates = np.atleast_1d(validate.fractions("p", p)).ravel()
    if rates.size == 0:
        raise InputError("There are no tasks; at least one is needed.")
    k = validate.whole_number("k", k)
    # In logarithms and relative to the largest, since (1-p)^(k-1) may be too small for a double.
    with np.errstate(divide="ignore"):
        left = (k - 1) * np.log1p(-rates) if k > 1 else np.zeros(rates.shape)
    unsolved = np.exp(left - left.max()) if left.max() > -np.inf else np.zeros(rates.shape)
    return _cost(
        k,
        price,
        solved=float(np.mean(pass_at_k_from_rate(rates, k))),
        attempts=float(np.mean(expected_attempts(rates, k))),
        unsolved=float(unsolved.mean()),
        gained=float((unsolved * rates).mean()),
    )


def cost_from_counts(counts: Counts, k: int, price: float = 1.0) -> Cost:
    """Cost of solving the tasks of a benchmark, from their counts.

    k is a whole number from 1 to the fewest samples of a task; price is that of one attempt with
    its check, in any unit. solved and attempts are unbiased, the prices are their ratios. Raises
    InputError.

    >>> cost = cost_from_counts(Counts("ab", n=[4, 4], c=[2, 0]), 2, price=0.5)
    >>> round(cost.solved, 4), cost.attempts, cost.next_solved
    (0.4167, 1.75, 2.25)
    """
    n, c, tasks = counts.distinct
    k = validate.whole_number("k", k, 1, int(n.min()), "the fewest samples of a task")
    shares = tasks / tasks.sum()
    unsolved = np.asarray(pass_hat_k(n, n - c, k - 1)) if k > 1 else np.ones(n.shape)
    return _cost(
        k,
        price,
        solved=float(np.asarray(pass_at_k(n, c, k)) @ shares),
        attempts=mean_expected_attempts(counts, k),
        unsolved=float(unsolved @ shares),
        gained=float((unsolved * (c / (n - k + 1))) @ shares),
    )


def _cost(k: int, price: float, *, solved: float, attempts: float, unsolved: float, gained: float) -> Cost:
    price = validate.positive("price", price)
    return Cost(
        k=k,
        solved=solved,
        attempts=attempts,
        stopping=price * attempts / solved if solved > 0 else None,
        not_stopping=price * k / solved if solved > 0 else None,
        next_solved=price * unsolved / gained if gained > 0 else None,
    )
