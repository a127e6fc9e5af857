"""A claim as it was printed, and the values that it can stand for.

"67.3" and "67.30" are different claims: the decimals say how far the value was rounded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from passk_core.errors import InputError, shown

Metric = Literal["pass@", "pass^"]
Unit = Literal["percent", "fraction"]
Rounding = Literal["rounded", "truncated"]
ROUNDINGS: tuple[Rounding, ...] = ("rounded", "truncated")

MAX_CLAIMS = 16
_LONGEST_TEXT = 2000
_MAX_K = 100_000
# Programs print means that carry the errors of floating point; values this near are the same.
_SLACK = Fraction(1, 10**9)

_PRINTED = re.compile(r"(\d+(?:[.,]\d+)?|[.,]\d+) ?(%?)")
_CLAIM = re.compile(
    r"pass ?([@^]) ?(\d+) ?(?:(?:[:=]| is | of ) ?| )(\d+(?:[.,]\d+)?|[.,]\d+)(?![\d.,]*\d)( ?%)?", re.IGNORECASE
)
_BETWEEN = re.compile(r"[ ;,|]*(?:\b(?:and|&)\b)?[ ;,|]*", re.IGNORECASE)


@dataclass(frozen=True)
class Claim:
    """One reported value: pass@k or pass^k for one k, and its text as printed.

    ``metric`` is "pass@" or "pass^"; ``text`` a decimal number, with "%" where one was printed.

    >>> claim = Claim("pass@", 1, "67.30")
    >>> claim.name, claim.decimals
    ('pass@1', 2)
    """

    metric: Metric
    k: int
    text: str

    def __post_init__(self) -> None:
        if self.metric not in ("pass@", "pass^"):
            raise InputError("metric must be 'pass@' or 'pass^'; found {found}.", found=shown(self.metric))
        if isinstance(self.k, bool) or not isinstance(self.k, int) or not 1 <= self.k <= _MAX_K:
            raise InputError(
                "k must be a whole number from 1 to {high}; found {found}.", high=_MAX_K, found=shown(self.k)
            )
        if not isinstance(self.text, str) or len(self.text) > 40 or not _PRINTED.fullmatch(self.text):
            raise InputError(
                "The value of {name} must be written as printed, like 67.3 or 0.673; found {found}.",
                name=self.name,
                found=shown(self.text),
            )

    @property
    def name(self) -> str:
        """ "pass@10" or "pass^4"."""
        return f"{self.metric}{self.k}"

    @property
    def decimals(self) -> int:
        """The digits printed after the point."""
        return len(self._number.partition(".")[2])

    @property
    def percent_sign(self) -> bool:
        return self.text.endswith("%")

    @property
    def printed(self) -> Fraction:
        """The number as printed, before its unit is considered."""
        return Fraction(self._number)

    @property
    def _number(self) -> str:
        return self.text.removesuffix("%").rstrip().replace(",", ".")


@dataclass(frozen=True)
class ParsedClaims:
    """Claims read from a text, and the words before the first one (a benchmark's name, say)."""

    claims: tuple[Claim, ...]
    label: str


def parse_claims(text: str) -> ParsedClaims:
    """The claims in an address or in pasted text.

    Between claims stand ";", ",", "|", a line's end or "and"; between a metric and its value ":",
    "=", "is", "of" or a blank. Words before the first claim become the label; anything else that
    is not a claim raises InputError, as do a claim given twice and a value with a sign or an error
    bar: nothing is skipped.

    >>> [(c.metric, c.k, c.text) for c in parse_claims("pass@1:67.3;pass^4:20").claims]
    [('pass@', 1, '67.3'), ('pass^', 4, '20')]
    >>> parse_claims("HumanEval pass@1 67.3, pass@10 85").label
    'HumanEval'
    >>> parse_claims("pass@1 67.3 +- 0.5")
    Traceback (most recent call last):
    passk_core.errors.InputError: '+- 0.5' cannot be read as a claim. Write it like pass@1: 67.3; pass@10: 85.
    """
    if len(text) > _LONGEST_TEXT:
        raise InputError(
            "The claims are longer than {longest} characters; found {found}.",
            longest=_LONGEST_TEXT,
            found=shown(text.strip()),
        )
    # A line's end separates claims as ";" does; odd blanks and full-width digits become plain.
    flat = ";".join(line.strip() for line in text.strip().splitlines())
    typed = re.sub(r"[ \t\u00a0\u2009\u202f]+", " ", unicodedata.normalize("NFKC", flat)).strip(" ;,|.")
    first = re.search(r"pass ?[@^]", typed, re.IGNORECASE)
    if not typed or not first:
        raise InputError(
            "No claim was found in {found}. Write it like pass@1: 67.3; pass@10: 85.", found=shown(text.strip())
        )
    label, position = typed[: first.start()].strip(" ;,:|-"), first.start()
    claims: list[Claim] = []
    while position < len(typed):
        match = _CLAIM.match(typed, position)
        if not match:
            raise InputError(
                "{found} cannot be read as a claim. Write it like pass@1: 67.3; pass@10: 85.",
                found=shown(typed[position:].strip()),
            )
        sign, k, value, percent = match.groups()
        if len(k) > 9:
            raise InputError("k must be a whole number from 1 to {high}; found {found}.", high=_MAX_K, found=shown(k))
        claims.append(Claim("pass@" if sign == "@" else "pass^", int(k), value + ("%" if percent else "")))
        between = _BETWEEN.match(typed, match.end())
        position = between.end() if between else match.end()
        if position == match.end() < len(typed):
            raise InputError(
                "{found} cannot be read as a claim. Write it like pass@1: 67.3; pass@10: 85.",
                found=shown(typed[position:].strip()),
            )
    return ParsedClaims(checked_claims(claims), label)


def checked_claims(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The claims, if there is at least one, each metric and k once, and not too many."""
    listed = tuple(claims)
    if not listed:
        raise InputError("There are no claims. Write them like pass@1: 67.3; pass@10: 85.")
    for claim in listed:
        if not isinstance(claim, Claim):
            raise InputError("claims must hold Claim objects; found {found}.", found=shown(claim))
    if len(listed) > MAX_CLAIMS:
        raise InputError(
            "At most {most} claims can be checked at once; found {found}.", most=MAX_CLAIMS, found=len(listed)
        )
    names = [claim.name for claim in listed]
    for name in names:
        if names.count(name) > 1:
            raise InputError("{name} is given twice; each metric and k may be given once.", name=name)
    return listed


def unit_of(claims: tuple[Claim, ...], unit: str | None = None) -> Unit:
    """The unit in which the values are printed: the one that is given, or by how they look.

    Values of at most 1, at least one of them written with a leading "0.", are fractions; all
    others are percentages, and so is everything where one value has a percent sign.

    >>> unit_of((Claim("pass@", 1, "0.673"), Claim("pass@", 10, "1")))
    'fraction'
    >>> unit_of((Claim("pass@", 1, "0.75"), Claim("pass@", 10, "1.88")))
    'percent'
    """
    signs = [claim for claim in claims if claim.percent_sign]
    if unit not in (None, "percent", "fraction"):
        raise InputError("unit must be 'percent' or 'fraction'; found {found}.", found=shown(unit))
    if unit == "fraction" and signs:
        raise InputError("{name} is printed with a percent sign, so the unit cannot be 'fraction'.", name=signs[0].name)
    if unit is not None:
        return "percent" if unit == "percent" else "fraction"
    small = all(claim.printed <= 1 for claim in claims)
    pointed = any(claim.text.lstrip("0")[:1] in (".", ",") for claim in claims)
    return "fraction" if small and pointed and not signs else "percent"


def in_words(claim: Claim, unit: Unit) -> str:
    """A claim as a sentence repeats it.

    >>> in_words(Claim("pass@", 1, "67.30"), "percent")
    'pass@1 = 67.30%'
    """
    sign = "%" if unit == "percent" and not claim.percent_sign else ""
    return f"{claim.name} = {claim.text}{sign}"


@dataclass(frozen=True)
class Window:
    """A claim with the exact values, low to high (fractions), that print as its text."""

    claim: Claim
    low: Fraction
    high: Fraction


def window_of(claim: Claim, unit: Unit, rounding: Rounding) -> Window:
    """The values that print as the claim's text.

    Rounded: half a unit of the last digit to either side, both ends included, which covers
    half-up and half-even. Truncated: from the value up to, not including, the next one. Each end is
    widened by 1e-9 (not the open one), because programs print means that carry floating-point errors.

    >>> window = window_of(Claim("pass@", 1, "67.3"), "percent", "rounded")
    >>> float(window.low), float(window.high)
    (0.672499999, 0.673500001)
    """
    scale = 100 if unit == "percent" else 1
    value, step = claim.printed / scale, Fraction(1, 10**claim.decimals * scale)
    if rounding == "rounded" or step <= _SLACK:
        return Window(claim, value - step / 2 - _SLACK, value + step / 2 + _SLACK)
    return Window(claim, value - _SLACK, value + step - Fraction(1, 10**15))
