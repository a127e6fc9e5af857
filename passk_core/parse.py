"""What people type, read strictly: probabilities, points, counts, amounts, and lists of them.

A text that cannot be read, or could be read in two ways, is refused with a sentence that says
how to write it; nothing is guessed.
"""

from __future__ import annotations

import re
from fractions import Fraction

from passk_core.errors import InputError, Words, shown
from passk_core.validate import MAX_COUNT

_LONGEST = 60
_DECIMAL = re.compile(r"(\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE]([+-]?\d{1,3}))?")
_RATIO = re.compile(r"(\d+) ?/ ?(\d+)")
_GROUPED = re.compile(r"\d{1,3}([ ,'’])\d{3}(?:\1\d{3})*")
_GROUPED_BY_POINTS = re.compile(r"\d{1,3}(?:\.\d{3}){2,}")
_MAYBE_GROUPED = re.compile(r"\d{1,3}\.\d{3}|\d+[.,]0{4,}")
_ONE_COMMA = re.compile(r"\d{1,3},\d{3}")
_SMALLEST = Fraction(1, 10**300)
_MOST_ITEMS = 1000
_LONGEST_LIST = 100_000
# Full-width digits, points, commas, per cent signs, the minus sign of typesetters, the comma of Chinese lists.
_PLAIN = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x2212: "-", 0x3001: ","}


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
    typed = _tidied(text, name, Words("0.4, 40% or 2/5"))
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


def parse_count(text: str, name: str, low: int = 1, high: int = MAX_COUNT, decimal_comma: bool = False) -> int:
    """The whole number that a text means, from low to high.

    1000, 1e3, 1 000 and 1,000 all mean a thousand. 1.000 is a thousand in some languages and one
    in others, and is refused, as are 2.5 and 1,5; with ``decimal_comma``, for readers of such a
    language, 1,000 is refused as well. Raises InputError.

    >>> parse_count("1e3", "n"), parse_count("1,000", "n")
    (1000, 1000)
    >>> parse_count("2.5", "k")
    Traceback (most recent call last):
    passk_core.errors.InputError: k must be a whole number; found '2.5'.
    >>> parse_count("12", "c", 0, 10)
    Traceback (most recent call last):
    passk_core.errors.InputError: c must be a whole number from 0 to 10; found '12'.
    """
    typed = _tidied(text, name, Words("1000, 1e3 or 1,000"))
    unsure = _MAYBE_GROUPED.fullmatch(typed) or (decimal_comma and _ONE_COMMA.fullmatch(typed))
    if not unsure and (_GROUPED.fullmatch(typed) or _GROUPED_BY_POINTS.fullmatch(typed)):
        value = Fraction(re.sub(r"\D", "", typed))
    elif unsure:
        raise _grouped_or_cut(name, text, typed)
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


def parse_points(text: str, name: str = "difference") -> Fraction:
    """The width or difference of percentages that a text means, as a fraction above 0.

    2, 2%, 2.5 and 2,5 are percentage points: 2 means 1/50. A bare number under 1 could be a
    fraction or a part of a point and is refused; with a sign, 0.5% is half a point. Raises
    InputError.

    >>> parse_points("2"), parse_points("0.5%")
    (Fraction(1, 50), Fraction(1, 200))
    >>> parse_points("0.5", "width")
    Traceback (most recent call last):
    passk_core.errors.InputError: width could be read in two ways; found '0.5'. \
Write 0.5% for points below 1, or 50 for 50 points.
    """
    typed = _tidied(text, name, Words("2 or 0.5%"))
    decimal = _DECIMAL.fullmatch(typed)
    if not decimal and not re.search("[%/]", typed):
        raise InputError(
            "{name} cannot be read as points; found {found}. Write it like 2 or 0.5%.",
            name=name,
            found=shown(text.strip()),
        )
    value = _decimal(decimal) / 100 if decimal else parse_probability(typed, name)
    if decimal and 0 < value < Fraction(1, 100):
        raise InputError(
            "{name} could be read in two ways; found {found}. Write {typed}% for points below 1, or {many} for "
            "{many} points.",
            name=name,
            found=shown(text.strip()),
            typed=typed,
            many=f"{float(value) * 10_000:g}",
        )
    if not 0 < value <= 1:
        raise InputError(
            "{name} must be above 0 and at most 100 points; found {found}.", name=name, found=shown(text.strip())
        )
    return value


def parse_amount(text: str, name: str = "price") -> float:
    """The amount that a text means, such as a price in any unit: from 1e-12 to 1e12.

    0.02, 0,02 and 2e-2 mean the same. 1.000 and 1,000 are a thousand in some languages and one
    in others, and are refused. Raises InputError.

    >>> parse_amount("0,02"), parse_amount("1e3")
    (0.02, 1000.0)
    """
    typed = _tidied(text, name, Words("0.02"))
    decimal = _DECIMAL.fullmatch(typed)
    if any(pattern.fullmatch(typed) for pattern in (_GROUPED, _GROUPED_BY_POINTS, _MAYBE_GROUPED)):
        raise _grouped_or_cut(name, text, typed)
    if not decimal:
        raise InputError(
            "{name} cannot be read as an amount; found {found}. Write it like 0.02.",
            name=name,
            found=shown(text.strip()),
        )
    value = _decimal(decimal)
    if not Fraction(1, 10**12) <= value <= 10**12:
        raise InputError("{name} must lie between 1e-12 and 1e12; found {found}.", name=name, found=shown(text.strip()))
    return float(value)


