"""Inputs that all parts share: text fields read by strict parsers, choices, and safe text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import streamlit as st

from page.links import Part
from page.texts import Say
from passk_core import InputError

T = TypeVar("T")
_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|:$~^=&@/\"'])")


def text_field(
    part: Part,
    field: str,
    label: str,
    help_text: str | None = None,
    hidden_label: bool = False,
    on_change: Callable[[], None] | None = None,
) -> None:
    """A field whose text is read as it is typed; it keeps its text when the visitor leaves the part."""
    st.text_input(
        label,
        key=part.key(field),
        live=True,
        persist_state="session",
        help=help_text,
        autocomplete="off",
        label_visibility="collapsed" if hidden_label else "visible",
        on_change=on_change or "rerun",
    )


def choice(
    part: Part,
    field: str,
    label: str,
    options: Mapping[str, str],
    hidden_label: bool = False,
    help_text: str | None = None,
) -> None:
    """One of a few options, {value: its words}; one is always chosen."""
    st.segmented_control(
        label,
        list(options),
        format_func=lambda value: options[value],
        key=part.key(field),
        required=True,
        persist_state="session",
        label_visibility="collapsed" if hidden_label else "visible",
        help=help_text,
        on_change=_chosen,
        args=(part.key(field), next(iter(options))),
    )


def _chosen(key: str, first: str) -> None:
    """The page always has one chosen; a message that somebody made up may say that none is."""
    if st.session_state[key] is None:
        st.session_state[key] = first


def reading(part: Part, field: str, parse: Callable[[str], T], say: Say, refused: list[str]) -> T | None:
    """What a field holds, read by ``parse``; a refusal's sentence is added to ``refused``."""
    try:
        return parse(str(st.session_state.get(part.key(field)) or ""))
    except InputError as error:
        refused.append(say.told(error))
        return None


def known_choices(
    part: Part, values: dict[str, str], choices: Mapping[str, Sequence[str]], say: Say
) -> tuple[dict[str, str], list[str]]:
    """The values of an address with each choice that does not exist set to its default, and a sentence for each."""
    unknown = {name: values[name] for name, allowed in choices.items() if values[name] not in allowed}
    notes = [
        set_to_default(name, found, ", ".join(choices[name]), part.default(name), say)
        for name, found in unknown.items()
    ]
    return values | {name: part.default(name) for name in unknown}, notes


def set_to_default(name: str, found: str, allowed: str, default: str, say: Say) -> str:
    """The sentence for a choice or a slider of an address that fell back to its default."""
    return say(
        "{name} must be one of {allowed}; found {found}. It was set to {default}.",
        name=name,
        allowed=allowed,
        found=repr(found[:40]),
        default=default,
    )


def escaped(text: str) -> str:
    """Text that somebody typed, as the characters it holds: no markup, image, colour or formula.

    >>> escaped("$x$ ![a](b)")
    '\\\\$x\\\\$ \\\\!\\\\[a\\\\]\\\\(b\\\\)'
    >>> escaped("40\\u00a0%"), escaped("a\\nb")
    ('40\\xa0%', 'a b')
    """
    # A no-break space keeps 40 and % on one line in Spanish; Python does not count it among the printable.
    return _MARKUP.sub(
        r"\\\1", "".join(letter if letter.isprintable() or letter == "\u00a0" else " " for letter in text)
    )
