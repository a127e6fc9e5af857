"""The one refusal, and how it repeats what was found."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest

from passk_core import InputError
from passk_core.errors import shown


def test_a_refusal_is_a_value_error_with_its_template_and_values() -> None:
    error = InputError("{name} must be at most {high}; found {found}.", name="k", high=10, found="{k}")
    assert isinstance(error, ValueError)
    assert str(error) == "k must be at most 10; found {k}."
    assert error.template.format(**error.values) == str(error)


def test_a_refusal_survives_another_process_and_a_copy() -> None:
    error = InputError("{name} is empty.", name="k")
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert isinstance(twin, InputError)
        assert (twin.template, twin.values, str(twin)) == (error.template, error.values, "k is empty.")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a\nb", r"'a\nb'"),
        (np.eye(2), "array([[1., 0.], [0., 1.]])"),
        pytest.param(10**5000, "<int>", id="huge"),
        pytest.param(Fraction(10**5000), "<Fraction>", id="huge fraction"),
        pytest.param("x" * 10**7, "'" + "x" * 58 + "…", id="long text"),
        pytest.param(
            list(range(10**6)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, …", id="long list"
        ),
    ],
)
def test_what_was_found_is_repeated_on_one_short_line(value: object, text: str) -> None:
    assert shown(value) == text
