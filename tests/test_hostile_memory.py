"""Hostile input leaves nothing behind: however much came, what it took is free again.

Counted are the blocks of memory that Python holds, after everything that may be kept (imports, translations, caches
of a fixed size) has been met. Of many rounds the median is one in which nothing is met for the first time.
"""

from __future__ import annotations

import gc
import pkgutil
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from itertools import islice, pairwise
from statistics import median

import pytest

import page
import passk_core
from benchmarks.fuzz import hostile
from passk_core import InputError
from passk_core.claims import check_claims, parse_claims
from passk_core.readers import read_results
from tests.hostile import POOL
from tests.test_hostile_input import PARTS, edited, files_of, opened, part_of, ways
from tests.test_hostile_text import PARSERS

pytestmark = pytest.mark.usefixtures("no_hang", "short_searches")

WARM, ROUNDS = 5, 13
LANGUAGES_ALONE = {
    "page.texts._decimal_sign",
    "page.texts.catalogue",
    "page.texts.text_file",
    "page.numbers._percent_signs",
}


def left_behind(work: Callable[[int], object]) -> float:
    """The blocks of memory that stay after doing the work once more, each time with other input."""
    for number in range(WARM):
        work(-1 - number)
    held = []
    gc.collect()
    gc.freeze()  # what is there by now need not be looked through after each round
    try:
        for number in range(ROUNDS):
            work(number)
            gc.collect()
            held.append(sys.getallocatedblocks())
    finally:
        gc.unfreeze()
    return median(after - before for before, after in pairwise(held))


def test_what_is_kept_is_seen() -> None:
    kept: list[object] = []
    assert left_behind(lambda number: kept.extend(f"{number} {place}" for place in range(50))) >= 50
    assert left_behind(lambda number: [f"{number} {place}" for place in range(50)]) <= 5


def test_what_people_type_is_not_kept() -> None:
    def work(number: int) -> None:
        chance = random.Random(number)
        for _ in range(30):
            text = "".join(chance.sample(POOL, 3))[: chance.choice([20, 60, 2000])] + str(number)
            for read, _ in PARSERS.values():
                with suppress(InputError):
                    read(text)

    assert left_behind(work) <= 10  # of 300 texts


def test_files_are_not_kept() -> None:
    draw = hostile(random.Random("memory"))

    def work(number: int) -> None:
        for files in islice(draw, 40):
            with suppress(InputError):
                read_results([(f"{name}{number}", data) for name, data in files])

    assert left_behind(work) <= 30  # of 40 sets of files, each with its tasks and notices


def test_claims_that_were_checked_are_not_kept() -> None:
    def work(number: int) -> None:
        chance = random.Random(number)
        for n in (20, 300, None):
            ks = chance.sample(range(1, n or 300), 3)
            text = ";".join(f"pass{chance.choice('@^')}{k}:{chance.uniform(1, 99):.1f}" for k in ks)
            check_claims(parse_claims(text).claims, chance.choice([164, 10**6, None]), n, seconds=0.03)

    assert left_behind(work) <= 100  # of three results


@pytest.mark.parametrize("name", PARTS)
def test_a_session_does_not_grow_with_what_is_typed(name: str) -> None:
    test, fields = opened(name, {}, files_of(name)), [field.name for field in part_of(name).fields]

    def work(number: int) -> None:
        chance = random.Random(f"{name} {number}")
        hostile = {field: chance.choice(POOL)[:60] + str(number) for field in chance.sample(fields, 3)}
        edited(test, chance.choice(ways(name)) | hostile)
        edited(test, ways(name)[0])

    assert left_behind(work) <= 100  # one run of a part takes thousands


def test_every_cache_has_a_size_or_knows_languages_alone() -> None:
    endless = set()
    for package in (page, passk_core):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                for name, value in vars(import_module(found.name)).items():
                    if hasattr(value, "cache_parameters") and value.cache_parameters()["maxsize"] is None:
                        endless.add(f"{value.__module__}.{name}")
    assert endless == LANGUAGES_ALONE
