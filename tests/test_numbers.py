"""How probabilities are printed: nothing rounds to certainty."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from page.answer import AT, HAT, Samples, chance
from page.numbers import ALWAYS, NEVER, Chance, count, percent, points
from page.texts import Say


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(7, 9), "77.8%"),
        (Fraction(2, 5), "40%"),
        (Fraction("0.9939533824"), "99.4%"),
        (Fraction("0.99952"), "99.952%"),
        (Fraction("0.999985"), "99.9985%"),
        (Fraction("0.0060466176"), "0.60%"),
        (Fraction("0.000021"), "0.0021%"),
        (1 - Fraction("5.9e-6"), "> 99.999% (all but 1 in 1.7e5)"),
        (1 - Fraction(1, 10**20), "> 99.999% (all but 1 in 1e20)"),
        (1 - Fraction(1, 10**400), "> 99.999% (all but fewer than 1 in 1e300)"),
        (Fraction(1, 10**7), "< 0.001% (1 in 1e7)"),
        (Fraction(1, 10**400), "< 0.001% (fewer than 1 in 1e300)"),
    ],
)
def test_a_probability_is_written_out_up_to_four_nines_and_counted_beyond(value: Fraction, text: str) -> None:
    assert percent(Chance(float(value), float(1 - value))) == text


def test_only_certainty_is_written_as_0_or_100_percent() -> None:
    assert percent(ALWAYS) == "100%"
    assert percent(NEVER) == "0%"
    assert percent(Chance(1.0, 0.0)) != "100%"
    assert percent(Chance(0.0, 1.0)) != "0%"


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_100_percent_appears_exactly_where_the_exact_fraction_is_1(case: tuple[int, int, int]) -> None:
    n, c, k = case
    missed, all_pass = (Fraction(math.comb(top, k), math.comb(n, k)) for top in (n - c, c))
    for metric, exact in ((AT, 1 - missed), (HAT, all_pass)):
        shown = chance(Samples(n, c), k, metric)
        assert shown is not None
        text = percent(shown)
        assert (text == "100%") == (exact == 1)
        assert (text == "0%") == (exact == 0)
        digits = re.match(r"[\d.]+(?=%$)", text)
        if digits:  # a number written out is off by less than half of its last digit
            half = Fraction(5, 10 ** (len(digits[0].partition(".")[2]) + 3))
            assert abs(Fraction(digits[0]) / 100 - exact) <= half * Fraction(101, 100)


@pytest.mark.parametrize(
    ("language", "text"), [("en", "99.4%"), ("it", "99,4%"), ("es", "99,4\xa0%"), ("pl", "99,4%"), ("zh", "99.4%")]
)
def test_each_language_writes_percentages_its_own_way(language: str, text: str) -> None:
    assert percent(Chance(0.994, 0.006), Say(language)) == text


def test_differences_are_signed_points_and_counts_are_grouped() -> None:
    assert points(-0.1057) == "-10.57"
    assert points(0.0142, Say("it")) == "+1,42"
    assert count(1_000_000_000) == "1,000,000,000"
