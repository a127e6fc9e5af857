"""What the planning cards answer, against closed forms, exact fractions and published figures."""

from __future__ import annotations

import contextlib
import csv
import io
import math
from fractions import Fraction

import pytest

from page import plan
from page.answer import AT, HAT
from page.figures.plan import plan_figure
from page.plan_attempts import Attempts, attempts_answer
from page.plan_cards import CARDS, CHOICES
from page.plan_cost import Purchase, cost_answer
from page.plan_difference import Comparison, difference_answer
from page.plan_error_bar import Benchmark, ErrorBarWish, error_bar_answer
from page.plan_words import Answer, alternative, figure_csv
from page.texts import Say
from passk_core import InputError
from tests.plots import read

SAY = Say()
Z95, Z80 = 1.959963984540054, 0.8416212335729143  # of the normal distribution: 97.5% and 80%


def values(answer: Answer) -> list[str]:
    return [result.value for result in answer.results]


def attempts(p: str, target: str, rho: float = 0.0, k: int = 10) -> Answer:
    return attempts_answer(Attempts(Fraction(p), Fraction(target), rho, k), SAY)


def bar(p: str, rho: float, k: int, n: int, tasks: int, width: str = "1/50", metric: str = AT) -> Answer:
    return error_bar_answer(ErrorBarWish(Benchmark(Fraction(p), rho, metric, k, n, tasks), Fraction(width), 0.95), SAY)


def difference(p: str, rho: float, n: int, tasks: int, alike: float, gap: str = "1/10", k: int = 1) -> Answer:
    benchmark = Benchmark(Fraction(p), rho, AT, k, n, tasks)
    return difference_answer(Comparison(benchmark, alike, Fraction(gap), 0.95, 0.8), SAY)


def cost(rates: str, cap: int, price: float = 1.0) -> Answer:
    return cost_answer(Purchase(tuple(map(Fraction, rates.split())), cap, price), SAY)


# Attempts


@pytest.mark.parametrize(
    ("p", "target", "rho", "k"),
    [
        ("0.05", "0.95", 0.0, "59"),  # 1 - 0.95^58 = 0.9490, 1 - 0.95^59 = 0.9515
        ("0.1", "0.271", 0.0, "3"),  # 1 - 0.9^3 is 0.271 exactly
        ("0.3", "0.9", 0.1, "10"),  # a Beta of mean 0.3: pass@9 = 0.894, pass@10 = 0.907
        ("0.3", "0.9", 0.3, "39"),
        ("0.3", "0.9", 0.6, "18,497"),
        ("0.97", "0.95", 0.0, "1"),
    ],
)
def test_the_attempts_for_a_target(p: str, target: str, rho: float, k: str) -> None:
    answer = attempts(p, target, rho)
    assert values(answer)[0] == k
    assert f"at k = {k}." in answer.sentence


@pytest.mark.parametrize(
    ("p", "target", "rho", "reason"),
    [
        ("0", "0.95", 0.0, "no attempt ever passes"),
        ("0.3", "0.95", 1.0, "all attempts are alike"),
        ("0.3", "1", 0.0, "never reaches it unless p = 1"),
        ("0.05", "0.95", 0.3, "more than 1,000,000,000 attempts"),
    ],
)
def test_a_target_out_of_reach_is_said_and_is_no_number(p: str, target: str, rho: float, reason: str) -> None:
    answer = attempts(p, target, rho)
    assert values(answer)[0] == "none"
    assert reason in answer.sentence


@pytest.mark.parametrize(
    ("p", "target", "run"),
    [
        ("0.99", "0.9", "10"),  # 0.99^10 = 0.9044, 0.99^11 = 0.8953
        ("0.75", "0.9", "0"),
        ("1", "0.9", "any"),
        ("0.3", "0", "any"),
    ],
)
def test_the_longest_reliable_run(p: str, target: str, run: str) -> None:
    assert values(attempts(p, target))[1] == run


