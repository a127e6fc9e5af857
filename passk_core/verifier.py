"""What a verifier that errs does to pass@k: what is reported, what is true, what is delivered.

A verifier (tests, a judge, a grader) accepts some wrong answers and rejects some right ones:

    false_accept = P(accepted | wrong),   false_reject = P(rejected | right).

An attempt of true rate p is then accepted with chance p (1 - false_reject) + (1-p) false_accept,
and it is this observed rate that a report turns into pass@k. Stroebl, Kapoor and Narayanan 2024,
arXiv 2411.17501, study what follows from it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from passk_core import validate
from passk_core.errors import InputError
from passk_core.rates import pass_at_k_from_rate, pass_hat_k_from_rate

Floats = NDArray[np.float64]

MAX_K = 100_000
"""The largest number of attempts among which best_attempts looks."""


def observed_rate(p: ArrayLike, false_accept: ArrayLike = 0.0, false_reject: ArrayLike = 0.0) -> float | Floats:
    """The rate at which attempts are accepted: p (1 - false_reject) + (1-p) false_accept.

    All are fractions, arrays broadcast. This is the rate to give to pass_at_k_from_rate and
    pass_hat_k_from_rate to see what such a verifier reports. Raises InputError.

    A grader that rejects 2% of the right answers turns a perfect agent's pass^8 into 85%:

    >>> round(pass_hat_k_from_rate(observed_rate(1, false_reject=0.02), 8), 3)
    0.851
    """
    p_, accept, reject = _checked(p, false_accept, false_reject)
    out = p_ * (1 - reject) + (1 - p_) * accept
    return out if out.shape else float(out)


@dataclass(frozen=True)
class Outcomes:
    """What k attempts and a verifier come to; fractions of tasks, each a float or an array over k.

    reported is pass@k as the verifier sees it. true is the chance that an attempt is right,
    verified that a right one is also accepted. The first accepted attempt is delivered: right or
    wrong, or nothing is accepted and the answer is withheld; right + wrong = reported. ceiling is
    what right tends to as k grows: with one kind of task the share of accepted attempts that are
    right. No number of attempts lifts right above it.
    """

    reported: float | Floats
    true: float | Floats
    verified: float | Floats
    right: float | Floats
    wrong: float | Floats
    withheld: float | Floats
    ceiling: float


def outcomes(
    p: ArrayLike,
    k: ArrayLike,
    false_accept: ArrayLike = 0.0,
    false_reject: ArrayLike = 0.0,
    shares: ArrayLike = 1.0,
) -> Outcomes:
    """What k independent attempts and the first accepted one come to, over one or several kinds of task.

    p, false_accept and false_reject are fractions, or arrays of one for each kind of task, whose
    shares add up to 1. k is a whole number from 1 to 10**9 or an array of them. Choosing at
    random among the accepted attempts comes to the same as taking the first. Raises InputError.

    >>> seen = outcomes(0.2, 10, false_accept=0.05, false_reject=0.1)
    >>> [round(x, 3) for x in (seen.reported, seen.true, seen.right, seen.wrong, seen.ceiling)]
    [0.917, 0.893, 0.75, 0.167, 0.818]
    >>> round(outcomes(0, 100, false_accept=0.03).reported, 3)
    0.952
    """
    p_, accept, reject, share = _kinds(p, false_accept, false_reject, shares)
    k_ = validate.whole_numbers("k", k)
    accepted = np.asarray(observed_rate(p_, accept, reject))
    precision = _precision(p_, accept, reject)

    def mean(value: ArrayLike) -> float | Floats:
        total = np.asarray(value) @ share
        return total if total.shape else float(total)

    each_k = k_[..., None]
    reported = np.asarray(pass_at_k_from_rate(accepted, each_k))
    return Outcomes(
        reported=mean(reported),
        true=mean(pass_at_k_from_rate(p_, each_k)),
        verified=mean(pass_at_k_from_rate(p_ * (1 - reject), each_k)),
        right=mean(precision * reported),
        wrong=mean((1 - precision) * reported),
        withheld=mean(pass_hat_k_from_rate(1 - accepted, each_k)),
        ceiling=float(precision @ share),
    )


@dataclass(frozen=True)
class BestAttempts:
    """The number of attempts that pays most, and what it pays.

    k is 0 where it is best not to try at all, and None where more attempts never pay less, up to
    the largest number looked at. utility is right - penalty * wrong there, per task.
    """

    k: int | None
    utility: float


def best_attempts(
    p: ArrayLike,
    penalty: float,
    false_accept: ArrayLike = 0.0,
    false_reject: ArrayLike = 0.0,
    shares: ArrayLike = 1.0,
    k_max: int = 1000,
) -> BestAttempts:
    """The number of attempts with the largest utility, right - penalty * wrong.

    A right answer counts 1, a wrong one -penalty (0 or more), none 0. The kinds of task are given
    as for outcomes; k_max is a whole number from 1 to 100000. The easy tasks are solved first, so
    further attempts go to tasks where more and more of what is accepted is wrong.

    Stroebl, Kapoor and Narayanan 2024, arXiv 2411.17501. Raises InputError.

    >>> mix = {"false_accept": [0.02, 0.03], "shares": [0.6, 0.4]}
    >>> [best_attempts([0.5, 0], penalty, **mix).k for penalty in (0, 0.5, 1, 2, 4)]
    [None, 6, 5, 4, 3]
    """
    p_, accept, reject, share = _kinds(p, false_accept, false_reject, shares)
    k_max = validate.whole_number("k_max", k_max, 1, MAX_K)
    if penalty != 0:
        penalty = validate.positive("penalty", penalty)
    accepted = np.asarray(observed_rate(p_, accept, reject))
    pays = share * (p_ * (1 - reject) - penalty * (1 - p_) * accept)
    gains = np.zeros(k_max)  # of attempt 1..k_max: it counts where nothing was accepted before it
    for kind_pays, rate in zip(pays, accepted, strict=True):
        gains += kind_pays * (1 - rate) ** np.arange(k_max, dtype=float)
    utility = np.concatenate([[0.0], np.cumsum(gains)])
    best = int(np.argmax(utility))
    later = gains[best:]
    # Gains too small to change the sum still count: without a penalty there is no last attempt that pays.
    rising = bool((later >= 0).all() and (later > 0).any()) or (best == k_max and bool(gains[-1] > 0))
    return BestAttempts(k=None if rising else best, utility=float(utility[best]))


@dataclass(frozen=True)
class CorrectedRate:
    """A success rate freed of the verifier's errors; clipped says whether it had to be brought into 0 to 1.

    unclipped is the formula's own value. Outside 0 to 1 it says that the observed rate does not
    fit the two error rates, by chance or because they are not right for these tasks.
    """

    value: float
    unclipped: float

    @property
    def clipped(self) -> bool:
        return self.value != self.unclipped


def corrected_rate(observed: float, false_accept: float = 0.0, false_reject: float = 0.0) -> CorrectedRate:
    """The true rate behind an observed one, where the verifier's error rates are known.

    All are fractions. (observed - false_accept) / (1 - false_accept - false_reject), brought into
    0 to 1. Belongs to one task, not to a mean over tasks. Raises InputError where the two error
    rates add up to 1 or more: such a verifier tells nothing.

    Rogan and Gladen 1978, American Journal of Epidemiology 107, 71-76.

    >>> round(corrected_rate(0.22, 0.05, 0.1).value, 6)
    0.2
    >>> corrected_rate(0.02, 0.05).value, corrected_rate(0.02, 0.05).clipped
    (0.0, True)
    """
    seen, accept, reject = (
        validate.fraction(name, value)
        for name, value in (("observed", observed), ("false_accept", false_accept), ("false_reject", false_reject))
    )
    if accept + reject >= 1:
        raise InputError(
            "false_accept and false_reject must add up to less than 1; found {false_accept} and {false_reject}. "
            "Such a verifier does not tell right from wrong.",
            false_accept=accept,
            false_reject=reject,
        )
    unclipped = (seen - accept) / (1 - accept - reject) + 0.0
    return CorrectedRate(value=min(1.0, max(0.0, unclipped)), unclipped=unclipped)


def pass_at_k_at_least(observed: float, k: int, false_accept_at_most: float) -> float:
    """The least that true pass@k of a task can be, if only a limit of the false accepts is known.

    observed is the accepted share of its attempts and false_accept_at_most the limit, fractions;
    k a whole number from 1 to 10**9. Returns 1 - ((1-observed) / (1-limit))^k, and 0 where the
    limit alone explains what was observed. False rejects only make the truth larger. Belongs to
    one task, not to a mean over tasks. Raises InputError.

    >>> round(pass_at_k_at_least(0.22, 10, 0.05), 3)
    0.861
    >>> pass_at_k_at_least(0.03, 100, 0.03)
    0.0
    """
    seen = validate.fraction("observed", observed)
    limit = validate.fraction("false_accept_at_most", false_accept_at_most)
    k = validate.whole_number("k", k)
    if seen <= limit:
        return 0.0
    return float(pass_at_k_from_rate((seen - limit) / (1 - limit), k))


@dataclass(frozen=True)
class WeakTests:
    """How weak tests err, with strict ones as the truth: fractions, None where nothing tells.

    false_accept is the share of wrong answers that the weak tests accept, wrong_share the share
    of what they accept that is wrong.
    """

    false_accept: float | None
    wrong_share: float | None


def weak_tests(weak_rate: float, strict_rate: float) -> WeakTests:
    """How weak tests err on a task whose same samples also met strict tests.

    weak_rate and strict_rate are the shares of the samples that passed each, strict_rate at most
    weak_rate. For each task on its own: averages over tasks mix the two. Raises InputError.

    >>> weak_tests(0.5, 0.4)
    WeakTests(false_accept=0.16666666666666663, wrong_share=0.19999999999999996)
    """
    weak, strict = (
        validate.fraction("weak_rate", weak_rate),
        validate.fraction("strict_rate", strict_rate),
    )
    if strict > weak:
        raise InputError(
            "strict_rate must be at most weak_rate, since strict tests pass no sample that weak ones fail; "
            "found {strict} and {weak}.",
            strict=strict,
            weak=weak,
        )
    return WeakTests(
        false_accept=(weak - strict) / (1 - strict) if strict < 1 else None,
        wrong_share=1 - strict / weak if weak > 0 else None,
    )


def _precision(p: Floats, accept: Floats, reject: Floats) -> Floats:
    """The share of accepted attempts that are right; 0 where nothing is ever accepted."""
    right, wrong = p * (1 - reject), (1 - p) * accept
    ever = right + wrong > 0
    return np.where(ever, right / np.where(ever, right + wrong, 1.0), 0.0)


def _checked(p: ArrayLike, accept: ArrayLike, reject: ArrayLike) -> tuple[Floats, Floats, Floats]:
    p_ = validate.fractions("p", p)
    accept_, reject_ = validate.fractions("false_accept", accept), validate.fractions("false_reject", reject)
    validate.together(p=p_, false_accept=accept_, false_reject=reject_)
    return p_, accept_, reject_


def _kinds(p: ArrayLike, accept: ArrayLike, reject: ArrayLike, shares: ArrayLike) -> tuple[Floats, ...]:
    """Each kind of task in four arrays of one length."""
    p_, accept_, reject_ = _checked(p, accept, reject)
    share = validate.fractions("shares", shares)
    shape = validate.together(p=p_, false_accept=accept_, false_reject=reject_, shares=share)
    if len(shape) > 1:
        raise InputError("Kinds of task must be a list of numbers; found the shape {shape}.", shape=shape)
    kinds = tuple(np.atleast_1d(np.broadcast_to(array, shape)) for array in (p_, accept_, reject_, share))
    if abs(float(kinds[3].sum()) - 1) > 1e-9:
        raise InputError("shares must add up to 1; found {found}.", found=float(kinds[3].sum()))
    return kinds
