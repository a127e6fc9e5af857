"""The inputs of the planning cards: what they hold, what they ask, and the fields that show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from page import wording
from page.answer import METRICS
from page.fields import choice, reading, text_field
from page.links import Part
from page.plan_attempts import Attempts, attempts_answer
from page.plan_cost import Purchase, cost_answer
from page.plan_difference import Comparison, difference_answer
from page.plan_error_bar import Benchmark, ErrorBarWish, error_bar_answer
from page.plan_words import Answer
from page.texts import Say
from passk_core import InputError
from passk_core.parse import parse_amount, parse_count, parse_points, parse_probability, parse_rates

ATTEMPTS, ERROR_BAR, DIFFERENCE, COST = "attempts", "errorbar", "difference", "cost"
# What makes up the state of each card, as its link holds it. Cards share what they have in common.
CARDS = {
    ATTEMPTS: ("p", "target", "k", "rho"),
    ERROR_BAR: ("metric", "p", "k", "n", "tasks", "spread", "width", "level"),
    DIFFERENCE: ("metric", "p", "k", "n", "tasks", "spread", "alike", "gap", "level", "power"),
    COST: ("rates", "cap", "price"),
}
CHOICES = {
    "card": tuple(CARDS),
    "metric": METRICS,
    "level": ("0.9", "0.95", "0.99"),
    "power": ("0.8", "0.9"),
}
SLIDERS = ("rho", "spread", "alike")


def _typed(say: Say) -> dict[str, tuple[str, Callable[[str, str], Any]]]:
    """What is typed: each field's name in a refusal, and its parser."""

    def whole(text: str, name: str) -> int:
        return parse_count(text, name, decimal_comma=say.decimal_comma)

    return {
        "p": ("p", parse_probability),
        "target": (say("target"), parse_probability),
        "k": ("k", whole),
        "n": ("n", whole),
        "tasks": (say("N tasks"), whole),
        "width": (say("width"), parse_points),
        "gap": (say("difference"), parse_points),
        "rates": (say("rates"), parse_rates),
        "cap": (say("most attempts"), whole),
        "price": (say("price"), parse_amount),
    }


def answered(card: str, part: Part, say: Say, refused: list[str]) -> Answer | None:
    """The answer of a card; a sentence in ``refused`` for each input that keeps it from one."""
    inputs = {name: _read(name, part, say, refused) for name in CARDS[card]}
    if refused:
        return None
    try:
        return _answer(card, inputs, say)
    except InputError as error:
        refused.append(say.told(error))
        return None


def _read(name: str, part: Part, say: Say, refused: list[str]) -> Any:
    typed = _typed(say)
    if name in typed:
        words, parse = typed[name]
        return reading(part, name, lambda text: parse(text, words), say, refused)
    held = st.session_state[part.key(name)]
    return held if name == "metric" else float(held)


def _answer(card: str, inputs: dict[str, Any], say: Say) -> Answer:
    if card == ATTEMPTS:
        return attempts_answer(Attempts(inputs["p"], inputs["target"], inputs["rho"], inputs["k"]), say)
    if card == COST:
        return cost_answer(Purchase(tuple(inputs["rates"]), inputs["cap"], inputs["price"]), say)
    p, rho, metric = inputs["p"], inputs["spread"], inputs["metric"]
    benchmark = Benchmark(p, rho, metric, inputs["k"], inputs["n"], inputs["tasks"])
    if card == ERROR_BAR:
        return error_bar_answer(ErrorBarWish(benchmark, inputs["width"], inputs["level"]), say)
    alike, gap = inputs["alike"], inputs["gap"]
    return difference_answer(Comparison(benchmark, alike, gap, inputs["level"], inputs["power"]), say)


def question(card: str, say: Say) -> str:
    """What a card asks, as its title."""
    if card == ATTEMPTS:
        return say("How many attempts reach a target?")
    if card == ERROR_BAR:
        return say("How many samples and tasks does an error bar take?")
    if card == DIFFERENCE:
        return say("What difference can these tasks show?")
    return say("What does a solved problem cost?")


def fields_section(card: str, part: Part, say: Say) -> None:
    """The inputs of a card."""
    if card == ATTEMPTS:
        _attempts_fields(part, say)
    elif card == ERROR_BAR:
        _benchmark_fields("width", say("± wanted, points"), part, say)
        with st.expander(say("Confidence")):
            _chances("level", say("Confidence"), part, say)
    elif card == DIFFERENCE:
        _difference_fields(part, say)
    else:
        _cost_fields(part, say)


def _attempts_fields(part: Part, say: Say) -> None:
    with _row(3):
        text_field(part, "p", say("p, success rate"), say("0.4, 40%, 40 and 2/5 all mean the same."))
        text_field(part, "target", say("target"), say("The chance to reach: 95%, 0.95 and 95 all mean the same."))
        text_field(part, "k", say("k to compare"))
    _slider(
        "rho",
        say("rho, likeness of the attempts"),
        say("0: independent attempts at one problem. Between: the mean of tasks that differ. 1: identical attempts."),
        part,
    )


def _benchmark_fields(wish: str, wish_label: str, part: Part, say: Say) -> None:
    """The benchmark that is planned, and beside its tasks what is wished of it."""
    choice(part, "metric", say("Metric"), {metric: metric for metric in METRICS}, hidden_label=True)
    with _row(3):
        text_field(part, "p", say("p, mean rate"), say("0.4, 40%, 40 and 2/5 all mean the same."))
        text_field(part, "k", say("k drawn"))
        text_field(part, "n", say("n samples"))
    with _row(2):
        text_field(part, "tasks", say("N tasks"))
        text_field(part, wish, wish_label, say("Percentage points: 2, 2.5, or 0.5% for half a point."))
    _slider(
        "spread",
        say("rho, how much the tasks differ"),
        say("0: all tasks equally hard. 1: each task always solved or never, as in one run at temperature 0."),
        part,
    )


def _difference_fields(part: Part, say: Say) -> None:
    _benchmark_fields("gap", say("to see, points"), part, say)
    _slider(
        "alike",
        say("how alike both runs find the tasks"),
        say("The correlation of the tasks' true values: 0 for unrelated models, near 1 for versions of one model."),
        part,
    )
    with st.expander(say("Confidence and power")):
        _chances("level", say("Confidence"), part, say)
        _chances("power", say("Power"), part, say)


def _cost_fields(part: Part, say: Say) -> None:
    text_field(
        part,
        "rates",
        say("success rates of the tasks"),
        say("One, or one for each task: 0.9, 0.5, 0.1. Each as 0.4, 40%, 40 or 2/5."),
    )
    with _row(2):
        text_field(part, "cap", say("k, most attempts"))
        text_field(
            part,
            "price",
            say("price of an attempt"),
            say("With its check, in any unit; with 1 the answers count attempts."),
        )


def _row(fields: int) -> DeltaGenerator:
    return st.grid(fields, min_column_width=90, gap="xsmall", wrap=False)


def _slider(field: str, label: str, help_text: str, part: Part) -> None:
    st.slider(label, 0.0, 1.0, step=0.01, key=part.key(field), persist_state="session", help=help_text)


def _chances(field: str, label: str, part: Part, say: Say) -> None:
    choice(part, field, label, {chance: wording.level_name(float(chance), say) for chance in CHOICES[field]})
