"""What difference two runs on the same tasks can show."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from page import answer
from page.answer import AT
from page.caveats import Caveat
from page.figures.plan import Dot, Line, Picture
from page.numbers import Chance, count, figures
from page.plan_error_bar import Benchmark
from page.plan_words import Answer, Result, limited, points_text, steps, typed
from page.texts import Say
from page.wording import level_name, short
from passk_core import InputError, pass_at_k_from_rate, pass_hat_k_from_rate
from passk_core.precision import smallest_difference, tasks_for_difference

_FEW_TASKS = 30


@dataclass(frozen=True)
class Comparison:
    """Two runs alike in spread on one benchmark, how alike they find its tasks, and a difference to see."""

    benchmark: Benchmark
    alike: float
    gap: Fraction
    level: float
    power: float


def difference_answer(asked: Comparison, say: Say) -> Answer:
    """The smallest difference that these tasks show, paired and not, and the tasks that a wish needs."""
    plan, gap = asked.benchmark, float(asked.gap)
    bar = plan.varying()
    between = 2 * bar.between * (1 - asked.alike)
    if between + 2 * bar.within == 0.0:
        raise InputError(
            "With rho = 1 and runs that find the tasks wholly alike nothing varies, so any difference would show. "
            "Move one of them below 1."
        )
    rest = (bar.within, bar.within, asked.level, asked.power)
    paired = smallest_difference(plan.tasks, between, *rest)
    unpaired = smallest_difference(plan.tasks, 2 * bar.between, *rest)
    tasks = tasks_for_difference(gap, between, *rest)
    tasks_unpaired = tasks_for_difference(gap, 2 * bar.between, *rest)
    results = [
        Result(
            say("smallest difference"),
            _shown(paired, say),
            say("points of mean {metric}, paired", metric=plan.name(say)),
            plan.metric,
        ),
        Result(
            say("on different tasks"),
            _shown(unpaired, say),
            say("points, as many of them, not paired"),
        ),
        Result(
            say("tasks for {gap} points", gap=points_text(gap, say)),
            count(tasks, say),
            say("without pairing: {tasks} for each run", tasks=count(tasks_unpaired, say)),
        ),
    ]
    level = level_name(asked.level, say)
    return Answer(
        results=results,
        read_as=say("p is read as {p}, the wish as {gap} points.", p=typed(plan.p, say), gap=points_text(gap, say)),
        sentence=_sentence(asked, paired, tasks, say),
        basis=plan.basis(say)
        + " "
        + say(
            "Difficulties of the two runs correlate by {alike}; two-sided at {level}, normal approximation "
            "(Miller 2024, arXiv 2411.00640).",
            alike=figures(asked.alike, say),
            level=level,
        ),
        caveat=_caveat(asked, paired, say),
        picture=_picture(asked, between, bar.between, bar.within, paired, tasks, say),
        rows=[
            {
                say("difference, points"): points_text(size, say),
                say("tasks, paired"): count(tasks_for_difference(size, between, *rest), say),
                say("tasks, not paired"): count(tasks_for_difference(size, 2 * bar.between, *rest), say),
            }
            for size in sorted({0.01, 0.02, 0.03, 0.05, 0.1, 0.2, gap})
        ],
        rows_title=say("Tasks that each difference takes, with n samples of each"),
        snippet=_snippet(asked),
    )


def _shown(difference: float, say: Say) -> str:
    return say("none") if difference >= 1 else points_text(difference, say)


def _sentence(asked: Comparison, paired: float, tasks: int, say: Say) -> str:
    words = {
        "N": count(asked.benchmark.tasks, say),
        "power": level_name(asked.power, say),
        "paired": points_text(paired, say),
        "gap": points_text(float(asked.gap), say),
        "tasks": count(tasks, say),
    }
    if paired >= 1:
        return say("N = {N} tasks cannot show any difference. To see {gap} points it takes N = {tasks}.", **words)
    if paired <= float(asked.gap):
        return say(
            "On N = {N} tasks a true difference of {paired} points is seen in {power} of all comparisons, so {gap} "
            "points are. N = {tasks} would do for that.",
            **words,
        )
    return say(
        "On N = {N} tasks a true difference of {paired} points is seen in {power} of all comparisons; smaller ones "
        "mostly look like luck. To see {gap} points it takes N = {tasks}.",
        **words,
    )


def _caveat(asked: Comparison, paired: float, say: Say) -> Caveat:
    plan = asked.benchmark
    from_rate = pass_at_k_from_rate if plan.metric == AT else pass_hat_k_from_rate
    mean = float(from_rate(float(plan.p), plan.k, plan.rho))
    if paired > max(mean, 1 - mean):
        return Caveat(
            say("No true difference can be that large"),
            say(
                "Mean {metric} is {mean} here, so the other run can be at most {up} points better or {down} worse.",
                metric=plan.name(say),
                mean=short(Chance(mean, 1 - mean), say),
                up=points_text(1 - mean, say),
                down=points_text(mean, say),
            ),
        )
    if plan.tasks < _FEW_TASKS:
        return Caveat(
            say("With so few tasks these are hopes"),
            say(
                "Below N = {few} the normal approximation promises too much: a paired test that knows how few tasks "
                "there are sees only larger differences.",
                few=_FEW_TASKS,
            ),
        )
    if asked.alike == 0:
        return Caveat(
            say("Two models rarely disagree about what is hard"),
            say("At 0 pairing gains nothing. Versions of one model are far more alike; a trial run of both tells."),
        )
    return Caveat(
        say("Pairing needs the same tasks in both runs"),
        say(
            "It takes away what both runs find equally hard. Compare task by task, not the two means; and look once, "
            "since every further look or metric is another chance to be wrong."
        ),
    )


def _picture(
    asked: Comparison, between: float, alone: float, within: float, paired: float, tasks: int, say: Say
) -> Picture:
    plan = asked.benchmark
    last = limited(answer.rounded_up(max(1000, 4 * plan.tasks, min(2 * tasks, 1000 * plan.tasks))))
    first = min(10, plan.tasks)
    ns = steps(first, last)

    def line(name: str, spread: float, noise: float, dash: str, strong: bool) -> Line:
        sizes = [smallest_difference(n, spread, noise, noise, asked.level, asked.power) for n in ns]
        kept = [(n, size) for n, size in zip(ns, sizes, strict=True) if size <= 1] or [(ns[-1], 1.0)]
        return Line(
            name,
            [n for n, _ in kept],
            [100 * size for _, size in kept],
            [points_text(size, say) for _, size in kept],
            plan.metric,
            dash,
            strong,
        )

    lines = [
        line(say("paired"), between, within, "solid", True),
        line(say("not paired"), 2 * alone, within, "dot", False),
    ]
    if between > 0 and within > 0:
        lines.append(line(say("endless n"), between, 0.0, "dash", False))
    dots = [] if paired >= 1 else [Dot(plan.tasks, 100 * paired, points_text(paired, say), plan.metric)]
    gap = float(asked.gap)
    return Picture(
        lines,
        x_title=say("N, tasks"),
        y_title=say("points"),
        x_name="N",
        dots=dots,
        wishes=[(100 * gap, say("to see: {gap}", gap=points_text(gap, say)))],
        log_y=True,
    )


def _snippet(asked: Comparison) -> str:
    plan = asked.benchmark
    tail = f"{_parts(asked)}, confidence_level={asked.level!r}, power={asked.power!r}"
    return "\n".join(
        [
            "from passk_core.precision import error_bar, smallest_difference, tasks_for_difference",
            "",
            f"bar = error_bar(p={float(plan.p)!r}, n={plan.n}, k={plan.k}, rho={plan.rho!r}, metric={plan.metric!r})",
            f"print(smallest_difference({plan.tasks}, {tail}))",
            f"print(tasks_for_difference({float(asked.gap)!r}, {tail}))",
        ]
    )


def _parts(asked: Comparison) -> str:
    """The spread of the differences in terms of one run's error bar, as Python."""
    return f"2 * bar.between * (1 - {asked.alike!r}), bar.within, bar.within"
