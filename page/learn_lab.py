"""What the laboratories of Learn share: their inputs, and what an experiment has to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import streamlit as st

from page.answer import AT, HAT
from page.fields import reading
from page.links import Field, Part
from page.numbers import Chance, percent
from page.texts import Say
from page.typeset import Result
from passk_core.parse import parse_count, parse_probability

BLUE, ORANGE, GREEN, PLAIN = "blue", "orange", "green", ""
METRIC_COLOUR = {AT: BLUE, HAT: ORANGE}


@dataclass(frozen=True)
class Lab:
    """A laboratory: its name in the address, its inputs, the ends of its sliders, its options.

    Every input is a field; those named in ``sliders`` hold a number between two ends, those named
    in ``options`` one of a few words, ``counters`` a whole number up to a limit that buttons move.
    The session keeps them as ``learn_lab_field``.
    """

    name: str
    fields: tuple[Field, ...]
    sliders: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)

    @property
    def part(self) -> Part:
        return Part(f"learn_{self.name}", self.fields)

    def key(self, name: str) -> str:
        return self.part.key(name)


@dataclass(frozen=True)
class Finding:
    """What an experiment shows: a few large numbers, a sentence, a picture and the picture in words."""

    numbers: tuple[Result, ...]
    sentence: str
    figure: Any
    picture: str
    rows: tuple[dict[str, str], ...] = ()


def slider(lab: Lab, name: str, label: str, step: float = 0.01, help_text: str | None = None) -> None:
    """A share from one end of its slider to the other."""
    low, high = lab.sliders[name]
    st.slider(
        label,
        low,
        high,
        step=step,
        format="percent" if step >= 0.01 and name != "rho" else None,
        key=lab.key(name),
        persist_state="session",
        help=help_text,
    )


def share(lab: Lab, name: str) -> float:
    """What a slider holds."""
    return float(st.session_state[lab.key(name)])


def option(lab: Lab, name: str) -> str:
    """What a choice holds."""
    return str(st.session_state[lab.key(name)])


def counter(lab: Lab, name: str) -> int:
    """What the buttons have counted."""
    return int(st.session_state[lab.key(name)])


def typed_count(lab: Lab, name: str, say: Say, refused: list[str], low: int = 1, high: int = 1000) -> int | None:
    """A whole number that was typed; a sentence in ``refused`` where it cannot be read."""
    return reading(lab.part, name, lambda text: parse_count(text, name, low, high, say.decimal_comma), say, refused)


def typed_share(lab: Lab, name: str, say: Say, refused: list[str]) -> Fraction | None:
    """A probability that was typed; a sentence in ``refused`` where it cannot be read."""
    return reading(lab.part, name, lambda text: parse_probability(text, name), say, refused)


def short(chance: Chance, say: Say) -> str:
    """A chance without the part in brackets."""
    return percent(chance, say, short=True)


def counted(share_seen: float) -> Chance:
    """A share that was counted or is exact at its ends, such as 0 of 12."""
    return Chance(share_seen, 1 - share_seen, certain=share_seen in (0.0, 1.0))
