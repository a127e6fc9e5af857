"""Independence and temperature: what another attempt at the same problem is worth."""

from __future__ import annotations

from fractions import Fraction

import streamlit as st

from page import answer, wording
from page.answer import AT, HAT, METRICS, Question, Rate
from page.fields import text_field
from page.figures.curves import Series, curves_figure
from page.figures.lines import Look
from page.learn_lab import METRIC_COLOUR, Finding, Lab, share, short, slider, typed_count, typed_share
from page.links import Field
from page.numbers import count
from page.texts import Say
from page.typeset import Result

TARGET = 0.9
LAB = Lab(
    "independence",
    (Field("p", "0.3"), Field("k", "10"), Field("rho", "0.3")),
    sliders={"rho": (0.0, 1.0)},
)


def inputs(say: Say) -> None:
    with st.grid(2, min_column_width=90, gap="xsmall", wrap=False):
        text_field(LAB.part, "p", say("p, success rate"))
        text_field(LAB.part, "k", say("k attempts"))
    slider(
        LAB,
        "rho",
        say("rho, likeness of the attempts"),
        help_text=say("0: independent attempts. 1: identical attempts, as at temperature 0."),
    )


def examples(say: Say) -> list[tuple[str, dict[str, object]]]:
    return [
        (say("Independent"), {"rho": 0.0}),
        (say("Slightly alike"), {"rho": 0.1}),
        (say("Temperature 0"), {"rho": 1.0}),
    ]


def found(say: Say, refused: list[str], look: Look) -> Finding | None:
    p, k = typed_share(LAB, "p", say, refused), typed_count(LAB, "k", say, refused)
    return None if p is None or k is None else finding(p, k, share(LAB, "rho"), say, look)


def finding(p: Fraction, k: int, rho: float, say: Say, look: Look) -> Finding:
    """Both curves at this likeness, inside everything that likeness can make of them."""
    known = Rate(p, rho)
    chances = {metric: answer.chance(known, k, metric) for metric in METRICS}
    last = answer.last_k(known, k)
    series = [Series("", {metric: answer.curve(known, metric, last, 0.95) for metric in METRICS}, chances)]
    question = Question(known, k)
    numbers = tuple(
        Result(
            metric.replace("k", str(k)),
            wording.shown(known, k, metric, say),
            METRIC_COLOUR[metric],
            wording.around(known, question, metric, say),
        )
        for metric in METRICS
    )
    return Finding(
        numbers,
        _sentence(known, k, say),
        curves_figure(series, k, False, say, look.dark, 360 if look.large else 350, look.large),
        wording.alternative(series, k, say),
    )


def _sentence(known: Rate, k: int, say: Say) -> str:
    if known.p in (0, 1):
        return say("A rate of 0% or 100% leaves nothing to the likeness of the attempts.")
    apart = answer.chance(Rate(known.p), k, AT)
    together = answer.chance(Rate(known.p), k, HAT)
    assert apart is not None
    assert together is not None
    needed, least = answer.first_k(known, TARGET), answer.first_k(Rate(known.p), TARGET)
    first = say(
        "Independent attempts would give pass@{k} of {apart} and pass^{k} of {together}, identical ones {same}.",
        k=k,
        apart=short(apart, say),
        together=short(together, say),
        same=short(wording.exactly(known.p), say),
    )
    if least == 1:
        return first
    if needed is None or least is None:
        return f"{first} " + say("At this likeness no number of attempts up to a billion brings pass@k to 90%.")
    return f"{first} " + say(
        "pass@k reaches 90% at k = {needed}; independent attempts reach it at k = {least}.",
        needed=count(needed, say),
        least=count(least, say),
    )
