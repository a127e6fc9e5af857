"""The chapters of Learn that are read: patterns, misreadings, what to report, history, and a quiz."""

from __future__ import annotations

import streamlit as st

from page import links
from page.fields import escaped
from page.figures.lines import Look
from page.figures.patterns import PATTERNS
from page.learn_patterns import patterns
from page.learn_quiz import quiz
from page.texts import Say, text_file

_CONFIG = {"displayModeBar": False}


def chapters(say: Say) -> dict[str, str]:
    """The names of the chapters in the address, and their titles."""
    return {
        "patterns": say("Reading patterns"),
        "misreadings": say("Misreadings"),
        "report": say("What to report"),
        "fit": say("Where they fit"),
        "history": say("History"),
        "questions": say("Questions"),
        "quiz": say("Quiz"),
        "references": say("References"),
    }


def chapter(name: str, say: Say) -> None:
    """One chapter."""
    if name == "patterns":
        _patterns(say)
    elif name == "misreadings":
        _misreadings(say)
    elif name == "quiz":
        _quiz(say)
    else:
        with st.container(width=760):
            st.markdown(text_file(name, say.language))


def misreadings(text: str) -> list[tuple[str, str]]:
    """Each misreading's words, and the laboratory that shows it, named in its last line.

    >>> misreadings("**A.**\\nNo.\\nlab: mix\\n\\n**B.**\\nNor this.\\nlab: draw\\n")
    [('**A.**  \\nNo.', 'mix'), ('**B.**  \\nNor this.', 'draw')]
    """
    found = []
    for block in text.strip().split("\n\n"):
        *words, last = block.split("\n")
        found.append(("  \n".join(words), last.removeprefix("lab: ")))
    return found


def _misreadings(say: Say) -> None:
    for number, (words, lab) in enumerate(misreadings(text_file("misreadings", say.language))):
        with st.container(width=760, gap="xxsmall", key=f"learn_misreading_{number}"):
            st.markdown(words)
            links.link_to_part("learn", say("See it"), {"lab": lab})


def _patterns(say: Say) -> None:
    st.markdown(escaped(say("Each picture is an example, computed from an exact mix of tasks.")))
    look = Look(st.context.theme.type == "dark")
    with st.grid(3, min_column_width=300, gap="medium"):
        for pattern in patterns(say):
            with st.container(gap="xsmall"):
                st.markdown(f"**{escaped(pattern.title)}**")
                figure = PATTERNS[pattern.name](say, look)
                st.plotly_chart(
                    figure, theme=None, config=_CONFIG, alt=pattern.picture, key=f"learn_pattern_{pattern.name}"
                )
                st.markdown(escaped(pattern.meaning))


def _key(number: int, say: Say) -> str:
    # A radio button is known by its words, so each language has its own; what was given is kept by number.
    return f"learn_quiz_{number}_{say.language}"


def _given(number: int, say: Say) -> int | None:
    """The number of the answer that was given, in whichever language, put into the radio button of this one."""
    given: int | None = st.session_state.get(f"learn_quiz_{number}")
    if given is not None:
        st.session_state[_key(number, say)] = given
    return given


def _keep(number: int, say: Say) -> None:
    st.session_state[f"learn_quiz_{number}"] = st.session_state[_key(number, say)]


def _quiz(say: Say) -> None:
    questions = quiz(say)
    right = 0
    with st.container(width=760):
        for number, question in enumerate(questions):
            given = _given(number, say)
            st.radio(
                f"**{number + 1}. {escaped(question.text)}**",
                range(len(question.answers)),
                format_func=[escaped(answer.text) for answer in question.answers].__getitem__,
                index=None,
                key=_key(number, say),
                on_change=_keep,
                args=(number, say),
                persist_state="session",
            )
            if given is None:
                continue
            answer = question.answers[given]
            right += answer.right
            if answer.right:
                st.success(escaped(say("Right. {why}", why=answer.why)))
            else:
                st.warning(escaped(say("Not so. {why}", why=answer.why)))
        st.markdown(say("Right so far: {right} of {questions}", right=right, questions=len(questions)))
