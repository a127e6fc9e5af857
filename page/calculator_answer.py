"""The calculator's answer on the screen: two results, the sentence, the chart, the caveat."""

from __future__ import annotations

import streamlit as st

from page import answer, links, typeset, wording
from page.answer import AT, HAT, METRICS, Known, Question, Samples
from page.caveats import caveats
from page.fields import choice, escaped
from page.figures.curves import Series, curves_figure
from page.links import Part
from page.numbers import figures, percent
from page.texts import Say
from page.typeset import Result
from passk_core import mg_pass_at_k

COLOUR = {AT: "blue", HAT: "orange"}
_LARGE = """<style>
[data-testid=stMain] p {font-size: 1.6rem}
.results dt.blue, .results dt.orange {font-size: 2.2rem}
.results dd {font-size: 1.6rem}
.results dd.value {font-size: 6.5rem; line-height: 1.1}
</style>"""


def answer_section(question: Question, part: Part, say: Say) -> None:
    """Results, sentence and chart, with the one caveat that this input calls for."""
    numbers = st.container()
    # Sent first, since the browser takes longest with it; the numbers above it arrive meanwhile.
    chart(_both(question, say), question.k, part, say, large=False)
    with numbers:
        _results(question, say)
    called = caveats(question, say)[0]
    st.caption(f"**{escaped(called.title)}** {escaped(called.text)}")
    links.link_to_part("learn", say("See it"), {"lab": called.lab})


def meeting_section(question: Question, part: Part, say: Say) -> None:
    """The same answer for the back of a room: results, sentence and chart, nothing else."""
    enlarge()
    _results(question, say)
    chart(_both(question, say), question.k, part, say, large=True)


def _results(question: Question, say: Say) -> None:
    said = [wording.sentence(question.known, question.k, say)]
    if question.at_least is not None and isinstance(question.known, Samples):
        said.append(_at_least(question, question.known, question.at_least, say))
    typeset.results([_result(question, metric, say) for metric in METRICS])
    # A screen reader reads out what changes in here.
    st.info("  \n".join(map(escaped, said)))


def _result(question: Question, metric: str, say: Say) -> Result:
    known, k = question.known, question.k
    here = answer.chance(known, k, metric)
    value = wording.shown(known, k, metric, say)
    lines = [wording.around(known, question, metric, say)]
    whole = percent(here, say) if here else value
    if whole != value:
        lines.insert(0, whole.removeprefix(value).strip(" ()"))
    if question.other is not None:
        other = wording.shown(question.other, k, metric, say)
        lines.append(say("{name}: {value}", name=wording.name_of(question.other, say), value=other))
    return Result(metric.replace("k", str(k)), value, COLOUR[metric], "\n".join(lines))


def _at_least(question: Question, known: Samples, m: int, say: Say) -> str:
    here = answer.at_least(known, question.k, m)
    if here is None:
        return say("{name}: not defined, k > n", name=wording.at_least_name(question, say))
    return say(
        "{name} pass with a chance of {value} (G-Pass@k); mG-Pass@{k}, the mean over the stricter half: {mean}",
        name=wording.at_least_name(question, say),
        value=percent(here, say),
        k=question.k,
        mean=figures(float(mg_pass_at_k(known.n, known.c, question.k)), say),
    )


def chart(series: list[Series], k: int, part: Part, say: Say, large: bool) -> None:
    """Both curves over k, with the image button in the format that was chosen."""
    state = st.session_state
    figure = curves_figure(
        series,
        k,
        log=state[part.key("axis")] == "log",
        say=say,
        dark=st.context.theme.type == "dark",
        height=370 if large else 330,
        large=large,
    )
    image = {"format": state[part.key("image")], "filename": f"pass-at-{k}", "scale": 2}
    config = {"modeBarButtons": [["toImage"]], "displaylogo": False, "toImageButtonOptions": image}
    st.plotly_chart(figure, theme=None, config=config, alt=wording.alternative(series, k, say), key="calculator_chart")


def axis_choice(part: Part, say: Say, hidden_label: bool = False) -> None:
    """The scale of k in the chart."""
    choice(part, "axis", say("Axis of k"), {"linear": say("linear"), "log": say("log")}, hidden_label)


def image_choice(part: Part, say: Say, hidden_label: bool = False) -> None:
    """The format of the chart's image button."""
    choice(part, "image", say("Image"), {"svg": "SVG", "png": "PNG"}, hidden_label)


def enlarge() -> None:
    """Letters that are read from the back of a room."""
    st.html(_LARGE)


def _both(question: Question, say: Say) -> list[Series]:
    """The question's curves, and those of what it is compared with."""
    series = [_series(question.known, question, wording.name_of(question.known, say) if question.other else "")]
    if question.other is not None:
        series.append(_series(question.other, question, wording.name_of(question.other, say)))
    return series


def _series(known: Known, question: Question, name: str) -> Series:
    last = answer.last_k(question.known, question.k)
    return Series(
        name,
        {metric: answer.curve(known, metric, last, question.level, question.method) for metric in METRICS},
        {metric: answer.chance(known, question.k, metric) for metric in METRICS},
        known.n if isinstance(known, Samples) else None,
    )
