"""What an argument may be, of every kind that numpy and Python know."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from passk_core import InputError
from passk_core.validate import fractions, together, whole_number, whole_numbers

HIGH = "1000000000"


@pytest.mark.parametrize(
    ("value", "where", "found"),
    [
        (True, "k", "True (bool)"),
        ([True, 2], "k[0]", "True (bool)"),
        ([1, 2.0], "k[1]", "2.0 (float)"),
        ([2, "a"], "k[1]", "'a' (str)"),
        ((1, None), "k[1]", "None (NoneType)"),
        (np.array([2.0, 2.5]), "k[1]", "2.5 (float)"),
        (np.array([2.0, 3.0]), "k[0]", "2.0 (float)"),
        (np.array([2.0, np.nan]), "k[1]", "nan (float)"),
        (np.array([True]), "k[0]", "True (bool)"),
        (np.array(["a"]), "k[0]", "'a' (str)"),
        (np.array([1, "a"], dtype=object), "k[1]", "'a' (str)"),
        (np.ma.array([1, 2], mask=[False, True]), "k[1]", "None (NoneType)"),
        (pd.Series([1.0, 2.0]), "k[0]", "1.0 (float)"),
        (1 + 2j, "k", "(1+2j) (complex)"),
        (Fraction(2), "k", "Fraction(2, 1) (Fraction)"),
        (Decimal(2), "k", "Decimal('2') (Decimal)"),
        (b"3", "k", "b'3' (bytes)"),
        ({1, 2}, "k", "{1, 2} (set)"),
        ([[1], [1, 2]], "k[0]", "[1] (list)"),
        ([1, 0], "k[1]", "0"),
        ([[1, 2], [3, -4]], "k[1, 1]", "-4"),
        (np.uint64(2**64 - 1), "k", "18446744073709551615"),
        ([3, 10**30], "k[1]", "1000000000000000000000000000000"),
        pytest.param(10**5000, "k", "<int>", id="huge"),
    ],
)
def test_what_is_no_count_is_refused_with_its_position_and_kind(value: Any, where: str, found: str) -> None:
    with pytest.raises(InputError) as refusal:
        whole_numbers("k", value)
    assert str(refusal.value) == f"{where} must be a whole number from 1 to {HIGH}; found {found}."


@pytest.mark.parametrize(
    ("value", "array"),
    [
        (5, 5),
        (np.int8(5), 5),
        (np.array(5), 5),
        ([1, np.int64(2)], [1, 2]),
        (np.array([1, 2], dtype=np.uint16), [1, 2]),
        (np.array([1, 2], dtype=object), [1, 2]),
        (pd.Series([1, 2]), [1, 2]),
        (range(1, 3), [1, 2]),
        ([], []),
        (np.array([]), []),
        (np.array([], dtype=str), []),
    ],
)
def test_whole_numbers_of_every_kind_become_64_bit_integers(value: Any, array: Any) -> None:
    found = whole_numbers("k", value)
    assert found.dtype == np.int64
    np.testing.assert_array_equal(found, array)


@pytest.mark.parametrize(
    ("value", "where", "found"),
    [
        (True, "p", "True"),
        ([True, 0.5], "p[0]", "True"),
        ("0.5", "p", "'0.5'"),
        (None, "p", "None"),
        (1j, "p", "1j"),
        ([0.5, float("nan")], "p[1]", "nan"),
        (np.array([[0.5, np.inf]]), "p[0, 1]", "inf"),
        (-1e-300, "p", "-1e-300"),
        pytest.param(10**5000, "p", "<int>", id="huge"),
        (Decimal("sNaN"), "p", "Decimal('sNaN')"),
        (np.ma.array([0.1, 0.2], mask=[False, True]), "p[1]", "None"),
    ],
)
def test_what_is_no_probability_is_refused_with_its_position(value: Any, where: str, found: str) -> None:
    with pytest.raises(InputError) as refusal:
        fractions("p", value)
    assert str(refusal.value) == f"{where} must be a number from 0 to 1; found {found}."


def test_exact_numbers_are_probabilities_and_zero_loses_its_sign() -> None:
    found = fractions("p", [-0.0, Fraction(1, 4), Decimal("0.5"), 1, np.float32(0.5)])
    assert found.tolist() == [0.0, 0.25, 0.5, 1.0, 0.5]
    assert not np.signbit(found).any()


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.fractions() | st.binary(),
    lambda inner: st.lists(inner, max_size=4),
)


@given(anything)
def test_anything_at_all_gives_an_array_or_a_refusal(value: Any) -> None:
    for check in (whole_numbers, fractions):
        try:
            found = check("x", value)
        except InputError:
            continue
        assert ((found >= 0) & (found <= 10**9)).all()


def test_one_number_is_asked_for_where_one_is_meant() -> None:
    assert whole_number("k", np.int64(3)) == 3
    with pytest.raises(InputError, match=r"^k must be a single number; found \[3\]\.$"):
        whole_number("k", [3])


def test_shapes_that_do_not_fit_are_named() -> None:
    assert together(n=np.ones((3, 1)), c=np.ones(2)) == (3, 2)
    with pytest.raises(InputError, match=r"^n, c do not fit together: their shapes are \(3,\), \(2,\)\.$"):
        together(n=np.ones(3), c=np.ones(2))


def test_arrays_of_several_shapes_in_a_list_are_no_numbers() -> None:
    with pytest.raises(InputError, match=r"k\[0\] must be a whole number from 1 to 1000000000; found .*ndarray"):
        whole_numbers("k", [np.array([1, 2]), np.array([[1, 2], [3, 4]])])
