"""What an argument must be: whole numbers in a range, or fractions from 0 to 1.

Each function returns a plain numpy array or number, or raises InputError naming the argument,
what was found (with its position in an array) and what is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from passk_core.errors import InputError, shown

MAX_COUNT = 1_000_000_000
"""The largest count that is computed with: results stay within an ulp up to here."""


def whole_numbers(
    name: str,
    value: ArrayLike,
    low: int = 1,
    high: int | NDArray[np.int64] = MAX_COUNT,
    high_name: str = "",
    tasks: Sequence[str] = (),
) -> NDArray[np.int64]:
    """``value`` as an int64 array whose elements lie in [low, high].

    ``high`` may be an array that broadcasts with ``value``; ``high_name`` says whose it is, e.g.
    "n". Python's and numpy's integers are whole numbers; booleans, floats (2.0 too) and strings
    are not. With ``tasks``, the refusal names the task in place of a position.

    >>> whole_numbers("k", [1, 2, 3])
    array([1, 2, 3])
    >>> whole_numbers("k", [1, 12], high=10, high_name="n")
    Traceback (most recent call last):
    passk_core.errors.InputError: k[1] must be a whole number from 1 to n = 10; found 12.
    >>> whole_numbers("k", 2.0)
    Traceback (most recent call last):
    passk_core.errors.InputError: k must be a whole number from 1 to 1000000000; found 2.0 (float).
    """
    array, limit = as_array(value), np.asarray(high)
    shape = together(**{high_name or "the limit": limit, name: array})
    if array.size == 0:
        return np.empty(array.shape, dtype=np.int64)
    wrong = _not_whole(array)
    if not wrong.any():
        # Integers of any size and kind are compared as they are; those that pass fit into 64 bits.
        wrong = np.asarray((array < low) | (array > limit), dtype=bool)
        if not wrong.any():
            return array.astype(np.int64, copy=False)
    index = _first(np.broadcast_to(wrong, shape))
    found, top = (_plain(np.broadcast_to(each, shape)[index]) for each in (array, limit))
    found_text = shown(found) if _is_whole(found) else f"{shown(found)} ({type(found).__name__})"
    if tasks:
        raise InputError(
            "Task {task}: {name} must be a whole number from {low} to {high}; found {found}.",
            task=shown(tasks[index[0]]),
            name=name,
            low=low,
            high=f"{high_name} = {top}" if high_name else top,
            found=found_text,
        )
    raise InputError(
        "{name} must be a whole number from {low} to {high}; found {found}.",
        name=name + _position(index, array.shape),
        low=low,
        high=f"{high_name}{_position(index, limit.shape)} = {top}" if high_name else top,
        found=found_text,
    )


def whole_number(name: str, value: object, low: int = 1, high: int = MAX_COUNT, high_name: str = "") -> int:
    """``value`` as one whole number in [low, high]; an array is refused.

    >>> whole_number("k_max", [5])
    Traceback (most recent call last):
    passk_core.errors.InputError: k_max must be a single number; found [5].
    """
    array = as_array(value)
    if array.ndim:
        raise InputError("{name} must be a single number; found {found}.", name=name, found=shown(value))
    return int(whole_numbers(name, array, low, high, high_name))


def fractions(name: str, value: ArrayLike | Fraction | Decimal) -> NDArray[np.float64]:
    """``value`` as a float array whose elements lie in [0, 1]; NaN and infinities do not.

    Python's exact numbers (Fraction, Decimal) are fine, booleans and strings are not.

    >>> fractions("p", [0, 0.5, Fraction(3, 4)])
    array([0.  , 0.5 , 0.75])
    >>> fractions("p", [0.5, 1.5])
    Traceback (most recent call last):
    passk_core.errors.InputError: p[1] must be a number from 0 to 1; found 1.5.
    """
    array = as_array(value)
    if array.dtype == object:
        values = np.array([_real(element) for element in array.flat], dtype=np.float64).reshape(array.shape)
    elif array.dtype.kind in "iuf":
        values = array.astype(np.float64)
    else:
        values = np.full(array.shape, np.nan)
    bad = ~((values >= 0) & (values <= 1))
    if bad.any():
        index = _first(bad)
        raise InputError(
            "{name} must be a number from 0 to 1; found {found}.",
            name=name + _position(index, array.shape),
            found=shown(_plain(array[index])),
        )
    # + 0.0 turns -0.0 into 0.0, so that no result of ours is ever -0.0.
    return values + 0.0


def fraction(name: str, value: ArrayLike) -> float:
    """``value`` as one number in [0, 1]; an array is refused.

    >>> fraction("p", [0.5])
    Traceback (most recent call last):
    passk_core.errors.InputError: p must be a single number; found [0.5].
    """
    array = as_array(value)
    if array.ndim:
        raise InputError("{name} must be a single number; found {found}.", name=name, found=shown(value))
    return float(fractions(name, array))


def as_array(value: object) -> NDArray[Any]:
    """numpy's view of the value, in which each element keeps the kind it came with."""
    if isinstance(value, np.ma.MaskedArray):
        array = np.array(np.ma.getdata(value), dtype=object)
        array[np.ma.getmaskarray(value)] = None  # what is masked is no number
        return array
    if not isinstance(value, (list, tuple)):
        return np.asarray(value)
    # Left to itself numpy turns [True, 2] into [1, 2], and [1, "a"] into strings.
    try:
        return np.asarray(value, dtype=object)
    except ValueError:  # arrays of several shapes in a list
        array = np.empty(len(value), dtype=object)
        for position, element in enumerate(value):
            array[position] = element
        return array


