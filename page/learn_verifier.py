"""Who picks the right one: what k attempts deliver when the one who chooses errs."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import streamlit as st

from page.answer import AT, Rate, chance
from page.fields import choice, text_field
from page.figures.common import COLOUR, INK, QUIET
from page.figures.lines import RIGHT, Line, Look, lines_figure
from page.learn_lab import BLUE, GREEN, Finding, Lab, option, share, short, slider, typed_count, typed_share
from page.links import Field
from page.numbers import ALWAYS, NEVER, Chance
from page.texts import Say
from page.typeset import Result
from passk_core.selection import best_scored, majority_right
from passk_core.verifier import observed_rate, outcomes

TESTS, SCORE, VOTE = "tests", "score", "vote"
LAB = Lab(
    "verifier",
    (
        Field("by", TESTS),
        Field("p", "0.2"),
        Field("k", "10"),
        Field("accept", "0.05"),
        Field("reject", "0.1"),
        Field("auc", "0.76"),
    ),
    sliders={"accept": (0.0, 0.5), "reject": (0.0, 0.5), "auc": (0.5, 1.0)},
    options={"by": (TESTS, SCORE, VOTE)},
)


def inputs(say: Say) -> None:
    ways = {TESTS: say("tests"), SCORE: say("a score"), VOTE: say("a vote")}
    choice(LAB.part, "by", say("Chosen by"), ways)
    with st.grid(2, min_column_width=90, gap="xsmall", wrap=False):
        text_field(LAB.part, "p", say("p, true rate"))
        text_field(LAB.part, "k", say("k attempts"))
    if option(LAB, "by") == TESTS:
        slider(LAB, "accept", say("Wrong answers that the tests accept"))
        slider(LAB, "reject", say("Right answers that they reject"))
    elif option(LAB, "by") == SCORE:
        slider(
            LAB,
            "auc",
            say("A right answer scores higher than a wrong one"),
            help_text=say("50%: the score knows nothing. 100%: it always knows."),
        )


def examples(say: Say) -> list[tuple[str, dict[str, object]]]:
    return [
        (
            say("A model that solves nothing, k = 100"),
            {"by": TESTS, "p": "0", "k": "100", "accept": 0.03, "reject": 0.0},
        ),
        (say("Tests that err"), {"by": TESTS, "p": "0.2", "k": "10", "accept": 0.05, "reject": 0.1}),
        (say("A vote at 40%"), {"by": VOTE, "p": "0.4", "k": "11"}),
    ]


def found(say: Say, refused: list[str], look: Look) -> Finding | None:
    p, k = typed_share(LAB, "p", say, refused), typed_count(LAB, "k", say, refused)
    if p is None or k is None:
        return None
    if option(LAB, "by") == TESTS:
        return tests_finding(p, k, share(LAB, "accept"), share(LAB, "reject"), say, look)
    return chosen_finding(p, k, share(LAB, "auc") if option(LAB, "by") == SCORE else None, say, look)


def tests_finding(p: Fraction, k: int, accept: float, reject: float, say: Say, look: Look) -> Finding:
    """Attempts go out as soon as the tests accept one: what is reported, true, and delivered."""
    ks = _ks(k)
    over, here = outcomes(float(p), ks, accept, reject), outcomes(float(p), k, accept, reject)
    accepted = float(observed_rate(float(p), accept, reject))
    reported = _certain(float(here.reported), float(here.withheld), accepted)
    true = chance(Rate(p), k, AT)
    assert true is not None
    right = _delivered(float(here.right), float(here.wrong), float(here.withheld), accepted)
    wrong = _delivered(float(here.wrong), float(here.right), float(here.withheld), accepted)
    dark = look.dark
    lines = [
        Line(say("reported"), ks, _list(over.reported), COLOUR[AT, dark]),
        Line(say("true pass@k"), ks, _list(over.true), COLOUR[AT, dark], "dot", 2),
        Line(say("delivered right"), ks, _list(over.right), RIGHT[dark], "dash"),
        Line(say("delivered wrong"), ks, _list(over.wrong), INK[dark], "dashdot", 2),
    ]
    words = {
        "k": str(k),
        "reported": short(reported, say),
        "true": short(true, say),
        "right": short(right, say),
        "wrong": short(wrong, say),
        "ceiling": short(_share(here.ceiling), say),
    }
    if p == 0 and accept > 0:
        sentence = say(
            "This model solves nothing. Tests that accept {accept} of wrong answers still report "
            "pass@{k} = {reported}.",
            accept=short(_share(accept), say),
            **words,
        )
    elif accepted == 0:
        sentence = say("Nothing is ever accepted, so nothing is delivered.")
    else:
        sentence = say(
            "The tests report pass@{k} = {reported}; the truth is {true}. Users get a right answer in {right} and a "
            "wrong one in {wrong}. Of what is accepted {ceiling} is right, and no number of attempts lifts it.",
            **words,
        )
    return Finding(
        (
            Result(say("reported pass@{k}", k=k), words["reported"], BLUE),
            Result(say("true pass@{k}", k=k), words["true"], BLUE),
            Result(say("delivered right"), words["right"], GREEN, say("wrong: {wrong}", **words)),
        ),
        sentence,
        lines_figure(lines, k, say, look),
        say("At k = {k}: reported {reported}, true {true}, delivered right {right}, delivered wrong {wrong}.", **words),
    )


def chosen_finding(p: Fraction, k: int, auc: float | None, say: Say, look: Look) -> Finding:
    """One of k attempts is chosen by a score, or (auc None) the answer of the majority."""
    ks = _ks(k)
    dark = look.dark
    choose = majority_right if auc is None else lambda rate, at: best_scored(rate, at, auc)
    picked = [choose(float(p), at) for at in ks]
    here = choose(float(p), k)
    oracle = chance(Rate(p), k, AT)
    assert oracle is not None
    once = short(_of_rate(float(p), p), say)
    words = {
        "k": str(k),
        "chosen": short(_of_rate(here, p), say),
        "oracle": short(oracle, say),
        "once": once,
    }
    name = say("by vote") if auc is None else say("by score")
    lines = [
        Line(AT, ks, [_value(p, at) for at in ks], COLOUR[AT, dark]),
        Line(name, ks, picked, RIGHT[dark], "dash"),
        Line("pass@1", ks, [float(p)] * len(ks), QUIET[dark], "dot", 2),
    ]
    if auc is None:
        sentence = say(
            "Between two answers the majority of {k} is right with a chance of {chosen}; one attempt is with {once}.",
            **words,
        )
        if p < Fraction(1, 2):
            sentence += " " + say("Below a rate of 50% a vote makes it worse, and more votes worse still.")
    else:
        sentence = say(
            "pass@{k} = {oracle} takes for granted that somebody knows which attempt is right. Taking the best of {k} "
            "by this score delivers {chosen}; a single attempt {once}.",
            **words,
        )
    return Finding(
        (
            Result(f"pass@{k}", words["oracle"], BLUE, say("if somebody knew")),
            Result(name, words["chosen"], GREEN, say("what is delivered")),
            Result("pass@1", once, below=say("one attempt, no choice")),
        ),
        sentence,
        lines_figure(lines, k, say, look),
        say("At k = {k}: pass@k {oracle}, chosen {chosen}, one attempt {once}.", **words),
    )


def _ks(k: int) -> list[int]:
    """1 to 100, or past k, evenly in log k; k itself among them."""
    last = max(100, k)
    return sorted({*(int(at) for at in np.rint(np.geomspace(1, last, 40))), k})


def _value(p: Fraction, k: int) -> float:
    found_chance = chance(Rate(p), k, AT)
    assert found_chance is not None
    return found_chance.value


def _list(values: object) -> list[float]:
    return [float(value) for value in np.atleast_1d(np.asarray(values))]


def _certain(value: float, complement: float, rate: float) -> Chance:
    """A chance that is sure only where the rate at which attempts are accepted is 0 or 1."""
    return NEVER if rate == 0 else ALWAYS if rate == 1 else Chance(value, complement)


def _delivered(value: float, other: float, withheld: float, rate: float) -> Chance:
    """A part of what is delivered; it is none, or all, only where the other parts say so exactly."""
    if value == 0:
        return NEVER
    return ALWAYS if other == 0 and rate == 1 else Chance(value, other + withheld)


def _share(value: float) -> Chance:
    return Chance(value, 1 - value, certain=value in (0.0, 1.0))


def _of_rate(value: float, p: Fraction) -> Chance:
    """Certain only where the rate itself is."""
    return NEVER if p == 0 else ALWAYS if p == 1 else Chance(value, 1 - value)
