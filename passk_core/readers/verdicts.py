"""What a verdict may be spelt like. Never by truthiness: 'false', 'failed: …' and -1 are true to Python."""

from __future__ import annotations

import math
import re

FAILED, PASSED, TIMED_OUT, PARTIAL, UNSCORED, UNKNOWN = range(6)
"""What a verdict means. Timed out and partial (a score that is not 1) are failures that are counted apart."""

PASS_TOLERANCE = 1e-6
"""A score counts as a pass if it is this near to 1."""

# true and false are spelt as spreadsheets export them in the languages that are met.
_PASSED = frozenset([
    "pass", "passed", "success", "succeeded", "successful", "ok", "true", "yes", "y", "t", "correct", "right",
    "resolved", "accepted", "ac", "solved", "✓", "✔", "✅", "vero", "verdadero", "prawda", "wahr", "vrai",
])  # fmt: skip
_FAILED = frozenset([
    "fail", "false", "no", "n", "f", "incorrect", "wrong", "unresolved", "rejected", "wa", "re", "ce", "rte",
    "mle", "ole", "✗", "✘", "❌", "exception", "crashed", "crash", "falso", "fałsz", "falsch", "faux",
])  # fmt: skip
_UNSCORED = frozenset([
    "", "nan", "none", "null", "n/a", "na", "<na>", "#n/a", "-", "?", "unscored", "not run", "skipped",
])  # fmt: skip
_TIMED_OUT = frozenset(["timeout", "timed out", "timed_out", "tle", "time limit exceeded", "time_limit_exceeded"])
_FAILED_LIKE = re.compile(
    r"(failed|failure|fail|error|not passed|not resolved|wrong[ _]answer|runtime[ _]error|compil\w*[ _]error"
    r"|memory[ _]limit|output[ _]limit|presentation[ _]error|idleness[ _]limit|\w+(error|exception))(?![a-z])"
)
_TIMED_OUT_LIKE = re.compile(r"(timed[ _]?out|time[ _]?out|time[ _]limit)")
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d{1,3})?")


def verdict(value: object) -> int:
    """What a verdict of a result file means: one of the constants above.

    true, 1, 1.0, 'passed', 'OK' pass; false, 0, -1, 'failed: …', 'WRONG_ANSWER' fail; null, NaN and
    blank are unscored; a number between, or below 0, is partial (a score). Anything else,
    numbers above 1 among it, is UNKNOWN.

    >>> [verdict(value) for value in (True, "Pass", 1.0, "1,0")] == [PASSED] * 4
    True
    >>> [verdict(value) for value in ("false", 0, "failed: x", "timed out")]
    [0, 0, 0, 2]
    >>> verdict(0.9999), verdict(None), verdict("banana"), verdict(85)
    (3, 4, 5, 5)
    """
    if value is True:
        return PASSED
    if value is False:
        return FAILED
    if value is None:
        return UNSCORED
    if isinstance(value, (int, float)):
        # A whole number past the range of floats has no float.
        return UNKNOWN if abs(value) > 1e300 else _number(float(value))
    if isinstance(value, str):
        return _word(value[:200].strip().casefold())
    return UNKNOWN


def reward(value: object) -> int:
    """A reward of an agent benchmark: a pass if it is 1 (to 1e-6); no reward is unscored.

    >>> reward(1.0000001) == PASSED, reward(-1.0), reward(None) == UNSCORED
    (True, 0, True)
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return verdict(value)
    number = 0.0 if abs(value) > 1e300 else float(value)
    if math.isnan(number):
        return UNSCORED
    if abs(number - 1) <= PASS_TOLERANCE:
        return PASSED
    return PARTIAL if number > 0 else FAILED


def per_test(codes: object) -> int:
    """A sample from the list of its tests: passed if every one is true or above 0; negative codes are failures.

    A sample without any decided test is unscored, not passed: "all of nothing" decides nothing.

    >>> per_test([True, True]) == PASSED, per_test([True, -2]), per_test([]) == UNSCORED
    (True, 0, True)
    """
    if not isinstance(codes, list):
        return verdict(codes)
    decided = [code for code in codes if code is not None]
    if not decided:
        return UNSCORED
    if not all(isinstance(code, (bool, int, float)) for code in decided):
        return UNKNOWN
    if any(not code > 0 for code in decided):
        return TIMED_OUT if decided[-1] in (-1, -3) and not isinstance(decided[-1], bool) else FAILED
    return PASSED if len(decided) == len(codes) else UNSCORED


def _number(number: float) -> int:
    if math.isnan(number):
        return UNSCORED
    if abs(number - 1) <= PASS_TOLERANCE:
        return PASSED
    if number in (0, -1):
        return FAILED
    return PARTIAL if -1 < number < 1 else UNKNOWN


def _word(word: str) -> int:
    if word in _PASSED:
        return PASSED
    if word in _FAILED:
        return FAILED
    if word in _UNSCORED:
        return UNSCORED
    if word in _TIMED_OUT or _TIMED_OUT_LIKE.match(word):
        return TIMED_OUT
    if _FAILED_LIKE.match(word):
        return TIMED_OUT if "timed out" in word or "timeout" in word else FAILED
    if _NUMBER.fullmatch(word):
        return _number(float(word.replace(",", ".")))
    return UNKNOWN
