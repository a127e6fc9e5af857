"""Plan: how many attempts, samples and tasks are needed, and what a solved problem costs."""

from __future__ import annotations

import streamlit as st

from page import links, typeset
from page.answer import AT
from page.calculator_answer import COLOUR
from page.fields import choice, escaped, known_choices
from page.figures.plan import plan_figure
from page.language import heading
from page.links import Field, Part
from page.plan_cards import (
    ATTEMPTS,
    CARDS,
    CHOICES,
    COST,
    DIFFERENCE,
    ERROR_BAR,
    SLIDERS,
    answered,
    fields_section,
    question,
)
from page.plan_words import Answer, Result, alternative, figure_csv
from page.texts import ENGLISH, Say
from passk_core import InputError
from passk_core.parse import parse_probability

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


def show(say: Say) -> None:
    """The whole part: the choice of the card and its inputs beside its answer."""
    notes = _arrive(say)
    card = st.session_state[PART.key("card")]
    heading(question(card, say), say)
    left, right = st.columns([1, 2], gap="large")
    refused: list[str] = []
    found = answered(card, PART, say, refused)
    # The answer is sent first: what follows does not delay it.
    with right:
        if found is None:
            st.markdown(f":gray[{say('The answer appears here as soon as every field can be read.')}]")
        else:
            _answer_section(found, card, say)
    with left:
        _inputs_section(card, found, refused, notes, say)
    if found is not None:
        _explanation_section(found, card, say)
    links.leave(PART, _whole_state())


def _inputs_section(card: str, found: Answer | None, refused: list[str], notes: list[str], say: Say) -> None:
    names = {
        ATTEMPTS: say("Attempts"),
        ERROR_BAR: say("Error bar"),
        DIFFERENCE: say("Difference"),
        COST: say("Cost"),
    }
    choice(PART, "card", say("What do you plan?"), names, hidden_label=True)
    fields_section(card, PART, say)
    for sentence in refused:
        st.error(escaped(sentence))
    for sentence in [*([found.read_as] if found else []), *notes]:
        st.caption(escaped(sentence))


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
    values, fell_back = known_choices(PART, values, CHOICES, say)
    notes += fell_back
    for name, value in values.items():
        state[PART.key(name)] = value
    for name in SLIDERS:
        try:
            state[PART.key(name)] = float(parse_probability(values[name], name))
        except InputError as error:
            state[PART.key(name)] = float(PART.default(name))
            notes.append(say.joined([say.told(error), say("It was set to {default}.", default=PART.default(name))]))
    state["plan_notes"] = notes
    return notes


def _whole_state() -> dict[str, str]:
    """The inputs of the open card, as the address writes them."""
    card = st.session_state[PART.key("card")]
    values = {name: st.session_state.get(PART.key(name)) for name in ("card", *CARDS[card])}
    return {name: links.plain(value) for name, value in values.items()}


# The answer


def _answer_section(found: Answer, card: str, say: Say) -> None:
    """The large numbers, the sentence, the figure and the one caveat."""
    results = st.container()
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
    with results:
        typeset.results([_result(one) for one in found.results])
        st.info(escaped(found.sentence))
    st.caption(f"**{escaped(found.caveat.title)}** {escaped(found.caveat.text)}")


def _result(one: Result) -> typeset.Result:
    return typeset.Result(one.name, one.value, COLOUR[one.metric] if one.metric else "", one.detail)


def _explanation_section(found: Answer, card: str, say: Say) -> None:
    st.caption(say("The link to this card"))
    st.code(links.link(PART, _whole_state()), language=None, wrap_lines=True)
    sections = {say("Table"): _table, say("Quote"): _quote}
    # Only the open tab is made.
    for tab, section in zip(
        st.tabs(list(sections), key="plan_tabs", on_change="rerun"), sections.values(), strict=True
    ):
        if tab.open:
            with tab:
                section(found, card, say)


def _table(found: Answer, card: str, say: Say) -> None:
    st.caption(escaped(found.rows_title))
    typeset.table(found.rows)


def _quote(found: Answer, card: str, say: Say) -> None:
    st.code(found.report(say), language=None, wrap_lines=True)
    st.caption(say("The same numbers in Python"))
    st.code(found.snippet, language="python", wrap_lines=True)
    # What programs read keeps its English column names in every language.
    english = found if say == ENGLISH else answered(card, PART, ENGLISH, [])
    if english is not None and english.picture is not None:
        st.download_button(
            say("Figure as CSV"),
            figure_csv(english.picture),
            file_name=f"plan-{card}.csv",
            mime="text/csv",
            on_click="ignore",
        )
