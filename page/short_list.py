"""A short list of problems, typed or pasted: each one's results, and their mean."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from page import answer, benchmark, links, results_files, typeset, wording
from page.answer import AT, METRICS, Samples
from page.calculator_answer import COLOUR, chart, enlarge
from page.fields import escaped
from page.figures.curves import Series
from page.links import Part
from page.numbers import Chance, count, percent
from page.texts import Say
from page.typeset import Result
from passk_core import Counts, Estimate, InputError
from passk_core.readers import counts_csv


@dataclass(frozen=True)
class ShortList:
    """The problems of a list, k and the confidence level."""

    pairs: tuple[tuple[int, int], ...]
    k: int
    level: float

    @property
    def counts(self) -> Counts:
        n, c = zip(*self.pairs, strict=True)
        return Counts([str(place + 1) for place in range(len(n))], n, c)


def list_section(asked: ShortList, part: Part, say: Say, large: bool = False) -> None:
    """The mean as two large results, the sentence, the chart, then each problem's own results."""
    if large:
        enlarge()
    try:
        means = {
            metric: (
                benchmark.mean_chance(asked.counts, asked.k, metric, asked.level),
                benchmark.estimate(asked.counts, asked.k, metric, asked.level),
            )
            for metric in METRICS
        }
    except InputError as error:
        st.error(escaped(say.told(error)))
    else:
        typeset.results([_mean(asked, metric, *means[metric], say) for metric in METRICS])
        st.info(escaped(sentence(asked, {metric: means[metric][0] for metric in METRICS}, say)))
        chart([_series(asked, {metric: means[metric][0] for metric in METRICS})], asked.k, part, say, large)
    if not large:
        typeset.table(_rows(asked, say))
        if st.button(say("Open in Results"), help=say("Error bars, difficulty, and runs to compare with.")):
            results_files.add(say("short list") + ".csv", counts_csv({"": asked.counts}).encode())
            links.open_part("results", {"k": str(asked.k), "level": f"{asked.level:g}"})


def _mean(asked: ShortList, metric: str, value: Chance, found: Estimate, say: Say) -> Result:
    low, high = (percent(end, say, short=True) for end in benchmark.ends(found))
    level = wording.level_name(asked.level, say)
    return Result(
        say("mean {metric}", metric=metric.replace("k", str(asked.k))),
        wording.short(value, say),
        COLOUR[metric],
        say("{level} interval {low} to {high}", level=level, low=low, high=high),
    )


def sentence(asked: ShortList, means: dict[str, Chance], say: Say) -> str:
    """The means as one would say them aloud."""
    return say(
        "Problems: {problems}. Draw {k} samples of each at random: on average at least one passes in {at} of the "
        "draws, and all {k} do in {hat}. The interval is that of further problems of this kind.",
        problems=len(asked.pairs),
        k=asked.k,
        at=wording.short(means[AT], say),
        hat=wording.short(means["pass^k"], say),
    )


def _series(asked: ShortList, means: dict[str, Chance]) -> Series:
    curves = {metric: benchmark.curve(asked.counts, metric, asked.level) for metric in METRICS}
    return Series("", curves, dict(means), curves[AT].ks[-1])


def _rows(asked: ShortList, say: Say) -> list[dict[str, str]]:
    rows = []
    for n, c in asked.pairs:
        row = {"n": count(n, say), "c": count(c, say)}
        for metric in METRICS:
            here = answer.chance(Samples(n, c), asked.k, metric)
            shown = wording.short(here, say) if here else say("not defined: k > n")
            row[metric.replace("k", str(asked.k))] = shown
        rows.append(row)
    return rows
