"""Capability against reliability: what pass@k and pass^k of one agent promise."""

from __future__ import annotations

from fractions import Fraction

import streamlit as st

from page.answer import AT, HAT, Rate, chance
from page.fields import text_field
from page.figures.learn import promises_figure
from page.figures.lines import Look
from page.learn_lab import BLUE, ORANGE, Finding, Lab, short, typed_count, typed_share
from page.links import Field
from page.numbers import Chance
from page.texts import Say
from page.typeset import Result
from passk_core.plan import rate_for_target

LAB = Lab("promise", (Field("p", "0.75"), Field("k", "4")))
MOST = 30


def inputs(say: Say) -> None:
    with st.grid(2, min_column_width=90, gap="xsmall", wrap=False):
        text_field(LAB.part, "p", say("p, success rate"))
        text_field(LAB.part, "k", say("k attempts"))


def examples(say: Say) -> list[tuple[str, dict[str, object]]]:
    return [
        (say("An agent at 75%, k = 4"), {"p": "0.75", "k": "4"}),
        (say("90%, 10 in a row"), {"p": "0.9", "k": "10"}),
        (say("99%, 10 in a row"), {"p": "0.99", "k": "10"}),
    ]


def found(say: Say, refused: list[str], look: Look) -> Finding | None:
    p, k = typed_share(LAB, "p", say, refused), typed_count(LAB, "k", say, refused, 1, MOST)
    return None if p is None or k is None else finding(p, k, say, look)


def finding(p: Fraction, k: int, say: Say, look: Look) -> Finding:
    """For every k: how often all attempts pass, only some, none; and who lives on which of them."""
    ks = list(range(1, max(8, k) + 1))
    at, hat = ({i: _chance(p, i, metric) for i in ks} for metric in (AT, HAT))
    once = short(at[1], say)
    every, none = [hat[i].value for i in ks], [at[i].complement for i in ks]
    some = [max(0.0, 1 - e - o) for e, o in zip(every, none, strict=True)]
    words = {"k": str(k), "at": short(at[k], say), "hat": short(hat[k], say), "once": once}
    return Finding(
        (
            Result(f"pass@{k}", words["at"], BLUE, say("it can do it")),
            Result("pass@1", once, below=say("it does it")),
            Result(f"pass^{k}", words["hat"], ORANGE, say("it can be relied on")),
        ),
        _sentence(words, p, k, say),
        promises_figure(ks, every, some, none, k, say, look),
        say(
            "Of {k} attempts at a task all pass with a chance of {hat}, only some with {some}, none with {none}.",
            some=short(Chance(some[k - 1], 1 - some[k - 1], some[k - 1] == 0), say),
            none=short(Chance(at[k].complement, at[k].value, at[k].certain), say),
            **words,
        ),
        _products(words, say),
    )


def _chance(p: Fraction, k: int, metric: str) -> Chance:
    found_chance = chance(Rate(p), k, metric)
    assert found_chance is not None
    return found_chance


def _sentence(words: dict[str, str], p: Fraction, k: int, say: Say) -> str:
    first = say(
        "One agent, two numbers: in {k} attempts at a task it passes at least once with a chance of {at}, and every "
        "time with {hat}.",
        **words,
    )
    if p in (0, 1) or k == 1:
        return first
    rate = rate_for_target(k, 0.9, "pass^k")
    return f"{first} " + say(
        "To pass all {k} nine times in ten it would need a rate of {rate}.",
        k=k,
        rate=short(Chance(rate, 1 - rate), say),
    )


def _products(words: dict[str, str], say: Say) -> tuple[dict[str, str], ...]:
    product, promise, number = say("product"), say("what counts"), say("here")
    at, once, hat = words["at"], words["once"], words["hat"]
    return (
        {product: say("an editor that shows one suggestion"), promise: "pass@1", number: once},
        {
            product: say("a tool that tries {k} candidates against a good test suite", k=words["k"]),
            promise: say("near pass@{k}", k=words["k"]),
            number: at,
        },
        {
            product: say("a contest that allows {k} submissions", k=words["k"]),
            promise: f"pass@{words['k']}",
            number: at,
        },
        {
            product: say("an agent that has to do the same right {k} times", k=words["k"]),
            promise: f"pass^{words['k']}",
            number: hat,
        },
    )
