"""The laboratories, the reading and the quiz of Learn, without a browser."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from pathlib import Path

import pytest

from page import learn, learn_draw, learn_estimators, learn_independence, learn_mix, learn_promise, learn_verifier
from page.answer import AT, HAT, Question, Rate, Samples
from page.caveats import caveats
from page.figures.lines import Look
from page.figures.patterns import KS, PATTERNS
from page.learn_lab import Finding
from page.learn_patterns import patterns
from page.learn_quiz import quiz
from page.learn_reading import chapters, misreadings
from page.texts import Say, text_file
from passk_core.simulate import correct_in_draws, three_estimators
from tests.plots import read

SAY, LOOK = Say(), Look()
TEXTS = Path(learn.__file__).parent / "texts" / "en"


def values(finding: Finding) -> list[str]:
    return [number.value for number in finding.numbers]


# 1. Draw k of n


def test_drawing_shows_the_formula_and_walks_to_it() -> None:
    finding = learn_draw.finding(10, 2, 5, 4000, 1, SAY, LOOK)
    truth = 1 - Fraction(comb(8, 5), comb(10, 5))
    assert values(finding) == ["77.8%", "0%"]
    assert "252" in finding.sentence
    seen = float(finding.numbers[0].below.removeprefix("seen so far: ").rstrip("%")) / 100
    assert abs(seen - truth) < 4 * sqrt(truth * (1 - truth) / 4000) + 0.0005


def test_every_set_is_drawn_equally_often() -> None:
    draws = 3000
    correct = correct_in_draws(5, 2, 2, draws, seed=3)
    sets = Counter(tuple(learn_draw.last_set(5, 2, 2, int(held), 7 + i)) for i, held in enumerate(correct))
    assert set(sets) == set(combinations(range(5), 2))
    spread = sqrt(draws * 0.1 * 0.9)
    assert all(abs(times - draws / 10) < 4 * spread for times in sets.values())


def test_the_dots_that_are_drawn_hold_what_the_sentence_says() -> None:
    finding = learn_draw.finding(10, 4, 3, 1, 5, SAY, LOOK)
    found = re.search(r"This draw of 3 holds (\d) correct", finding.sentence)
    assert found
    assert f"drawn: 3, correct among the drawn: {found[1]}." in finding.picture


def test_one_more_draw_continues_the_walk_of_the_draws_before() -> None:
    shorter, longer = (correct_in_draws(10, 2, 5, draws, seed=1) for draws in (50, 51))
    assert list(longer[:50]) == list(shorter)


@pytest.mark.parametrize("draws", [0, 1, 1000])
def test_a_link_shows_the_same_picture_to_everybody(draws: int) -> None:
    first, second = (learn_draw.finding(12, 3, 4, draws, 9, SAY, LOOK) for _ in range(2))
    assert first.figure.to_json() == second.figure.to_json()
    assert first.sentence == second.sentence


# 2. Ways to estimate


def test_the_plug_in_is_off_by_its_exact_bias() -> None:
    # E[plug-in] by enumeration over c with exact fractions
    n, k, p = 20, 10, Fraction(1, 10)
    mean = sum(comb(n, c) * p**c * (1 - p) ** (n - c) * (1 - (1 - Fraction(c, n)) ** k) for c in range(n + 1))
    off = 100 * float(1 - (1 - p) ** k - mean)
    finding = learn_estimators.finding(p, n, k, AT, 1, SAY, LOOK)
    assert f"The plug-in reads {off:.2f} points too low on average" in finding.sentence
    three = three_estimators(0.1, n, k, learn_estimators.PROBLEMS, AT, 1)
    assert all(abs(one.bias) < 4 * one.standard_error for one in (three.unbiased, three.first_k))
    assert abs(three.plug_in.bias + off / 100) < 4 * three.plug_in.standard_error


def test_for_pass_hat_k_the_plug_in_reads_too_high() -> None:
    finding = learn_estimators.finding(Fraction(9, 10), 20, 10, HAT, 1, SAY, LOOK)
    assert "points too high on average" in finding.sentence
    assert finding.numbers[1].value.startswith("+")


def test_with_n_equal_to_k_the_estimate_is_all_or_nothing() -> None:
    finding = learn_estimators.finding(Fraction(1, 10), 10, 10, AT, 1, SAY, LOOK)
    assert "all or nothing" in finding.sentence
    assert finding.numbers[0].value == finding.numbers[2].value


@pytest.mark.parametrize("p", [0, 1])
def test_a_certain_rate_leaves_nothing_to_estimate(p: int) -> None:
    finding = learn_estimators.finding(Fraction(p), 10, 5, AT, 1, SAY, LOOK)
    assert "all three are right on average" in finding.sentence


def test_stopping_at_the_first_success_reads_67_where_the_truth_is_41() -> None:
    finding = learn_estimators.stopped_finding(Fraction(1, 10), 5, 1, SAY, LOOK)
    assert "comes to 67.2% on average; it is 41.0%" in finding.sentence  # .672 and 1 - 0.9^5 = .40951


# 3. Independence


@pytest.mark.parametrize(
    ("rho", "at", "hat", "needed"),
    [
        # beta-binomial with mean 0.3, k = 10, to three digits; k that reaches 90%
        (0.0, "97.2%", "< 0.001%", "7"),
        (0.1, "90.7%", "0.092%", "10"),
        (0.3, "76.0%", "1.8%", "39"),
        (0.6, "55.0%", "10.1%", "18,497"),
    ],
)
def test_likeness_lowers_pass_at_k_and_raises_pass_hat_k(rho: float, at: str, hat: str, needed: str) -> None:
    finding = learn_independence.finding(Fraction(3, 10), 10, rho, SAY, LOOK)
    assert values(finding) == [at, hat]
    assert f"pass@k reaches 90% at k = {needed}; independent attempts reach it at k = 7." in finding.sentence


def test_identical_attempts_never_reach_the_target() -> None:
    finding = learn_independence.finding(Fraction(3, 10), 10, 1.0, SAY, LOOK)
    assert values(finding) == ["30%", "30%"]
    assert "no number of attempts" in finding.sentence


# 4. Same mean


def test_the_same_mean_gives_any_pass_at_10_from_40_to_99() -> None:
    found = [values(learn_mix.finding(0.4, rho, 10, "beta", SAY, LOOK)) for rho in (0.0, 1.0)]
    assert found == [["99.4%", "0.010%"], ["40%", "40%"]]


def test_two_kinds_of_task_are_the_mean_of_both() -> None:
    # mean 0.4, spread 0.25: rates 0.2 and 0.7, shares 0.6 and 0.4
    at = 0.6 * (1 - 0.8**10) + 0.4 * (1 - 0.3**10)
    hat = 0.6 * 0.2**10 + 0.4 * 0.7**10
    for metric, truth in ((AT, at), (HAT, hat)):
        mixed = learn_mix.mixed(0.4, 0.25, 10, metric, learn_mix.KINDS)
        assert mixed.value == pytest.approx(truth, rel=1e-12)
        assert mixed.complement == pytest.approx(1 - truth, rel=1e-9)


# 5. Capability and reliability


def test_an_agent_at_75_percent_passes_four_in_a_row_in_31_6_percent() -> None:
    finding = learn_promise.finding(Fraction(3, 4), 4, SAY, LOOK)
    assert values(finding) == ["99.6%", "75%", "31.6%"]  # 1 - 0.25^4, 0.75, 0.75^4
    assert "a rate of 97.4%" in finding.sentence  # 0.9^(1/4)
    bars = [bar.y for bar in read(finding.figure).data]
    assert all(sum(parts) == pytest.approx(1) for parts in zip(*bars, strict=True))
    assert [bar[3] for bar in bars] == pytest.approx([0.75**4, 1 - 0.75**4 - 0.25**4, 0.25**4])
    assert [row["here"] for row in finding.rows] == ["75%", "99.6%", "99.6%", "31.6%"]


@pytest.mark.parametrize("p", [0, 1])
def test_a_certain_agent_is_shown_as_certain(p: int) -> None:
    assert set(values(learn_promise.finding(Fraction(p), 4, SAY, LOOK))) == {f"{p * 100}%"}


# 6. Who picks


def test_tests_that_err_report_more_than_is_delivered() -> None:
    finding = learn_verifier.tests_finding(Fraction(1, 5), 10, 0.05, 0.1, SAY, LOOK)
    # 1 - 0.78^10, 1 - 0.8^10, 0.18 / 0.22 of the first
    assert values(finding) == ["91.7%", "89.3%", "75.0%"]
    assert "wrong one in 16.7%" in finding.sentence
    assert "81.8% is right" in finding.sentence


def test_a_model_that_solves_nothing_reports_a_pass_at_100_of_95_percent() -> None:
    finding = learn_verifier.tests_finding(Fraction(0), 100, 0.03, 0.0, SAY, LOOK)
    assert values(finding) == ["95.2%", "0%", "0%"]  # 1 - 0.97^100
    assert "solves nothing" in finding.sentence


def test_tests_that_accept_nothing_deliver_nothing() -> None:
    finding = learn_verifier.tests_finding(Fraction(0), 10, 0.0, 0.0, SAY, LOOK)
    assert values(finding) == ["0%", "0%", "0%"]
    assert "nothing is delivered" in finding.sentence


def test_a_score_delivers_less_than_pass_at_k_and_a_vote_can_harm() -> None:
    # best of 10 by a binormal score with AUC 0.76: .497; majority of 11 at 40%: sum of the binomial tail
    assert values(learn_verifier.chosen_finding(Fraction(1, 5), 10, 0.76, SAY, LOOK)) == ["89.3%", "49.7%", "20%"]
    p = Fraction(2, 5)
    vote = float(sum(comb(11, i) * p**i * (1 - p) ** (11 - i) for i in range(6, 12)))
    finding = learn_verifier.chosen_finding(p, 11, None, SAY, LOOK)
    assert finding.numbers[1].value == f"{vote:.1%}"
    assert "a vote makes it worse" in finding.sentence
    assert "worse" not in learn_verifier.chosen_finding(Fraction(3, 5), 11, None, SAY, LOOK).sentence


# Every laboratory


@pytest.mark.parametrize("look", [Look(), Look(dark=True), Look(large=True)])
def test_every_picture_can_be_drawn_dark_light_and_large_and_is_told_in_words(look: Look) -> None:
    half = Fraction(1, 2)
    findings = [
        learn_draw.finding(100, 30, 10, 20, 1, SAY, look),
        learn_estimators.finding(half, 50, 5, HAT, 1, SAY, look),
        learn_independence.finding(half, 20, 0.2, SAY, look),
        learn_mix.finding(0.5, 0.5, 50, "kinds", SAY, look),
        learn_promise.finding(half, 20, SAY, look),
        learn_verifier.tests_finding(half, 500, 0.0, 0.5, SAY, look),
    ]
    for finding in findings:
        assert read(finding.figure).layout.height <= 400
        assert len(finding.picture) > 40
        assert "{" not in finding.picture + finding.sentence


def test_the_inputs_of_the_laboratories_are_their_own_and_the_address_names_them_plainly() -> None:
    keys = [module.LAB.key(field.name) for module in learn.LABS.values() for field in module.LAB.fields]
    assert len(keys) == len(set(keys))
    assert {learn.PART.key(name) for name in learn.PART.choices} - {"learn_way"} == set(keys)
    names = [field.name for field in learn.PART.fields]
    assert len(names) == len(set(names))


def test_what_a_laboratory_offers_as_an_example_is_one_of_its_inputs() -> None:
    for module in learn.LABS.values():
        fields = {field.name for field in module.LAB.fields}
        for _, example in module.examples(SAY):
            assert set(example) <= fields


@pytest.mark.parametrize(
    "known",
    [Samples(10, 2), Samples(20, 0), Samples(10, 10), Samples(200, 57), Samples(2, 1), Rate(Fraction(2, 5), 0.3)],
)
@pytest.mark.parametrize("k", [1, 5, 10])
def test_every_caveat_of_the_calculator_leads_to_a_laboratory(known: Samples | Rate, k: int) -> None:
    assert {caveat.lab for caveat in caveats(Question(known, k), SAY)} <= set(learn.LABS)


# Reading


def test_the_patterns_have_a_picture_each_and_show_what_they_say() -> None:
    assert [pattern.name for pattern in patterns(SAY)] == list(PATTERNS)
    lines = {name: [trace.y for trace in read(PATTERNS[name](SAY, LOOK)).data] for name in PATTERNS}
    able, hundred = lines["able"][0], KS.index(100)
    assert able[0] == pytest.approx(0.2)
    assert round(100 * able[KS.index(10)]) == 85
    before, after = lines["both"][:2]
    assert all(b < a for b, a in zip(before, after, strict=True))
    before, after = lines["parallel"][:2]
    assert all(a - b == pytest.approx(0.15) for b, a in zip(before, after, strict=True))
    before, after = lines["crossing"][:2]
    assert before[0] < after[0]
    assert before[hundred] > after[hundred]
    assert all(value == pytest.approx(0.4) for line in lines["flat"][:2] for value in line)
    assert all(sum(parts) == pytest.approx(1) for parts in zip(*lines["timeouts"], strict=True))


def test_each_misreading_leads_to_a_laboratory_and_each_laboratory_answers_one() -> None:
    found = misreadings(text_file("misreadings", "en"))
    assert len(found) >= 12
    # Independence, mixes, estimators, draws and verifiers are misread; the promise is shown by its own table.
    assert {lab for _, lab in found} == set(learn.LABS) - {"promise"}


def test_the_numbers_of_the_misreadings_are_the_formulas_own() -> None:
    text = text_file("misreadings", "en")
    hit = 0.3
    doubled = sum(
        comb(5, c) * hit**c * (1 - hit) ** (5 - c) * (1 - comb(10 - 2 * c, 5) / comb(10, 5)) for c in range(6)
    )
    for value in (
        1 - 0.8**5,  # plug-in of 2 in 10
        1 - comb(8, 5) / comb(10, 5),
        1 - 0.6**10,
        doubled,  # five samples, each counted twice
        1 - (1 - hit) ** 5,
        1 - 0.9**5,
    ):
        assert f"{value:.1%}" in text
    assert "25.6%" in text  # -p log(p) / (1-p) at p = 0.1
    counts = [0, 1, 3, 10, 20]
    theta = [1 - comb(20 - c, 5) / comb(20, 5) for c in counts]
    mean = sum(theta) / 5
    assert f"{100 * sqrt(sum((t - mean) ** 2 for t in theta) / 4 / 5):.1f}" == "19.8"
    within = [(comb(20 - c, 5) / comb(20, 5)) ** 2 - comb(20 - c, 10) / comb(20, 10) for c in counts]
    assert f"{100 * sqrt(sum(within)) / 5:.1f}" == "6.8"
    assert {"± 19.8", "± 6.8"} <= set(re.findall(r"± [\d.]+\d", text))


@pytest.mark.parametrize("name", [*chapters(SAY), *(f"lab_{lab}" for lab in learn.LABS)])
def test_long_texts_hold_no_markup_that_reads_them_otherwise(name: str) -> None:
    if name in ("patterns", "quiz"):
        return  # sentences of the page, not files
    text = text_file(name, "en")
    assert not re.search(r"[$~<>]|!\[", text)
    assert all(link.startswith("https://") for link in re.findall(r"\]\(([^)]*)\)", text))
    assert text_file(name, "no such language") == text


def test_no_long_text_is_left_unread() -> None:
    read = {name for name in chapters(SAY) if name not in ("patterns", "quiz")} | {f"lab_{lab}" for lab in learn.LABS}
    assert read <= {path.stem for path in TEXTS.glob("*.md")}


def test_the_quiz_has_eight_questions_with_one_right_answer_and_an_explanation_for_each() -> None:
    questions = quiz(SAY)
    assert len(questions) == 8
    for question in questions:
        assert sum(answer.right for answer in question.answers) == 1
        assert len({answer.text for answer in question.answers}) == len(question.answers) >= 3
        assert all(len(answer.why) > 20 for answer in question.answers)


def test_the_right_answers_of_the_quiz_are_the_formulas_own() -> None:
    right = [next(answer.text for answer in question.answers if answer.right) for question in quiz(SAY)]
    assert right[0] == f"{1 - comb(8, 5) / comb(10, 5):.1%}"
    assert f"{1 - 0.6**10:.1%}" in right[1]
    assert right[2] == f"{0.75**4:.1%}"
    assert right[6] == f"{1 - 0.97**100:.0%}"
    assert f"{1 - 0.05 ** (10 / 20):.0%}" in right[7]
