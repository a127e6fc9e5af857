"""Claims as people write them: what is read, what is refused, and which values a printed text stands for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from passk_core.claims import Claim, parse_claims
from passk_core.claims.text import unit_of, window_of
from passk_core.errors import InputError


def read(text: str) -> list[tuple[str, str]]:
    return [(claim.name, claim.text) for claim in parse_claims(text).claims]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("pass@1:67.3;pass@10:85", [("pass@1", "67.3"), ("pass@10", "85")]),
        ("pass@1:67.3,pass@10:85", [("pass@1", "67.3"), ("pass@10", "85")]),
        ("pass@1:67,3,pass^4:20.0", [("pass@1", "67,3"), ("pass^4", "20.0")]),
        ("HumanEval pass@1 67.3, pass@10 85", [("pass@1", "67.3"), ("pass@10", "85")]),
        ("pass@1 = 28.8% and pass@10 = 46.8%", [("pass@1", "28.8%"), ("pass@10", "46.8%")]),
        ("Pass@1 is 28.80 %\nPASS@10 of 46.8", [("pass@1", "28.80%"), ("pass@10", "46.8")]),
        ("GPT-4: pass @ 1 .67 | pass^ 2: 0.5.", [("pass@1", ".67"), ("pass^2", "0.5")]),
        ("pass@1\t67.3\npass@10\t85", [("pass@1", "67.3"), ("pass@10", "85")]),
        ("pass^1:46.0;pass^2:32.6;", [("pass^1", "46.0"), ("pass^2", "32.6")]),
        ("pass@1：67.3；pass@10：85", [("pass@1", "67.3"), ("pass@10", "85")]),
    ],
)
def test_claims_are_read_from_addresses_and_pasted_text(text: str, claims: list[tuple[str, str]]) -> None:
    assert read(text) == claims


def test_the_words_before_the_first_claim_are_kept_as_a_label() -> None:
    assert parse_claims("GPT-4 on HumanEval: pass@1 67.0").label == "GPT-4 on HumanEval"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "No claim"),
        ("67.3", "No claim"),
        ("pass@1", "cannot be read"),
        ("67.3% pass@1", "cannot be read"),
        ("pass@1: -5", "cannot be read"),
        ("pass@1: 67.3 ± 0.5", "± 0.5"),
        ("pass@1: 67.3 (greedy)", "(greedy)"),
        ("pass@1 67.3 85 pass@10", "cannot be read"),
        ("pass@1: 1.234.567", "cannot be read"),
        ("pass@{1,10}: 3", "cannot be read"),
        ("pass@1: 67.3 pass@1: 67.4", "given twice"),
        ("pass@0: 67.3", "from 1 to"),
        ("pass@9999999999999: 3", "from 1 to"),
        ("pass@1: 67.3e1", "cannot be read"),
        ("pass@1: 6" + "7" * 50, "as printed"),
        ("pass@1 67.3 " * 500, "longer than"),
        (";".join(f"pass@{k}: 50" for k in range(1, 40)), "At most"),
    ],
)
def test_what_cannot_be_read_is_refused_and_named(text: str, found: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_claims(text)
    assert found in str(refusal.value)


@pytest.mark.parametrize(
    ("texts", "unit"),
    [
        (("0.673",), "fraction"),
        (("0.673", "0.85"), "fraction"),
        (("0.673", "1"), "fraction"),
        (("0.673", "1.0"), "fraction"),
        (("0,673",), "fraction"),
        ((".673",), "fraction"),
        (("67.3", "85"), "percent"),
        (("0.75", "1.88", "2.97"), "percent"),
        (("0.75%",), "percent"),
        (("0.75%", "0.9"), "percent"),
        (("0", "1"), "percent"),
        (("1.0",), "percent"),
    ],
)
def test_the_unit_is_seen_from_how_the_values_look(texts: tuple[str, ...], unit: str) -> None:
    assert unit_of(tuple(Claim("pass@", k + 1, text) for k, text in enumerate(texts))) == unit


def test_a_given_unit_wins_and_must_agree_with_a_percent_sign() -> None:
    assert unit_of((Claim("pass@", 1, "0.75"),), "percent") == "percent"
    with pytest.raises(InputError, match="percent sign"):
        unit_of((Claim("pass@", 1, "75%"),), "fraction")
    with pytest.raises(InputError, match="unit must be"):
        unit_of((Claim("pass@", 1, "75"),), "permille")


def test_decimals_decide_which_values_a_text_stands_for() -> None:
    wide = window_of(Claim("pass@", 1, "67.3"), "percent", "rounded")
    narrow = window_of(Claim("pass@", 1, "67.30"), "percent", "rounded")
    assert wide.low < Fraction("0.6725") < Fraction("0.6735") < wide.high
    assert narrow.low < Fraction("0.67295") < Fraction("0.67305") < narrow.high
    assert not narrow.low <= Fraction("0.6731") <= narrow.high


def test_truncation_keeps_the_printed_value_and_excludes_the_next_one() -> None:
    window = window_of(Claim("pass@", 1, "67.0"), "percent", "truncated")
    assert window.low <= Fraction("0.67") <= window.high
    assert window.low <= Fraction("0.6709999") <= window.high < Fraction("0.671")


@pytest.mark.parametrize(
    ("metric", "k", "text"),
    [
        ("pass", 1, "5"),
        ("pass@", 0, "5"),
        ("pass@", True, "5"),
        ("pass@", 1, "-5"),
        ("pass@", 1, "nan"),
        ("pass@", 1, ""),
    ],
)
def test_a_claim_that_is_none_is_refused(metric: str, k: int, text: str) -> None:
    with pytest.raises(InputError):
        Claim(metric, k, text)  # type: ignore[arg-type]
