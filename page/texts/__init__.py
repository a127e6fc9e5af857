"""The words of the page: English sentences where they are used, said in the visitor's language.

A sentence is a literal with ``{names}`` at the place where it is shown; ``Say`` returns it in
one language with the values put in. A sentence that a language lacks is said in English.
Translations stand in ``<language>/messages.po``, long explanations in ``<language>/*.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.lists import format_list
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, get_decimal_symbol

from passk_core import InputError
from passk_core.claims import Number, Reason
from passk_core.errors import Words

LANGUAGES = {"en": "English", "it": "Italiano", "es": "Español", "pl": "Polski", "zh": "中文"}
"""The languages of the page, each under the name it has for itself."""

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Say:
    """The voice of one visitor: ``say("Tasks: {tasks}", tasks=5)``.

    >>> say = Say("en")
    >>> say("Tasks: {tasks}", tasks=5)
    'Tasks: 5'
    """

    language: str = "en"

    def __call__(self, sentence: str, /, **values: object) -> str:
        said = catalogue(self.language).get(sentence, sentence)
        return said.format(**values) if values else said

    def told(self, words: InputError | Words | Reason) -> str:
        """A refusal, a notice or a reason of the core, from its template and values.

        >>> Say("en").told(Words("{place}: {rows} rows", {"place": Words("the table"), "rows": 12345}))
        'the table: 12,345 rows'
        """
        return self(words.template, **{name: self._value(value) for name, value in words.values.items()})

    @property
    def decimal_comma(self) -> bool:
        """Whether the language writes 67,3 for 67.3."""
        return _decimal_sign(self.language) == ","

    def pointed(self, number: str) -> str:
        """A number as Python writes it, with the decimal sign of the language.

        >>> Say("en").pointed("0.33"), Say("it").pointed("1.7e5")
        ('0.33', '1,7e5')
        """
        return number.replace(".", _decimal_sign(self.language))

    def listed(self, items: Sequence[str]) -> str:
        """A list as the language writes it.

        >>> Say("en").listed(["pass@1", "pass@5", "pass@10"]), Say("it").listed(["pass@1", "pass@5"])
        ('pass@1, pass@5, and pass@10', 'pass@1 e pass@5')
        """
        return format_list(items, locale=self.language)

    def joined(self, sentences: Iterable[str]) -> str:
        """Sentences one after another; Chinese sets no blank between them.

        >>> Say("en").joined(["One.", "", "Two."]), Say("zh").joined(["一。", "二。"])
        ('One. Two.', '一。二。')
        """
        return ("" if self.language == "zh" else " ").join(sentence for sentence in sentences if sentence)

    def _value(self, value: object) -> object:
        if isinstance(value, (InputError, Words)):  # a part with words of its own: "Pair 2: ..."
            return self.told(value)
        if isinstance(value, Number):
            return self.pointed(str(value))
        if isinstance(value, float):
            return self.pointed(f"{value:g}")
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10_000:
            return format_decimal(value, locale=self.language)
        return value


ENGLISH = Say("en")


@cache
def _decimal_sign(language: str) -> str:
    """Curves print thousands of numbers, so the language is asked once, not once a number."""
    return get_decimal_symbol(language)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Each English sentence that the language has, with its translation; empty for English itself."""
    file = _HERE / language / "messages.po"
    if not file.is_file():
        return {}
    with file.open("rb") as content:
        messages = read_po(content, locale=language)
    return {str(message.id): str(message.string) for message in messages if message.id and message.string}


@cache
def text_file(name: str, language: str) -> str:
    """A long explanation, in Markdown, from ``page/texts/<language>/``; in English where a language lacks it."""
    file = _HERE / language / f"{name}.md"
    return (file if file.is_file() else _HERE / "en" / f"{name}.md").read_text(encoding="utf-8")
