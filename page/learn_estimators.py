"""Ways to estimate pass@k from samples, side by side against the truth."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import streamlit as st

from page.answer import AT, METRICS, Rate, chance
from page.fields import choice, text_field
from page.figures.learn import Strip, strips_figure
from page.figures.lines import Look
from page.learn_lab import Finding, Lab, counted, counter, option, short, typed_count, typed_share
from page.links import Field
from page.numbers import Chance, figures, points
from page.texts import Say
from page.typeset import Result
from passk_core.simulate import Estimates, plug_in_mean, stopped_runs, three_estimators
from passk_core.stopped import plain_mean_when_stopped

PROBLEMS = 2000
PLANNED, FIRST = "planned", "first"
LAB = Lab(
    "estimators",
    (
        Field("p", "0.1"),
        Field("n", "20"),
        Field("k", "10"),
        Field("stop", PLANNED),
        Field("metric", "at"),
        Field("seed", "1"),
    ),
    options={"stop": (PLANNED, FIRST), "metric": ("at", "hat")},
    counters={"seed": 9999},
)


def inputs(say: Say) -> None:
    stops = {PLANNED: say("n samples each"), FIRST: say("until the first success")}
    choice(LAB.part, "stop", say("Each problem is sampled"), stops)
    with st.grid(3, min_column_width=70, gap="xsmall", wrap=False):
        text_field(LAB.part, "p", say("p, true rate"))
        if option(LAB, "stop") == PLANNED:
            text_field(LAB.part, "n", say("n samples"))
        text_field(LAB.part, "k", say("k"))
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        if option(LAB, "stop") == PLANNED:
            names = dict(zip(("at", "hat"), METRICS, strict=True))
            choice(LAB.part, "metric", say("Metric"), names, hidden_label=True)
        st.button(say("Other problems"), on_click=_again)


def _again() -> None:
    st.session_state[LAB.key("seed")] = str(counter(LAB, "seed") % LAB.counters["seed"] + 1)


def examples(say: Say) -> list[tuple[str, dict[str, object]]]:
    planned: dict[str, object] = {"stop": PLANNED, "metric": "at"}
    return [
        (say("10% of 20, k = 10"), planned | {"p": "0.1", "n": "20", "k": "10"}),
        (say("k = n"), planned | {"p": "0.1", "n": "10", "k": "10"}),
        (say("n = 200, k = 10"), planned | {"p": "0.05", "n": "200", "k": "10"}),
        (say("Stopped at success"), {"stop": FIRST, "p": "0.1", "k": "5"}),
    ]


def found(say: Say, refused: list[str], look: Look) -> Finding | None:
    p = typed_share(LAB, "p", say, refused)
    if option(LAB, "stop") == FIRST:
        k = typed_count(LAB, "k", say, refused)
        if p is not None and p < Fraction(1, 1000):
            refused.append(say("p must be at least 0.1% here, or the first success is too long in coming."))
            return None
        return None if p is None or k is None else stopped_finding(p, k, counter(LAB, "seed"), say, look)
    n = typed_count(LAB, "n", say, refused)
    k = None if n is None else typed_count(LAB, "k", say, refused, 1, n)
    if p is None or n is None or k is None:
        return None
    metric = METRICS[("at", "hat").index(option(LAB, "metric"))]
    return finding(p, n, k, metric, counter(LAB, "seed"), say, look)


def finding(p: Fraction, n: int, k: int, metric: str, seed: int, say: Say, look: Look) -> Finding:
    """The unbiased estimate, the plug-in and the first k of the same simulated problems."""
    three = three_estimators(float(p), n, k, PROBLEMS, metric, seed)
    named = {
        say("unbiased"): three.unbiased,
        say("plug-in"): three.plug_in,
        say("first k only"): three.first_k,
    }
    off = plug_in_mean(float(p), n, k, metric) - three.plug_in.truth
    words = {
        "off": points(abs(off), say).removeprefix("+"),
        "problems": PROBLEMS,
        "k": k,
        "n": n,
    }
    if abs(off) < 5e-5:
        sentence = say("Problems: {problems}. Here all three are right on average.", **words)
    elif metric == AT:
        sentence = say(
            "The plug-in reads {off} points too low on average, however many problems there are. The unbiased estimate "
            "and “did any of the first {k} pass” are right on average.",
            **words,
        )
    else:
        sentence = say(
            "The plug-in reads {off} points too high on average, however many problems there are. The unbiased "
            "estimate and “did all of the first {k} pass” are right on average.",
            **words,
        )
    if three.unbiased.spread > 0 and k < n:
        sentence += " " + say(
            "But asking the first {k} only has {times} times the variance.",
            k=k,
            times=figures((three.first_k.spread / three.unbiased.spread) ** 2, say, 2),
        )
    elif k == n > 1:
        sentence += " " + say("With n = k the unbiased estimate is that same all or nothing.")
    return _finding(named, chance_of_truth(p, k, metric, say), sentence, say, look)


def stopped_finding(p: Fraction, k: int, seed: int, say: Say, look: Look) -> Finding:
    """Problems sampled until their first success: read as if n had been planned, and read right."""
    runs = stopped_runs(float(p), k, PROBLEMS, 1, seed)
    named = {say("n taken as planned"): runs.plain, say("allowing for the stop"): runs.stopped}
    truth = chance_of_truth(p, k, AT, say)
    reads = plain_mean_when_stopped(float(p), k)
    sentence = say(
        "Sampling stopped at the first success, so the last sample always passes. Read as if n had been planned, "
        "pass@{k} comes to {reads} on average; it is {truth}.",
        k=k,
        reads=short(Chance(reads, 1 - reads), say),
        truth=truth,
    )
    return _finding(named, truth, sentence, say, look)


def chance_of_truth(p: Fraction, k: int, metric: str, say: Say) -> str:
    """The true value that all of them estimate."""
    true = chance(Rate(p), k, metric)
    assert true is not None
    return short(true, say)


def _finding(named: dict[str, Estimates], truth: str, sentence: str, say: Say, look: Look) -> Finding:
    numbers = tuple(
        Result(
            name,
            points(estimates.bias, say),
            below=say("points off; spread {spread}", spread=points(estimates.spread, say, 0).removeprefix("+")),
        )
        for name, estimates in named.items()
    )
    rows = [
        say(
            "{name}: mean {mean}, spread {spread} points.",
            name=name,
            mean=short(counted(float(estimates.values.mean())), say),
            spread=points(estimates.spread, say, 1).removeprefix("+"),
        )
        for name, estimates in named.items()
    ]
    picture = say.joined([say("The truth is {truth}.", truth=truth), *rows])
    true = next(iter(named.values())).truth
    return Finding(
        numbers,
        sentence,
        strips_figure([_strip(name, one) for name, one in named.items()], true, truth, say, look),
        picture,
    )


def _strip(name: str, estimates: Estimates) -> Strip:
    values, often = np.unique(np.round(estimates.values, 3), return_counts=True)
    return Strip(
        name,
        [float(value) for value in values],
        [int(times) for times in often],
        float(estimates.values.mean()),
        estimates.spread,
    )
