"""Plan: how many attempts, samples and tasks are needed, and what a solved problem costs."""

from __future__ import annotations

from fractions import Fraction

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from page import links, wording
from page.answer import AT, METRICS
from page.calculator_answer import COLOUR
from page.fields import choice, escaped, reading, text_field
from page.figures.plan import plan_figure
from page.links import Field, Part
from page.plan_attempts import Attempts, attempts_answer
from page.plan_cost import Purchase, cost_answer
from page.plan_difference import Comparison, difference_answer
from page.plan_error_bar import Benchmark, ErrorBarWish, error_bar_answer
from page.plan_words import Answer, Result, alternative, figure_csv, points_text, typed
from page.texts import Say
from passk_core import InputError
from passk_core.parse import parse_amount, parse_count, parse_points, parse_probability, parse_rates
from passk_core.precision import MAX_K

ATTEMPTS, ERROR_BAR, DIFFERENCE, COST = "attempts", "errorbar", "difference", "cost"
PART = Part(
    "plan",
    (
        Field("card", ATTEMPTS),
        Field("p", "0.3"),
        Field("target", "0.95"),
        Field("k", "10"),
        Field("rho", "0"),
        Field("metric", AT),
        Field("n", "20"),
        Field("tasks", "164"),
        Field("spread", "0.3"),
        Field("width", "2"),
        Field("alike", "0.5"),
        Field("gap", "5"),
        Field("level", "0.95"),
        Field("power", "0.8"),
        Field("rates", "0.9, 0.5, 0.1, 0.01"),
        Field("cap", "50"),
        Field("price", "1"),
    ),
)
# What makes up the state of each card, as its link holds it. A card shares what it has in common.
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


def show(say: Say) -> None:
    """The whole part: the choice of the card, its inputs beside its answer."""
    notes = _arrive(say)
    names = {
        ATTEMPTS: say("Attempts"),
        ERROR_BAR: say("Error bar"),
        DIFFERENCE: say("Difference"),
        COST: say("Cost"),
    }
    choice(PART, "card", say("What do you plan?"), names, hidden_label=True)
    card = st.session_state[PART.key("card")]
    left, right = st.columns([1, 2], gap="large")
    with left:
        found = _card(card, say)
        for note in notes:
            st.caption(escaped(note))
    with right:
        if found is None:
            st.markdown(f":gray[{say('The answer appears here as soon as every field can be read.')}]")
        else:
            _answer_section(found, card, say)
    if found is not None:
        _explanation_section(found, card, say)
    links.leave(PART, _whole_state())


# The address


def _arrive(say: Say) -> list[str]:
    """Put an address into the inputs; what it made us leave aside is said until something changes."""
    state = st.session_state
    address = links.arrive(PART)
    if address is None:
        if links.changed(PART):
            state["plan_notes"] = []
        return list(state["plan_notes"])
    notes: list[str] = []
    values = {field.name: address.get(field.name, field.default) for field in PART.fields}
    if not set(address) - {"card"}:
        notes.append(say("This is an example; type your own numbers."))
    for name, allowed in CHOICES.items():
        if values[name] not in allowed:
            notes.append(
                say(
                    "{name} must be one of {allowed}; found {found}. It was set to {default}.",
                    name=name,
                    allowed=", ".join(allowed),
                    found=repr(values[name][:40]),
                    default=PART.default(name),
                )
            )
            values[name] = PART.default(name)
    for name, value in values.items():
        state[PART.key(name)] = value
    for name in SLIDERS:
        try:
            state[PART.key(name)] = float(parse_probability(values[name], name))
        except InputError as error:
            state[PART.key(name)] = float(PART.default(name))
            notes.append(say.refusal(error) + " " + say("It was set to {default}.", default=PART.default(name)))
    state["plan_notes"] = notes
    return notes


def _whole_state() -> dict[str, str]:
    """The inputs of the open card, as the address writes them."""
    card = st.session_state[PART.key("card")]
    values = {name: st.session_state.get(PART.key(name)) for name in ("card", *CARDS[card])}
    return {name: f"{value:g}" if isinstance(value, float) else str(value or "") for name, value in values.items()}


# The cards: each draws its inputs, then answers them, or adds to refused what cannot be read


