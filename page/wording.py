"""The answer in words: pure functions from a question to sentences, without streamlit."""

from __future__ import annotations

from fractions import Fraction

from page import answer
from page.answer import METRICS, Known, Question, Rate, Samples
from page.figures.curves import Series
from page.numbers import Chance, count, percent
from page.texts import Say

METHOD_NAMES = {"jeffreys": "Jeffreys", "clopper-pearson": "Clopper-Pearson"}


def sentence(known: Known, k: int, say: Say) -> str:
    """The answer as one would say it aloud."""
    return _rate_sentence(known, k, say) if isinstance(known, Rate) else _samples_sentence(known, k, say)


def _samples_sentence(known: Samples, k: int, say: Say) -> str:
    n, c = known.n, known.c
    at, hat = (answer.chance(known, k, metric) for metric in METRICS)
    if at is None or hat is None:
        return say(
            "pass@{k} and pass^{k} are not defined: {n} samples hold no set of {k}. Take at least {k} samples.",
            k=k,
            n=n,
        )
    words = {"k": k, "n": n, "c": c, "failed": n - c, "at": short(at, say), "hat": short(hat, say)}
    if k == 1:
        return say("Draw one of these {n} samples at random: it passes in {at} of the draws.", **words)
    if c == 0:
        return say("Draw {k} of these {n} samples at random: none passes, since no sample passed.", **words)
    if c == n:
        return say("Draw {k} of these {n} samples at random: all pass, since every sample passed.", **words)
    if at.certain and hat.certain:
        return say(
            "Draw {k} of these {n} samples at random: at least one always passes (only {failed} failed); "
            "all {k} never do (only {c} passed).",
            **words,
        )
    if at.certain:
        return say(
            "Draw {k} of these {n} samples at random: at least one always passes (only {failed} failed); "
            "in {hat} of the draws all {k} do.",
            **words,
        )
    if hat.certain:
        return say(
            "Draw {k} of these {n} samples at random: in {at} of the draws at least one passes; "
            "all {k} never do (only {c} passed).",
            **words,
        )
    return say(
        "Draw {k} of these {n} samples at random: in {at} of the draws at least one passes; "
        "in {hat} of them all {k} do.",
        **words,
    )


def _rate_sentence(known: Rate, k: int, say: Say) -> str:
    at, hat = (answer.chance(known, k, metric) for metric in METRICS)
    assert at is not None
    assert hat is not None
    if k == 1:
        first = say("One attempt passes with a chance of {at}; at k = 1 both metrics are that.", at=short(at, say))
    elif known.rho == 1:
        first = say("Identical attempts: the first decides, so both are {at} for every k.", at=short(at, say))
    else:
        first = say(
            "Of {k} attempts at least one passes with a chance of {at}, and all do with a chance of {hat}.",
            k=k,
            at=short(at, say),
            hat=short(hat, say),
        )
    needed = answer.first_k(known, 0.95)
    if needed is None:
        return f"{first} " + say("No number of attempts brings pass@k to 95%.")
    return f"{first} " + say("95% needs k = {k}.", k=count(needed, say))


def shown(known: Known, k: int, metric: str, say: Say) -> str:
    """A result as its large number."""
    here = answer.chance(known, k, metric)
    return short(here, say) if here else say("not defined")


def around(known: Known, question: Question, metric: str, say: Say) -> str:
    """What surrounds a result, named: the interval, the possible range, or the projection beyond n."""
    k = question.k
    ends = answer.surroundings(known, k, metric, question.level, question.method)
    low, high = (short(end, say) for end in ends)
    if isinstance(known, Rate):
        return say("possible range {low} to {high}", low=low, high=high)
    if k > known.n:
        return say("k > n = {n}. Projection: {low} to {high}", n=count(known.n, say), low=low, high=high)
    level = level_name(question.level, say)
    if question.method == "clopper-pearson":
        return say("guaranteed {level} interval {low} to {high}", level=level, low=low, high=high)
    return say("{level} interval {low} to {high}", level=level, low=low, high=high)


def at_least_name(question: Question, say: Say) -> str:
    """ "at least 3 of 5", as a row is named."""
    return say("at least {m} of {k}", m=question.at_least, k=question.k)


def name_of(known: Known, say: Say) -> str:
    """What is known, as a label: 40%, or 2 of 10."""
    if isinstance(known, Rate):
        return percent(exactly(known.p), say, short=True)
    return say("{c} of {n}", c=count(known.c, say), n=count(known.n, say))


def alternative(series: list[Series], k: int, say: Say) -> str:
    """The chart in words, for those who do not see it."""
    sentences = []
    for one in series:
        for metric in METRICS:
            curve = one.curves[metric]
            (first, start), (last, end) = curve.points[0], curve.points[-1]
            here = one.at_k[metric]
            sentences.append(
                say(
                    "{metric} goes from {start} at k = {first} to {end} at k = {last}; at k = {k}: {here}.",
                    metric=f"{metric} {one.name}".rstrip(),
                    start=short(start, say),
                    first=first,
                    end=short(end, say),
                    last=last,
                    k=k,
                    here=short(here, say) if here else say("not defined"),
                )
            )
    return say.joined(sentences)


def short(chance: Chance, say: Say) -> str:
    """A chance without the part in brackets."""
    return percent(chance, say, short=True)


def exactly(p: Fraction) -> Chance:
    """A typed probability as a chance."""
    return Chance(float(p), float(1 - p), certain=p in (0, 1))


def level_name(level: float, say: Say) -> str:
    """A confidence level as a percentage."""
    return percent(Chance(level, 1 - level), say)