def test_the_rate_that_a_number_of_attempts_needs() -> None:
    answer = attempts("0.3", "0.9")
    assert values(answer)[2] == "20.6%"  # 1 - 0.1^(1/10) = 0.20567
    assert answer.results[2].detail == "for pass^10: 99.0%"  # 0.9^(1/10) = 0.98952
    # 0.9^(10^-9) is 1 - 1.05e-10: near to certainty is not certainty.
    assert attempts("0.3", "0.9", k=10**9).results[2].detail == "for pass^1,000,000,000: > 99.999%"
    assert attempts("0.3", "1", k=2).results[2].value == "100%"


def test_the_caveat_of_attempts_follows_the_spread() -> None:
    # The counts of the other spread, from the first table above.
    assert "k = 7 is too few: with a spread of rho = 0.3 it takes 39" in attempts("0.3", "0.9").caveat.text
    assert "would need 7. Here it takes 39" in attempts("0.3", "0.9", 0.3).caveat.text
    assert "checker" in attempts("0.99", "0.9").caveat.text
    assert "temperature 0" in attempts("0.3", "0.9", 1.0).caveat.text
    assert "0 of 20" in attempts("0", "0.9").caveat.text


# Error bars


def test_more_samples_stop_helping_and_more_tasks_do_not() -> None:
    answer = bar("0.3", 0.3, k=10, n=20, tasks=164)
    # Standard errors 0.0281 at n = 20 and 0.02435 for endless samples, times 1.96.
    assert values(answer)[:2] == ["± 5.5", "none"]
    assert answer.results[1].detail == "never below ± 4.8"
    assert answer.sentence.startswith("More samples stop helping")
    needed = int(values(answer)[2].replace(",", ""))
    # 324 tasks have a standard error of 0.02 (n = 20); 0.02 / 1.96 takes 1.96^2 times as many.
    assert needed == pytest.approx(324 * Z95**2, rel=0.004)
    enough = bar("0.3", 0.3, k=10, n=20, tasks=needed)
    assert enough.results[0].value in ("± 2", "± 2.0")
    assert "enough for ± 2" in enough.sentence


def test_the_table_of_error_bars_holds_the_published_row() -> None:
    # 0.0334, 0.0281, 0.0257, 0.0247 for n = 10, 20, 50, 200, and 0.02435 for endless samples
    rows = {row["n"]: row["N = 164"] for row in bar("0.3", 0.3, k=10, n=20, tasks=164).rows}
    assert rows == {"10": "± 6.5", "20": "± 5.5", "50": "± 5.0", "200": "± 4.8", "endless": "± 4.8"}


def test_one_task_and_one_rate_need_the_samples_of_the_textbook() -> None:
    # p (1 - p) (1.96 / width)^2 = 0.25 * 98.0^2 = 2400.9
    alone = bar("0.5", 0.0, k=1, n=100, tasks=1)
    assert values(alone) == ["± 9.8", "2,401", "25"]
    # All-or-nothing tasks: each is one draw, so as many tasks.
    assert values(bar("0.5", 1.0, k=1, n=100, tasks=100)) == ["± 9.8", "none", "2,401"]


def test_the_error_bar_of_a_metric_is_that_of_its_mirror() -> None:
    at, hat = (bar(p, 0.2, k=4, n=9, tasks=50, metric=metric) for p, metric in (("0.3", AT), ("0.7", HAT)))
    assert values(at) == values(hat)


def test_a_rate_of_exactly_0_has_no_error_bar_and_k_above_n_is_refused() -> None:
    with pytest.raises(InputError, match="no error bar to plan"):
        bar("0", 0.3, k=10, n=20, tasks=164)
    with pytest.raises(InputError, match="k must be a whole number from 1 to n = 5; found 10"):
        bar("0.3", 0.3, k=10, n=5, tasks=164)


