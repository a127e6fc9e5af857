"""The files that a visitor loaded: kept in the session, gone with it, shown to nobody else.

Each file is held once, as the bytes that the upload already keeps in memory. What the readers made
of them is kept too, and made anew only when the files or the choices change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

from page.fields import escaped
from page.numbers import count
from page.texts import Say
from passk_core import InputError
from passk_core.readers import ReadChoices, Reading, read_results

_FILES, _READ, _ROUND, _PASTED = "results_files", "results_read", "results_round", "results_pasted"
EXAMPLE = Path(__file__).parent / "data" / "example.csv"
_LONG = 2_000_000  # bytes from which on reading is announced
_LISTED = 8  # files that are listed with a button each


@dataclass(frozen=True)
class Loaded:
    """A file's name and content."""

    name: str
    data: bytes


def loaded() -> tuple[Loaded, ...]:
    """The files of this visitor."""
    files: tuple[Loaded, ...] = st.session_state.get(_FILES, ())
    return files


def add(name: str, content: bytes) -> None:
    """Load a file beside those that are loaded; what is loaded already is not loaded twice."""
    file = Loaded(name, content)
    if file not in loaded():
        st.session_state[_FILES] = (*loaded(), file)


def reading(choices: ReadChoices, say: Say) -> Reading | InputError:
    """What the loaded files say, or why nothing in them could be read."""
    state, files = st.session_state, loaded()
    kept = state.get(_READ)
    if kept is None or kept[0] is not files or kept[1] != choices:
        try:
            kept = (files, choices, _read(files, choices, say))
        except InputError as error:
            kept = (files, choices, error)
        state[_READ] = kept
    outcome: Reading | InputError = kept[2]
    return outcome


def _read(files: tuple[Loaded, ...], choices: ReadChoices, say: Say) -> Reading:
    size = sum(len(file.data) for file in files)
    given = [(file.name, file.data) for file in files]
    if size < _LONG:
        return read_results(given, choices=choices)
    bar = st.progress(0.0, say("Reading {size} MB", size=count(round(size / 1e6))))
    try:
        return read_results(given, choices=choices, progress=_whole_percents(size, bar.progress))
    finally:
        bar.empty()


def _whole_percents(size: int, show: Callable[[float], object]) -> Callable[[int], None]:
    shown = 0

    def step(done: int) -> None:
        nonlocal shown
        if done * 100 // size > shown:
            shown = done * 100 // size
            show(min(1.0, done / size))

    return step


# Ways in


def way_in(say: Say) -> None:
    """Drop files, or paste text."""
    turn = st.session_state.setdefault(_ROUND, 0)
    key = f"results_upload_{turn}"
    st.file_uploader(
        say("Drop result files here"),
        accept_multiple_files=True,
        key=key,
        on_change=_take_uploads,
        args=(key,),
    )
    with st.expander(say("Paste instead")):
        st.text_area(
            say("Text of a result file, or a table from a sheet"),
            key=_PASTED,
            height=140,
            placeholder="task,n,c\nsum,10,2\nsort,10,0",
        )
        st.button(say("Read the pasted text"), on_click=_take_paste, args=(say,))


def example_button(say: Say) -> None:
    """Two invented runs, one click away."""
    st.button(say("Open an example"), on_click=_take_example)


def _take_uploads(key: str) -> None:
    state = st.session_state
    uploads = state[key] or ()
    # getvalue hands over the bytes that the upload holds; getbuffer would copy them.
    state[_FILES] = loaded() + tuple(Loaded(file.name, file.getvalue()) for file in uploads)
    context = get_script_run_ctx()
    if context is not None:
        for file in uploads:
            _let_go(context.uploaded_file_mgr, context.session_id, file.file_id)
    # A new uploader, empty again: the files are listed below, with what was read in them.
    state[_ROUND] += 1


def _let_go(uploads: object, session: str, file: str) -> None:
    """Have Streamlit forget an upload: else it is in memory as long as the session, removed here or not."""
    if isinstance(uploads, MemoryUploadedFileManager):
        uploads.remove_file(session, file)


def _take_paste(say: Say) -> None:
    state = st.session_state
    text = str(state.get(_PASTED) or "")
    if text.strip():
        taken = {file.name for file in loaded()}
        names = (say("pasted {number}", number=number) for number in range(1, len(taken) + 2))
        name = next(name for name in names if name not in taken)
        state[_FILES] = (*loaded(), Loaded(name, text.encode("utf-8", "replace")))
        state[_PASTED] = ""


def _take_example() -> None:
    add("example.csv", EXAMPLE.read_bytes())


def _remove(place: int) -> None:
    files = loaded()
    _keep(files[:place] + files[place + 1 :])


def _remove_all() -> None:
    _keep(())


def _keep(files: tuple[Loaded, ...]) -> None:
    st.session_state[_FILES] = files
    # What was read holds on to the files that it was read from.
    st.session_state.pop(_READ, None)


# What was read


def files_section(outcome: Reading | InputError, say: Say) -> None:
    """Each file with what it was recognised as, what was noticed, and what was refused and why."""
    files = loaded()
    names = {file.name for file in files}
    recognised = {} if isinstance(outcome, InputError) else dict(outcome.recognised)
    refused = () if isinstance(outcome, InputError) else outcome.refused
    for name, error in refused:
        st.error(f"{escaped(name)}: {escaped(say.told(error))}")
    with st.container(gap=None):
        for place, file in enumerate(files[:_LISTED]):
            words = say(recognised[file.name]) if file.name in recognised else _size(file, say)
            _file_row(place, f"{escaped(_shortened(file.name))} :gray[{escaped(words)}]", say)
    if len(files) > _LISTED:
        st.caption(say("Further files: {files}", files=count(len(files) - _LISTED, say)))
    if len(files) > 1:
        st.button(say("Remove all"), on_click=_remove_all, type="tertiary")
    inside = [f"{_shortened(name)} ({say(words)})" for name, words in recognised.items() if name not in names]
    if inside:
        listed = ", ".join(inside[:_LISTED]) + (", …" if len(inside) > _LISTED else "")
        st.caption(escaped(say("Read from archives: {number}. {files}", number=len(inside), files=listed)))
    if not isinstance(outcome, InputError) and outcome.noticed:
        st.markdown("\n".join(f"- {escaped(say.told(notice))}" for notice in outcome.noticed))


def _file_row(place: int, words: str, say: Say) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(words, width="stretch")
        st.button(say("Remove"), key=f"results_remove_{place}", on_click=_remove, args=(place,), type="tertiary")


def _size(file: Loaded, say: Say) -> str:
    return say("{size} kB", size=count(max(1, len(file.data) // 1000), say))


def _shortened(name: str) -> str:
    return name if len(name) <= 60 else f"{name[:20]}…{name[-39:]}"