def parse_rates(text: str, name: str = "rates") -> list[Fraction]:
    """The success rates that a list means, in its order: "0.9, 50%, 1/10".

    Blanks, semicolons, new lines, and commas before a blank separate, so that 0,9 is a rate too.
    At most 1000 rates, each read by parse_probability; a refusal names the rate by its position,
    its ``reason`` being an InputError of its own. Raises InputError.

    >>> parse_rates("0.9, 50%; 0,1")
    [Fraction(9, 10), Fraction(1, 2), Fraction(1, 10)]
    """
    found = re.split(r"[;\s]+|,\s+", re.sub(r"\s+%", "%", _listed(text, name)).strip().rstrip(","))
    rates = []
    for position, item in enumerate(_items(found, name, Words("0.9, 0.5, 0.1")), start=1):
        try:
            rates.append(parse_probability(item, "p"))
        except InputError as reason:
            raise InputError(
                "Rate {position}, {found}: {reason}", position=position, found=shown(item), reason=reason
            ) from None
    return rates


def parse_ks(text: str, name: str = "k", high: int = MAX_COUNT) -> list[int]:
    """The whole numbers that a list such as "1, 10, 100" means, each once, in rising order.

    Commas, semicolons and blanks separate; at most 1000 numbers, each from 1 to high. A comma is
    never part of a number here. Raises InputError.

    >>> parse_ks("10, 1, 100 10")
    [1, 10, 100]
    """
    items = _items(re.split(r"[,;\s]+", _listed(text, name)), name, "1, 10, 100")
    return sorted({parse_count(item, name, 1, high) for item in items})


def parse_pairs(text: str, name: str = "(n, c)") -> list[tuple[int, int]]:
    """The pairs (n, c) that a short list means, in its order: "10 2, 10 7, 20 0".

    One pair a line, as pasted from a sheet, is fine too, with a tab, comma or semicolon between n and
    c. At most 1000 pairs. Thousands separators are not read. A refusal names the pair by its
    position, its ``reason`` being an InputError of its own. Raises InputError.

    >>> parse_pairs("10 2, 10 7, 20 0")
    [(10, 2), (10, 7), (20, 0)]
    >>> parse_pairs("10 2, 10 12")
    Traceback (most recent call last):
    passk_core.errors.InputError: Pair 2, '10 12': c must be a whole number from 0 to 10; found '12'.
    """
    found: list[str] = []
    for line in _listed(text, name).splitlines():
        parts = [part.strip() for part in re.split("[,;]", line)]
        # A line of two lone numbers is one pair; otherwise each part is.
        alone = len(parts) == 2 and all(parts) and not any(re.search(r"\s", part) for part in parts)
        found += [" ".join(parts)] if alone else parts
    return [_pair(item, position) for position, item in enumerate(_items(found, name, "10 2, 10 7"), start=1)]


def _pair(typed: str, position: int) -> tuple[int, int]:
    numbers = typed.split()
    if len(numbers) != 2:
        raise InputError(
            "Pair {position} must be two whole numbers, n and then c, like 10 2; found {found}.",
            position=position,
            found=shown(typed),
        )
    try:
        n = parse_count(numbers[0], "n")
        return n, parse_count(numbers[1], "c", 0, n)
    except InputError as reason:
        raise InputError(
            "Pair {position}, {found}: {reason}", position=position, found=shown(typed), reason=reason
        ) from None


def _grouped_or_cut(name: str, text: str, typed: str) -> InputError:
    """Why 1.000 is refused: a thousand in some languages and one in others."""
    return InputError(
        "{name} could be read in two ways; found {found}. Write {plain} or {cut}.",
        name=name,
        found=shown(text.strip()),
        plain=re.sub(r"\D", "", typed),
        cut=re.split(r"\D", typed)[0],
    )


def _listed(text: str, name: str) -> str:
    if len(text) > _LONGEST_LIST:
        raise InputError(
            "{name} is longer than {longest} characters; found {found}.",
            name=name,
            longest=_LONGEST_LIST,
            found=len(text),
        )
    return text.translate(_PLAIN)


def _items(parts: list[str], name: str, example: str | Words) -> list[str]:
    items = [part for part in parts if part]
    if not items:
        raise InputError("{name} is empty. Write it like {example}.", name=name, example=example)
    if len(items) > _MOST_ITEMS:
        raise InputError(
            "{name} may list at most {most}; found {found}.", name=name, most=_MOST_ITEMS, found=len(items)
        )
    return items


def _tidied(text: str, name: str, example: Words) -> str:
    """The text in plain characters: full-width digits, odd blanks and minus signs made ordinary."""
    typed = re.sub(r"\s+", " ", text[: 4 * _LONGEST].translate(_PLAIN)).strip()
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
