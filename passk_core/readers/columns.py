"""Which column of a table holds what, by its name and its first values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from passk_core.readers.verdicts import FAILED, PARTIAL, PASSED, TIMED_OUT, UNKNOWN, UNSCORED, verdict

# In the order of preference.
_TASK = [
    "task_id", "task", "problem_id", "problem", "question_id", "instance_id", "prompt_id", "item_id",
    "example_id", "case_id", "doc_id", "test_id", "puzzle_id", "slug", "task_name", "problem_name", "slug_name",
    "id", "uid", "name", "question", "item", "instance", "example", "case", "prompt", "idx", "index",
]  # fmt: skip
_VERDICT = [
    "passed", "is_passed", "pass", "correct", "is_correct", "resolved", "is_resolved", "success", "is_success",
    "solved", "is_solved", "verdict", "outcome", "result", "results", "status", "graded_list", "is_corrects",
    "corrects", "reward", "score", "grade", "ok",
]  # fmt: skip
_TRIAL = [
    "run", "trial", "sample", "attempt", "seed", "epoch", "run_id", "trial_id", "sample_id", "sample_idx",
    "sample_index", "attempt_id", "attempt_idx", "completion_id", "completion_idx", "generation_id", "seed_id",
    "run_number", "trial_number", "sample_number", "attempt_number", "run_idx", "trial_idx", "repeat",
    "repetition", "rep", "replicate", "iteration", "rollout", "rollout_id",
]  # fmt: skip
_MODEL = ["model", "model_name", "model_id", "agent", "agent_name", "system", "llm"]
_RUN = ["run", "run_name", "run_id", "experiment"]
_N = [
    "n", "num_samples", "n_samples", "samples", "total", "num_trials", "n_trials", "trials", "num_attempts",
    "n_attempts", "attempts", "n_total", "runs",
]  # fmt: skip
_C = [
    "c", "correct", "num_correct", "n_correct", "passes", "n_passed", "num_passed", "passed", "successes",
    "n_success", "num_success", "solved", "n_solved",
]  # fmt: skip
_AGGREGATE = re.compile(
    r"(mean_|avg_|average_)?(pass|passhat)[@^_ ]?(at_)?(hat_)?\d+(_.*)?"
    r"|pass_rate.*|.*accuracy.*|best_score|max_score|win_rate|pass@k|pass\^k"
)
_NUMBERED = re.compile(
    r"(trial|run|pass|passed|seed|sample|attempt|epoch|rep|repeat|try|result|rs|k|t|s|r|c)?[ _#-]*\d+"
)
_INDEX = re.compile(r"unnamed[: _]*\d+", re.IGNORECASE)
_NESTED = ("result", "passed", "status", "outcome", "verdict", "success", "correct")


@dataclass(frozen=True)
class Roles:
    """The columns that matter: one verdict column with one row an attempt (long), or n and c (counts),
    or several verdict columns (wide); ``path`` leads to a verdict inside a structure."""

    shape: str
    task: str = ""
    verdict: str = ""
    path: tuple[str, ...] = ()
    trials: tuple[str, ...] = ()
    model: str = ""
    n: str = ""
    c: str = ""
    wide: tuple[str, ...] = ()


def roles(names: Sequence[str], head: Sequence[Sequence[Any]], nested: frozenset[str] = frozenset()) -> Roles | None:
    """What the columns of a table mean; None if it cannot be told."""
    plain = {_plain(name): name for name in reversed(names)}
    values = {name: [row[i] for row in head] for i, name in enumerate(names)}
    task = next((plain[word] for word in _TASK if word in plain and plain[word] not in nested), "")
    model = next((plain[word] for word in _MODEL if word in plain and plain[word] != task), "")
    n = _counting(_N, plain, values)
    c = _counting(_C, {word: name for word, name in plain.items() if name != n}, values)
    if task and n and c:
        run = next((plain[word] for word in _RUN if word in plain and plain[word] not in (task, n, c)), "")
        return Roles("counts", task, n=n, c=c, model=model or run)
    free = {word: name for word, name in plain.items() if name not in (task, model)}
    for word in _VERDICT:
        if word in free and (path := _verdict_path(values[free[word]])) is not None:
            name = free[word]
            trials = tuple(free[word] for word in _TRIAL if word in free and free[word] != name)
            return Roles("long", task, name, path, trials, model) if task else None
    return _wide(names, values, task, model)


def summary_columns(names: Sequence[str]) -> list[str]:
    """Columns that hold a summary (pass@1, accuracy), not attempts."""
    return [
        name for name in names if _AGGREGATE.fullmatch(_plain(name)) or _AGGREGATE.fullmatch(name.strip().casefold())
    ]


def is_numbered(name: str) -> bool:
    """Whether a column name says only which attempt it is: trial_1, run 2, seed0, 7."""
    return bool(_NUMBERED.fullmatch(name.strip().casefold()))


def _plain(name: str) -> str:
    return re.sub(r"[ -]+", "_", name.strip().casefold())


def _counting(words: Sequence[str], plain: dict[str, str], values: dict[str, list[Any]]) -> str:
    """The first of these columns whose first values are whole numbers."""
    for word in words:
        if word in plain and (found := values[plain[word]]) and all(_whole(value) for value in found):
            return plain[word]
    return ""


def _whole(value: object) -> bool:
    if isinstance(value, str):
        return not value.strip() or re.fullmatch(r"\s*-?\d+([.,]0*)?\s*", value) is not None
    if isinstance(value, float):
        return value != value or value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool)


def _verdict_path(values: Sequence[Any], depth: int = 0) -> tuple[str, ...] | None:
    """() where the values are verdicts or lists of them, the way to them where they are structures, else None."""
    given = [value for value in values if value is not None]
    if not given:
        return ()
    if all(isinstance(value, dict) for value in given):
        for key in _NESTED:
            inner = [value.get(key) for value in given]
            if depth < 3 and any(value is not None for value in inner):
                path = _verdict_path(inner, depth + 1)
                if path is not None:
                    return (key, *path)
        return None
    if all(isinstance(value, list) for value in given):
        flat = [element for value in given for element in value]
        return () if all(not isinstance(element, (dict, list)) for element in flat) else None
    known = [verdict(value) for value in given]
    # One odd spelling is refused later, with its place; a column of other things is no verdict.
    return () if sum(code == UNKNOWN for code in known) * 2 <= len(known) else None


def _wide(names: Sequence[str], values: dict[str, list[Any]], task: str, model: str) -> Roles | None:
    codes = {name: {verdict(value) for value in values[name]} for name in names}
    # The index of a data frame, where it is not all that names the tasks.
    others = [name for name in names if name not in (task, model) and not (task and _INDEX.fullmatch(name.strip()))]
    if not task and others and not all(_decided(codes[name]) for name in others):
        task, others = others[0], others[1:]
    numbered = [name for name in others if is_numbered(name) and UNKNOWN not in codes[name]]
    verdicts = [name for name in others if _decided(codes[name])]
    if numbered and any(codes[name] & {PASSED, FAILED, TIMED_OUT} for name in numbered):
        return Roles("wide", task, model=model, wide=tuple(numbered))
    if verdicts and len(verdicts) == len(others) and task:
        return Roles("wide", task, model=model, wide=tuple(verdicts))
    return None


def _decided(codes: set[int]) -> bool:
    """Whether a column holds verdicts and nothing else; numbers between 0 and 1 may be anything."""
    return not codes & {UNKNOWN, PARTIAL} and codes != {UNSCORED} and bool(codes)
