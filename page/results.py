"""Results: what do these result files say, with error bars, and is run B better than run A?"""

from __future__ import annotations

from functools import partial

import streamlit as st

from page import links, wording
from page.fields import choice, escaped, known_choices, text_field
from page.fields import reading as field_reading
from page.language import heading
from page.links import Field, Part
from page.results_answer import answer_section
from page.results_details import details_section
from page.results_files import example_button, files_section, loaded, reading, way_in
from page.runs import Answer, Asked, answered, usual_k
from page.texts import Say, text_file
from passk_core import InputError
from passk_core.parse import parse_count, parse_ks
from passk_core.readers import ReadChoices, Reading

PART = Part(
    "results",
    (
        Field("k", "1, 10, 100"),
        Field("at"),
        Field("level", "0.95"),
        Field("axis", "log"),
        Field("restrict"),
        Field("missing", "common"),
        Field("unscored", "left out"),
        Field("join", "same name"),
        Field("tasks_in_all"),
        Field("filter"),
        Field("scorer"),
    ),
)
LEVELS = ("0.9", "0.95", "0.99")
CHOICES = {
    "level": LEVELS,
    "axis": ("linear", "log"),
    "missing": ("common", "failed"),
    "unscored": ("left out", "failed"),
    "join": ("same name", "all", "none"),
}
_MOST_KS = 30
_SIDE_BY_SIDE = 6  # values of k that fit in a row of buttons


def show(say: Say) -> None:
    """The whole part: before any file what can be dropped, afterwards the inputs beside the answer."""
    notes = _arrive(say)
    refused: list[str] = []
    choices = _choices(say, refused)
    outcome = reading(choices, say) if loaded() else None
    if isinstance(outcome, Reading):
        _desk(outcome, say, notes, refused)
    else:
        _first_screen(outcome, choices, say, notes + refused)
    links.leave(PART, _whole_state())


def _first_screen(error: InputError | None, choices: ReadChoices, say: Say, notes: list[str]) -> None:
    """What can be dropped; and why nothing could be read in what was."""
    heading(say("What do your result files say?"), say)
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.markdown(
            say(
                "Drop what your evaluation tool wrote: pass@k and pass^k with error bars, their curves, "
                "and whether run B is better than run A."
            )
        )
        if error is not None:
            st.error(escaped(say.told(error)))
            if choices != ReadChoices():
                st.button(say("Read them with the usual choices"), on_click=_usual_choices)
            files_section(error, say)
        way_in(say)
        example_button(say)
        if st.session_state["results_address"]:
            notes = [say("This address holds settings, not data: load the files, or the CSV of their counts."), *notes]
        for note in notes:
            st.caption(escaped(note))
    with right:
        st.markdown(text_file("results", say.language))


def _desk(outcome: Reading, say: Say, notes: list[str], refused: list[str]) -> None:
    heading(say("Results"), say)
    left, right = st.columns([1, 2], gap="large")
    with left:
        asked = _inputs(outcome, say, refused)
        for sentence in refused:
            st.error(escaped(sentence))
        for note in notes:
            st.caption(escaped(note))
        files_section(outcome, say)
        _choice_fields(outcome, say)
        with st.expander(say("Add files")):
            way_in(say)
            example_button(say)
    if asked is None:
        right.markdown(f":gray[{escaped(say('The answer appears here as soon as every field can be read.'))}]")
        return
    with right:
        answer = _answer(outcome, asked)
        answer_section(answer, PART, say)
    details_section(answer, links.link(PART, _whole_state()), say)


def _answer(outcome: Reading, asked: Asked) -> Answer:
    """The numbers, kept until something else is asked: opening a tab or turning an axis computes nothing."""
    state = st.session_state
    kept = state.get("results_answer")
    if kept is None or kept[0] is not outcome or kept[1].asked != asked:
        kept = (outcome, answered(outcome.runs, asked))
        state["results_answer"] = kept
    answer: Answer = kept[1]
    return answer


# The address


def _arrive(say: Say) -> list[str]:
    """Put an address into the inputs; what it made us leave aside is said until something changes."""
    state = st.session_state
    address = links.arrive(PART)
    if address is None:
        if links.changed(PART):
            state["results_notes"] = []
        return list(state["results_notes"])
    values = {field.name: address.get(field.name, field.default) for field in PART.fields}
    values, notes = known_choices(PART, values, CHOICES, say)
    for name, value in values.items():
        state[PART.key(name)] = value
    state[PART.key("restrict")] = values["restrict"] == "1"
    state.setdefault(PART.key("image"), "svg")
    state["results_notes"] = notes
    state["results_address"] = bool(address)
    return notes


def _whole_state() -> dict[str, str]:
    """The settings as the address writes them; what is empty or off only when it is not."""
    state = st.session_state
    values = {name: str(state.get(PART.key(name)) or "") for name in ("k", *CHOICES)}
    extras = {name: str(state.get(PART.key(name)) or "") for name in ("at", "tasks_in_all", "filter", "scorer")}
    extras["restrict"] = "1" if state.get(PART.key("restrict")) else ""
    return values | {name: value for name, value in extras.items() if value}


