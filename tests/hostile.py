"""Hostile text for the tests: what is typed, pasted or written by somebody who means no good, or means nothing."""

from __future__ import annotations

from hypothesis import strategies as st

from page.texts import LANGUAGES, Say
from passk_core import InputError

MARKUP = (
    "<b>x</b>",
    "<img src=x onerror=alert(1)>",
    "![x](http://a.example/b)",
    "[x](javascript:alert(1))",
    "$\\frac{1}{0}$",
    ":red[hi] :material/home: :smile:",
    "| a | b |\n|---|---|",
    "`x` ~~x~~ # x",
)
TEMPLATES = ("{0}", "{n}", "{", "}", "%s", "%(n)s", "%", "{name.__class__}", "\\", "\\N{DIGIT ONE}")
CHARACTERS = ("", " ", "\x00", "\x1b[31m", "\ufeff1", "\u202e1", "３", "１０", "²", "٣", "½", "\ud7ff", "👩‍💻", "1\n2")
NUMBERS = (
    *("0", "1", "2", "10", "200", "1e3", "1e9", "1e10", "100", "1e6", "999999999", "9" * 400, "1e999999999"),
    *("-1", "-0", "1.5", "0.4", "40%", "1,000", "1.000", "0,25", "2/5", "1/0", "1/3/5", "1e-300", "1e-320"),
    *("0." + "9" * 20, "nan", "inf", "-inf", "None", "True", "0x10", "1_000", "1e", "++1"),
)
LONG = ("a" * 5_000, "1" * 5_000, "1," * 2_000, "(" * 2_000, "10 2, " * 500)
LISTS = (
    *("10 2, 10 7", "10 2,10 12", "1, 10, 100", "0.9, 0.5", ",,,", ";;;", "1;2;3"),
    *("pass@1:67.3;pass@10:85", "pass@1:nan", "pass^5:-1", "pass@0:50", "pass@1e9:50", "pass@1:", ":", "pass@"),
)
# For where each run is dear.
TYPED = (" ".join(MARKUP[1:6]), " ".join(TEMPLATES) + "\x00\x1b[31m\u202e１０²½👩‍💻", "", "-1", "1e9", "9" * 5_000)
POOL = (*MARKUP, *TEMPLATES, *CHARACTERS, *NUMBERS, *LONG, *LISTS)

# What comes close to a number, a list or a claim: their pieces in any order, and their characters.
_PIECES = (
    *("0", "1", "10", "99", "000", "1,000", "1.000", "0.4", ",5", "1e", "E+", "e-", "e999", "1e-300", "9" * 70),
    *("%", " %", "/", " / ", "+", "-", "−", ".", ",", ";", ":", "=", " ", "\t", "\n", "\r\n", "\u00a0", "\u3000"),
    *("pass@", "pass^", "Pass @", " is ", " of ", " and ", "|", "²", "½", "٣", "１", "％", "nan", "inf", "_", "'", "’"),
    *("{0}", "{name}", "\\", "\x00", "\ud800", "\u202e"),
)
anything = st.text(st.characters(exclude_categories=()))
nearly = st.lists(st.sampled_from(_PIECES), max_size=14).map("".join)
numeric = st.text("0123456789.,;:/%eE+- '’\t\n٣²½−nainf@^pas", max_size=70)
texts = st.one_of(anything, nearly, numeric, st.sampled_from(POOL))

# What Python itself says, and no sentence of ours.
_RAW = ("Traceback", "object at 0x", "NoneType", "invalid literal", "could not convert", "out of range", "not iterable")
_LONGEST = 400


def assert_told(refusal: InputError, typed: str = "") -> None:
    """A refusal is a sentence, in every language; it repeats no more of what was typed than a reader needs."""
    for say in (str, *(Say(language).told for language in LANGUAGES)):
        sentence = say(refusal)
        assert sentence.strip(), refusal.template
        assert sentence.rstrip().endswith((".", "。", "?")), sentence
        assert len(sentence) <= _LONGEST, sentence
        assert not any(raw in sentence and raw not in typed for raw in _RAW), sentence
