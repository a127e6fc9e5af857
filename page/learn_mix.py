"""Same mean, different benchmark: pass@k and pass^k depend on how difficulty is spread."""

from __future__ import annotations

from fractions import Fraction

from page.answer import AT, HAT, METRICS, Rate, chance
from page.fields import choice, text_field
from page.figures.common import COLOUR, QUIET
from page.figures.learn import mix_figure
from page.figures.lines import Line, Look
from page.learn_lab import METRIC_COLOUR, Finding, Lab, option, share, short, slider, typed_count
from page.links import Field
from page.numbers import Chance
from page.texts import Say
from page.typeset import Result
from passk_core.mixes import difficulty_shares, mix_curves, two_kinds

BETA, KINDS = "beta", "kinds"
SHAPES = {BETA: "beta", KINDS: "two kinds"}
LAB = Lab(
    "mix",
    (Field("mean", "0.4"), Field("rho", "0.3"), Field("k", "10"), Field("shape", BETA)),
    sliders={"mean": (0.05, 0.95), "rho": (0.0, 1.0)},
    options={"shape": (BETA, KINDS)},
)


def inputs(say: Say) -> None:
    slider(LAB, "rho", say("Spread of difficulty"), help_text=say("0: all tasks alike. 1: each task always or never."))
    slider(LAB, "mean", say("Mean success rate"))
    shapes = {BETA: say("many kinds of task"), KINDS: say("two kinds")}
    choice(LAB.part, "shape", say("Tasks"), shapes, hidden_label=True)
    text_field(LAB.part, "k", say("k"))


def examples(say: Say) -> list[tuple[str, dict[str, object]]]:
    return [
        (say("All alike"), {"rho": 0.0}),
        (say("Spread out"), {"rho": 0.3, "shape": BETA}),
        (say("Always or never"), {"rho": 1.0}),
    ]


def found(say: Say, refused: list[str], look: Look) -> Finding | None:
    k = typed_count(LAB, "k", say, refused, 1, 100)
    if k is None:
        return None
    return finding(share(LAB, "mean"), share(LAB, "rho"), k, option(LAB, "shape"), say, look)


def finding(mean: float, rho: float, k: int, shape: str, say: Say, look: Look) -> Finding:
    """The spread of the tasks, their curves, and those of a benchmark whose tasks are all alike."""
    last = max(20, k)
    here, alike = mix_curves(mean, rho, last, SHAPES[shape]), mix_curves(mean, 0.0, last)
    ks = [int(at) for at in here.k]
    quiet, blue, orange = QUIET[look.dark], COLOUR[AT, look.dark], COLOUR[HAT, look.dark]
    lines = [
        Line(AT, ks, [float(v) for v in here.pass_at], blue),
        Line(HAT, ks, [float(v) for v in here.pass_hat], orange, "dash"),
        Line(say("alike: pass@k"), ks, [float(v) for v in alike.pass_at], quiet, "dot", 1.5),
        Line(say("alike: pass^k"), ks, [float(v) for v in alike.pass_hat], quiet, "dot", 1.5),
    ]
    exact = {metric: mixed(mean, rho, k, metric, shape) for metric in METRICS}
    same = {metric: mixed(mean, 0.0, k, metric, shape) for metric in METRICS}
    numbers = tuple(
        Result(
            metric.replace("k", str(k)),
            short(exact[metric], say),
            METRIC_COLOUR[metric],
            say("all tasks alike: {value}", value=short(same[metric], say)),
        )
        for metric in METRICS
    )
    average = short(Chance(mean, 1 - mean), say)
    shares = [float(x) for x in difficulty_shares(mean, rho, 20, SHAPES[shape])]
    return Finding(
        numbers,
        say(
            "The mean rate is {mean} at every spread. 1 − (1 − mean)^{k} = {top} is the most that pass@{k} can be, "
            "where all tasks are equally hard; this benchmark has {here}. With every task solved always or never it "
            "would be {mean}.",
            mean=average,
            k=k,
            top=short(same[AT], say),
            here=short(exact[AT], say),
        ),
        mix_figure(shares, lines, k, say, look),
        say(
            "Tasks below a rate of 10%: {hard}; above 90%: {easy}. pass@{k} is {at}, pass^{k} is {hat}; with all tasks "
            "alike they would be {top} and {bottom}.",
            hard=short(_whole(sum(shares[:2])), say),
            easy=short(_whole(sum(shares[-2:])), say),
            k=k,
            at=short(exact[AT], say),
            hat=short(exact[HAT], say),
            top=short(same[AT], say),
            bottom=short(same[HAT], say),
        ),
    )


def mixed(mean: float, rho: float, k: int, metric: str, shape: str) -> Chance:
    """pass@k or pass^k of the mix, with its complement from its own formula."""
    rates, shares = two_kinds(mean, rho) if shape == KINDS else ([mean], [1.0])
    kinds = [chance(Rate(Fraction(float(rate)), 0.0 if shape == KINDS else rho), k, metric) for rate in rates]
    value = sum(float(part) * kind.value for part, kind in zip(shares, kinds, strict=True) if kind)
    complement = sum(float(part) * kind.complement for part, kind in zip(shares, kinds, strict=True) if kind)
    return Chance(float(value), float(complement))


def _whole(value: float) -> Chance:
    """A share of tasks; rounding in a sum of exact shares is no task."""
    if value < 1e-12:
        return Chance(0.0, 1.0, certain=True)
    return Chance(value, 1 - value) if value < 1 - 1e-12 else Chance(1.0, 0.0, certain=True)
