"""The calculator: what are pass@k and pass^k for this rate, or for c right out of n?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import streamlit as st

from page import answer, formula, links
from page.answer import AT, HAT, METRICS, Known, Rate, Samples
from page.caveats import caveats
from page.fields import choice, escaped, reading, text_field
from page.figures import Series, curves_figure
from page.links import Field, Part
from page.numbers import Chance, count, percent, points
from page.texts import Say
from passk_core import InputError
from passk_core.parse import parse_count, parse_probability

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
        Field("p2"),
        Field("n2"),
        Field("c2"),
    ),
    choices=("way", "with"),
)
LEVELS = ("0.9", "0.95", "0.99")
AXES = ("linear", "log")
RATE, SAMPLES, NOTHING = "rate", "samples", "nothing"
_COLOUR = {AT: "blue", HAT: "orange"}


@dataclass(frozen=True)
class Question:
    """What was asked, once every field could be read."""

    known: Known
    k: int
    level: float
    other: Known | None


def show(say: Say) -> None:
    """The whole part: the inputs beside the answer, then what explains it."""
    notes = _arrive(say)
    left, right = st.columns([1, 2], gap="large")
    with left:
        question = _inputs_section(say, notes)
    with right:
        if question is None:
            st.markdown(f":gray[{say('The answer appears here as soon as every field can be read.')}]")
        else:
            _answer_section(question, say)
    _examples(say)
    if question is not None:
        _explanation_section(question, say)
    links.leave(PART, _whole_state())


# The address


def _arrive(say: Say) -> list[str]:
    """Put an address into the inputs; what it made us leave aside is said until something changes."""
    state = st.session_state
    address = links.arrive(PART)
    if address is None:
        if links.changed(PART):
            state["calculator_notes"] = []
        return list(state["calculator_notes"])
    notes: list[str] = []
    values = {field.name: address.get(field.name, field.default) for field in PART.fields}
    has_rate, has_samples = ({"p", "rho"} & set(address)), ({"n", "c"} & set(address))
    if has_rate and has_samples:
        notes.append(say("The address holds samples and a success rate; the rate was left aside."))
    if not address:
        notes.append(say("This is an example; type your own numbers."))
    for name, allowed in (("level", LEVELS), ("axis", AXES)):
        if values[name] not in allowed:
            notes.append(_fallback(name, values[name], allowed, say))
            values[name] = PART.default(name)
    try:
        rho = float(parse_probability(values["rho"], "rho"))
    except InputError as error:
        rho = float(PART.default("rho"))
        notes.append(say.refusal(error) + " " + say("It was set to {default}.", default=PART.default("rho")))
    for name, value in values.items():
        state[PART.key(name)] = value
    state[PART.key("rho")] = rho
    state[PART.key("way")] = RATE if has_rate and not has_samples else SAMPLES
    state[PART.key("with")] = RATE if values["p2"] else SAMPLES if values["n2"] or values["c2"] else NOTHING
    state["calculator_notes"] = notes
    return notes


def _fallback(name: str, found: str, allowed: tuple[str, ...], say: Say) -> str:
    return say(
        "{name} must be one of {allowed}; found {found}. It was set to {default}.",
        name=name,
        allowed=", ".join(allowed),
        found=repr(found[:40]),
        default=PART.default(name),
    )


def _whole_state() -> dict[str, str]:
    """The inputs that make up the state, as the address writes them."""
    state = st.session_state
    names = ["n", "c", "k"] if state[PART.key("way")] == SAMPLES else ["p", "rho", "k"]
    names += ["level", "axis"]
    names += {RATE: ["p2"], SAMPLES: ["n2", "c2"]}.get(state[PART.key("with")], [])
    values = {name: state.get(PART.key(name)) for name in names}
    return {name: f"{value:g}" if isinstance(value, float) else value or "" for name, value in values.items()}


# What you know


def _inputs_section(say: Say, notes: list[str]) -> Question | None:
    state = st.session_state
    refused: list[str] = []
    st.title(say("pass@k calculator"), anchor=False)
    ways = {SAMPLES: say("Samples"), RATE: say("Success rate")}
    choice(PART, "way", say("What do you know?"), ways, hidden_label=True)
    if state[PART.key("way")] == SAMPLES:
        known: Known | None = _samples_fields("n", "c", say, refused, with_k=True)
    else:
        known = _rate_fields(say, refused)
    k = reading(PART, "k", lambda text: parse_count(text, "k"), say, refused)
    if state[PART.key("way")] == SAMPLES:
        choice(PART, "level", say("Confidence"), {level: _level(level, say) for level in LEVELS})
    other = _compare_fields(say, refused)
    for sentence in refused:
        st.error(escaped(sentence))
    for note in notes:
        st.caption(escaped(note))
    if known is None or k is None or refused:
        return None
    return Question(known, k, float(state[PART.key("level")]), other)


def _samples_fields(n: str, c: str, say: Say, refused: list[str], with_k: bool = False) -> Samples | None:
    with st.grid(3 if with_k else 2, min_column_width=90, gap="xsmall", wrap=False):
        text_field(PART, n, say("n samples"))
        text_field(PART, c, say("c correct"))
        if with_k:
            text_field(PART, "k", say("k drawn"))
    n_read = reading(PART, n, lambda text: parse_count(text, "n"), say, refused)
    if n_read is None:
        return None
    c_read = reading(PART, c, lambda text: parse_count(text, "c", 0, n_read), say, refused)
    return None if c_read is None else Samples(n_read, c_read)


def _rate_fields(say: Say, refused: list[str]) -> Rate | None:
    with st.grid(2, min_column_width=90, gap="xsmall", wrap=False):
        text_field(PART, "p", say("p, success rate"), say("0.4, 40%, 40 and 2/5 all mean the same."))
        text_field(PART, "k", say("k attempts"))
    p = reading(PART, "p", parse_probability, say, refused)
    if p is not None:
        st.caption(say("p is read as {percent}", percent=escaped(percent(_exactly(p), say.language))))
    rho = st.slider(
        say("rho, likeness of the attempts"),
        0.0,
        1.0,
        step=0.01,
        key=PART.key("rho"),
        persist_state="session",
        help=say("0: independent attempts. 1: identical attempts, as at temperature 0."),
    )
    return None if p is None else Rate(p, rho)


def _compare_fields(say: Say, refused: list[str]) -> Known | None:
    key = PART.key("with")
    with st.expander(say("Compare with"), expanded=st.session_state[key] != NOTHING):
        options = {NOTHING: say("nothing"), SAMPLES: say("samples"), RATE: say("a rate")}
        choice(PART, "with", say("Compare with"), options, hidden_label=True)
        if st.session_state[key] == SAMPLES:
            return _samples_fields("n2", "c2", say, refused)
        if st.session_state[key] == RATE:
            text_field(PART, "p2", say("p, success rate"))
            p = reading(PART, "p2", parse_probability, say, refused)
            return None if p is None else Rate(p, _rho())
    return None


def _rho() -> float:
    """The likeness of the attempts that a compared rate shares with the first one."""
    state = st.session_state
    return float(state[PART.key("rho")]) if state[PART.key("way")] == RATE else 0.0


def _examples(say: Say) -> None:
    """Worked examples, each one click away."""
    examples: list[tuple[str, dict[str, object]]] = [
        (say("2 of 10, k = 5"), {"way": SAMPLES, "n": "10", "c": "2", "k": "5"}),
        (say("A rate of 40%, k = 10"), {"way": RATE, "p": "0.4", "rho": 0.0, "k": "10"}),
        (say("An agent at 75%, k = 4"), {"way": RATE, "p": "0.75", "rho": 0.0, "k": "4"}),
        (say("57 of 200, k = 100"), {"way": SAMPLES, "n": "200", "c": "57", "k": "100"}),
        (say("Mean 40%, problems alike"), {"way": RATE, "p": "0.4", "rho": 0.0, "k": "10"}),
        (say("Mean 40%, 2 in 5 always solved"), {"way": RATE, "p": "0.4", "rho": 1.0, "k": "10"}),
    ]
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        st.caption(say("Worked examples"), width="content")
        for label, values in examples:
            st.button(label, on_click=_set_inputs, args=(values,), type="secondary")


def _set_inputs(values: dict[str, object]) -> None:
    for name, value in {**values, "with": NOTHING}.items():
        st.session_state[PART.key(name)] = value


# The answer


def _answer_section(question: Question, say: Say) -> None:
    known, k = question.known, question.k
    # Side by side on a phone too, unless a number is too long for half of its width.
    short = all(len(_shown(known, k, metric, say)) <= 6 for metric in METRICS)
    for column, metric in zip(st.columns(2, wrap=not short), METRICS, strict=True):
        with column:
            _result(question, metric, say)
    st.info(escaped(_sentence(known, k, say)))
    series = [_series(known, question, _name(known, say) if question.other else "")]
    if question.other is not None:
        series.append(_series(question.other, question, _name(question.other, say)))
    dark = st.context.theme.type == "dark"
    log = st.session_state[PART.key("axis")] == "log"
    st.plotly_chart(
        curves_figure(series, k, log, say, dark),
        theme=None,
        config={"modeBarButtons": [["toImage"]], "displaylogo": False, "toImageButtonOptions": {"format": "svg"}},
        alt=_alternative(series, k, say),
        key="calculator_chart",
    )
    called = caveats(known, k, question.level, say)[0]
    first, second = st.columns([3, 1], vertical_alignment="top")
    first.caption(f"**{escaped(called.title)}** {escaped(called.text)}")
    with second:
        choice(PART, "axis", say("Axis of k"), {"linear": say("linear"), "log": say("log")}, hidden_label=True)


def _result(question: Question, metric: str, say: Say) -> None:
    known, k, colour = question.known, question.k, _COLOUR[metric]
    here = answer.chance(known, k, metric)
    name = metric.replace("k", str(k))
    value = _shown(known, k, metric, say)
    st.metric(f":{colour}[**{escaped(name)}**]", f":{colour}[{escaped(value)}]")
    lines = [_around(known, k, metric, question.level, say)]
    if here and not here.certain and percent(here, say.language) != value:
        lines.insert(0, percent(here, say.language))
    if question.other is not None:
        shown = _shown(question.other, k, metric, say)
        lines.append(say("{name}: {value}", name=_name(question.other, say), value=shown))
    st.markdown("  \n".join(escaped(line) for line in lines))


def _shown(known: Known, k: int, metric: str, say: Say) -> str:
    here = answer.chance(known, k, metric)
    return _p(here, say) if here else say("not defined")


def _around(known: Known, k: int, metric: str, level: float, say: Say) -> str:
    low, high = (percent(end, say.language, short=True) for end in answer.surroundings(known, k, metric, level))
    if isinstance(known, Rate):
        return say("possible range {low} to {high}", low=low, high=high)
    if k > known.n:
        return say("k > n = {n}. Projection: {low} to {high}", n=count(known.n, say.language), low=low, high=high)
    return say("{level} interval {low} to {high}", level=_level(str(level), say), low=low, high=high)


def _sentence(known: Known, k: int, say: Say) -> str:
    if isinstance(known, Rate):
        return _rate_sentence(known, k, say)
    n, c = known.n, known.c
    at, hat = (answer.chance(known, k, metric) for metric in METRICS)
    if at is None or hat is None:
        return say(
            "pass@{k} and pass^{k} are not defined: {n} samples hold no set of {k}. Take at least {k} samples.",
            k=k,
            n=n,
        )
    if k == 1:
        return say("Draw one of these {n} samples at random: it passes in {at} of the draws.", n=n, at=_p(at, say))
    opening = say("Draw {k} of these {n} samples at random: ", k=k, n=n)
    if c == 0:
        return opening + say("none passes, since no sample passed.")
    if c == n:
        return opening + say("all pass, since every sample passed.")
    first = (
        say("at least one always passes (only {failed} failed)", failed=n - c)
        if at.certain
        else say("in {at} of the draws at least one passes", at=_p(at, say))
    )
    second = (
        say("all {k} never do (only {c} passed).", k=k, c=c)
        if hat.certain
        else say("in {hat} of them all {k} do.", hat=_p(hat, say), k=k)
    )
    return opening + first + "; " + second


def _rate_sentence(known: Rate, k: int, say: Say) -> str:
    at, hat = (answer.chance(known, k, metric) for metric in METRICS)
    assert at is not None
    assert hat is not None
    if k == 1:
        sentence = say("One attempt passes with a chance of {at}; at k = 1 both metrics are that.", at=_p(at, say))
    elif known.rho == 1:
        sentence = say("Identical attempts: the first decides, so both are {at} for every k.", at=_p(at, say))
    else:
        sentence = say(
            "Of {k} attempts at least one passes with a chance of {at}, and all do with a chance of {hat}.",
            k=k,
            at=_p(at, say),
            hat=_p(hat, say),
        )
    needed = answer.first_k(known, 0.95)
    if needed is not None:
        return f"{sentence} " + say("pass@k reaches 95% at k = {k}.", k=count(needed, say.language))
    return f"{sentence} " + say("No number of attempts brings pass@k to 95%.")


def _p(chance: Chance, say: Say) -> str:
    return percent(chance, say.language, short=True)


def _exactly(p: Fraction) -> Chance:
    return Chance(float(p), float(1 - p), certain=p in (0, 1))


def _level(level: str, say: Say) -> str:
    return percent(Chance(float(level), 1 - float(level)), say.language)


def _name(known: Known, say: Say) -> str:
    if isinstance(known, Rate):
        return percent(_exactly(known.p), say.language, short=True)
    return say("{c} of {n}", c=count(known.c, say.language), n=count(known.n, say.language))


def _series(known: Known, question: Question, name: str) -> Series:
    last = answer.last_k(question.known, question.k)
    return Series(
        name,
        {metric: answer.curve(known, metric, last, question.level) for metric in METRICS},
        {metric: answer.chance(known, question.k, metric) for metric in METRICS},
        known.n if isinstance(known, Samples) else None,
    )


def _alternative(series: list[Series], k: int, say: Say) -> str:
    """The chart in words, for those who do not see it."""
    sentences = []
    for one in series:
        for metric in METRICS:
            curve = one.curves[metric]
            points_drawn = [(k, value) for k, value in zip(curve.ks, curve.line, strict=True) if value is not None]
            (first, start), (last, end) = points_drawn[0], points_drawn[-1]
            here = one.at_k[metric]
            sentences.append(
                say(
                    "{metric} {name} goes from {start} at k = {first} to {end} at k = {last}; at k = {k}: {here}.",
                    metric=metric,
                    name=one.name,
                    start=_p(Chance(start, 1 - start, start in (0, 1)), say),
                    first=first,
                    end=_p(Chance(end, 1 - end, end in (0, 1)), say),
                    last=last,
                    k=k,
                    here=_p(here, say) if here else say("not defined"),
                ).replace("  ", " ")
            )
    return " ".join(sentences)


# What explains it


def _explanation_section(question: Question, say: Say) -> None:
    names = [say("Table over k"), say("Formula"), say("Estimators"), say("What to watch out for")]
    if isinstance(question.known, Rate):
        del names[2]
    tabs = iter(st.tabs(names))
    with next(tabs):
        _table(question, say)
    with next(tabs):
        _formula(question, say)
    if isinstance(question.known, Samples):
        with next(tabs):
            _estimators(question.known, question.k, say)
    with next(tabs):
        for caveat in caveats(question.known, question.k, question.level, say):
            st.markdown(f"**{escaped(caveat.title)}**  \n{escaped(caveat.text)}")


def _table(question: Question, say: Say) -> None:
    known, level = question.known, question.level
    ks = answer.table_ks(answer.last_k(known, question.k), question.k)
    if isinstance(known, Samples):
        ks = sorted({*ks, *answer.table_ks(answer.rounded_up(known.n + 1), question.k)})
    interval = say("{level} interval", level=_level(str(level), say))
    around = say("possible range") if isinstance(known, Rate) else interval
    rows = []
    for k in ks:
        row = {"k": count(k, say.language)}
        for metric in METRICS:
            row[f"{escaped(metric)} :small[({around})]"] = _cell(known, k, metric, level, say)
        rows.append(row)
    st.table(rows, border="horizontal", hide_index=True)


def _cell(known: Known, k: int, metric: str, level: float, say: Say) -> str:
    here = answer.chance(known, k, metric)
    if here is None:
        return say("not defined: k > n")
    low, high = (percent(end, say.language, short=True) for end in answer.surroundings(known, k, metric, level))
    return f"{escaped(_p(here, say))} :small[({escaped(low if low == high else f'{low} – {high}')})]"


def _formula(question: Question, say: Say) -> None:
    blocks = formula.steps(question.known, question.k, say)
    if not blocks:
        st.markdown(say("There is no formula to fill in: for k > n the estimators are not defined."))
    for metric in blocks:
        st.latex(blocks[metric])
    if isinstance(question.known, Samples):
        st.caption(
            say(
                "Of all sets of k samples, the share with at least one correct one, and the share with only correct "
                "ones. Unbiased for independent samples: Chen et al. 2021 (arXiv 2107.03374), section 2.1; "
                "Yao et al. 2024 (arXiv 2406.12045), section 2."
            )
        )
    elif 0 < question.known.rho < 1:
        st.caption(
            say("Beta-binomial: each problem's rate is drawn from a Beta(a, b) with mean p and correlation rho.")
        )


def _estimators(known: Samples, k: int, say: Say) -> None:
    if k > known.n:
        st.markdown(say("For k > n no estimator of these samples is unbiased; there is nothing to compare."))
        return
    rows = []
    for metric in METRICS:
        unbiased, plain = answer.chance(known, k, metric), answer.plug_in(known, k, metric)
        assert unbiased is not None
        name = escaped(metric.replace("k", str(k)))
        rows.append(
            {
                "": name,
                say("unbiased"): escaped(_p(unbiased, say)),
                say("plug-in (c/n as the rate)"): escaped(_p(plain, say)),
                say("plug-in minus unbiased, points"): escaped(points(plain.value - unbiased.value, say.language)),
            }
        )
    st.table(rows, border="horizontal", hide_index=True)
    st.markdown(
        escaped(
            say(
                "The plug-in never reads above the unbiased pass@k, nor below the unbiased pass^k; the difference does "
                "not average out over problems."
            )
        )
    )
    at = answer.chance(known, k, AT)
    assert at is not None
    if at.certain:
        orders = say(
            "“Did any of the first {k} pass?” has one answer here, whatever the order: {at}.", k=k, at=_p(at, say)
        )
    else:
        orders = say(
            "“Did any of the first {k} pass?” reads 100% in {at} of the orders of these samples and 0% in the others: "
            "right on average, but noisy.",
            k=k,
            at=_p(at, say),
        )
    st.markdown(escaped(orders))
