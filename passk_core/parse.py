"""What people type, read strictly: probabilities and counts.

A text that cannot be read, or could be read in two ways, is refused with a sentence that says
how to write it; nothing is guessed.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from passk_core.errors import InputError, shown
from passk_core.validate import MAX_COUNT

_LONGEST = 60
_DECIMAL = re.compile(r"(\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE]([+-]?\d{1,3}))?")
_RATIO = re.compile(r"(\d+) ?/ ?(\d+)")
_GROUPED = re.compile(r"\d{1,3}(?:[ ,']\d{3})+")
_POINT_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+")
_SMALLEST = Fraction(1, 10**300)


def parse_probability(text: str, name: str = "p") -> Fraction:
    """The probability that a text means, exactly.

    0.4, 0,4, .4, 40%, 40, 2/5 and 4e-1 all mean 2/5: a number of 2 and more is a percentage. A
    bare number over 1 and under 2 could be either and is refused, as is everything outside
    0 to 1 and everything nonzero that is nearer than 1e-300 to 0. Raises InputError.

    >>> parse_probability("0,4"), parse_probability("40%"), parse_probability("2/5")
    (Fraction(2, 5), Fraction(2, 5), Fraction(2, 5))
    >>> parse_probability("abc")
    Traceback (most recent call last):
    passk_core.errors.InputError: p cannot be read as a probability; found 'abc'. Write it like 0.4, 40% or 2/5.
    """
    typed = _tidied(text, name, "0.4, 40% or 2/5")
    bare = typed.removesuffix("%").rstrip()
    percent = bare != typed
    ratio, decimal = _RATIO.fullmatch(bare), _DECIMAL.fullmatch(bare)
    if ratio and not percent and int(ratio[2]) > 0:
        value = Fraction(int(ratio[1]), int(ratio[2]))
    elif decimal:
        value = _decimal(decimal)
        if not percent and 1 < value < 2:
            raise InputError(
                "{name} could be read in two ways; found {found}. "
                "Write {typed}% for the percentage, or a number from 0 to 1.",
                name=name,
                found=shown(text.strip()),
                typed=bare,
            )
        if percent or value >= 2:
            value /= 100
    else:
        raise InputError(
            "{name} cannot be read as a probability; found {found}. Write it like 0.4, 40% or 2/5.",
            name=name,
            found=shown(text.strip()),
        )
    if value > 1:
        raise InputError(
            "{name} must lie between 0 and 1 (0% and 100%); found {found}.", name=name, found=shown(text.strip())
        )
    if 0 < value < _SMALLEST:
        raise InputError("{name} must be 0 or at least 1e-300; found {found}.", name=name, found=shown(text.strip()))
    return value


def parse_count(text: str, name: str, low: int = 1, high: int = MAX_COUNT) -> int:
    """The whole number that a text means, from low to high.

    1000, 1e3, 1 000 and 1,000 all mean a thousand. 1.000 is a thousand in some languages and one
    in others, and is refused, as are 2.5 and 1,5. Raises InputError.

    >>> parse_count("1e3", "n"), parse_count("1,000", "n")
    (1000, 1000)
    >>> parse_count("2.5", "k")
    Traceback (most recent call last):
    passk_core.errors.InputError: k must be a whole number; found '2.5'.
    >>> parse_count("12", "c", 0, 10)
    Traceback (most recent call last):
    passk_core.errors.InputError: c must be a whole number from 0 to 10; found '12'.
    """
    typed = _tidied(text, name, "1000, 1e3 or 1,000")
    if _GROUPED.fullmatch(typed):
        value = Fraction(re.sub(r"[ ,']", "", typed))
    elif _POINT_GROUPED.fullmatch(typed):
        raise InputError(
            "{name} could be read in two ways; found {found}. Write {plain} without the point, or {cut}.",
            name=name,
            found=shown(text.strip()),
            plain=typed.replace(".", ""),
            cut=typed.split(".")[0],
        )
    elif (number := re.fullmatch(r"(-?)(.+)", typed)) and (match := _DECIMAL.fullmatch(number[2])):
        value = _decimal(match) * (-1 if number[1] else 1)
    else:
        raise InputError(
            "{name} cannot be read as a whole number; found {found}. Write it like 1000, 1e3 or 1,000.",
            name=name,
            found=shown(text.strip()),
        )
    if value.denominator != 1:
        raise InputError("{name} must be a whole number; found {found}.", name=name, found=shown(text.strip()))
    if not low <= value <= high:
        raise InputError(
            "{name} must be a whole number from {low} to {high}; found {found}.",
            name=name,
            low=low,
            high=high,
            found=shown(text.strip()),
        )
    return int(value)


def _tidied(text: str, name: str, example: str) -> str:
    """The text in plain characters: full-width digits, odd blanks and minus signs made ordinary."""
    typed = unicodedata.normalize("NFKC", text[: 4 * _LONGEST]).replace("\u2212", "-")
    typed = re.sub(r"\s+", " ", typed).strip()
    if not typed:
        raise InputError("{name} is empty. Write it like {example}.", name=name, example=example)
    if len(typed) > _LONGEST or len(text) > 4 * _LONGEST:
        raise InputError(
            "{name} is longer than {longest} characters; found {found}.",
            name=name,
            longest=_LONGEST,
            found=shown(text.strip()),
        )
    return typed


def _decimal(match: re.Match[str]) -> Fraction:
    return Fraction(match[1].replace(",", ".").rstrip(".") or "0") * Fraction(10) ** int(match[2] or 0)