def test_the_figure_of_error_bars_falls_to_its_floor_and_halves_with_four_times_the_tasks() -> None:
    picture = bar("0.3", 0.3, k=10, n=20, tasks=164).picture
    assert picture is not None
    assert [line.name for line in picture.lines] == ["N = 164", "N = 328", "N = 656"]
    first, _, fourfold = picture.lines
    assert all(later <= sooner for sooner, later in zip(first.ys, first.ys[1:], strict=False))
    assert first.ys[-1] > picture.floors[0][0] == pytest.approx(100 * Z95 * 0.02435, rel=1e-3)
    assert fourfold.ys == pytest.approx([y / 2 for y in first.ys])
    assert picture.wishes[0][0] == 2


# Differences


def test_the_smallest_difference_is_that_of_two_proportions() -> None:
    # One sample each at p = 1/2: variances 1/4 and 1/4 over 100 tasks, whether the luck lies in samples or tasks.
    expected = 100 * (Z95 + Z80) * math.sqrt(0.5 / 100)
    assert values(difference("0.5", 0.0, n=1, tasks=100, alike=0.5))[0] == f"{expected:.1f}"
    assert values(difference("0.5", 1.0, n=1, tasks=100, alike=0.0))[0] == f"{expected:.1f}"


def test_pairing_takes_away_what_both_runs_share() -> None:
    answer = difference("0.5", 1.0, n=1, tasks=100, alike=0.75)
    # A quarter of the variance is left: half of the difference, a quarter of the tasks.
    whole = 100 * (Z95 + Z80) * math.sqrt(0.5 / 100)
    tasks = (Z95 + Z80) ** 2 * 0.5 / 0.1**2
    assert values(answer) == [f"{whole / 2:.1f}", f"{whole:.1f}", str(math.ceil(tasks / 4))]
    assert answer.results[2].detail == f"without pairing: {math.ceil(tasks)} for each run"


def test_differences_that_cannot_be_shown_are_no_number() -> None:
    answer = difference("0.5", 0.0, n=1, tasks=1, alike=0.5)
    assert values(answer)[:2] == ["none", "none"]
    assert "cannot show any difference" in answer.sentence
    with pytest.raises(InputError, match="nothing varies"):
        difference("0.5", 1.0, n=1, tasks=100, alike=1.0)


def test_the_caveat_of_differences_names_what_is_wrong_with_them() -> None:
    # (1.96 + 0.84) sqrt(2 * 0.16 / 10) = 0.50: less than the room of 80 points, yet few tasks
    assert "normal approximation" in difference("0.2", 0.0, n=1, tasks=10, alike=0.5).caveat.text
    # ... / 3: 0.91 is more than the room
    assert difference("0.2", 0.0, n=1, tasks=3, alike=0.5).caveat.title == "No true difference can be that large"
    assert "pairing gains nothing" in difference("0.2", 0.2, n=1, tasks=100, alike=0.0).caveat.text


# Cost


def exact_cost(rates: list[Fraction], cap: int) -> tuple[float, float, float]:
    solved = sum(1 - (1 - p) ** cap for p in rates)
    made = sum(sum((1 - p) ** j for j in range(cap)) for p in rates)
    left = [(1 - p) ** (cap - 1) for p in rates]
    gained = sum(p * rest for p, rest in zip(rates, left, strict=True))
    return float(made / solved), float(cap * len(rates) / solved), float(sum(left) / gained)


def test_the_price_of_a_solved_task_with_and_without_stopping_and_of_the_next() -> None:
    answer = cost("9/10 1/2 1/10 1/100", 50)
    stopping, not_stopping, following = exact_cost([Fraction(x) for x in ("9/10", "1/2", "1/10", "1/100")], 50)
    assert values(answer) == [f"{stopping:.3g}", f"{not_stopping:.3g}", f"{following:.3g}"]
    assert values(answer)[:2] == ["15.5", "59"]
    assert answer.results[0].detail == "mean attempts at a task: 13.1"


def test_one_rate_costs_the_price_over_the_rate_whatever_the_cap() -> None:
    for cap in (1, 7, 1000):
        assert values(cost("1/4", cap, price=0.02))[0] == "0.08"


def test_what_is_never_solved_has_no_price() -> None:
    answer = cost("0 0", 5)
    assert values(answer) == ["none", "none", "none"]
    assert "no price" in answer.sentence
    assert answer.picture is None
    assert "Tasks with a rate of 0: 2" in answer.caveat.text


