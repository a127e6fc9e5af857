"""What an argument must be: whole numbers in a range, or fractions from 0 to 1.

Each function returns a plain numpy array or raises InputError naming the argument,
what was found (with its position in an array) and what is allowed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from passk_core.errors import InputError, shown

MAX_COUNT = 1_000_000_000
"""The largest count that is computed with: results stay within an ulp up to here."""


def whole_numbers(
    name: str, value: ArrayLike, low: ArrayLike = 1, high: ArrayLike = MAX_COUNT, high_name: str = ""
) -> NDArray[np.int64]:
    """``value`` as an int64 array whose elements lie in [low, high].

    ``low`` and ``high`` may be arrays that broadcast with ``value``. Integers and numpy
    integers are whole numbers; booleans, floats (2.0 too) and strings are not.
    ``high_name`` says where the upper limit comes from, e.g. "n".

    >>> whole_numbers("k", [1, 2, 3])
    array([1, 2, 3])
    >>> whole_numbers("k", [1, 12], high=10, high_name="n")
    Traceback (most recent call last):
    passk_core.errors.InputError: k[1] must be a whole number from 1 to n = 10; found 12.
    """
    array = _as_array(name, value)
    if array.size == 0:
        return array.astype(np.int64)
    if array.dtype == object:
        for index, element in np.ndenumerate(array):
            if not _is_integer(element):
                raise _refusal(name, index, element, low, high, high_name, array.shape)
        # Python integers beyond 64 bits end here too; the range decides about them.
        _refuse_outside(name, array, low, high, high_name)
        return array.astype(np.int64)
    if not np.issubdtype(array.dtype, np.integer):
        index = _first_bad_kind(array)
        raise _refusal(name, index, array[index], low, high, high_name, array.shape)
    _refuse_outside(name, array, low, high, high_name)
    return array.astype(np.int64, copy=False)


def fractions(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """``value`` as a float array whose elements lie in [0, 1]; NaN and infinities do not.

    >>> fractions("p", [0, 0.5, 1])
    array([0. , 0.5, 1. ])
    >>> fractions("p", 1.5)
    Traceback (most recent call last):
    passk_core.errors.InputError: p must be a number from 0 to 1; found 1.5.
    """
    array = _as_array(name, value)
    numeric = np.issubdtype(array.dtype, np.floating) or np.issubdtype(array.dtype, np.integer)
    bad = ~((array >= 0) & (array <= 1)) if numeric else np.ones(array.shape, bool)
    if bad.any():
        index = tuple(int(i) for i in np.argwhere(bad)[0])
        raise InputError(
            "{name} must be a number from 0 to 1; found {found}.",
            name=_element(name, index, array.shape),
            found=shown(_plain(array[index])),
        )
    # + 0.0 turns -0.0 into 0.0, so that no result of ours is ever -0.0.
    return array.astype(np.float64) + 0.0


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


def _as_array(name: str, value: ArrayLike) -> NDArray[np.generic]:
    try:
        return np.asarray(value)
    except (ValueError, OverflowError):
        raise InputError(
            "{name} must be a number or a regular array of numbers; found {found}.", name=name, found=shown(value)
        ) from None


def _is_integer(element: object) -> bool:
    return isinstance(element, (int, np.integer)) and not isinstance(element, (bool, np.bool_))


def _first_bad_kind(array: NDArray[np.generic]) -> tuple[int, ...]:
    """Position of the first element that is no whole number; of the first one where all are of a wrong kind."""
    if np.issubdtype(array.dtype, np.floating):
        bad = np.argwhere(array != np.floor(array))
        if bad.size:
            return tuple(int(i) for i in bad[0])
    return (0,) * array.ndim


def _refuse_outside(name: str, array: NDArray[np.generic], low: ArrayLike, high: ArrayLike, high_name: str) -> None:
    try:
        bad = np.asarray((array < low) | (array > high), dtype=bool)
    except ValueError:
        raise InputError(
            "{names} do not fit together: their shapes are {shapes}.",
            names=f"{high_name or 'the limit'}, {name}",
            shapes=f"{np.shape(high)}, {array.shape}",
        ) from None
    if bad.any():
        index = tuple(int(i) for i in np.argwhere(bad)[0])
        found = np.broadcast_to(array, bad.shape)[index]
        raise _refusal(name, index, found, low, high, high_name, bad.shape)


def _refusal(
    name: str,
    index: tuple[int, ...],
    found: object,
    low: ArrayLike,
    high: ArrayLike,
    high_name: str,
    shape: tuple[int, ...],
) -> InputError:
    def limit(value: ArrayLike) -> object:
        array = np.asarray(value)
        return array.item() if array.ndim == 0 else np.broadcast_to(array, shape)[index].item()

    top = limit(high)
    return InputError(
        "{name} must be a whole number from {low} to {high}; found {found}.",
        name=_element(name, index, shape),
        low=limit(low),
        high=f"{high_name} = {top}" if high_name else top,
        found=shown(_plain(found)),
    )


def _element(name: str, index: tuple[int, ...], shape: tuple[int, ...]) -> str:
    return name if not shape else f"{name}[{', '.join(str(i) for i in index)}]"


def _plain(value: object) -> object:
    """A numpy scalar as the Python value that a reader expects to see."""
    return value.item() if isinstance(value, np.generic) else value
