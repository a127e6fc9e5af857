"""Learn: what the metrics mean and how they mislead, in six laboratories, some reading and a quiz."""

from __future__ import annotations

import streamlit as st

from page import (
    learn_draw,
    learn_estimators,
    learn_independence,
    learn_mix,
    learn_promise,
    learn_reading,
    learn_verifier,
    links,
    typeset,
)
from page.fields import choice, escaped, set_to_default
from page.figures.lines import Look
from page.language import heading
from page.learn_lab import Finding
from page.links import Field, Part
from page.texts import Say, text_file
from passk_core import InputError
from passk_core.parse import parse_count, parse_probability

_MODULES = (learn_draw, learn_estimators, learn_independence, learn_mix, learn_promise, learn_verifier)
LABS = {module.LAB.name: module for module in _MODULES}
LAB, READ = "lab", "read"
_FIELDS = dict.fromkeys(field.name for module in _MODULES for field in module.LAB.fields)
# One name in the address, such as k, is another input in each laboratory: learn_draw_k, learn_mix_k.
PART = Part(
    "learn",
    (Field(LAB, "draw"), Field(READ, "patterns"), *(Field(name) for name in _FIELDS), Field("present")),
    choices=("way", *(f"{name}_{field.name}" for name, module in LABS.items() for field in module.LAB.fields)),
)

# Letters for the back of a room; three numbers still fit side by side.
_LARGE = """<style>
[data-testid=stColumn] p {font-size: 1.25rem}
.results dd:not(.value) {font-size: 1.25rem}
[data-testid=stColumn] .results dt {font-size: 1.7rem}
[data-testid=stColumn] .results dd.value {font-size: 4.2rem; line-height: 1.1}
</style>"""


def show(say: Say) -> None:
    """The whole part: what to look at, and then that."""
    notes = _arrive(say)
    state = st.session_state
    present = state[PART.key("way")] == LAB and bool(state[PART.key("present")])
    if not present:  # a meeting needs the room
        heading(say("Learn"), say, beside=lambda: _way_choice(say))
    if state[PART.key("way")] == LAB:
        choice(PART, LAB, say("Laboratory"), _names(say), hidden_label=True)
    else:
        choice(PART, READ, say("Chapter"), learn_reading.chapters(say), hidden_label=True)
    if state[PART.key("way")] == LAB:
        _laboratory(state[PART.key(LAB)], say, notes)
    else:
        for note in notes:
            st.markdown(escaped(note))
        learn_reading.chapter(state[PART.key(READ)], say)
    links.leave(PART, _whole_state())


def _way_choice(say: Say) -> None:
    choice(PART, "way", say("Learn by"), {LAB: say("Try it"), READ: say("Read")}, hidden_label=True)


def _names(say: Say) -> dict[str, str]:
    return {
        "draw": say("1 Draw k of n"),
        "estimators": say("2 Ways to estimate"),
        "independence": say("3 Independence"),
        "mix": say("4 Same mean"),
        "promise": say("5 Reliability"),
        "verifier": say("6 Who picks"),
    }


def _laboratory(name: str, say: Say, notes: list[str]) -> None:
    module, state = LABS[name], st.session_state
    present = bool(state[PART.key("present")])
    if present:
        st.html(_LARGE)
    left, right = st.columns([1, 2], gap="large")
    with left:
        if not present:
            st.markdown(text_file(f"lab_{name}", say.language))
        module.inputs(say)
        refused: list[str] = []
        finding = module.found(say, refused, Look(st.context.theme.type == "dark", present))
        for sentence in refused:
            st.error(escaped(sentence))
        for note in notes:
            st.markdown(escaped(note))
        with st.container(horizontal=True, gap="xsmall"):
            for label, values in module.examples(say):
                st.button(label, on_click=_set_inputs, args=(name, values))
        st.toggle(
            say("Meeting mode"),
            key=PART.key("present"),
            persist_state="session",
            help=say("Large letters, for the back of a room."),
        )
    with right:
        if finding is None:
            st.markdown(f":gray[{say('The picture appears here as soon as every field can be read.')}]")
        else:
            _show(finding, name)


def _show(finding: Finding, name: str) -> None:
    typeset.results(finding.numbers)
    st.info(escaped(finding.sentence))
    image = {"format": "svg", "filename": f"pass-at-k-{name}", "scale": 2}
    config = {"modeBarButtons": [["toImage"]], "displaylogo": False, "toImageButtonOptions": image}
    st.plotly_chart(finding.figure, theme=None, config=config, alt=finding.picture, key="learn_chart")
    if finding.rows:
        typeset.table(finding.rows)


def _set_inputs(name: str, values: dict[str, object]) -> None:
    for field, value in values.items():
        st.session_state[LABS[name].LAB.key(field)] = value


# The address


def _arrive(say: Say) -> list[str]:
    """Put an address into the inputs; what it made us change is said until something changes."""
    state = st.session_state
    address = links.arrive(PART)
    if address is None:
        if links.changed(PART):
            state["learn_notes"] = []
        return list(state["learn_notes"])
    notes: list[str] = []
    state[PART.key("way")] = READ if READ in address and LAB not in address else LAB
    for name, allowed in ((LAB, tuple(LABS)), (READ, tuple(learn_reading.chapters(say)))):
        found = address.get(name, state.get(PART.key(name), PART.default(name)))
        if found not in allowed:
            notes.append(set_to_default(name, found, ", ".join(allowed), PART.default(name), say))
            found = PART.default(name)
        state[PART.key(name)] = found
    state[PART.key("present")] = address.get("present") == "1"
    for name, module in LABS.items():
        here = state[PART.key("way")] == LAB and name == state[PART.key(LAB)]
        for field in module.LAB.fields:
            if here:
                text = address.get(field.name, field.default)
                state[module.LAB.key(field.name)] = _taken(name, field, text, notes, say)
            elif module.LAB.key(field.name) not in state:
                state[module.LAB.key(field.name)] = _taken(name, field, field.default, notes, say)
    state["learn_notes"] = notes
    return notes


def _taken(name: str, field: Field, text: str, notes: list[str], say: Say) -> object:
    """What an input takes from the address: typed fields keep any text, the others only what they can hold."""
    lab = LABS[name].LAB
    allowed = ""
    if field.name in lab.options:
        allowed = ", ".join(lab.options[field.name])
        if text in lab.options[field.name]:
            return text
    elif field.name in lab.sliders:
        low, high = lab.sliders[field.name]
        allowed = say("numbers from {low} to {high}", low=low, high=high)
        try:
            value = float(parse_probability(text, field.name))
        except InputError:
            value = -1.0
        if low <= value <= high:
            return value
    elif field.name in lab.counters:
        allowed = say("numbers from {low} to {high}", low=0, high=lab.counters[field.name])
        try:
            return str(parse_count(text, field.name, 0, lab.counters[field.name]))
        except InputError:
            pass
    else:
        return text
    notes.append(set_to_default(field.name, text, allowed, field.default, say))
    return float(field.default) if field.name in lab.sliders else field.default


def _whole_state() -> dict[str, str]:
    """The inputs that make up the state, as the address writes them."""
    state = st.session_state
    if state[PART.key("way")] == READ:
        return {READ: state[PART.key(READ)]}
    name = state[PART.key(LAB)]
    lab = LABS[name].LAB
    values = {LAB: name} | {field.name: links.plain(state.get(lab.key(field.name))) for field in lab.fields}
    return values | ({"present": "1"} if state[PART.key("present")] else {})
