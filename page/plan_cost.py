"""What a solved problem costs, with and without stopping at the first success, and what the next one costs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from page import answer
from page.caveats import Caveat
from page.figures.plan import Dot, Line, Picture
from page.numbers import Chance, count
from page.plan_words import Answer, Result, amount_text, limited, steps, typed
from page.texts import Say
from page.wording import short
from passk_core import pass_at_k_from_rate, pass_hat_k_from_rate
from passk_core.plan import Cost, cost_from_rates
from passk_core.stopped import plain_mean_when_stopped

Floats = NDArray[np.float64]

_SHOWN = 8  # rates that are shown as they were read
_DRAWN_CELLS = 40_000  # rates times places on the axis: the figure stays quick for long lists


@dataclass(frozen=True)
class Purchase:
    """The tasks' success rates, the most attempts a task gets, and the price of one with its check."""

    rates: tuple[Fraction, ...]
    cap: int
    price: float

    @cached_property
    def chances(self) -> tuple[Floats, Floats]:
        """The rates and their complements, each rounded once."""
        return np.array([float(rate) for rate in self.rates]), np.array([float(1 - rate) for rate in self.rates])

    @property
    def mean(self) -> Fraction:
        """The mean of the rates."""
        return sum(self.rates, Fraction(0)) / len(self.rates)

    def cost(self, cap: int) -> Cost:
        """What it costs with this many attempts at most."""
        return cost_from_rates(self.chances[0], cap, self.price)

    def solved(self, cap: int) -> Chance:
        """pass@cap of these rates, the mean of the tasks' own."""
        passing, failing = self.chances
        return Chance(
            float(np.mean(pass_at_k_from_rate(passing, cap))),
            float(np.mean(pass_hat_k_from_rate(failing, cap))),
            certain=set(self.rates) in ({Fraction(0)}, {Fraction(1)}),
        )


def cost_answer(asked: Purchase, say: Say) -> Answer:
    """The price of a solved task three ways."""
    cost = asked.cost(asked.cap)
    cap = count(asked.cap, say)
    attempts = amount_text(cost.attempts, say)
    results = [
        Result(
            say("a solved task, stopping"),
            _price(cost.stopping, say),
            say("mean attempts at a task: {attempts}", attempts=attempts),
        ),
        Result(
            say("without stopping"),
            _price(cost.not_stopping, say),
            say("attempts at every task: {cap}", cap=cap),
        ),
        Result(
            say("one more solved task"),
            _price(cost.next_solved, say),
            say("at attempt {cap}, where the others failed", cap=cap),
        ),
    ]
    return Answer(
        results=results,
        read_as=_read_as(asked, say),
        sentence=_sentence(asked, cost, say),
        basis=say(
            "For independent attempts at tasks with these success rates (tasks: {tasks}, mean {mean}), at most {cap} "
            "attempts each, {price} for an attempt with its check; expected cost divided by expected solved tasks.",
            tasks=count(len(asked.rates), say),
            mean=typed(asked.mean, say),
            cap=cap,
            price=amount_text(asked.price, say),
        ),
        caveat=_caveat(asked, say),
        picture=_picture(asked, say),
        rows=_rows(asked, say),
        rows_title=say("By the most attempts that a task gets"),
        snippet=f"from passk_core.plan import cost_from_rates\n\n"
        f"print(cost_from_rates({[float(rate) for rate in asked.rates]}, k={asked.cap}, price={asked.price!r}))",
    )


def _read_as(asked: Purchase, say: Say) -> str:
    rates = ", ".join(typed(rate, say) for rate in asked.rates[:_SHOWN])
    return say(
        "Read as {rates} (tasks: {tasks}).",
        rates=rates + (", …" if len(asked.rates) > _SHOWN else ""),
        tasks=count(len(asked.rates), say),
    )


def _price(amount: float | None, say: Say) -> str:
    return say("none") if amount is None else amount_text(amount, say)


def _sentence(asked: Purchase, cost: Cost, say: Say) -> str:
    if cost.solved == 0.0:
        return say("At these rates no attempt ever passes: nothing is solved, so a solved task has no price.")
    first = say(
        "With at most {cap} attempts a task, {solved} of the tasks are solved. Each costs {stopping} if attempts stop "
        "at the first success, and {not_stopping} if all are made.",
        cap=count(asked.cap, say),
        solved=short(asked.solved(asked.cap), say),
        stopping=_price(cost.stopping, say),
        not_stopping=_price(cost.not_stopping, say),
    )
    if cost.next_solved is None:
        return f"{first} " + say("Nothing is left that another attempt could solve.")
    return f"{first} " + say(
        "The last attempt costs {next} for each task that it adds.", next=_price(cost.next_solved, say)
    )


def _caveat(asked: Purchase, say: Say) -> Caveat:
    if any(rate == 0 for rate in asked.rates):
        unsolved = sum(rate == 0 for rate in asked.rates)
        return Caveat(
            say("Without a cap, tasks that are never solved cost without end"),
            say(
                "Tasks with a rate of 0: {unsolved}. Each takes all {cap} attempts, so the mean number of attempts "
                "means nothing without its cap.",
                unsolved=count(unsolved, say),
                cap=count(asked.cap, say),
            ),
        )
    reads = plain_mean_when_stopped(float(asked.mean), 1)
    return Caveat(
        say("Stopping saves money and spoils c/n"),
        say(
            "Runs that end with their first success always hold one: at a rate of {mean} their c/n reads {reads} on "
            "average. Estimate pass@k from runs with a fixed number of samples, or with the estimator for runs that "
            "stop (pass_at_k_stopped).",
            mean=typed(asked.mean, say),
            reads=short(Chance(reads, 1 - reads, certain=asked.mean == 1), say),
        ),
    )


def _picture(asked: Purchase, say: Say) -> Picture | None:
    last = limited(answer.rounded_up(max(20, 2 * asked.cap)))
    ks = steps(1, last, most=max(12, min(40, _DRAWN_CELLS // len(asked.rates))))
    costs = [asked.cost(k) for k in ks]
    here = asked.cost(asked.cap)
    lines = []
    for name, dash, strong, prices in (
        (say("stopping"), "solid", True, [cost.stopping for cost in costs]),
        (say("not stopping"), "dash", True, [cost.not_stopping for cost in costs]),
        (say("next one"), "dot", False, [cost.next_solved for cost in costs]),
    ):
        drawn = [(k, price) for k, price in zip(ks, prices, strict=True) if price is not None and math.isfinite(price)]
        if drawn:
            texts = [amount_text(price, say) for _, price in drawn]
            lines.append(Line(name, [k for k, _ in drawn], [price for _, price in drawn], texts, "", dash, strong))
    if not lines:
        return None
    dots = []
    if here.stopping is not None and math.isfinite(here.stopping):
        dots.append(Dot(asked.cap, here.stopping, amount_text(here.stopping, say)))
    return Picture(
        lines,
        x_title=say("k, most attempts at a task"),
        y_title=say("price of a solved task"),
        x_name="k",
        dots=dots,
        log_y=True,
    )


def _rows(asked: Purchase, say: Say) -> list[dict[str, str]]:
    rows = []
    for cap in sorted({1, 2, 5, 10, 20, 50, 100, asked.cap}):
        cost = asked.cost(cap)
        rows.append(
            {
                "k": count(cap, say),
                say("solved"): short(asked.solved(cap), say),
                say("attempts"): amount_text(cost.attempts, say),
                say("stopping"): _price(cost.stopping, say),
                say("not stopping"): _price(cost.not_stopping, say),
                say("one more"): _price(cost.next_solved, say),
            }
        )
    return rows
