"""Draw k of n: what the formula counts, seen to happen."""

from __future__ import annotations

from math import comb

import streamlit as st

from page.answer import AT, HAT, METRICS, Samples, chance
from page.fields import text_field
from page.figures.learn import Dots, draws_figure
from page.figures.lines import Look
from page.learn_lab import METRIC_COLOUR, Finding, Lab, counted, counter, short, typed_count
from page.links import Field
from page.numbers import count, power_of_ten
from page.texts import Say
from page.typeset import Result
from passk_core.simulate import correct_in_draws, one_draw, running_share

MOST_DRAWS = 10_000
LAB = Lab(
    "draw",
    (Field("n", "10"), Field("c", "2"), Field("k", "5"), Field("draws", "1"), Field("seed", "1")),
    counters={"draws": MOST_DRAWS, "seed": 9999},
)


def inputs(say: Say) -> None:
    with st.grid(3, min_column_width=70, gap="xsmall", wrap=False):
        text_field(LAB.part, "n", say("n samples"))
        text_field(LAB.part, "c", say("c correct"))
        text_field(LAB.part, "k", say("k drawn"))
    full = counter(LAB, "draws") >= MOST_DRAWS
    with st.container(horizontal=True, gap="xsmall"):
        st.button(say("Draw once"), on_click=_draw, args=(1,), disabled=full)
        st.button(say("Draw {draws} times", draws=count(1000, say)), on_click=_draw, args=(1000,), disabled=full)
        st.button(say("Start again"), on_click=_start_again)


def _draw(more: int) -> None:
    st.session_state[LAB.key("draws")] = str(min(MOST_DRAWS, counter(LAB, "draws") + more))


def _start_again() -> None:
    st.session_state[LAB.key("draws")] = "0"
    st.session_state[LAB.key("seed")] = str(counter(LAB, "seed") % LAB.counters["seed"] + 1)


def examples(say: Say) -> list[tuple[str, dict[str, object]]]:
    return [
        (say("2 of 10, k = 5"), {"n": "10", "c": "2", "k": "5"}),
        (say("Every set holds a pass"), {"n": "10", "c": "6", "k": "5"}),
        (say("k = n: all or nothing"), {"n": "10", "c": "2", "k": "10"}),
    ]


def found(say: Say, refused: list[str], look: Look) -> Finding | None:
    n = typed_count(LAB, "n", say, refused, 1, 100)
    if n is None:
        return None
    c, k = typed_count(LAB, "c", say, refused, 0, n), typed_count(LAB, "k", say, refused, 1, n)
    if c is None or k is None:
        return None
    return finding(n, c, k, counter(LAB, "draws"), counter(LAB, "seed"), say, look)


def finding(n: int, c: int, k: int, draws: int, seed: int, say: Say, look: Look) -> Finding:
    """The last draw as dots, and how the share of hits has walked to the formula."""
    correct = correct_in_draws(n, c, k, draws, seed) if draws else None
    dots = Dots(n, c, last_set(n, c, k, int(correct[-1]), seed + draws) if correct is not None else [])
    hits = {} if correct is None else {AT: correct > 0, HAT: correct == k}
    walks = {metric: [float(share) for share in running_share(hit)] for metric, hit in hits.items()}
    exact = {metric: chance(Samples(n, c), k, metric) for metric in METRICS}
    words = {metric: short(value, say) for metric, value in exact.items() if value is not None}
    numbers = tuple(
        Result(
            metric.replace("k", str(k)),
            words[metric],
            METRIC_COLOUR[metric],
            say("seen so far: {share}", share=short(counted(walks[metric][-1]), say)) if hits else "",
        )
        for metric in METRICS
    )
    return Finding(
        numbers,
        _sentence(n, c, k, draws, None if correct is None else int(correct[-1]), numbers, walks, say),
        draws_figure(dots, walks, {m: float(v.value) for m, v in exact.items() if v is not None}, words, k, say, look),
        _picture(dots, k, draws, walks, words, say),
    )


def last_set(n: int, c: int, k: int, correct: int, seed: int) -> list[int]:
    """Which samples a draw picked that holds so many correct ones; the first c of the n are correct."""
    # Two seeds: drawn with one, the positions among the correct and among the others would go together.
    good = list(one_draw(c, correct, 2 * seed)) if correct else []
    bad = list(one_draw(n - c, k - correct, 2 * seed + 1)) if k > correct else []
    return [int(i) for i in good] + [c + int(i) for i in bad]


def _sentence(
    n: int,
    c: int,
    k: int,
    draws: int,
    last: int | None,
    numbers: tuple[Result, ...],
    walks: dict[str, list[float]],
    say: Say,
) -> str:
    sets = count(comb(n, k), say) if comb(n, k) < 10**9 else power_of_ten(comb(n, k), say)
    if last is None:
        return say("There are {sets} sets of {k} among these {n} samples. Draw one.", sets=sets, k=k, n=n)
    if draws == 1:
        return say(
            "This draw of {k} holds {last} correct. The formula looks at all {sets} sets of {k} at once: {at} of them "
            "hold at least one.",
            k=k,
            last=last,
            sets=sets,
            at=numbers[0].value,
        )
    return say(
        "Draws: {draws}. {seen} of them held at least one correct sample. Of all {sets} sets of {k} it is {at}: "
        "that share is pass@{k}, and no draw is needed to know it.",
        draws=count(draws, say),
        seen=short(counted(walks[AT][-1]), say),
        sets=sets,
        k=k,
        at=numbers[0].value,
    )


def _picture(dots: Dots, k: int, draws: int, walks: dict[str, list[float]], exact: dict[str, str], say: Say) -> str:
    drawn = say(
        "Samples: {n}, correct: {c}, drawn: {drawn}, correct among the drawn: {hits}.",
        n=dots.n,
        c=dots.c,
        drawn=len(dots.drawn),
        hits=sum(i < dots.c for i in dots.drawn),
    )
    if not walks:
        return drawn
    return f"{drawn} " + say(
        "After draws: {draws}, the share with at least one correct is {at} (formula {exact_at}), with all {k} correct "
        "{hat} (formula {exact_hat}).",
        draws=draws,
        k=k,
        at=short(counted(walks[AT][-1]), say),
        hat=short(counted(walks[HAT][-1]), say),
        exact_at=exact[AT],
        exact_hat=exact[HAT],
    )
