"""The runs in words: pure functions from numbers to sentences, without streamlit."""

from __future__ import annotations

from page import benchmark, wording
from page.answer import AT, HAT, METRICS
from page.benchmark import Result
from page.numbers import count, figures, percent, points
from page.runs import Answer, Asked, solved
from page.texts import Say
from passk_core import Counts, InputError
from passk_core.compare import Comparison


def at(metric: str, k: int) -> str:
    """The metric's name at k: pass@10."""
    return metric.replace("k", str(k))


def n_range(counts: Counts, say: Say) -> str:
    """20, or 10 to 20."""
    low, high = int(counts.n.min()), int(counts.n.max())
    if low == high:
        return count(low, say)
    return say("{low} to {high}", low=count(low, say), high=count(high, say))


def about(name: str, counts: Counts, say: Say) -> str:
    """A run in one line: its name, tasks and samples."""
    return say("{name}: tasks {tasks}, n = {n}", name=name, tasks=count(len(counts), say), n=n_range(counts, say))


def sentences(answer: Answer, say: Say) -> list[str]:
    """The answer as one would say it aloud: B against A, or the one run."""
    if answer.asked.b is None:
        return [one_run(answer, say)]
    said = [verdict(answer.compared[metric], metric, answer.asked, say) for metric in answer.asked.metrics]
    # A refusal such as "no task in common" concerns both metrics.
    return [line for line in (*dict.fromkeys(said), overlap(answer, say)) if line]


def one_run(answer: Answer, say: Say) -> str:
    """One run at k."""
    asked = answer.asked
    found = answer.at_k(asked.a, AT)
    at_least_one, all_of_them = found.value, answer.at_k(asked.a, HAT).value
    if at_least_one is None or all_of_them is None:
        return undefined(found, AT, asked.at, say)
    if asked.at == 1:
        return say(
            "Draw one sample of each task at random: on average {at} of them pass. Tasks: {tasks}. "
            "The interval is that of further tasks of this kind.",
            at=wording.short(at_least_one, say),
            tasks=count(found.tasks, say),
        )
    return say(
        "Draw {k} of the samples of each task at random: on average at least one passes in {at} of the draws, and all "
        "{k} do in {hat}. Tasks: {tasks}. The interval is that of further tasks of this kind.",
        k=asked.at,
        at=wording.short(at_least_one, say),
        hat=wording.short(all_of_them, say),
        tasks=count(found.tasks, say),
    )


def undefined(found: Result, metric: str, k: int, say: Say) -> str:
    """Why there is no mean at k, and what can be said instead."""
    return say(
        "{metric} is not defined for {short} of {tasks} tasks: they have fewer than {k} samples.",
        metric=at(metric, k),
        short=count(found.short, say),
        tasks=count(found.tasks, say),
        k=k,
    )


def verdict(compared: Comparison | InputError, metric: str, asked: Asked, say: Say) -> str:
    """Whether B is better than A, with the difference and its interval."""
    name = at(metric, asked.at)
    if isinstance(compared, InputError):
        return say.told(compared)
    difference = points_of(compared.difference, compared, say)
    tasks = count(compared.tasks_both, say)
    if compared.low is None or compared.high is None:
        return say(
            "{metric}: B less A is {difference} points, without an error bar: the differences of the tasks do not vary "
            "(tasks: {tasks}).",
            metric=name,
            difference=difference,
            tasks=tasks,
        )
    values = {
        "metric": name,
        "difference": difference,
        "level": wording.level_name(asked.level, say),
        "low": points_of(compared.low, compared, say),
        "high": points_of(compared.high, compared, say),
    }
    if compared.low > 0:
        return say("{metric}: B is better than A, by {difference} points ({level} interval {low} to {high}).", **values)
    if compared.high < 0:
        return say("{metric}: B is worse than A, by {difference} points ({level} interval {low} to {high}).", **values)
    return say(
        "{metric}: these tasks do not tell A and B apart; B less A is {difference} points "
        "({level} interval {low} to {high}).",
        **values,
    )


