"""How many attempts reach a target, how many in a row keep it, and which rate a number of them needs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat

import numpy as np

from page import answer
from page.answer import AT, HAT, METRICS, Rate
from page.caveats import Caveat
from page.figures.plan import Dot, Line, Picture
from page.numbers import Chance, count, figures
from page.plan_words import Answer, Result, limited, steps, typed
from page.texts import Say
from page.wording import short
from passk_core import InputError, pass_at_k_from_rate, pass_hat_k_from_rate
from passk_core.plan import attempts_for_target, longest_reliable_run, rate_for_target
from passk_core.validate import MAX_COUNT


@dataclass(frozen=True)
class Attempts:
    """A success rate, a target, the correlation between attempts, and a number of attempts to compare."""

    p: Fraction
    target: Fraction
    rho: float
    k: int


def attempts_answer(asked: Attempts, say: Say) -> Answer:
    """The fewest attempts, the longest reliable run, and the rate that k attempts need."""
    target = typed(asked.target, say)
    needed, why_not = _needed(asked, say)
    run = longest_reliable_run(float(asked.p), float(asked.target), asked.rho)
    results = [
        Result(
            say("k for pass@k ≥ {target}", target=target),
            say("none") if needed is None else count(needed, say),
            say("not reached") if needed is None else _reached(asked, needed, AT, say),
            AT,
        ),
        Result(
            say("largest k, pass^k ≥ {target}", target=target),
            say("any") if run is None else count(run, say),
            say("one attempt is already below") if run == 0 else _reached(asked, run, HAT, say) if run else "",
            HAT,
        ),
        Result(
            say("rate for pass@{k} ≥ {target}", k=count(asked.k, say), target=target),
            _rate(asked.k, asked.target, AT, say),
            say("for pass^{k}: {rate}", k=count(asked.k, say), rate=_rate(asked.k, asked.target, HAT, say)),
            AT,
        ),
    ]
    return Answer(
        results=results,
        read_as=say("p is read as {p}, the target as {target}.", p=typed(asked.p, say), target=target),
        sentence=_sentence(asked, needed, why_not, run, say),
        basis=say(
            "Computed from a success rate of {p} with correlation rho = {rho} between attempts (beta-binomial).",
            p=typed(asked.p, say),
            rho=figures(asked.rho, say),
        ),
        caveat=_caveat(asked, needed, say),
        picture=_picture(asked, needed, run, say),
        rows=_rows(asked, say),
        rows_title=say("The rate that independent attempts need for {target}", target=target),
        snippet=_snippet(asked, needed),
    )


def _needed(asked: Attempts, say: Say) -> tuple[int | None, str]:
    """The fewest attempts, or None and the reason in a sentence."""
    try:
        return attempts_for_target(float(asked.p), float(asked.target), asked.rho), ""
    except InputError as error:
        return None, say.told(error)


def _reached(asked: Attempts, k: int, metric: str, say: Say) -> str:
    here = answer.chance(Rate(asked.p, asked.rho), k, metric)
    assert here is not None
    name = metric.replace("k", count(k, say))
    return say("{metric} = {value}", metric=name, value=short(here, say))


def _sentence(asked: Attempts, needed: int | None, why_not: str, run: int | None, say: Say) -> str:
    target = typed(asked.target, say)
    if needed is None:
        first = why_not
    else:
        first = say(
            "At a success rate of {p}, pass@k reaches {target} at k = {k}.",
            p=typed(asked.p, say),
            target=target,
            k=count(needed, say),
        )
    if run == 0:
        second = say("No attempt is that reliable by itself: one passes with a chance of {p}.", p=typed(asked.p, say))
    elif run is None:
        second = say("All attempts pass with a chance of at least {target}, however many they are.", target=target)
    else:
        second = say(
            "All attempts pass with a chance of at least {target} up to k = {k}.",
            target=target,
            k=count(run, say),
        )
    return say.joined([first, second])


def _caveat(asked: Attempts, needed: int | None, say: Say) -> Caveat:
    if not 0 < asked.p < 1:
        return Caveat(
            say("Exactly 0% or 100% is an assumption"),
            say("No number of samples shows it: 0 of 20 still fits a rate of up to 14% (one-sided, at 95%)."),
        )
    if asked.rho == 1:
        return Caveat(
            say("Identical attempts add nothing"),
            say("At temperature 0 every attempt at a problem is the same one, so pass@k and pass^k stay at the rate."),
        )
    other_rho = 0.3 if asked.rho == 0 else 0.0
    other, _ = _needed(Attempts(asked.p, asked.target, other_rho, asked.k), say)
    if other == needed:
        return Caveat(
            say("Somebody has to know which attempt is right"),
            say("pass@k counts a success if any attempt passes; without a checker that picks it, users get pass@1."),
        )
    words = {"here": _or_more(needed, say), "other": _or_more(other, say), "rho": figures(other_rho, say)}
    if asked.rho == 0:
        return Caveat(
            say("Is this the rate of one problem or the mean of many?"),
            say(
                "For the mean of tasks that differ, k = {here} is too few: with a spread of rho = {rho} it takes "
                "{other}.",
                **words,
            ),
        )
    return Caveat(
        say("Spread costs attempts"),
        say(
            "Independent attempts at one problem of this rate would need {other}. Here it takes {here}, since many "
            "go to tasks that are rarely solved, or repeat each other.",
            **words,
        ),
    )


def _or_more(k: int | None, say: Say) -> str:
    return say("more than {most}", most=count(MAX_COUNT, say)) if k is None else count(k, say)


def _picture(asked: Attempts, needed: int | None, run: int | None, say: Say) -> Picture:
    known = Rate(asked.p, asked.rho)
    last = limited(answer.rounded_up(max(20, 2 * (needed or 50), min(2 * (run or 0), 10 * (needed or 50)))))
    ks = steps(1, last)
    lines = [_line(known, ks, metric, metric, "solid" if metric == AT else "dash", True, say) for metric in METRICS]
    if asked.rho > 0 and 0 < asked.p < 1:
        lines.append(_line(Rate(asked.p), ks, AT, say("independent"), "dot", False, say))
    dots = []
    for k, metric in ((needed, AT), (run, HAT)):
        here = answer.chance(known, k, metric) if k and k <= last else None
        if k and here:
            dots.append(Dot(k, here.value, say("k = {k}", k=count(k, say)), metric))
    return Picture(
        lines,
        x_title=say("k, attempts"),
        y_title="",
        x_name="k",
        dots=dots,
        wishes=[(float(asked.target), say("target {target}", target=typed(asked.target, say)))],
        percents=True,
    )


def _line(known: Rate, ks: list[int], metric: str, name: str, dash: str, strong: bool, say: Say) -> Line:
    """A metric over k; each value's complement is that of the mirrored question."""
    one, other = (pass_at_k_from_rate, pass_hat_k_from_rate)
    if metric == HAT:
        one, other = other, one
    values = np.asarray(one(float(known.p), ks, known.rho)).tolist()
    complements = np.asarray(other(float(1 - known.p), ks, known.rho)).tolist()
    chances = map(Chance, values, complements, repeat(known.p in (0, 1)))
    return Line(name, ks, values, [short(chance, say) for chance in chances], metric, dash, strong)


