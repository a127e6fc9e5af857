"""Points, prices and lists of rates as people type them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from passk_core import InputError
from passk_core.parse import parse_amount, parse_points, parse_rates


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2", Fraction(1, 50)),
        ("1", Fraction(1, 100)),
        ("1.5", Fraction(3, 200)),
        ("2,5", Fraction(1, 40)),
        ("0.5%", Fraction(1, 200)),
        ("2 %", Fraction(1, 50)),
        ("100", Fraction(1)),
        ("1/50", Fraction(1, 50)),
    ],
)
def test_a_bare_number_of_points_is_points(text: str, value: Fraction) -> None:
    assert parse_points(text) == value


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0.02", "width could be read in two ways; found '0.02'. Write 0.02% for points below 1, or 2 for 2 points."),
        ("0", "width must be above 0 and at most 100 points; found '0'."),
        ("0%", "width must be above 0 and at most 100 points; found '0%'."),
        ("101", "width must be above 0 and at most 100 points; found '101'."),
        ("", "width is empty. Write it like 2 or 0.5%."),
        ("-2", "width cannot be read as points; found '-2'. Write it like 2 or 0.5%."),
    ],
)
def test_points_that_mean_two_things_or_nothing_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_points(text, "width")
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "value"), [("0.02", 0.02), ("0,02", 0.02), ("3", 3.0), ("2e-2", 0.02), ("1234.5", 1234.5)]
)
def test_an_amount_is_read_with_point_or_comma(text: str, value: float) -> None:
    assert parse_amount(text) == value


@pytest.mark.parametrize("text", ["1,000", "1.000", "1 000", "0", "-1", "$2", "1e13", "nan", "inf", ""])
def test_an_amount_that_means_two_things_or_nothing_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"^price "):
        parse_amount(text)


@pytest.mark.parametrize(
    "text", ["0.9, 0.5, 0.1", "0.9 0.5 0.1", "0,9, 0,5, 0,1", "90%; 50 %; 10%", "0.9\n0.5\n0.1\n", "9/10, 1/2, 1/10,"]
)
def test_rates_are_separated_by_blanks_semicolons_lines_or_a_comma_and_a_blank(text: str) -> None:
    assert parse_rates(text) == [Fraction(9, 10), Fraction(1, 2), Fraction(1, 10)]


def test_a_rate_that_cannot_be_read_is_named_by_its_position() -> None:
    with pytest.raises(InputError) as refused:
        parse_rates("0.9, 0.5,0.1")
    assert str(refused.value).startswith("Rate 2, '0.5,0.1': p cannot be read as a probability")
    with pytest.raises(InputError, match=r"^rates is empty"):
        parse_rates(" , ")
    with pytest.raises(InputError, match="at most 1000; found 1001"):
        parse_rates("0.5 " * 1001)