def _card(card: str, say: Say) -> Answer | None:
    draw = {ATTEMPTS: _attempts, ERROR_BAR: _error_bar, DIFFERENCE: _difference, COST: _cost}[card]
    refused: list[str] = []
    try:
        found = draw(say, refused)
    except InputError as error:
        found = None
        refused.append(say.refusal(error))
    for sentence in refused:
        st.error(escaped(sentence))
    return found


def _attempts(say: Say, refused: list[str]) -> Answer | None:
    st.title(say("How many attempts reach a target?"), anchor=False)
    with _row(3):
        _rate_field(say("p, success rate"), say)
        text_field(PART, "target", say("target"), say("The chance to reach: 95%, 0.95 and 95 all mean the same."))
        text_field(PART, "k", say("k to compare"))
    _slider(
        "rho",
        say("rho, likeness of the attempts"),
        say("0: independent attempts at one problem. Between: the mean of tasks that differ. 1: identical attempts."),
    )
    p = _probability("p", say, refused)
    target = _probability("target", say, refused)
    k = _count("k", say, refused)
    if p is None or target is None or k is None:
        return None
    _read_as(say("Read as p = {p}, target {target}", p=typed(p, say), target=typed(target, say)))
    return attempts_answer(Attempts(p, target, _slid("rho"), k), say)


def _error_bar(say: Say, refused: list[str]) -> Answer | None:
    st.title(say("How many samples and tasks does an error bar take?"), anchor=False)
    benchmark = _benchmark_fields("width", say("± wanted"), say, refused)
    with st.expander(say("Confidence")):
        _level_choice(say)
    width = _points("width", say, refused)
    if benchmark is None or width is None:
        return None
    wanted = points_text(float(width), say.language)
    _read_as(say("Read as p = {p}, ± {width} points wanted", p=typed(benchmark.p, say), width=wanted))
    return error_bar_answer(ErrorBarWish(benchmark, width, float(_chosen("level"))), say)


def _difference(say: Say, refused: list[str]) -> Answer | None:
    st.title(say("What difference can these tasks show?"), anchor=False)
    benchmark = _benchmark_fields("gap", say("to see"), say, refused)
    _slider(
        "alike",
        say("how alike both runs find the tasks"),
        say("The correlation of the tasks' true values: 0 for unrelated models, near 1 for versions of one model."),
    )
    with st.expander(say("Confidence and power")):
        _level_choice(say)
        choice(
            PART, "power", say("Power"), {power: wording.level_name(float(power), say) for power in CHOICES["power"]}
        )
    gap = _points("gap", say, refused)
    if benchmark is None or gap is None:
        return None
    wanted = points_text(float(gap), say.language)
    _read_as(say("Read as p = {p}, {gap} points to see", p=typed(benchmark.p, say), gap=wanted))
    level, power = float(_chosen("level")), float(_chosen("power"))
    return difference_answer(Comparison(benchmark, _slid("alike"), gap, level, power), say)


def _cost(say: Say, refused: list[str]) -> Answer | None:
    st.title(say("What does a solved problem cost?"), anchor=False)
    text_field(
        PART,
        "rates",
        say("success rates of the tasks"),
        say("One, or one for each task: 0.9, 0.5, 0.1. Each as 0.4, 40%, 40 or 2/5."),
    )
    with _row(2):
        text_field(PART, "cap", say("k, most attempts"))
        text_field(
            PART,
            "price",
            say("price of an attempt"),
            say("With its check, in any unit; with 1 the answers count attempts."),
        )
    rates = reading(PART, "rates", lambda text: parse_rates(text, "rates"), say, refused)
    cap = _count("cap", say, refused)
    price = reading(PART, "price", lambda text: parse_amount(text, "price"), say, refused)
    if rates is None or cap is None or price is None:
        return None
    shown = ", ".join(typed(rate, say) for rate in rates[:8]) + (", …" if len(rates) > 8 else "")
    _read_as(say("Read as {rates} (tasks: {tasks})", rates=shown, tasks=len(rates)))
    return cost_answer(Purchase(tuple(rates), cap, price), say)


# Fields that cards share


