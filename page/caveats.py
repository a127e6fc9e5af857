"""What to watch out for: the caveat that an input calls for, then the others."""

from __future__ import annotations

from dataclasses import dataclass

from page.answer import AT, HAT, METRICS, Known, Question, Rate, Samples, surroundings
from page.numbers import percent
from page.texts import Say
from passk_core import interval_one_problem


@dataclass(frozen=True)
class Caveat:
    """A short title, two or three sentences, and the laboratory of the part Learn that shows it."""

    title: str
    text: str
    lab: str = ""


def caveats(question: Question, say: Say) -> list[Caveat]:
    """All caveats, the one that this question calls for first."""
    known, k = question.known, question.k
    general = [_independence(say), _temperature(say), _mix(known, k, say), _oracle(say), _weak_tests(say)]
    called = (
        _called_for_samples(known, question, say) if isinstance(known, Samples) else _called_for_rate(known, k, say)
    )
    return [called] + [caveat for caveat in general if caveat.title != called.title]


def _called_for_samples(known: Samples, question: Question, say: Say) -> Caveat:
    k = question.k
    if known.c == 0:
        high = surroundings(known, k, AT, question.level, question.method)[1]
        return Caveat(
            say("0 of {n} is not impossible", n=known.n),
            say(
                "No sample passed, yet pass@{k} up to {top} fits these samples at this confidence.",
                k=k,
                top=percent(high, say),
            ),
            "estimators",
        )
    if known.c == known.n:
        low = surroundings(known, k, HAT, question.level, question.method)[0]
        return Caveat(
            say("{n} of {n} is not certain", n=known.n),
            say(
                "Every sample passed, yet pass^{k} down to {low} fits these samples at this confidence.",
                k=k,
                low=percent(low, say),
            ),
            "estimators",
        )
    if k > known.n:
        return Caveat(
            say("Beyond n there is only a projection"),
            say(
                "These samples hold no set of {k} to draw. The interval assumes that further attempts are "
                "independent and just like these; take at least {k} samples to measure instead.",
                k=k,
            ),
            "independence",
        )
    if _all_or_nothing(known, question):
        return Caveat(
            say("With n this close to k the estimate is all or nothing"),
            say(
                "Sets of {k} of {n} samples overlap so much that they nearly all pass or nearly all fail together. "
                "Right on average over many problems, the estimate of one may lie outside its own interval; "
                "the interval is the better guide. With n = k it reads either 0% or 100%.",
                n=known.n,
                k=k,
            ),
            "estimators",
        )
    return _independence(say)


def _all_or_nothing(known: Samples, question: Question) -> bool:
    if question.k == known.n > 1:
        return True
    return not all(
        interval_one_problem(known.n, known.c, question.k, metric, question.level, question.method).inside
        for metric in METRICS
    )


def _called_for_rate(known: Rate, k: int, say: Say) -> Caveat:
    if known.rho == 1:
        return _temperature(say)
    return _mix(known, k, say) if known.rho == 0 else _independence(say)


def _independence(say: Say) -> Caveat:
    return Caveat(
        say("Are the attempts independent?"),
        say(
            "Both numbers assume that one attempt says nothing about the next of the same problem. Cached answers, a "
            "fixed seed or a shared context break that: five samples each counted twice read 75% where ten fresh "
            "ones would read 83% (pass@5 at a rate of 30%)."
        ),
        "independence",
    )


def _temperature(say: Say) -> Caveat:
    return Caveat(
        say("Temperature decides what another attempt is worth"),
        say(
            "At temperature 0 all samples are the same one, so pass@k = pass@1 for every k, and so does pass^k. "
            "pass@1 is best at low temperature, pass@100 at a higher one; a report that picks the temperature "
            "anew for each k describes several settings, not one model."
        ),
        "independence",
    )


def _mix(known: Known, k: int, say: Say) -> Caveat:
    if isinstance(known, Rate) and 0 < known.p < 1 and k > 1:
        top = percent(surroundings(known, k, AT, 0.95)[1], say)
        mean = percent(surroundings(known, k, AT, 0.95)[0], say)
        text = say(
            "If {mean} is the mean of a benchmark, {top} is the largest pass@{k} that it allows: it takes problems "
            "that are all equally hard. With {mean} of them always solved and the others never, pass@{k} is {mean}.",
            mean=mean,
            top=top,
            k=k,
        )
    else:
        text = say(
            "These numbers are one problem's. A benchmark's pass@k is the mean of its problems' values, not the value "
            "of their mean rate: a mean rate of 40% allows any pass@10 from 40% to 99.4%."
        )
    return Caveat(say("Is this the rate of one problem or the mean of many?"), text, "mix")


def _oracle(say: Say) -> Caveat:
    return Caveat(
        say("Somebody has to know which attempt is right"),
        say(
            "pass@k counts a success if any attempt passes. A product that shows one answer delivers that only with a "
            "checker, such as a test suite, that picks the right one; without it, pass@1 is what users get."
        ),
        "verifier",
    )


def _weak_tests(say: Say) -> Caveat:
    return Caveat(
        say("Weak tests grow with k"),
        say(
            "Tests that accept 3% of wrong answers give a model that solves nothing a pass@100 of 95%. Strict or flaky "
            "ones do the reverse: a grader that rejects 2% of right answers turns a perfect pass^8 into 85%."
        ),
        "verifier",
    )