def one_of(name: str, value: object, allowed: tuple[str, ...]) -> str:
    """``value`` if it is one of the allowed words.

    >>> one_of("method", "wald", ("jeffreys", "wilson"))
    Traceback (most recent call last):
    passk_core.errors.InputError: method must be one of 'jeffreys', 'wilson'; found 'wald'.
    """
    if not isinstance(value, str) or value not in allowed:
        raise InputError(
            "{name} must be one of {allowed}; found {found}.",
            name=name,
            allowed=", ".join(repr(word) for word in allowed),
            found=shown(value),
        )
    return value


def confidence(value: object) -> float:
    """A confidence level strictly between 0 and 1.

    >>> confidence(95)
    Traceback (most recent call last):
    passk_core.errors.InputError: confidence_level must lie between 0 and 1, such as 0.95; found 95.
    """
    number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    if not number or not 0 < float(value) < 1:  # type: ignore[arg-type]
        raise InputError("confidence_level must lie between 0 and 1, such as 0.95; found {found}.", found=shown(value))
    return float(value)  # type: ignore[arg-type]


def positive(name: str, value: object) -> float:
    """A finite number above 0.

    >>> positive("price", 0)
    Traceback (most recent call last):
    passk_core.errors.InputError: price must be a number above 0; found 0.
    """
    number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    if not number or not 0 < value < float("inf"):  # type: ignore[operator]
        raise InputError("{name} must be a number above 0; found {found}.", name=name, found=shown(_plain(value)))
    return float(value)  # type: ignore[arg-type]


def together(**arrays: NDArray[np.generic]) -> tuple[int, ...]:
    """The common shape of arguments that must broadcast.

    >>> together(n=np.ones(3), c=np.ones(2))
    Traceback (most recent call last):
    passk_core.errors.InputError: n, c do not fit together: their shapes are (3,), (2,).
    """
    try:
        return np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        raise InputError(
            "{names} do not fit together: their shapes are {shapes}.",
            names=", ".join(arrays),
            shapes=", ".join(str(array.shape) for array in arrays.values()),
        ) from None


def _is_whole(element: object) -> bool:
    return isinstance(element, (int, np.integer)) and not isinstance(element, bool)


def _not_whole(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Which elements are no whole numbers by their kind."""
    if array.dtype.kind in "iu":
        return np.zeros(array.shape, dtype=bool)
    if array.dtype == object:
        return np.array([not _is_whole(element) for element in array.flat], dtype=bool).reshape(array.shape)
    # All are of a wrong kind; among floats those that are not whole make the better example.
    broken = array != np.floor(array) if array.dtype.kind == "f" else np.zeros(array.shape, dtype=bool)
    return broken if broken.any() else ~broken


def _first(chosen: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(chosen)), chosen.shape))


def _position(index: tuple[int, ...], shape: tuple[int, ...]) -> str:
    """ "[2, 0]" for an element of an array of this shape, "" for a single number.

    The index is one of the shape that the array broadcasts to.
    """
    own = [i if size > 1 else 0 for i, size in zip(index[len(index) - len(shape) :], shape, strict=True)]
    return f"[{', '.join(map(str, own))}]" if own else ""


def _real(element: object) -> float:
    """The element as a float, or NaN where it is no real number."""
    if isinstance(element, bool) or not isinstance(element, (int, float, Fraction, Decimal, np.integer, np.floating)):
        return float("nan")
    try:
        return float(element)
    except (OverflowError, ValueError):  # beyond the range of doubles; a signalling NaN
        return float("nan")


def _plain(value: object) -> object:
    """A numpy scalar as the Python value that a reader expects to see."""
    return value.item() if isinstance(value, np.generic) else value
