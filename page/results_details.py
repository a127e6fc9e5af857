"""Below the runs' answer, folded in tabs: the runs, B against A, the tasks, difficulty, what to take along."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from page import runs_words, typeset
from page.answer import AT
from page.fields import escaped
from page.figures.results import difficulty_figure
from page.numbers import count, points
from page.runs import Answer, common_n, difficulty
from page.runs_export import curve_csv
from page.texts import Say
from passk_core import InputError, most_changed
from passk_core.compare import Comparison
from passk_core.readers import counts_csv

_ROWS = 100_000  # of the task table; a browser holds no more with ease
_CHANGED = 20


def details_section(answer: Answer, link: str, say: Say) -> None:
    """The tabs; only the open one is made. ``link`` is the address of the settings."""
    tabs: dict[str, Callable[[Answer, Say], None]] = {say("Runs"): _runs}
    if answer.asked.b is not None:
        tabs[say("B against A")] = _against
    tabs |= {say("Tasks"): _tasks, say("Difficulty"): _difficulty, say("Take along"): partial(_take_along, link)}
    for tab, draw in zip(st.tabs(list(tabs), on_change="rerun", key="results_tab"), tabs.values(), strict=True):
        if tab.open:
            with tab:
                draw(answer, say)


def _runs(answer: Answer, say: Say) -> None:
    labels = dict.fromkeys(answer.runs, "")
    if answer.asked.b is not None:
        labels |= {name: letter for letter, name in answer.asked.letters.items()}
    typeset.table(runs_words.summary_rows(answer, labels, say))
    st.markdown(f"**{escaped(say('Standard errors: two questions, two answers'))}**")
    typeset.table(runs_words.error_rows(answer, say))
    st.caption(
        escaped(
            say(
                "Same tasks again: how much the mean would move with new samples of these tasks. "
                "Tasks of this kind: with other tasks like these; the intervals above answer this question."
            )
        )
    )


def _against(answer: Answer, say: Say) -> None:
    asked = answer.asked
    lines = [runs_words.overlap(answer, say)]
    for metric, one in answer.compared.items():
        if isinstance(one, Comparison) and metric in asked.metrics:
            lines.append(runs_words.test_line(one, metric, asked, say))
    st.markdown("\n".join(f"- {escaped(line)}" for line in lines if line))
    try:
        changed = most_changed(answer.runs[asked.letters["A"]], answer.runs[asked.letters["B"]], _CHANGED)
    except InputError as error:
        st.error(escaped(say.told(error)))
        return
    if not changed:
        st.markdown(say("No task changed."))
        return
    st.markdown(f"**{escaped(say('The tasks that changed most'))}**")
    frame = pd.DataFrame(
        {
            say("task"): [one.task for one in changed],
            "A": [f"{one.c_a}/{one.n_a}" for one in changed],
            "B": [f"{one.c_b}/{one.n_b}" for one in changed],
            say("change, points"): [points(one.change, say, 1) for one in changed],
        }
    )
    st.dataframe(frame, hide_index=True, alt=say("The tasks that changed most"))


def _tasks(answer: Answer, say: Say) -> None:
    letters = answer.asked.letters
    frames = {letter: answer.runs[name] for letter, name in letters.items()}
    columns: dict[str, pd.Series] = {}
    for letter, counts in frames.items():
        end = f" {letter}" if len(frames) > 1 else ""
        columns |= {
            f"n{end}": pd.Series(counts.n, counts.tasks, dtype="Int64"),
            f"c{end}": pd.Series(counts.c, counts.tasks, dtype="Int64"),
            f"c/n{end}": pd.Series(np.round(counts.c / counts.n, 4), counts.tasks),
        }
    # Tasks that one run lacks have empty cells there; as Int64, whole numbers stay whole beside them.
    frame = pd.DataFrame(columns)
    if len(frames) > 1:
        frame[say("change")] = frame["c/n B"] - frame["c/n A"]
    frame = frame.reset_index(names=say("task"))
    if len(frame) > _ROWS:
        st.caption(
            escaped(
                say(
                    "Tasks: {tasks}; shown here: {shown}. All of them are in the CSV of the counts.",
                    tasks=count(len(frame), say),
                    shown=count(_ROWS, say),
                )
            )
        )
    st.caption(escaped(say("A click on a column sorts; the magnifier searches.")))
    st.dataframe(frame[:_ROWS], hide_index=True, alt=say("Samples and correct samples of each task"))


def _difficulty(answer: Answer, say: Say) -> None:
    letters = answer.asked.letters
    counts = [answer.runs[name] for name in letters.values()]
    n = common_n(counts)
    binned = [(letter, *difficulty(run, n)) for letter, run in zip(letters, counts, strict=True)]
    figure = difficulty_figure(binned, n, say, dark=st.context.theme.type == "dark")
    words = " ".join(f"{letter}: {', '.join(map(str, tasks))}." for letter, _, tasks in binned)
    alt = say("Tasks by how often they were solved, from never to always. {numbers}", numbers=words)
    st.plotly_chart(figure, theme=None, config={"displayModeBar": False}, alt=alt, key="results_difficulty")
    for letter, name in letters.items():
        line = runs_words.pooled(answer.runs[name], answer.at_k(name, AT), answer.asked.at, say)
        st.markdown(escaped(f"{letter}: {line}" if len(letters) > 1 else line))


def _take_along(link: str, answer: Answer, say: Say) -> None:
    with st.container(horizontal=True, gap="small"):
        _download(say("Counts as CSV"), lambda: counts_csv(answer.runs), "counts.csv")
        _download(say("Curves as CSV"), lambda: curve_csv(answer), "curves.csv")
    st.caption(
        escaped(
            say(
                "The counts hold task, n and c: dropped here again, they give the same results. "
                "The chart is saved by the camera above it, as SVG or PNG."
            )
        )
    )
    st.markdown(f"**{escaped(say('In one line'))}**")
    st.code(runs_words.report(answer, say), language=None, wrap_lines=True)
    st.markdown(f"**{escaped(say('The link to these settings, without the data'))}**")
    st.code(link, language=None, wrap_lines=True)


def _download(label: str, text: Callable[[], str], name: str) -> None:
    st.download_button(label, lambda: text().encode(), file_name=name, mime="text/csv", on_click="ignore")