def points_of(value: float, compared: Comparison, say: Say) -> str:
    """Percentage points, with more digits where the interval is narrow."""
    width = 0.0 if compared.low is None or compared.high is None else compared.high - compared.low
    return points(value, say, 1 if width == 0 or width > 0.01 else 3)


def overlap(answer: Answer, say: Say) -> str:
    """Which tasks the comparison rests on."""
    asked = answer.asked
    found = next((one for one in answer.compared.values() if isinstance(one, Comparison)), None)
    if found is None:
        return ""
    if any(answer.at_k(name, AT).short for name in asked.letters.values()):
        return say(
            "Tasks with at least {k} samples in both runs, which are compared: {both}.",
            both=count(found.tasks_both, say),
            k=asked.at,
        )
    if not found.only_a and not found.only_b:
        return say("Both runs have the same tasks: {tasks}.", tasks=count(found.tasks_both, say))
    return say(
        "Tasks of both runs, which are compared: {both}; only in A: {a}; only in B: {b}.",
        both=count(found.tasks_both, say),
        a=count(len(found.only_a), say),
        b=count(len(found.only_b), say),
    )


def test_line(compared: Comparison, metric: str, asked: Asked, say: Say) -> str:
    """The test behind a verdict."""
    if compared.p_value is None:
        return ""
    p_value = figures(compared.p_value, say, 2) if compared.p_value >= 1e-6 else f"< {figures(1e-6, say)}"
    line = say(
        "{metric}: {test}, p = {p}", metric=at(metric, asked.at), test=_test_name(compared.method, say), p=p_value
    )
    line = line.replace("= <", "<")
    if compared.a_alone is None or compared.b_alone is None:
        return line
    alone = say("tasks solved by A alone: {a}, by B alone: {b}", a=compared.a_alone, b=compared.b_alone)
    return f"{line}; {alone}"


def _test_name(method: str, say: Say) -> str:
    if method == "mcnemar":
        return say("mid-P McNemar test, Bonett-Price interval")
    return say("paired t test of the tasks' differences")


def value_of(found: Result, say: Say) -> str:
    """A result as its large number."""
    return wording.short(found.value, say) if found.value else say("not defined")


def around(found: Result, k: int, level: float, say: Say) -> str:
    """What surrounds a result: its interval, or the band where there is no mean."""
    if found.mean is not None:
        low, high = (wording.short(end, say) for end in benchmark.ends(found.mean))
        values = {"level": wording.level_name(level, say), "low": low, "high": high}
        if found.short:
            tasks = count(found.tasks, say)
            return say("{level} interval {low} to {high}; tasks with {k} samples: {tasks}", k=k, tasks=tasks, **values)
        return say("{level} interval {low} to {high}", **values)
    assert found.band is not None
    low, high = (wording.short(end, say) for end in found.band)
    return say("k = {k} is beyond the samples; it can lie in {low} to {high}", k=k, low=low, high=high)


def cell(found: Result, say: Say) -> str:
    """A result with its surroundings, as a table shows it."""
    if found.mean is not None and found.value is not None:
        low, high = (wording.short(end, say) for end in benchmark.ends(found.mean))
        text = say("{value} ({low} to {high})", value=wording.short(found.value, say), low=low, high=high)
        if found.short:
            return say("{value}, tasks: {tasks}", value=text, tasks=count(found.tasks, say))
        return text
    assert found.band is not None
    low, high = (wording.short(end, say) for end in found.band)
    if found.model is None:
        return say(
            "not defined for {short} of {tasks} tasks; can lie in {low} to {high}",
            short=count(found.short, say),
            tasks=count(found.tasks, say),
            low=low,
            high=high,
        )
    return say(
        "not defined for {short} of {tasks} tasks; can lie in {low} to {high}; a model says {model}",
        short=count(found.short, say),
        tasks=count(found.tasks, say),
        low=low,
        high=high,
        model=wording.short(found.model, say),
    )


