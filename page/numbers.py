"""How a probability is printed: it says 100% or 0% only where it is exactly 1 or 0.

Certainty is decided by whoever knows n, c, k or p and handed over with the number, never read
off a float; and the complement comes from its own formula, so that all but 1 in 1.7e5 can be
told from all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from babel.numbers import format_decimal, format_percent

from page.texts import ENGLISH, Say

_WRITTEN_OUT = 1e-5  # nearer than this to 0 or 1, a percentage is no longer written out
_DOUBLES_END = 1e-300


@dataclass(frozen=True)
class Chance:
    """A probability, its complement from a formula of its own, and whether it is exactly 0 or 1."""

    value: float
    complement: float
    certain: bool = False


NEVER = Chance(0.0, 1.0, certain=True)
ALWAYS = Chance(1.0, 0.0, certain=True)


def percent(chance: Chance, say: Say = ENGLISH, short: bool = False) -> str:
    """A chance as text: 77.8%, 99.97%, > 99.999% (all but 1 in 1.7e5).

    ``short`` leaves the part in brackets away, for tables and the ends of intervals.

    >>> percent(Chance(7 / 9, 2 / 9)), percent(Chance(1.0, 5.9e-6)), percent(ALWAYS)
    ('77.8%', '> 99.999% (all but 1 in 1.7e5)', '100%')
    >>> percent(Chance(0.0, 1.0)), percent(Chance(2e-7, 1.0), short=True), percent(NEVER)
    ('< 0.001% (fewer than 1 in 1e300)', '< 0.001%', '0%')
    """
    if chance.certain:
        return percent_to(round(chance.value), 0, say)
    if chance.complement < _WRITTEN_OUT:
        bound = "> " + percent_to(1 - _WRITTEN_OUT, 3, say)
        if short:
            return bound
        if chance.complement < _DOUBLES_END:
            return say("{bound} (all but fewer than 1 in 1e300)", bound=bound)
        return say("{bound} (all but 1 in {many})", bound=bound, many=one_in(chance.complement, say))
    if chance.value < _WRITTEN_OUT:
        bound = "< " + percent_to(_WRITTEN_OUT, 3, say)
        if short:
            return bound
        if chance.value < _DOUBLES_END:
            return say("{bound} (fewer than 1 in 1e300)", bound=bound)
        return say("{bound} (1 in {many})", bound=bound, many=one_in(chance.value, say))
    near = min(chance.value, chance.complement)
    # One decimal where that keeps the distance to 0% or 100% readable, else two digits of it.
    enough = 1e-3 if chance.complement < chance.value else 1e-2
    decimals = 1 if near >= enough else 1 - math.floor(math.log10(near * 100))
    # 40% is written without a decimal because it is 40%, 97.0% with one because it is nearly 97%.
    if decimals == 1 and abs(chance.value * 100 - round(chance.value * 100)) < 1e-9:
        decimals = 0
    return percent_to(chance.value, decimals, say)


def percent_to(value: float, decimals: int, say: Say = ENGLISH) -> str:
    """A share as a percentage with exactly so many decimals, for steps of a scale.

    >>> percent_to(0.5, 2), percent_to(0.5, 1, Say("it"))
    ('50.00%', '50,0%')
    """
    before, after = _percent_signs(say.language)
    return before + say.pointed(f"{value * 100:.{decimals}f}") + after


def power_of_ten(number: float, say: Say = ENGLISH) -> str:
    """A large number to two digits: 1.3e22.

    >>> power_of_ten(2**74), power_of_ten(10**9, Say("it"))
    ('1.9e22', '1,0e9')
    """
    return say.pointed(f"{number:.1e}".replace("e+0", "e").replace("e+", "e"))


def one_in(chance: float, say: Say = ENGLISH) -> str:
    """1 / chance as a reader says it: 1.7e5.

    >>> one_in(5.9e-6), one_in(1e-20)
    ('1.7e5', '1e20')
    """
    exponent = math.floor(-math.log10(chance))
    mantissa = 10 ** (-math.log10(chance) - exponent)
    text = say.pointed(f"{mantissa:.1f}".removesuffix(".0"))
    return f"1e{exponent + 1}" if text == "10" else f"{text}e{exponent}"


def points(difference: float, say: Say = ENGLISH, digits: int = 2) -> str:
    """A difference of two chances in percentage points, signed: +1.4.

    >>> points(0.0142), points(-0.1), points(0.0)
    ('+1.42', '-10', '0')
    """
    text = format_decimal(round(difference * 100, digits) + 0.0, locale=say.language)
    return f"+{text}" if difference > 0 and round(difference * 100, digits) != 0 else text


def figures(value: float, say: Say = ENGLISH, digits: int = 4) -> str:
    """A number to so many significant digits, without needless ones: 0.25, 1.2e-05.

    >>> figures(0.25), figures(1 / 3, Say("it"), 2)
    ('0.25', '0,33')
    """
    return say.pointed(f"{value:.{digits}g}")


def count(number: int, say: Say = ENGLISH) -> str:
    """A whole number with the language's own grouping.

    Where the comma is the decimal sign four digits stand together: 1.243 could be read as 1 and a bit.

    >>> count(1234567), count(1243), count(1243, Say("es")), count(12430, Say("es"))
    ('1,234,567', '1,243', '1243', '12.430')
    """
    if say.decimal_comma and abs(number) < 10_000:
        return str(number)
    return str(format_decimal(number, locale=say.language))


@cache
def _percent_signs(language: str) -> tuple[str, str]:
    """What stands before and after a percentage, asked once: curves print thousands."""
    before, after = str(format_percent(0.01, locale=language)).split("1")
    return before, after
