"""How many samples and tasks an error bar takes: more samples stop helping, more tasks do not."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from page import answer
from page.caveats import Caveat
from page.figures.plan import Dot, Line, Picture
from page.numbers import count, figures
from page.plan_words import Answer, Result, deviate, limited, points_text, steps, typed
from page.texts import Say
from page.wording import level_name
from passk_core import InputError
from passk_core.precision import ErrorBar, error_bar, samples_for_error, tasks_for_error


@dataclass(frozen=True)
class Benchmark:
    """Tasks to be run: their mean rate, how much they differ, how often each is sampled, what is reported."""

    p: Fraction
    rho: float
    metric: str
    k: int
    n: int
    tasks: int

    def error_bar(self, n: int | None = None, tasks: int | None = None) -> ErrorBar:
        """The standard error of these tasks, or of another number of samples or tasks."""
        return error_bar(float(self.p), n or self.n, self.k, tasks or self.tasks, self.rho, self.metric)

    def varying(self) -> ErrorBar:
        """The standard error of these tasks; refused where nothing varies."""
        bar = self.error_bar()
        if bar.within + bar.between == 0.0:
            raise InputError(
                "At a mean rate of {p} every set of {k} attempts ends alike, so there is no error bar to plan. "
                "Type a mean rate further from 0 and 1.",
                p=float(self.p),
                k=self.k,
            )
        return bar

    def name(self, say: Say) -> str:
        """pass@10, as it is reported."""
        return self.metric.replace("k", count(self.k, say))

    def basis(self, say: Say) -> str:
        """What the numbers rest on."""
        return say(
            "For mean {metric}, unbiased, mean success rate {p}, rho = {rho} between attempts at a task "
            "(beta-binomial), n = {n}, N = {tasks}.",
            metric=self.name(say),
            p=typed(self.p, say),
            rho=figures(self.rho, say),
            n=count(self.n, say),
            tasks=count(self.tasks, say),
        )


@dataclass(frozen=True)
class ErrorBarWish:
    """A benchmark, and the half-width that its interval should have."""

    benchmark: Benchmark
    width: Fraction
    level: float


def error_bar_answer(asked: ErrorBarWish, say: Say) -> Answer:
    """The error bar of these samples and tasks, and what would bring it to the wish."""
    plan, wish, z = asked.benchmark, float(asked.width), deviate(asked.level)
    bar = plan.varying()
    here, floor = z * bar.se, z * bar.floor
    arguments = (float(plan.p), plan.k, wish / z, plan.tasks, plan.rho, plan.metric)
    samples = _samples(arguments)
    tasks = tasks_for_error(float(plan.p), plan.n, plan.k, wish / z, plan.rho, plan.metric)
    wished = say("± {width} points", width=points_text(wish, say))
    level = level_name(asked.level, say)
    results = [
        Result(
            say("{level} error bar", level=level),
            say("± {width}", width=points_text(here, say)),
            say("points, of mean {metric}", metric=plan.name(say)),
            plan.metric,
        ),
        Result(
            say("samples for {wished}", wished=wished),
            say("none") if samples is None else count(samples, say),
            say("never below ± {floor}", floor=points_text(floor, say))
            if samples is None
            else say("of each task; in all: {total}", total=count(samples * plan.tasks, say)),
        ),
        Result(
            say("tasks for {wished}", wished=wished),
            count(tasks, say),
            say("samples in all: {total}", total=count(tasks * plan.n, say)),
        ),
    ]
    return Answer(
        results=results,
        read_as=say("p is read as {p}, the wish as {wished}.", p=typed(plan.p, say), wished=wished),
        sentence=_sentence(plan, here, floor, wish, samples, tasks, say),
        basis=say.joined(
            [plan.basis(say), say("Error bars are half of a {level} interval for new tasks.", level=level)]
        ),
        caveat=_caveat(plan, bar, z, say),
        picture=_picture(plan, z, wish, here, samples, say),
        rows=_rows(plan, z, say),
        rows_title=say("Error bar in points, by samples per task n and tasks N"),
        snippet=_snippet(plan, wish / z),
    )


def _samples(arguments: tuple[float, int, float, int, float, str]) -> int | None:
    """The fewest samples of each task, or None where no number of them is enough."""
    try:
        return samples_for_error(*arguments)
    except InputError:
        return None


def _sentence(
    plan: Benchmark, here: float, floor: float, wish: float, samples: int | None, tasks: int, say: Say
) -> str:
    words = {
        "here": points_text(here, say),
        "floor": points_text(floor, say),
        "wish": points_text(wish, say),
        "n": count(plan.n, say),
        "N": count(plan.tasks, say),
        "samples": "" if samples is None else count(samples, say),
        "tasks": count(tasks, say),
    }
    if here <= wish:
        return say(
            "n = {n} and N = {N} give ± {here} points: enough for ± {wish}. Already enough would be n = {samples}, "
            "or N = {tasks}.",
            **words,
        )
    if samples is None and floor >= wish:
        return say(
            "More samples stop helping: with N = {N} the error bar is ± {here} points now and never falls below "
            "± {floor}. More tasks do help: N = {tasks} brings it to ± {wish}.",
            **words,
        )
    if samples is None:
        return say(
            "With N = {N} the error bar is ± {here} points; no number of samples that can be computed with brings it "
            "to ± {wish}. N = {tasks} does.",
            **words,
        )
    return say(
        "n = {n} and N = {N} give ± {here} points. n = {samples} for each task brings it to ± {wish}, and so does "
        "N = {tasks}. With endless samples it would be ± {floor}.",
        **words,
    )


def _caveat(plan: Benchmark, bar: ErrorBar, z: float, say: Say) -> Caveat:
    if plan.n < 2 * plan.k:
        double = z * plan.error_bar(n=2 * plan.k).se
        return Caveat(
            say("With n below 2k each task is nearly all or nothing"),
            say(
                "n = 2k = {n} would make it ± {width} points, and lets the samples themselves tell the error of each "
                "task.",
                n=count(2 * plan.k, say),
                width=points_text(double, say),
            ),
        )
    if plan.rho == 0:
        return Caveat(
            say("Tasks never are all equally hard"),
            say("At rho = 0 only the luck of the samples counts. Real benchmarks spread; try rho = 0.3."),
        )
    return Caveat(
        say("For these tasks, or for tasks like these?"),
        say(
            "Run again on the same tasks, the mean would move by ± {same} points only. ± {new} is for what the tasks "
            "stand for.",
            same=points_text(z * bar.se_same_tasks, say),
            new=points_text(z * bar.se, say),
        ),
    )


def _picture(plan: Benchmark, z: float, wish: float, here: float, samples: int | None, say: Say) -> Picture:
    last = limited(answer.rounded_up(max(20 * plan.k, 4 * plan.n, min(2 * (samples or 0), 1000 * plan.n))))
    ns = steps(plan.k, last)
    bars = [plan.error_bar(n=n, tasks=1) for n in ns]
    lines = []
    for times, dash in ((1, "solid"), (2, "dash"), (4, "dashdot")):
        tasks = limited(times * plan.tasks)
        widths = [z * bar.se / sqrt(tasks) for bar in bars]
        texts = [say("± {width}", width=points_text(width, say)) for width in widths]
        name = say("N = {tasks}", tasks=count(tasks, say))
        lines.append(Line(name, ns, [100 * width for width in widths], texts, plan.metric, dash, times == 1))
    floor = z * bars[0].floor / sqrt(plan.tasks)
    return Picture(
        lines,
        x_title=say("n, samples of each task"),
        y_title=say("± points"),
        x_name="n",
        dots=[Dot(plan.n, 100 * here, say("± {width}", width=points_text(here, say)), plan.metric)],
        wishes=[(100 * wish, say("wanted ± {width}", width=points_text(wish, say)))],
        floors=[(100 * floor, say("floor ± {width}", width=points_text(floor, say)))] if floor > 0 else [],
    )


def _rows(plan: Benchmark, z: float, say: Say) -> list[dict[str, str]]:
    def row(name: str, variance: float) -> dict[str, str]:
        widths = {
            say("N = {tasks}", tasks=count(tasks, say)): "± " + points_text(z * sqrt(variance / tasks), say)
            for tasks in (limited(times * plan.tasks) for times in (1, 2, 4, 16))
        }
        return {"n": name, **widths}

    ns = sorted({limited(times * plan.k) for times in (1, 2, 5, 20)} | {plan.n})
    bars = [(n, plan.error_bar(n=n)) for n in ns]
    rows = [row(count(n, say), bar.within + bar.between) for n, bar in bars]
    return [*rows, row(say("endless"), bars[0][1].between)]


def _snippet(plan: Benchmark, se: float) -> str:
    tail = f"rho={plan.rho!r}, metric={plan.metric!r}"
    p, k = float(plan.p), plan.k
    return "\n".join(
        [
            "from passk_core.precision import error_bar, tasks_for_error",
            "",
            f"print(error_bar(p={p!r}, n={plan.n}, k={k}, tasks={plan.tasks}, {tail}))",
            f"print(tasks_for_error(p={p!r}, n={plan.n}, k={k}, se={se!r}, {tail}))",
        ]
    )
