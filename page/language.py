"""The language of the page, the address's or else the browser's, and what every part begins with."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from page import links, typeset
from page.fields import escaped, set_to_default
from page.texts import LANGUAGES, Say


def voice() -> Say:
    """The visitor's voice: the language that was chosen, or that the address holds, else the browser's own.

    The address counts when the visitor changed it: followed a link, moved in the history, or typed.
    """
    asked = links.new_language()
    if asked in LANGUAGES:
        st.session_state["lang"] = asked
    return Say(st.session_state.get("lang") or _browsers())


def top_row(parts: Sequence[st.Page], say: Say) -> None:
    """Links to the parts of the page and, at the end of the line, the choice of the language.

    Streamlit's own navigation takes a fifth of a browser's work on every change, and hides in a menu on a phone.
    """
    with st.container(key="top", horizontal=True, vertical_alignment="center", gap="xxsmall"):
        for part in parts:
            st.page_link(part, width="content")
        st.menu_button(
            LANGUAGES[say.language],
            [language for language in LANGUAGES if language != say.language],
            format_func=LANGUAGES.__getitem__,
            key="language",
            on_click=_choose,
            type="tertiary",
            icon=":material/translate:",
        )


def heading(title: str, say: Say, beside: Callable[[], None] | None = None) -> None:
    """The title of a part and what stands beside it."""
    if beside is None:
        typeset.title(title)
    else:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            typeset.title(title, width="content")
            beside()
    asked = st.query_params.get("lang")
    if asked is not None and asked not in LANGUAGES:
        st.caption(escaped(set_to_default("lang", asked, ", ".join(LANGUAGES), say.language, say)))


def declare(say: Say) -> None:
    """Have the document say its language: Streamlit's says English, and a screen reader reads it with that voice."""
    if say.language == "en" and "lang" not in st.session_state:
        return  # it was never changed
    st.html(f"<script>document.documentElement.lang = '{say.language}'</script>", unsafe_allow_javascript=True)


def _choose() -> None:
    st.session_state["lang"] = st.session_state["language"]


def _browsers() -> str:
    """The first language of the browser, where the page speaks it; else English."""
    first = str(st.context.locale or "").replace("_", "-").split("-")[0].lower()
    return first if first in LANGUAGES else "en"
