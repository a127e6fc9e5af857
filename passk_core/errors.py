"""The one refusal of the package."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_SHOWN = 60  # characters of a found value that a sentence repeats


@dataclass(frozen=True)
class Words:
    """A sentence, or a part of one, as its English template with ``{names}`` and the values that fill them.

    A page can say it in another language. A value that is Words, or an InputError, is said in that
    language too; a value that is text is what somebody typed or a file holds, and stays as it is.

    >>> str(Words("column {column}, {place}", {"column": "score", "place": Words("row {row}", {"row": 2})}))
    'column score, row 2'
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.values)


class InputError(ValueError):
    """An input that cannot be used, said in a sentence.

    The sentence is kept as Words keeps it: ``template`` is the English sentence with ``{names}``,
    ``values`` what fills them.

    >>> error = InputError("{name} must be at most {high}; found {found}.", name="k", high=10, found=12)
    >>> str(error)
    'k must be at most 10; found 12.'
    >>> error.values["name"]
    'k'
    """

    def __init__(self, template: str, /, **values: object) -> None:
        self.template = template
        self.values = values
        super().__init__(template.format(**values))

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.template, self.values)


def _rebuild(template: str, values: dict[str, object]) -> InputError:
    return InputError(template, **values)


def shown(value: object) -> str:
    """A found value as a sentence repeats it: its repr, on one line and not too long.

    >>> shown("abc"), shown(1.5)
    ("'abc'", '1.5')
    >>> len(shown("x" * 1000))
    60
    """
    # What is long is cut before its repr is made, so that something huge costs nothing.
    short = value[: 2 * _SHOWN] if isinstance(value, (str, bytes, list, tuple)) else value
    try:
        text = " ".join(repr(short).split())
    except ValueError:  # Python refuses to write out integers of more than 4300 digits
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
