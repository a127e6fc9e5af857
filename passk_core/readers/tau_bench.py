"""tau-bench (a list of trials) and tau2-bench (simulations, or their index)."""

from __future__ import annotations

from typing import Any

import msgspec

from passk_core.errors import InputError, Words
from passk_core.readers.documents import Document
from passk_core.readers.reading import Notice
from passk_core.readers.tally import Tally, known
from passk_core.readers.verdicts import FAILED, UNSCORED, reward


class _Trial(msgspec.Struct):
    task_id: Any = None
    trial: Any = None
    reward: Any = None
    info: Any = None


class _Reward(msgspec.Struct):
    reward: Any = None


class _Simulation(msgspec.Struct):
    task_id: Any = None
    trial: Any = None
    reward: Any = None
    reward_info: _Reward | None = None
    termination_reason: Any = None


class _Info(msgspec.Struct):
    num_trials: Any = None


def is_tau(document: Document) -> bool:
    return document.rows_have("task_id", "trial", "reward")


def count_tau(document: Document) -> list[Tally]:
    tally, errors = Tally(), 0
    for number, row in document.rows(_Trial):
        outcome = known(
            reward(row.reward), row.reward, Words("the reward of {place}", {"place": document.place(number)})
        )
        crashed = isinstance(row.info, dict) and row.info.get("error") is not None
        errors += crashed
        tally.add(row.task_id, FAILED if crashed and outcome == UNSCORED else outcome, row.trial)
    if errors:
        tally.notices.append(
            Notice("Attempts that ended in an error: {errors}; counted by their reward.", {"errors": errors})
        )
    return [tally]


def is_tau2(document: Document) -> bool:
    return document.is_list("simulations") or document.is_list("simulation_index")


def count_tau2(document: Document) -> list[Tally]:
    key = "simulations" if document.is_list("simulations") else "simulation_index"
    planned = document.value("info", _Info).num_trials if document.is_object("info") else None
    tally = Tally(planned=planned if type(planned) is int and 0 < planned <= 10_000 else None)
    _add_simulations(tally, document.value(key, list[_Simulation]))
    return [tally]


def is_tau2_simulation(document: Document) -> bool:
    """One file of the folder simulations."""
    return document.has("task_id", "termination_reason", "reward_info")


def count_tau2_simulation(document: Document) -> list[Tally]:
    tally = Tally(whole=False)
    _add_simulations(tally, [msgspec.json.decode(document.data, type=_Simulation)])
    return [tally]


def is_tau2_folder(document: Document) -> bool:
    """results.json whose attempts lie in the folder simulations beside it."""
    return document.has("info", "tasks", "timestamp") and document.is_object("info")


def refuse_tau2_folder(_: Document) -> list[Tally]:
    raise InputError(
        "The attempts are in the folder simulations beside this file; load its files, or a zip of the folder."
    )


def _add_simulations(tally: Tally, rows: list[_Simulation]) -> None:
    broken = 0
    for number, row in enumerate(rows, 1):
        value = row.reward_info.reward if row.reward_info is not None else row.reward
        if row.termination_reason == "infrastructure_error":
            broken += 1
            value = None
        tally.add(
            row.task_id,
            known(reward(value), value, Words("the reward of simulation {number}", {"number": number})),
            row.trial,
        )
    if broken:
        tally.notices.append(
            Notice("Attempts that ended in an infrastructure error: {broken}; without a verdict.", {"broken": broken})
        )