def _benchmark_fields(wish: str, wish_label: str, say: Say, refused: list[str]) -> Benchmark | None:
    """The benchmark that is planned, and beside its tasks what is wished of it."""
    choice(PART, "metric", say("Metric"), {metric: metric for metric in METRICS}, hidden_label=True)
    with _row(3):
        _rate_field(say("p, mean rate"), say)
        text_field(PART, "k", say("k drawn"))
        text_field(PART, "n", say("n samples"))
    with _row(2):
        text_field(PART, "tasks", say("N tasks"))
        text_field(
            PART,
            wish,
            say("{wish}, points", wish=wish_label),
            say("Percentage points: 2, 2.5, or 0.5% for half a point."),
        )
    _slider(
        "spread",
        say("rho, how much the tasks differ"),
        say(
            "0: all tasks equally hard. 1: each task always solved or never. Benchmarks often lie between 0.2 and 0.6."
        ),
    )
    p = _probability("p", say, refused)
    k = reading(PART, "k", lambda text: parse_count(text, "k", 1, MAX_K), say, refused)
    n = _count("n", say, refused)
    tasks = _count("tasks", say, refused)
    if p is None or k is None or n is None or tasks is None:
        return None
    return Benchmark(p, _slid("spread"), _chosen("metric"), k, n, tasks)


def _row(fields: int) -> DeltaGenerator:
    return st.grid(fields, min_column_width=90, gap="xsmall", wrap=False)


def _rate_field(label: str, say: Say) -> None:
    text_field(PART, "p", label, say("0.4, 40%, 40 and 2/5 all mean the same."))


def _slider(field: str, label: str, help_text: str) -> None:
    st.slider(label, 0.0, 1.0, step=0.01, key=PART.key(field), persist_state="session", help=help_text)


def _level_choice(say: Say) -> None:
    levels = {level: wording.level_name(float(level), say) for level in CHOICES["level"]}
    choice(PART, "level", say("Confidence"), levels)


def _read_as(sentence: str) -> None:
    st.caption(escaped(sentence))


def _probability(field: str, say: Say, refused: list[str]) -> Fraction | None:
    return reading(PART, field, lambda text: parse_probability(text, field), say, refused)


def _points(field: str, say: Say, refused: list[str]) -> Fraction | None:
    return reading(PART, field, lambda text: parse_points(text, field), say, refused)


def _count(field: str, say: Say, refused: list[str]) -> int | None:
    return reading(PART, field, lambda text: parse_count(text, field), say, refused)


def _slid(field: str) -> float:
    return float(st.session_state[PART.key(field)])


def _chosen(field: str) -> str:
    return str(st.session_state[PART.key(field)])


# The answer


def _answer_section(found: Answer, card: str, say: Say) -> None:
    """The large numbers, the sentence, the figure, the one caveat, and the link."""
    with st.grid(3, min_column_width=150, gap="small"):
        for result in found.results:
            _result(result)
    st.info(escaped(found.sentence))
    if found.picture is not None:
        st.plotly_chart(
            plan_figure(found.picture, say, dark=st.context.theme.type == "dark"),
            theme=None,
            config={
                "modeBarButtons": [["toImage"]],
                "displaylogo": False,
                "toImageButtonOptions": {"format": "svg", "filename": f"plan-{card}"},
            },
            alt=alternative(found.picture, say),
            key="plan_chart",
        )
    st.caption(f"**{escaped(found.caveat.title)}** {escaped(found.caveat.text)}")


def _result(result: Result) -> None:
    def coloured(text: str) -> str:
        return f":{COLOUR[result.metric]}[{text}]" if result.metric else text

    with st.container():
        st.metric(coloured(f"**{escaped(result.name)}**"), coloured(escaped(result.value)))
        if result.detail:
            st.caption(escaped(result.detail))


def _explanation_section(found: Answer, card: str, say: Say) -> None:
    st.caption(say("The link to this card"))
    st.code(links.link(PART, _whole_state()), language=None, wrap_lines=True)
    table, quote = st.tabs([say("Table"), say("Quote")])
    with table:
        st.caption(escaped(found.rows_title))
        st.table(found.rows, border="horizontal", hide_index=True)
    with quote:
        st.code(found.report, language=None, wrap_lines=True)
        st.caption(say("The same numbers in Python"))
        st.code(found.snippet, language="python", wrap_lines=True)
        if found.picture is not None:
            st.download_button(
                say("Figure as CSV"),
                figure_csv(found.picture),
                file_name=f"plan-{card}.csv",
                mime="text/csv",
                on_click="ignore",
            )
