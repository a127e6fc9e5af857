"""What the calculator shows: chances, surroundings, curves and tables, against exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from page import answer
from page.answer import AT, HAT, METRICS, Rate, Samples
from page.numbers import ALWAYS, NEVER, percent


def test_a_chance_above_n_is_not_defined() -> None:
    assert answer.chance(Samples(2, 0), 5, AT) is None
    assert answer.chance(Samples(2, 2), 5, HAT) is None


def test_complements_come_from_their_own_formula() -> None:
    # 1 - pass@100 of n = 200, c = 57 is C(143, 100) / C(200, 100), far below what 1 - x can hold
    shown = answer.chance(Samples(200, 57), 100, AT)
    assert shown is not None
    exact = Fraction(math.comb(143, 100), math.comb(200, 100))
    assert shown.complement == pytest.approx(float(exact), rel=1e-13)
    assert shown.value == 1.0
    assert not shown.certain


def test_a_rate_keeps_what_was_typed_beyond_the_digits_of_a_float() -> None:
    shown = answer.chance(Rate(1 - Fraction(1, 10**20)), 4, HAT)
    assert shown is not None
    assert not shown.certain
    assert shown.complement == pytest.approx(4e-20, rel=1e-12)


def test_an_interval_ends_at_certainty_only_where_all_or_none_passed() -> None:
    for metric in METRICS:
        low, high = answer.surroundings(Samples(10, 0), 3, metric, 0.95)
        assert low == NEVER
        assert not high.certain
        low, high = answer.surroundings(Samples(10, 10), 3, metric, 0.95)
        assert high == ALWAYS
        assert not low.certain
    low, high = answer.surroundings(Samples(10, 5), 10, AT, 0.95)
    assert not low.certain
    assert not high.certain
    assert high.complement > 0


def test_the_range_of_a_rate_goes_from_identical_to_independent_attempts() -> None:
    low, high = answer.surroundings(Rate(Fraction(2, 5), 0.3), 10, AT, 0.95)
    assert low.value == 0.4
    assert high.value == pytest.approx(1 - 0.6**10, rel=1e-15)
    low, high = answer.surroundings(Rate(Fraction(2, 5), 0.3), 10, HAT, 0.95)
    assert low.value == pytest.approx(0.4**10, rel=1e-15)
    assert high.value == 0.4


def test_a_curve_ends_at_n_and_its_surroundings_go_on() -> None:
    curve = answer.curve(Samples(4, 1), AT, 10, 0.95)
    assert curve.ks == list(range(1, 11))
    assert curve.line == [0.25, 0.5, 0.75, 1.0]
    assert curve.certain == [False, False, False, True]
    assert all(low < high for low, high in zip(curve.low, curve.high, strict=True))


@pytest.mark.parametrize("known", [Samples(1_000_000, 3), Samples(10**9, 10**4), Rate(Fraction(1, 10**5), 0.1)])
def test_a_long_curve_is_thinned_and_still_exact(known: answer.Known) -> None:
    last = answer.last_k(known, 100_000)
    curve = answer.curve(known, AT, last, 0.95)
    assert len(curve.ks) <= 1000
    assert curve.ks[0] == 1
    assert curve.ks[-1] == last
    assert len(curve.line) == len(curve.ks)
    for place in (0, len(curve.ks) // 2, -1):
        here = answer.chance(known, curve.ks[place], AT)
        assert here is not None
        assert curve.line[place] == pytest.approx(here.value, rel=1e-12)


@given(st.integers(1, 10**9))
def test_the_chart_ends_at_the_next_round_number(number: int) -> None:
    rounded = answer.rounded_up(number)
    assert rounded >= number
    assert str(rounded).rstrip("0") in ("1", "2", "5")
    assert rounded < 2.5 * number or number == 1


def test_the_table_names_every_k_of_its_steps() -> None:
    assert answer.table_ks(200, 7) == [1, 2, 3, 5, 7, 10, 20, 50, 100, 200]
    assert answer.table_ks(2 * 10**9, 7)[-2:] == [500_000_000, 1_000_000_000]  # no count is larger


@pytest.mark.parametrize(
    ("known", "target", "k"),
    [
        (Rate(Fraction(2, 5)), 0.95, 6),  # 1 - 0.6^5 = 0.922, 1 - 0.6^6 = 0.953
        (Rate(Fraction(1, 20)), 0.95, 59),  # 1 - 0.95^58 = 0.9490, 1 - 0.95^59 = 0.9515
        (Rate(Fraction(2, 5), 1.0), 0.95, None),
        (Rate(Fraction(0)), 0.95, None),
        (Rate(Fraction(1)), 0.95, 1),
        (Rate(Fraction(3, 10)), 0.657, 3),  # 1 - 0.7^3 is exactly 0.657, and a little less in doubles
    ],
)
def test_the_fewest_attempts_that_reach_a_target(known: Rate, target: float, k: int | None) -> None:
    assert answer.first_k(known, target) == k


def test_a_point_of_a_curve_that_rounds_to_1_is_not_called_certain() -> None:
    points = dict(answer.curve(Samples(200, 57), AT, 200, 0.95).points)
    assert points[100].value == 1.0
    assert percent(points[100], short=True) == "> 99.999%"
    assert percent(points[144]) == "100%"
