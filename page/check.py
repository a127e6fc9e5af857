"""The check: can these reported numbers be true?"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass

import streamlit as st

from page import check_words, links
from page.check_answer import answer_section, details_section
from page.check_examples import PUBLISHED, Published
from page.fields import choice, escaped, known_choices, reading, text_field
from page.language import heading
from page.links import Field, Part
from page.sizes import SIZES, benchmark_in
from page.texts import Say
from passk_core import InputError
from passk_core.claims import ClaimsCheck, ParsedClaims, check_claims, parse_claims
from passk_core.claims.check import MAX_SAMPLES, MAX_TASKS
from passk_core.claims.text import MAX_CLAIMS
from passk_core.parse import parse_count

_COLUMNS = ("metric", "k", "value")
METRICS = ("pass@", "pass^")
# The rows show what the claims' text holds; they count as inputs but not as fields of the address.
_ROW_FIELDS = tuple(f"{column}_{row}" for row in range(MAX_CLAIMS) for column in _COLUMNS)
PART = Part(
    "check",
    (
        Field("claims", "pass@1:67.3;pass@10:85"),
        Field("tasks", "164"),
        Field("samples", "20"),
        Field("unit", "looks"),
        Field("same", "1"),
        Field("greedy", "0"),
    ),
    choices=_ROW_FIELDS,
)
CHOICES = {"unit": ("looks", "percent", "fraction"), "same": ("1", "0"), "greedy": ("0", "1")}
_FEWEST_ROWS = 3
_SECONDS = 4.7  # what is left of five seconds is for drawing
_AT_ONCE = 0.15  # a search that ends within this is not announced


@dataclass(frozen=True)
class Question:
    """What is asked: the claims as they were printed, and what is known about them."""

    parsed: ParsedClaims
    tasks: int | None
    samples: int | None
    unit: str | None
    same: bool
    greedy: bool


def show(say: Say) -> None:
    """The whole part: the inputs beside the verdict, then what can be taken along."""
    notes = _arrive(say)
    heading(say("Can these numbers be true?"), say)
    left, right = st.columns([1, 2], gap="large")
    with left:
        question = _inputs_section(say, notes)
    # The address is written before the search: a change that interrupts it finds its state there.
    links.leave(PART, _whole_state())
    with right:
        found = _verdict_section(question, say)
    _published(say)
    if found is not None and question is not None:
        details_section(found, question.parsed.label, links.link(PART, _whole_state()), say)


# The address


def _arrive(say: Say) -> list[str]:
    """Put an address into the inputs; what it made us leave aside is said until something changes."""
    state = st.session_state
    address = links.arrive(PART)
    if address is None:
        if links.changed(PART):
            state["check_notes"] = []
        return list(state["check_notes"])
    notes: list[str] = []
    # What an address does not name is unknown, not the example's.
    values = {field.name: address.get(field.name, "" if address else field.default) for field in PART.fields}
    if not address:
        notes.append(say("This is an example; type your own numbers."))
    values |= {name: values[name] or PART.default(name) for name in CHOICES}
    values, fell_back = known_choices(PART, values, CHOICES, say)
    notes += fell_back
    _set_inputs(values)
    state["check_notes"] = notes
    return notes


def _set_inputs(values: dict[str, str]) -> None:
    for name, value in values.items():
        st.session_state[PART.key(name)] = value == "1" if name in ("same", "greedy") else value
    _fill_rows(check_words.rows_of_text(values["claims"]) or [])


def _whole_state() -> dict[str, str]:
    """The inputs as the address writes them: claims on one line, a number that is not known left out."""
    state = st.session_state
    text = str(state[PART.key("claims")] or "")
    with suppress(InputError):
        text = check_words.one_line(parse_claims(text))
    values = {"tasks": str(state[PART.key("tasks")] or ""), "samples": str(state[PART.key("samples")] or "")}
    switches = {name: "1" if state[PART.key(name)] else "0" for name in ("same", "greedy")}
    unit = state[PART.key("unit")]
    known = {name: value for name, value in values.items() if value}
    return known | {"claims": text} | ({} if unit == "looks" else {"unit": unit}) | switches


# What was reported


def _inputs_section(say: Say, notes: list[str]) -> Question | None:
    """The fields, and the question that they ask, if all of them can be read."""
    _table(say)
    text_field(
        PART,
        "claims",
        say("The same as text"),
        say("Paste what was reported, such as: HumanEval pass@1 67.3, pass@10 85"),
        on_change=_text_changed,
    )
    with st.grid(3, min_column_width=90, gap="xsmall", wrap=False):
        text_field(PART, "tasks", say("N tasks"), say("Empty where it is not known; then only the shape is tested."))
        text_field(PART, "samples", say("n samples"), say("Of each task. Empty where it is not known."))
        _sizes(say)
    refused: list[str] = []
    question = _question(say, refused)
    for sentence in refused:
        st.error(escaped(sentence))
    if question is not None:
        _named_benchmark(question, say)
    with st.container(horizontal=True, gap="small"):
        _switch("same", say("One set of samples"), say("Off: each k may have had its own settings or samples."))
        _switch("greedy", say("Greedy pass@1"), say("On: pass@1 comes from one greedy sample of each task."))
    units = {"looks": say("by their looks"), "percent": say("percent"), "fraction": say("fraction")}
    choice(PART, "unit", say("Values are read"), units, hidden_label=True)
    if question is not None:
        with suppress(InputError):  # said beside the verdict
            st.caption(escaped(check_words.read_as(question.parsed.claims, question.unit, say)))
    for note in notes:
        st.caption(escaped(note))
    return question


def _table(say: Say) -> None:
    """One row for each claim, and an empty one to go on with."""
    names = (say("metric"), say("k"), say("as printed"))
    filled = max((row + 1 for row, typed in enumerate(_rows()) if typed[1] or typed[2]), default=0)
    with st.grid(3, min_column_width=90, gap="xsmall", wrap=False):
        for row in range(min(MAX_CLAIMS, max(_FEWEST_ROWS, filled + 1))):
            labels = [say("{column}, row {row}", column=name, row=row + 1) if row else name for name in names]
            st.selectbox(
                labels[0],
                METRICS,
                format_func=lambda metric: f"{metric}k",
                key=PART.key(f"metric_{row}"),
                persist_state="session",
                label_visibility="collapsed" if row else "visible",
                on_change=_rows_changed,
            )
            for field, label in ((f"k_{row}", labels[1]), (f"value_{row}", labels[2])):
                text_field(PART, field, label, hidden_label=row > 0, on_change=_rows_changed)
    half = [str(row + 1) for row, typed in enumerate(_rows()) if bool(typed[1]) != bool(typed[2])]
    if half:
        st.caption(escaped(say("Left out until both k and the value are there: row {rows}.", rows=say.listed(half))))


def _rows() -> list[check_words.Row]:
    state = st.session_state
    typed = [
        [str(state[PART.key(f"{column}_{row}")] or "").strip() for column in _COLUMNS] for row in range(MAX_CLAIMS)
    ]
    return [(metric, k, value) for metric, k, value in typed]


def _fill_rows(rows: list[check_words.Row]) -> None:
    metric = rows[-1][0] if rows else METRICS[0]
    for row, typed in enumerate([*rows, *[(metric, "", "")] * MAX_CLAIMS][:MAX_CLAIMS]):
        for column, value in zip(_COLUMNS, typed, strict=True):
            st.session_state[PART.key(f"{column}_{row}")] = value


def _rows_changed() -> None:
    state = st.session_state
    state[PART.key("claims")] = check_words.text_of_rows(_rows(), str(state[PART.key("claims")] or ""))


def _text_changed() -> None:
    """Show the text in the rows; a text that cannot be read leaves them as they are."""
    state = st.session_state
    text = str(state[PART.key("claims")] or "")
    rows = check_words.rows_of_text(text)
    if rows is not None:
        _fill_rows(rows)
    benchmark = benchmark_in(parse_claims(text).label) if rows else None
    if benchmark and not str(state[PART.key("tasks")] or "").strip():
        state[PART.key("tasks")] = str(SIZES[benchmark])


def _sizes(say: Say) -> None:
    """Benchmarks by name: choosing one fills in its number of tasks."""
    state, key = st.session_state, PART.key("benchmark")
    chosen = state.get(key)
    if chosen is not None and str(SIZES.get(chosen)) != str(state[PART.key("tasks")] or "").strip():
        state[key] = None  # another number was typed
    st.selectbox(
        say("benchmark"),
        list(SIZES),
        index=None,
        format_func=lambda name: f"{name}: {SIZES[name]}",
        placeholder=say("choose"),
        key=key,
        on_change=_size_chosen,
    )


def _size_chosen() -> None:
    chosen = st.session_state[PART.key("benchmark")]
    if chosen in SIZES:
        _set_tasks(SIZES[chosen])


def _set_tasks(tasks: int) -> None:
    st.session_state[PART.key("tasks")] = str(tasks)


def _named_benchmark(question: Question, say: Say) -> None:
    """Say which size belongs to the benchmark that the text names, and offer it where N differs."""
    name = benchmark_in(question.parsed.label)
    if name is None:
        return
    if question.tasks == SIZES[name]:
        st.caption(escaped(say("N = {tasks} is the number of tasks of {name}.", tasks=SIZES[name], name=name)))
    else:
        st.button(
            escaped(say("{name} has N = {tasks}: use it", tasks=SIZES[name], name=name)),
            on_click=_set_tasks,
            args=(SIZES[name],),
        )


def _switch(field: str, label: str, help_text: str) -> None:
    st.toggle(label, key=PART.key(field), persist_state="session", help=help_text)


def _question(say: Say, refused: list[str]) -> Question | None:
    """What the fields ask; a sentence in ``refused`` for each that cannot be read."""
    state = st.session_state
    tasks = reading(PART, "tasks", _count_or_unknown(say("N tasks"), MAX_TASKS, say), say, refused)
    samples = reading(PART, "samples", _count_or_unknown(say("n samples"), MAX_SAMPLES, say), say, refused)
    if not str(state[PART.key("claims")] or "").strip():
        return None
    parsed = reading(PART, "claims", parse_claims, say, refused)
    if parsed is None or refused:
        return None
    unit = state[PART.key("unit")]
    return Question(
        parsed, tasks, samples, None if unit == "looks" else unit, state[PART.key("same")], state[PART.key("greedy")]
    )


def _count_or_unknown(name: str, high: int, say: Say) -> Callable[[str], int | None]:
    return lambda text: parse_count(text, name, 1, high, say.decimal_comma) if text.strip() else None


# The verdict


def _verdict_section(question: Question | None, say: Say) -> ClaimsCheck | None:
    """The answer; while it is searched for, its place says so."""
    if question is None:
        if str(st.session_state[PART.key("claims")] or "").strip():
            hint = say("The verdict appears here as soon as every field can be read.")
        else:
            hint = say("Type what was reported, or paste it as text; or open a published row.")
        st.markdown(f":gray[{escaped(hint)}]")
        return None
    place = st.empty()
    try:
        found = _checked(question, place, say)
    except InputError as error:
        place.error(escaped(say.told(error)))
        return None
    with place.container():
        answer_section(found, say)
    return found


def _checked(question: Question, place: st.delta_generator.DeltaGenerator, say: Say) -> ClaimsCheck:
    """The result for a question. A change of the inputs does not wait for it: it is searched for in a thread."""
    search = _search(
        check_words.one_line(question.parsed),
        question.tasks,
        question.samples,
        question.unit,
        question.same,
        question.greedy,
    )
    if not wait([search], _AT_ONCE).done:
        with (
            place,
            st.spinner(say("Looking for counts that give these numbers, for at most 5 seconds"), show_time=True),
        ):
            pulse = st.empty()
            while not wait([search], 0.1).done:
                pulse.empty()  # at each sign of life a newer change of the inputs takes over
    return search.result()


@st.cache_resource(max_entries=200, ttl=600, show_spinner=False)
def _search(
    claims: str, tasks: int | None, samples: int | None, unit: str | None, same: bool, greedy: bool
) -> Future[ClaimsCheck]:
    """The search for a question, begun once for all who ask it; kept for a while, and not for ever:
    what was undecided on a busy machine may be settled later."""
    return _searchers().submit(
        check_claims, parse_claims(claims).claims, tasks, samples, same, greedy, unit, seconds=_SECONDS
    )


@st.cache_resource
def _searchers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(8, "check")


# Rows that were published


def _published(say: Say) -> None:
    """Published rows, each one click away, with the source of the one that is shown."""
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        st.caption(say("Published rows"), width="content")
        for row in PUBLISHED:
            st.button(say(row.name), on_click=_open_published, args=(row,), help=escaped(say(row.source)))
    state = _whole_state()
    shown = next((row for row in PUBLISHED if _is_open(row, state)), None)
    if shown is not None:
        st.caption(say("Source: {source}", source=f"[{escaped(say(shown.source))}]({shown.url})"))


def _is_open(row: Published, state: dict[str, str]) -> bool:
    there = {name: value for name, value in _values_of(row).items() if name in ("claims", "tasks", "samples") and value}
    return there == {name: value for name, value in state.items() if name in ("claims", "tasks", "samples")}


def _open_published(row: Published) -> None:
    _set_inputs(_values_of(row))


def _values_of(row: Published) -> dict[str, str]:
    defaults = {name: PART.default(name) for name in ("unit", "same", "greedy")}
    return {"claims": row.claims, "tasks": row.tasks, "samples": row.samples, **defaults}
