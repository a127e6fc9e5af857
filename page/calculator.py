"""The calculator: what are pass@k and pass^k for this rate, or for c right out of n?"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from itertools import count

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from page import links, wording
from page.answer import Known, Question, Rate, Samples
from page.calculator_answer import answer_section, axis_choice, meeting_section
from page.explanations import explanation_choice, explanation_section
from page.fields import choice, escaped, known_choices, reading, text_field
from page.language import heading
from page.links import Field, Part
from page.numbers import percent
from page.quote import STATED
from page.short_list import ShortList, list_section
from page.sizes import named_by
from page.texts import Say
from passk_core import InputError, tau_to_m
from passk_core.parse import parse_count, parse_pairs, parse_probability

PART = Part(
    "calculator",
    (
        Field("p", "0.4"),
        Field("rho", "0"),
        Field("n", "10"),
        Field("c", "2"),
        Field("k", "5"),
        Field("level", "0.95"),
        Field("axis", "linear"),
        Field("interval", "jeffreys"),
        Field("m"),
        Field("pairs", "10 2, 10 7, 20 0"),
        Field("p2"),
        Field("n2"),
        Field("c2"),
        *(Field(name) for name in STATED),
        Field("present"),
    ),
    choices=("way", "with"),
)
LEVELS = ("0.9", "0.95", "0.99")
SETTINGS = ("m", "level", "interval", "axis")
CHOICES = {"level": LEVELS, "axis": ("linear", "log"), "interval": ("jeffreys", "clopper-pearson")}
RATE, SAMPLES, LIST, NOTHING = "rate", "samples", "list", "nothing"

# Seconds in which a browser has drawn an answer.
_DRAWN = 0.08


def show(say: Say) -> None:
    """The whole part: the inputs beside the answer, then what explains it."""
    state = st.session_state
    _arrive(say)
    if state[PART.key("present")]:
        _meeting(say)
        links.leave(PART, _whole_state())
        return
    heading(say("pass@k calculator"), say)
    # Eighths: a width that is written without rounding spares the chart a second drawing of itself.
    left, right = st.columns([3, 5], gap="large")
    _examples(say)
    if state[PART.key("way")] != LIST:
        explanation_choice(PART, state[PART.key("way")] == SAMPLES, say)
    below = st.container()
    with left:
        ways = {SAMPLES: say("Samples"), RATE: say("Success rate"), LIST: say("List")}
        choice(PART, "way", say("What do you know?"), ways, hidden_label=True)
        _question_and_answer(right, below, count(), say)
        _settings(say)
        _present_switch(say)


@st.fragment
def _question_and_answer(right: DeltaGenerator, below: DeltaGenerator, runs: Iterator[int], say: Say) -> None:
    """What is typed, and what answers it: all that a change of a field draws anew, and nothing else of the page.

    The answer is sent first: what follows does not delay it. What is chosen once stands outside, since the chart
    waits for every element that is drawn with it. ``runs`` counts the runs since the page was drawn.
    """
    by_itself = next(runs) > 0
    notes = _notes()
    refused: list[str] = []
    question = _question(say, refused)
    with right:
        if question is None:
            st.markdown(f":gray[{say('The answer appears here as soon as every field can be read.')}]")
        elif isinstance(question, ShortList):
            list_section(question, PART, say)
        else:
            answer_section(question, PART, say)
    _fields(say)
    for sentence in refused:
        st.error(escaped(sentence))
    if isinstance(question, Question):
        _slip(question, say)
    for note in notes:
        st.caption(escaped(note))
    if question is not None and by_itself:
        # A new address keeps a browser, with its own buttons and lists, as busy as the chart does: it comes afterwards.
        time.sleep(_DRAWN)
    with below:
        if isinstance(question, Question):
            explanation_section(question, PART, links.link(PART, _whole_state()), say)
        else:
            st.empty()  # a place that was never written to cannot be filled by the next change
    links.leave(PART, _whole_state())


def _meeting(say: Say) -> None:
    """Only the answer, large; the inputs are read from the session as they were left."""
    refused: list[str] = []
    question = _question(say, refused)
    for sentence in refused:
        st.error(escaped(sentence))
    if isinstance(question, ShortList):
        list_section(question, PART, say, large=True)
    elif question is not None:
        meeting_section(question, PART, say)
    _present_switch(say)


# The address


def _arrive(say: Say) -> None:
    """Put an address into the inputs; what it made us leave aside is said until something changes."""
    state = st.session_state
    address = links.arrive(PART)
    if address is None:
        return
    notes: list[str] = []
    values = {field.name: address.get(field.name, field.default) for field in PART.fields}
    has_rate, has_samples = ({"p", "rho"} & set(address)), ({"n", "c"} & set(address))
    if has_rate and has_samples:
        notes.append(say("The address holds samples and a success rate; the rate was left aside."))
    if not address:
        notes.append(say("This is an example; type your own numbers."))
    values, fell_back = known_choices(PART, values, CHOICES, say)
    notes += fell_back
    try:
        rho = float(parse_probability(values["rho"], "rho"))
    except InputError as error:
        rho = float(PART.default("rho"))
        notes.append(say.joined([say.told(error), say("It was set to {default}.", default=PART.default("rho"))]))
    for name, value in values.items():
        state[PART.key(name)] = value
    state[PART.key("rho")] = rho
    state[PART.key("present")] = values["present"] == "1"
    state.setdefault(PART.key("image"), "svg")
    state[PART.key("settings")] = any(values[name] != PART.default(name) for name in SETTINGS)
    state[PART.key("way")] = SAMPLES if has_samples else RATE if has_rate else LIST if "pairs" in address else SAMPLES
    state[PART.key("with")] = RATE if values["p2"] else SAMPLES if values["n2"] or values["c2"] else NOTHING
    state["calculator_notes"] = notes
    state["calculator_arrived"] = True


def _notes() -> list[str]:
    """What is said about the address, until something changes."""
    state = st.session_state
    if not state.pop("calculator_arrived", False) and links.changed(PART):
        state["calculator_notes"] = []
    return list(state["calculator_notes"])


def _whole_state() -> dict[str, str]:
    """The inputs that make up the state, as the address writes them."""
    state = st.session_state
    names = {SAMPLES: ["n", "c", "k"], RATE: ["p", "rho", "k"], LIST: ["pairs", "k"]}[state[PART.key("way")]]
    names += ["level", "axis", "interval"]
    if state[PART.key("way")] != LIST:
        names += {RATE: ["p2"], SAMPLES: ["n2", "c2"]}.get(state[PART.key("with")], [])
    values = {name: links.plain(state.get(PART.key(name))) for name in names}
    # What is empty or off on a first visit appears in the address only when it is not.
    extras = {name: links.plain(state.get(PART.key(name))) for name in ("m", *STATED, "present")}
    return values | {name: value for name, value in extras.items() if value}


# What you know


def _fields(say: Say) -> None:
    """The fields of the way that was chosen, and what is asked beside it."""
    state = st.session_state
    way = state[PART.key("way")]
    if way == SAMPLES:
        _samples_fields("n", "c", say, with_k=True)
    elif way == RATE:
        _rate_fields(say)
    else:
        _list_fields(say)
        return
    _compare_fields(say)


def _settings(say: Say) -> None:
    """What is set once, folded: at least m of k, the confidence, the interval, the axis; then all is drawn anew."""
    way = st.session_state[PART.key("way")]
    # Only when open is it made: a change of a field is drawn without it.
    fold = st.expander(say("Settings"), key=PART.key("settings"), on_change="rerun")
    if not fold.open:
        return
    with fold:
        if way == SAMPLES:
            text_field(
                PART, "m", say("At least m of k, or a share"), say("3 means m = 3; 0.6 and 60% mean that share of k.")
            )
        if way != RATE:
            choice(PART, "level", say("Confidence"), {level: wording.level_name(float(level), say) for level in LEVELS})
        if way == SAMPLES:
            _interval_choice(say)
        axis_choice(PART, say)


def _interval_choice(say: Say) -> None:
    choice(
        PART,
        "interval",
        say("Interval"),
        {"jeffreys": say("usual"), "clopper-pearson": say("guaranteed")},
        help_text=say(
            "Usual: Jeffreys, closest to the confidence it states. Guaranteed: Clopper-Pearson, never below it, wider."
        ),
    )


def _question(say: Say, refused: list[str]) -> Question | ShortList | None:
    """What the fields ask; a sentence in ``refused`` for each that cannot be read."""
    state = st.session_state
    if state[PART.key("way")] == LIST:
        return _short_list(say, refused)
    known: Known | None = (
        _samples("n", "c", say, refused) if state[PART.key("way")] == SAMPLES else _rate("p", say, refused)
    )
    k = reading(PART, "k", lambda text: parse_count(text, "k", decimal_comma=say.decimal_comma), say, refused)
    other: Known | None = None
    if state[PART.key("with")] == SAMPLES:
        other = _samples("n2", "c2", say, refused)
    elif state[PART.key("with")] == RATE:
        other = _rate("p2", say, refused)
    m = None
    if k is not None and state[PART.key("m")] and isinstance(known, Samples):
        m = reading(PART, "m", lambda text: _threshold(text, k, say.decimal_comma), say, refused)
    if known is None or k is None or refused:
        return None
    return Question(known, k, float(state[PART.key("level")]), state[PART.key("interval")], m, other)


def _short_list(say: Say, refused: list[str]) -> ShortList | None:
    pairs = reading(PART, "pairs", parse_pairs, say, refused)
    k = reading(PART, "k", lambda text: parse_count(text, "k", decimal_comma=say.decimal_comma), say, refused)
    if pairs is None or k is None:
        return None
    return ShortList(tuple(pairs), k, float(st.session_state[PART.key("level")]))


def _threshold(text: str, k: int, decimal_comma: bool) -> int:
    """How many of k must pass, typed as a whole number or as a share of k."""
    if text.strip().isdecimal():
        return parse_count(text, "m", 1, k, decimal_comma)
    return tau_to_m(parse_probability(text, "m"), k)


def _samples(n: str, c: str, say: Say, refused: list[str]) -> Samples | None:
    n_read = reading(PART, n, lambda text: parse_count(text, "n", decimal_comma=say.decimal_comma), say, refused)
    if n_read is None:
        return None
    c_read = reading(PART, c, lambda text: parse_count(text, "c", 0, n_read, say.decimal_comma), say, refused)
    return None if c_read is None else Samples(n_read, c_read)


def _rate(field: str, say: Say, refused: list[str]) -> Rate | None:
    state = st.session_state
    p = reading(PART, field, lambda text: parse_probability(text, "p"), say, refused)
    # A compared rate shares the likeness of the attempts; beside samples they are independent.
    rho = float(state[PART.key("rho")]) if state[PART.key("way")] == RATE else 0.0
    return None if p is None else Rate(p, rho)


def _samples_fields(n: str, c: str, say: Say, with_k: bool = False) -> None:
    with st.container(horizontal=True, wrap=False, gap="xsmall"):
        text_field(PART, n, say("n samples"))
        text_field(PART, c, say("c correct"))
        if with_k:
            text_field(PART, "k", say("k drawn"))


def _rate_fields(say: Say) -> None:
    with st.container(horizontal=True, wrap=False, gap="xsmall"):
        text_field(PART, "p", say("p, success rate"), say("0.4, 40%, 40 and 2/5 all mean the same."))
        text_field(PART, "k", say("k attempts"))
    p = reading(PART, "p", parse_probability, say, [])
    if p is not None and not _PLAIN.fullmatch(st.session_state[PART.key("p")].strip()):
        read_as = percent(wording.exactly(p), say)
        st.caption(say("p is read as {percent}", percent=escaped(read_as)))
    st.slider(
        say("rho, likeness of the attempts"),
        0.0,
        1.0,
        step=0.01,
        key=PART.key("rho"),
        persist_state="session",
        help=say("0: independent attempts. 1: identical attempts, as at temperature 0."),
    )


# Nobody reads these in two ways, unlike 40, 1 and 2/5.
_PLAIN = re.compile(r"0[.,]\d+|[^%]+%")


def _list_fields(say: Say) -> None:
    st.text_area(
        say("n and c of each problem"),
        key=PART.key("pairs"),
        height=120,
        persist_state="session",
        help=say("10 2, 10 7, 20 0; or one problem a line, as pasted from a sheet."),
    )
    text_field(PART, "k", say("k drawn"))


def _compare_fields(say: Say) -> None:
    options = {NOTHING: say("nothing"), SAMPLES: say("samples"), RATE: say("a rate")}
    choice(PART, "with", say("Compare with"), options)
    compared = st.session_state[PART.key("with")]
    if compared == SAMPLES:
        _samples_fields("n2", "c2", say)
    elif compared == RATE:
        text_field(PART, "p2", say("p, success rate"))


def _slip(question: Question, say: Say) -> None:
    """Ask whether totals of a benchmark were typed where samples of one problem belong."""
    if isinstance(question.known, Samples) and (names := named_by(question.known.n)):
        st.caption(
            escaped(
                say(
                    "Is {n} the number of problems ({benchmark})? Then these are one sample each, and pass@k for k > 1 "
                    "is not defined from them.",
                    n=question.known.n,
                    benchmark=", ".join(names),
                )
            )
        )


def _present_switch(say: Say) -> None:
    st.toggle(
        say("Meeting mode"),
        key=PART.key("present"),
        persist_state="session",
        help=say("Only the results, the sentence and the chart, large enough for the back of a room."),
    )


def _examples(say: Say) -> None:
    """Worked examples, each one click away."""
    examples: dict[str, dict[str, object]] = {
        say("2 of 10, k = 5"): {"way": SAMPLES, "n": "10", "c": "2", "k": "5"},
        say("A rate of 40%, k = 10"): {"way": RATE, "p": "0.4", "rho": 0.0, "k": "10"},
        say("An agent at 75%, k = 4"): {"way": RATE, "p": "0.75", "rho": 0.0, "k": "4"},
        say("57 of 200, k = 100"): {"way": SAMPLES, "n": "200", "c": "57", "k": "100"},
        say("Mean 40%, problems alike"): {"way": RATE, "p": "0.4", "rho": 0.0, "k": "10"},
        say("Mean 40%, 2 in 5 always solved"): {"way": RATE, "p": "0.4", "rho": 1.0, "k": "10"},
    }
    st.pills(
        say("Worked examples"),
        list(examples),
        key=PART.key("example"),
        on_change=_take_example,
        args=(examples,),
    )


def _take_example(examples: dict[str, dict[str, object]]) -> None:
    """Fill the fields; the example can be chosen once more afterwards."""
    chosen = st.session_state[PART.key("example")]
    st.session_state[PART.key("example")] = None
    if chosen in examples:
        _set_inputs(examples[chosen])


def _set_inputs(values: dict[str, object]) -> None:
    for name, value in {**values, "with": NOTHING, "m": ""}.items():
        st.session_state[PART.key(name)] = value
