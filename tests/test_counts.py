"""Counts: what goes in, what is refused, and the distinct pairs."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from passk_core import Counts, InputError

some_pairs = st.lists(
    st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), min_size=1, max_size=40
)


def of(pairs: list[tuple[int, int]]) -> Counts:
    n, c = zip(*pairs, strict=True)
    return Counts([f"task {i}" for i in range(len(pairs))], n, c)


@given(some_pairs)
def test_the_distinct_pairs_are_those_that_occur_with_how_often(pairs: list[tuple[int, int]]) -> None:
    n, c, tasks = of(pairs).distinct
    assert dict(zip(zip(n.tolist(), c.tolist(), strict=True), tasks.tolist(), strict=True)) == Counter(pairs)


@given(some_pairs, st.randoms())
def test_the_order_of_tasks_does_not_matter(pairs: list[tuple[int, int]], random: Any) -> None:
    shuffled = list(pairs)
    random.shuffle(shuffled)
    for ours, theirs in zip(of(pairs).distinct, of(shuffled).distinct, strict=True):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize(
    "pairs",
    [
        [(10**9, 10**9), (10**9, 0), (10**9, 10**9)],
        [(1, 1), (10**9, 5), (1, 0), (1, 1)],
        [(2_000_000, 7), (3, 3), (2_000_000, 7)],
    ],
)
def test_very_different_sizes_are_told_apart(pairs: list[tuple[int, int]]) -> None:
    n, c, tasks = of(pairs).distinct
    assert dict(zip(zip(n.tolist(), c.tolist(), strict=True), tasks.tolist(), strict=True)) == Counter(pairs)


def test_trials_are_counted() -> None:
    counts = Counts.from_trials({"a": [True, np.True_, False], "b": [1, 0], "c": iter([False])})
    assert counts.tasks == ("a", "b", "c")
    assert counts.n.tolist() == [3, 2, 1]
    assert counts.c.tolist() == [2, 1, 0]


@pytest.mark.parametrize("outcome", ["false", "passed", -1, 2, 0.5, 1.0, None, float("nan"), [True]])
def test_a_trial_that_is_neither_true_nor_false_is_refused(outcome: Any) -> None:
    with pytest.raises(InputError, match=r"^Sample 2 of task 'b' must be true or false; found "):
        Counts.from_trials({"a": [True], "b": [True, outcome]})


@pytest.mark.parametrize(
    ("tasks", "n", "c", "sentence"),
    [
        (["a", "b"], [10, 5], [3, 6], "Task 'b': c must be a whole number from 0 to n = 5; found 6."),
        (["a", "b"], [10, 0], [3, 0], "Task 'b': n must be a whole number from 1 to 1000000000; found 0."),
        (["a", "b"], [10, 5], [3, 1.5], "Task 'b': c must be a whole number from 0 to n = 5; found 1.5 (float)."),
        (["a", "b"], [10, 5], [True, 1], "Task 'a': c must be a whole number from 0 to n = 10; found True (bool)."),
        (["a", "b"], [10, 5], np.array([3.0, np.nan]), None),
        (["a", "b"], [10], [3, 1], "n must hold one number for each task. Tasks: 2; found the shape (1,)."),
        (["a", "b"], 10, [3, 1], "n must hold one number for each task. Tasks: 2; found the shape ()."),
        (["a", "b"], [10, 10], [[3], [1]], "c must hold one number for each task. Tasks: 2; found the shape (2, 1)."),
        (["a", "b"], [10, 10], [[3], [1, 2]], "Task 'a': c must be a whole number from 0 to n = 10; found [3] (list)."),
        (["a", "a"], [10, 10], [3, 1], "Task 'a' occurs twice; each task may occur once."),
        (["a", 1], [10, 10], [3, 1], "tasks[1] must be a string; found 1."),
        ([], [], [], "There are no tasks; at least one is needed."),
    ],
)
def test_counts_that_cannot_be_are_refused_by_task(tasks: Any, n: Any, c: Any, sentence: str | None) -> None:
    with pytest.raises(InputError) as refusal:
        Counts(tasks, n, c)
    assert sentence is None or str(refusal.value) == sentence


def test_a_task_without_samples_is_refused() -> None:
    with pytest.raises(InputError, match=r"^Task 'b' has no samples\.$"):
        Counts.from_trials({"a": [True], "b": []})


def test_counts_cannot_be_changed_from_inside_or_outside() -> None:
    n = np.array([10, 5])
    counts = Counts(["a", "b"], n, [3, 1])
    n[0] = 99
    assert counts.n.tolist() == [10, 5]
    with pytest.raises(ValueError, match="read-only"):
        counts.c[0] = 4
    with pytest.raises(AttributeError):
        counts.n = n  # type: ignore[misc]


def test_counts_can_be_pickled_and_copied() -> None:
    counts = Counts(["a", "b"], [10, 5], [3, 1])
    for twin in (pickle.loads(pickle.dumps(counts)), copy.deepcopy(counts)):
        assert twin.tasks == counts.tasks
        np.testing.assert_array_equal(twin.c, counts.c)


def test_names_may_be_numpys_strings() -> None:
    assert Counts(np.array(["a", "b"]), [1, 2], [0, 1]).tasks == ("a", "b")
    assert Counts([np.str_("a"), "b"], [1, 2], [0, 1]).tasks == ("a", "b")