def _rate(k: int, target: Fraction, metric: str, say: Say) -> str:
    """The rate that independent attempts need; its complement is that of the mirrored question."""
    rate = rate_for_target(k, float(target), metric)
    complement = rate_for_target(k, float(1 - target), answer.mirrored(metric))
    return short(Chance(rate, complement, certain=target in (0, 1)), say)


def _rows(asked: Attempts, say: Say) -> list[dict[str, str]]:
    return [
        {
            "k": count(k, say),
            say("at least one passes (pass@k)"): _rate(k, asked.target, AT, say),
            say("all pass (pass^k)"): _rate(k, asked.target, HAT, say),
        }
        for k in sorted({1, 2, 5, 10, 20, 50, 100, asked.k})
    ]


def _snippet(asked: Attempts, needed: int | None) -> str:
    arguments = f"p={float(asked.p)!r}, target={float(asked.target)!r}, rho={asked.rho!r}"
    lines = ["from passk_core.plan import attempts_for_target, longest_reliable_run, rate_for_target", ""]
    # Where no number of attempts is enough, the call raises the sentence that the page shows.
    lines.append(("# raises InputError: " if needed is None else "") + f"print(attempts_for_target({arguments}))")
    lines.append(f"print(longest_reliable_run({arguments}))")
    lines.append(f"print(rate_for_target(k={asked.k}, target={float(asked.target)!r}))")
    return "\n".join(lines)
