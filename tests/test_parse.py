"""What people type: read strictly, refused in a sentence, never guessed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passk_core import InputError
from passk_core.parse import parse_count, parse_ks, parse_pairs, parse_probability


@pytest.mark.parametrize(
    "text",
    [
        "0.4",
        "0,4",
        ".4",
        ",4",
        "40%",
        "40 %",
        "40",
        "40.0",
        "2/5",
        "2 / 5",
        "4e-1",
        "4E-1",
        " 0.4\n",
        "４０％",
        "０．４",
    ],
)
def test_one_probability_can_be_written_in_many_ways(text: str) -> None:
    assert parse_probability(text) == Fraction(2, 5)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("1", 1),
        ("100%", 1),
        ("100", 1),
        ("2", Fraction(1, 50)),
        ("1e-300", Fraction(1, 10**300)),
        ("99.99999999999999999999%", 1 - Fraction(1, 10**22)),
        ("0/7", 0),
        ("1.5%", Fraction(3, 200)),
        ("٤٠%", Fraction(2, 5)),
    ],
)
def test_a_probability_keeps_every_digit(text: str, value: Fraction) -> None:
    assert parse_probability(text) == value


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("abc", "p cannot be read as a probability; found 'abc'. Write it like 0.4, 40% or 2/5."),
        ("-0.1", "p cannot be read as a probability; found '-0.1'. Write it like 0.4, 40% or 2/5."),
        ("1/0", "p cannot be read as a probability; found '1/0'. Write it like 0.4, 40% or 2/5."),
        ("1_0", "p cannot be read as a probability; found '1_0'. Write it like 0.4, 40% or 2/5."),
        ("10²%", "p cannot be read as a probability; found '10²%'. Write it like 0.4, 40% or 2/5."),
        ("nan", "p cannot be read as a probability; found 'nan'. Write it like 0.4, 40% or 2/5."),
        ("%", "p cannot be read as a probability; found '%'. Write it like 0.4, 40% or 2/5."),
        (" ", "p is empty. Write it like 0.4, 40% or 2/5."),
        (
            "1.5",
            "p could be read in two ways; found '1.5'. Write 1.5% for the percentage, or a number from 0 to 1.",
        ),
        ("101", "p must lie between 0 and 1 (0% and 100%); found '101'."),
        ("5/2", "p must lie between 0 and 1 (0% and 100%); found '5/2'."),
        ("1e999", "p must lie between 0 and 1 (0% and 100%); found '1e999'."),
        ("1e-301", "p must be 0 or at least 1e-300; found '1e-301'."),
        ("0." + "1" * 99, f"p is longer than 60 characters; found '0.{'1' * 56}…."),
    ],
)
def test_a_text_that_is_no_probability_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_probability(text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    "text",
    ["1000", "1e3", "1E3", "1 000", "1,000", "1'000", "1’000", "1\u202f000", "1000.0", "１０００", "10e2", "0.1e4"],
)
def test_one_count_can_be_written_in_many_ways(text: str) -> None:
    assert parse_count(text, "n") == 1000


def test_points_and_commas_that_can_only_group_are_read_as_such() -> None:
    assert parse_count("12.000.000", "n") == parse_count("12,000,000", "n") == 12_000_000
    assert parse_count("12,000,000", "n", decimal_comma=True) == 12_000_000


def test_one_comma_is_asked_about_where_it_is_the_decimal_sign() -> None:
    assert parse_count("1,000", "n") == 1000
    with pytest.raises(InputError, match=r"n could be read in two ways; found '1,000'\. Write 1000 or 1\."):
        parse_count("1,000", "n", decimal_comma=True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "n is empty. Write it like 1000, 1e3 or 1,000."),
        ("ten", "n cannot be read as a whole number; found 'ten'. Write it like 1000, 1e3 or 1,000."),
        ("10²", "n cannot be read as a whole number; found '10²'. Write it like 1000, 1e3 or 1,000."),
        ("1,000 000", "n cannot be read as a whole number; found '1,000 000'. Write it like 1000, 1e3 or 1,000."),
        ("1,00,000", "n cannot be read as a whole number; found '1,00,000'. Write it like 1000, 1e3 or 1,000."),
        ("1.000", "n could be read in two ways; found '1.000'. Write 1000 or 1."),
        ("1,0000", "n could be read in two ways; found '1,0000'. Write 10000 or 1."),
        ("2.5", "n must be a whole number; found '2.5'."),
        ("2,5", "n must be a whole number; found '2,5'."),
        ("0", "n must be a whole number from 1 to 1000000000; found '0'."),
        ("-3", "n must be a whole number from 1 to 1000000000; found '-3'."),
        ("\u22123", "n must be a whole number from 1 to 1000000000; found '\u22123'."),
        ("1e999", "n must be a whole number from 1 to 1000000000; found '1e999'."),
    ],
)
def test_a_text_that_is_no_count_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_count(text, "n")
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("text", "ks"),
    [
        ("1, 10, 100", [1, 10, 100]),
        ("100;10 1\n10", [1, 10, 100]),
        ("1，5", [1, 5]),
        ("1e2,", [100]),
        ("1,100", [1, 100]),
    ],
)
def test_a_list_of_k_is_sorted_and_each_k_is_kept_once(text: str, ks: list[int]) -> None:
    assert parse_ks(text) == ks


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (" ,", "k is empty. Write it like 1, 10, 100."),
        ("1, x", "k cannot be read as a whole number; found 'x'. Write it like 1000, 1e3 or 1,000."),
        ("1, 11", "k must be a whole number from 1 to 10; found '11'."),
        (",".join(map(str, range(1, 1500))), "k may list at most 1000; found 1499."),
        ("1," * 60_000, "k is longer than 100000 characters; found 120000."),
    ],
)
def test_a_list_that_cannot_be_read_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_ks(text, high=10)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    "text",
    [
        "10 2, 10 7, 20 0",
        "10 2; 10 7; 20 0;",
        "10 2\n10 7\n20 0",
        "10\t2\r\n10\t7\r\n\r\n20\t0\r\n",
        "10,2\n10,7\n20,0",
        "10;2\n10; 7\n20;0",
        "１０ ２，１０ ７，２０ ０",
        "1e1 2, 10 7\n20 0",
    ],
)
def test_pairs_can_be_typed_or_pasted_from_a_sheet(text: str) -> None:
    assert parse_pairs(text) == [(10, 2), (10, 7), (20, 0)]


PAIR = "Pair {} must be two whole numbers, n and then c, like 10 2; found {}."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "(n, c) is empty. Write it like 10 2, 10 7."),
        ("10 2, 2/10", PAIR.format(2, "'2/10'")),
        ("10 2, 10", PAIR.format(2, "'10'")),
        ("10 2 3", PAIR.format(1, "'10 2 3'")),
        ("10, 2, 10, 7", PAIR.format(1, "'10'")),
        ("1,000 200", PAIR.format(1, "'1'")),
        ("10 2\n\n10 12", "Pair 2, '10 12': c must be a whole number from 0 to 10; found '12'."),
        ("10 2, 0 0", "Pair 2, '0 0': n must be a whole number from 1 to 1000000000; found '0'."),
        (
            "n c\n10 2",
            "Pair 1, 'n c': n cannot be read as a whole number; found 'n'. Write it like 1000, 1e3 or 1,000.",
        ),
        ("9 1," * 1001, "(n, c) may list at most 1000; found 1001."),
        ("9 1," * 30_000, "(n, c) is longer than 100000 characters; found 120000."),
    ],
)
def test_a_list_of_pairs_that_cannot_be_read_is_refused_by_position(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_pairs(text)
    assert str(refusal.value) == sentence


def test_the_reason_of_a_refused_pair_is_a_refusal_of_its_own() -> None:
    with pytest.raises(InputError) as refusal:
        parse_pairs("10 12")
    reason = refusal.value.values["reason"]
    assert isinstance(reason, InputError)
    assert reason.values["name"] == "c"


@given(st.fractions(0, 1, max_denominator=10**6))
def test_a_ratio_is_read_as_it_is_written(value: Fraction) -> None:
    assert parse_probability(f"{value.numerator}/{value.denominator}") == value


@given(st.integers(0, 10**9), st.sampled_from(["{}", "{:,}", "{}.0", " {} "]))
def test_a_count_is_read_as_it_is_written(value: int, form: str) -> None:
    assert parse_count(form.format(value), "c", 0) == value


@given(st.lists(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), min_size=1))
def test_pairs_are_read_as_they_are_written(pairs: list[tuple[int, int]]) -> None:
    for between, after in ((" ", ", "), ("\t", "\n"), (" ", ";"), (",", "\n")):
        assert parse_pairs(after.join(f"{n}{between}{c}" for n, c in pairs)) == pairs
