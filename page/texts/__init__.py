"""The words of the page: English sentences where they are used, said in the visitor's language.

A sentence is a literal with ``{names}`` at the place where it is shown; ``Say`` returns it in
one language with the values put in. A sentence that a language lacks is said in English.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.numbers import format_decimal

from passk_core import InputError
from passk_core.readers.reading import Notice


@dataclass(frozen=True)
class Say:
    """The voice of one visitor: ``say("Tasks: {tasks}", tasks=5)``.

    >>> say = Say("en")
    >>> say("Tasks: {tasks}", tasks=5)
    'Tasks: 5'
    """

    language: str = "en"

    def __call__(self, sentence: str, /, **values: object) -> str:
        return sentence.format(**values) if values else sentence

    def refusal(self, error: InputError) -> str:
        """The sentence of a refusal of the core, from its template and values."""
        return self(error.template, **{name: self._value(value) for name, value in error.values.items()})

    def notice(self, notice: Notice) -> str:
        """What a reader noticed, from its template and values."""
        return self(notice.template, **{name: self._value(value) for name, value in notice.values.items()})

    def _value(self, value: object) -> object:
        if isinstance(value, InputError):  # a refusal inside a refusal: "Pair 2: ..."
            return self.refusal(value)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10_000:
            return format_decimal(value, locale=self.language)
        return value


@cache
def text_file(name: str, language: str) -> str:
    """A long explanation, in Markdown, from ``page/texts/<language>/``; in English where a language lacks it."""
    here = Path(__file__).parent
    file = here / language / f"{name}.md"
    return (file if file.is_file() else here / "en" / f"{name}.md").read_text(encoding="utf-8")
