"""What every planning card answers with, and how its numbers are written. Pure, without streamlit."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

import numpy as np
from babel.numbers import format_decimal

from page.caveats import Caveat
from page.figures.plan import Picture
from page.numbers import count
from page.texts import Say
from page.wording import exactly, short
from passk_core.validate import MAX_COUNT

_POINTS_END = 0.001  # a width under a thousandth of a point is not written out


@dataclass(frozen=True)
class Result:
    """One large number: what it is, the number, a line below it; ``metric`` gives its colour."""

    name: str
    value: str
    detail: str
    metric: str = ""


@dataclass(frozen=True)
class Answer:
    """A card's answer.

    ``read_as`` says how the fields were read, ``basis`` what the numbers rest on; ``rows`` are the
    small table. There is no picture where there is nothing to draw.
    """

    read_as: str
    results: list[Result]
    sentence: str
    basis: str
    caveat: Caveat
    picture: Picture | None
    rows: list[dict[str, str]]
    rows_title: str
    snippet: str

    def report(self, say: Say) -> str:
        """The answer in one line, to be quoted."""
        return say.joined([self.sentence, self.basis])


def typed(p: Fraction, say: Say) -> str:
    """A typed probability as a percentage."""
    return short(exactly(p), say)


def points_text(width: float, say: Say) -> str:
    """A width or difference in percentage points, to two or three digits.

    >>> [points_text(width, Say("en")) for width in (0.0546, 0.0504, 0.00123, 0.02, 0.1234, 1e-9)]
    ['5.5', '5.0', '0.12', '2', '12.3', '< 0.001']
    """
    points = width * 100
    if 0 < points < _POINTS_END:
        return "< " + str(format_decimal(_POINTS_END, locale=say.language))
    # 2 is written without a decimal because it is 2, 5.0 with one because it is nearly 5.
    decimals = 0 if abs(points - round(points)) < 1e-9 else max(1, 1 - math.floor(math.log10(points)))
    return str(format_decimal(round(points, decimals), locale=say.language, format=f"#,##0.{'0' * decimals}"))


def amount_text(amount: float, say: Say) -> str:
    """A price to three digits: 0.0123, 15.5, 1,240, 3.2e12.

    >>> [amount_text(amount, Say("en")) for amount in (0.01234, 15.53, 1239.6, 3.21e12, float("inf"))]
    ['0.0123', '15.5', '1,240', '3.2e12', '> 1e308']
    """
    if math.isinf(amount):
        return "> 1e308"
    if not 1e-4 <= amount < 1e9:
        text = f"{amount:.1e}".replace("e+", "e").replace("e-0", "e-").replace(".0e", "e")
        return say.pointed(text)
    if amount >= 1000:
        return count(round(amount), say)
    return str(format_decimal(float(f"{amount:.3g}"), locale=say.language, format="#,##0.########"))


def deviate(level: float) -> float:
    """How many standard errors half an interval of this level is wide: 1.96 for 95%."""
    return NormalDist().inv_cdf((1 + level) / 2)


def steps(first: int, last: int, most: int = 40) -> list[int]:
    """Whole numbers from first to last for a line, all of them or evenly in their logarithm.

    >>> steps(1, 5), len(steps(1, 10**9)) <= 40
    ([1, 2, 3, 4, 5], True)
    """
    if last - first < most:
        return list(range(first, last + 1))
    return sorted({int(x) for x in np.rint(np.geomspace(first, last, most))} | {first, last})


def limited(number: int) -> int:
    """A place on an axis, within what can be computed with."""
    return min(number, MAX_COUNT)


def alternative(picture: Picture, say: Say) -> str:
    """The figure in words, for those who do not see it."""
    sentences = [
        say(
            "{name} goes from {start} at {x} = {first} to {end} at {x} = {last}.",
            name=line.name,
            start=line.texts[0],
            end=line.texts[-1],
            x=picture.x_name,
            first=count(line.xs[0], say),
            last=count(line.xs[-1], say),
        )
        for line in picture.lines
    ]
    sentences += [
        say("At {x} = {place}: {value}.", x=picture.x_name, place=count(dot.x, say), value=dot.text)
        for dot in picture.dots
    ]
    sentences += [say("Level: {words}.", words=words) for _, words in [*picture.wishes, *picture.floors]]
    return say.joined(sentences)


def figure_csv(picture: Picture) -> str:
    """The lines of a figure as CSV, with all their digits."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([picture.x_name, *[line.name for line in picture.lines]])
    values = [dict(zip(line.xs, line.ys, strict=True)) for line in picture.lines]
    xs: Sequence[int] = sorted({x for line in picture.lines for x in line.xs})
    for x in xs:
        writer.writerow([x, *[column.get(x, "") for column in values]])
    return out.getvalue()