# The inputs


def _inputs(outcome: Reading, say: Say, refused: list[str]) -> Asked | None:
    """The values of k, the level, and which runs are A and B."""
    state, runs = st.session_state, outcome.runs
    text_field(PART, "k", say("k, one or several"), say("Such as 1, 10, 100"))
    a, b = _run_fields(list(runs), say)
    ks = field_reading(PART, "k", _some_ks, say, refused)
    if ks is None:
        return None
    looked_at = [runs[name] for name in (a, b) if name is not None]
    # What the visitor did not choose follows the files.
    usual = str(usual_k(looked_at, ks))
    if state[PART.key("at")] not in map(str, ks) or state[PART.key("at")] == state.get("results_usual"):
        state[PART.key("at")] = usual
    state["results_usual"] = usual
    if len(ks) > _SIDE_BY_SIDE:
        st.selectbox(say("k looked at closely"), [str(k) for k in ks], key=PART.key("at"), persist_state="session")
    elif len(ks) > 1:
        choice(PART, "at", say("k looked at closely"), {str(k): str(k) for k in ks})
    choice(PART, "level", say("Confidence"), {level: wording.level_name(float(level), say) for level in LEVELS})
    if any(int(run.n.min()) < k <= int(run.n.max()) for run in looked_at for k in ks):
        st.toggle(
            say("Only tasks with k samples"),
            key=PART.key("restrict"),
            persist_state="session",
            help=say("Sets aside, at each k, the tasks with fewer than k samples; the table says how many remain."),
        )
    return Asked(
        ks,
        int(state[PART.key("at")]),
        float(state[PART.key("level")]),
        a,
        b,
        bool(state[PART.key("restrict")]),
    )


def _some_ks(text: str) -> tuple[int, ...]:
    ks = parse_ks(text)
    if len(ks) > _MOST_KS:
        raise InputError("k may list at most {most}; found {found}.", most=_MOST_KS, found=len(ks))
    return tuple(ks)


def _run_fields(names: list[str], say: Say) -> tuple[str, str | None]:
    """Which run is A and which is B: the first two, unless the visitor says otherwise."""
    state = st.session_state
    if len(names) == 1:
        return names[0], None
    for field, usual in (("a", names[0]), ("b", names[1])):
        if state.get(PART.key(field)) not in names:
            state[PART.key(field)] = usual
    with st.grid(2, min_column_width=120, gap="xsmall", wrap=False):
        st.selectbox(say("Run A"), names, key=PART.key("a"), persist_state="session")
        st.selectbox(say("Run B"), names, key=PART.key("b"), persist_state="session")
    a, b = state[PART.key("a")], state[PART.key("b")]
    return a, b if b != a else None


# What the files cannot say


def _choices(say: Say, refused: list[str]) -> ReadChoices:
    state = st.session_state
    in_all = None
    if state[PART.key("tasks_in_all")]:
        in_all = field_reading(
            PART,
            "tasks_in_all",
            lambda text: parse_count(text, say("tasks in all"), 1, 10_000_000, say.decimal_comma),
            say,
            refused,
        )
    return ReadChoices(
        missing=state[PART.key("missing")],
        unscored=state[PART.key("unscored")],
        tasks_in_all=in_all,
        filter=state[PART.key("filter")] or None,
        scorer=state[PART.key("scorer")] or None,
        join=state[PART.key("join")],
    )


def _choice_fields(outcome: Reading, say: Say) -> None:
    """The choices that would change something in these files."""
    offers = outcome.available
    if "missing" in offers:
        words = {"common": say("leave out"), "failed": say("count as failed")}
        choice(PART, "missing", say("Tasks or attempts that are missing"), words)
    if "unscored" in offers:
        words = {"left out": say("leave out"), "failed": say("count as failed")}
        choice(PART, "unscored", say("Attempts without a verdict"), words)
    if "join" in offers:
        words = {"same name": say("alike in name"), "all": say("all"), "none": say("none of them")}
        choice(PART, "join", say("Files that are attempts of one run"), words)
    for name, label in (("filter", say("Filter")), ("scorer", say("Scorer"))):
        if name in offers:
            options = ["", *offers[name]]
            if st.session_state[PART.key(name)] not in options:
                st.session_state[PART.key(name)] = ""
            usual = {"filter": say("the first"), "scorer": say("each a run")}[name]
            st.selectbox(
                label,
                options,
                format_func=partial(_or_usual, usual),
                key=PART.key(name),
                persist_state="session",
            )
    if "tasks_in_all" in offers or st.session_state[PART.key("tasks_in_all")]:
        text_field(
            PART,
            "tasks_in_all",
            say("Tasks of the benchmark"),
            say(
                "Those that no file names count as failed. The files suggest: {numbers}.",
                numbers=say.listed(offers.get("tasks_in_all", ())),
            ),
        )


def _or_usual(usual: str, value: str) -> str:
    return value or usual


def _usual_choices() -> None:
    for name in ("missing", "unscored", "join", "tasks_in_all", "filter", "scorer"):
        st.session_state[PART.key(name)] = PART.default(name)