def test_nearly_all_solved_is_not_all_solved() -> None:
    assert "> 99.999% of the tasks are solved" in cost("9/10", 1000).sentence
    assert "100% of the tasks are solved" in cost("1", 5).sentence
    assert values(cost("1", 5))[2] == "none"
    assert "Nothing is left" in cost("1", 5).sentence


def test_the_caveat_of_cost_says_what_stopping_does_to_the_rate() -> None:
    # -p log(p) / (1 - p) at p = 0.1
    assert "reads 25.6%" in cost("1/10", 20).caveat.text


# All cards

EXTREMES = [
    attempts("0.3", "0.95"),
    attempts("0", "1"),
    attempts("1/1000000000000", "0.5", 0.5, 10**9),
    attempts("999999/1000000", "0.5"),
    bar("0.5", 0.0, k=1, n=1, tasks=1, width="1/100000000"),
    bar("0.3", 0.5, k=2000, n=10**9, tasks=10**9, metric=HAT),
    bar("0.999", 0.3, k=10, n=20, tasks=1, width="1"),
    difference("0.5", 0.0, n=1, tasks=1, alike=1.0),
    difference("1/1000000000000", 0.9, n=10**9, tasks=10**9, alike=0.0, gap="1/100000000"),
    cost("1/4", 1),
    cost("1 0", 10**9, 1e12),
    cost("1/1000000000000", 10**9, 1e-12),
]


@pytest.mark.parametrize("answer", EXTREMES, ids=lambda answer: answer.sentence[:40])
@pytest.mark.parametrize("dark", [False, True])
def test_every_figure_can_be_drawn_told_and_taken_along(answer: Answer, dark: bool) -> None:
    picture = answer.picture
    assert picture is not None
    figure = read(plan_figure(picture, SAY, dark))
    assert all(math.isfinite(y) for line in picture.lines for y in line.ys)
    assert all(len(line.xs) == len(line.ys) == len(line.texts) <= 42 for line in picture.lines)
    assert figure.layout.yaxis.range[0] < figure.layout.yaxis.range[1]
    # A line differs from the others in more than its colour, and bears its name.
    assert len({line.dash for line in picture.lines}) == len(picture.lines)
    names = {note.text.removeprefix("<b>").removesuffix("</b>"): note.y for note in figure.layout.annotations}
    low, high = figure.layout.yaxis.range
    assert all(low <= names[line.name] <= high for line in picture.lines)
    assert all(line.name in alternative(picture, SAY) for line in picture.lines)
    header, *rows = csv.reader(io.StringIO(figure_csv(picture)))
    assert header == [picture.x_name, *[line.name for line in picture.lines]]
    assert len(rows) >= len(picture.lines[0].xs)


@pytest.mark.parametrize(
    ("answer", "printed"),
    [
        (attempts("0.05", "0.95"), "59\n0\n"),
        (bar("0.5", 1.0, k=1, n=100, tasks=100), "ErrorBar(se=0.05,"),
        (difference("0.5", 1.0, n=1, tasks=100, alike=0.75), "0.0990"),
        (cost("1/4", 3, price=0.02), "Cost(k=3, solved=0.578125,"),
    ],
)
def test_the_python_beside_an_answer_prints_its_numbers(answer: Answer, printed: str) -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(answer.snippet, {})
    assert out.getvalue().startswith(printed)


def test_a_report_holds_the_answer_and_what_it_rests_on() -> None:
    report = bar("0.3", 0.3, k=10, n=20, tasks=164).report(SAY)
    for part in ("± 5.5", "pass@10", "30%", "rho = 0.3", "n = 20", "N = 164", "95% interval"):
        assert part in report


def test_each_card_is_made_of_fields_that_have_a_default() -> None:
    for fields in CARDS.values():
        for name in fields:
            assert plan.PART.default(name)
    for name, allowed in CHOICES.items():
        assert plan.PART.default(name) in allowed