def pooled(counts: Counts, found: Result, k: int, say: Say) -> str:
    """The mean as p would say, against the truth."""
    rate = wording.short(benchmark.mean_chance(counts, 1, AT), say)
    alike = wording.short(benchmark.as_if_alike(counts, k, AT), say)
    if found.value is None:
        return say(
            "The mean success rate is {rate}. Put into 1 - (1 - p)^{k} it says {alike}, which holds only if all tasks "
            "are equally hard.",
            rate=rate,
            k=k,
            alike=alike,
        )
    return say(
        "The mean success rate is {rate}. Put into 1 - (1 - p)^{k} it says {alike}; the tasks themselves say {value}, "
        "since they are not equally hard.",
        rate=rate,
        k=k,
        alike=alike,
        value=wording.short(found.value, say),
    )


def summary_rows(answer: Answer, labels: dict[str, str], say: Say) -> list[dict[str, str]]:
    """One row a run: tasks, samples, how many were solved never, sometimes and always, and its results at k."""
    rows = []
    for name, counts in answer.runs.items():
        never, sometimes, always = (count(number, say) for number in solved(counts))
        row = {
            say("run"): f"{labels[name]} {name}".strip(),
            say("tasks"): count(len(counts), say),
            "n": n_range(counts, say),
            say("never solved"): never,
            say("sometimes"): sometimes,
            say("always"): always,
        }
        for metric in answer.asked.metrics:
            row[at(metric, answer.asked.at)] = cell(answer.at_k(name, metric), say)
        rows.append(row)
    return rows


def k_rows(answer: Answer, say: Say) -> list[dict[str, str]]:
    """One row for each k: both metrics of A and B."""
    asked = answer.asked
    rows = []
    for k in asked.ks:
        row = {"k": count(k, say)}
        for metric in METRICS:
            for letter, name in asked.letters.items():
                label = f"{metric} {letter}" if asked.b is not None else metric
                row[label] = cell(answer.results[name, k, metric], say)
        rows.append(row)
    return rows


def error_rows(answer: Answer, say: Say) -> list[dict[str, str]]:
    """Both error bars, which answer two questions, of A and B at k."""
    asked, rows = answer.asked, []
    for letter, name in asked.letters.items():
        for metric in asked.metrics:
            mean = answer.at_k(name, metric).mean
            label = at(metric, asked.at)
            if mean is None:
                same = new = say("not defined")
            else:
                same = _error(mean.se_same_tasks, say("not defined: needs n of at least 2k"), say)
                new = _error(mean.se_new_tasks, say("not defined for one task"), say)
            rows.append(
                {
                    say("Metric"): f"{letter} {label}" if asked.b is not None else label,
                    say("same tasks again"): same,
                    say("tasks of this kind"): new,
                }
            )
    return rows


def _error(value: float | None, missing: str, say: Say) -> str:
    return missing if value is None else say("{points} points", points=points(value, say).lstrip("+"))


def report(answer: Answer, say: Say) -> str:
    """One line with everything that a reader of the numbers needs."""
    asked = answer.asked
    parts = []
    for name in asked.letters.values():
        counts = answer.runs[name]
        for metric in asked.metrics:
            found = answer.at_k(name, metric)
            parts.append(
                say(
                    "{run}: mean {metric} = {value} ({around}), tasks: {tasks}, n = {n}.",
                    run=name,
                    metric=at(metric, asked.at),
                    value=percent(found.value, say) if found.value else say("not defined"),
                    around=around(found, asked.at, asked.level, say),
                    tasks=count(found.tasks, say),
                    n=n_range(counts, say),
                )
            )
    parts += [verdict(one, metric, asked, say) for metric, one in answer.compared.items() if metric in asked.metrics]
    if answer.compared:
        parts.append(overlap(answer, say))
    parts.append(
        say(
            "Unbiased estimates of each task, averaged; interval: Wilson with the effective number of tasks, "
            "for further tasks of this kind."
        )
    )
    return say.joined(parts)


def alternative(answer: Answer, chart: str, say: Say) -> str:
    """The chart in words: its lines, and what lies beyond the samples."""
    asked = answer.asked
    if all(asked.ks[-1] <= int(answer.runs[name].n.min()) for name in asked.letters.values()):
        return chart
    return say.joined([chart, say("Beyond n the bands show where the means can lie; the long dashes are a model.")])
