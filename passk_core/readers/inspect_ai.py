"""Inspect: .eval archives (deflate and zstd) and .json logs; one run of each scorer, epochs as attempts."""

from __future__ import annotations

from typing import Any

import msgspec

from passk_core.errors import InputError, Words, shown
from passk_core.readers.documents import Document, decoded
from passk_core.readers.reading import Notice, ReadChoices
from passk_core.readers.tally import Tally
from passk_core.readers.unpack import Archive
from passk_core.readers.verdicts import FAILED, PARTIAL, PASSED, UNKNOWN, reward, verdict


class _Score(msgspec.Struct):
    value: Any = None


class _Sample(msgspec.Struct):
    id: Any = None
    epoch: Any = None
    scores: dict[str, _Score] | None = None


class _Config(msgspec.Struct):
    epochs: Any = None


class _Eval(msgspec.Struct):
    model: Any = None
    task: Any = None
    config: _Config | None = None


class _Start(msgspec.Struct):
    eval: _Eval | None = None
    status: Any = None


_SPECIAL = {"c": PASSED, "i": FAILED, "p": PARTIAL, "n": FAILED, "yes": PASSED, "no": FAILED}


def is_archive(archive: Archive) -> bool:
    return "header.json" in archive.names or "_journal/start.json" in archive.names


def count_archive(document: Document, choices: ReadChoices) -> list[Tally]:
    archive = document.archive
    assert archive is not None
    header = next(name for name in ("header.json", "_journal/start.json") if name in archive.names)
    start = decoded(archive.read(header), _Start, where=_file(header))
    return _count(start, _samples(archive), choices)


def is_log(document: Document) -> bool:
    return document.has("eval", "plan", "status") and document.is_object("eval")


def count_log(document: Document, choices: ReadChoices) -> list[Tally]:
    start = _Start(document.value("eval", _Eval), decoded(document.keys["status"], Any))
    return _count(start, document.value("samples", list[_Sample]) if document.is_list("samples") else [], choices)


def _samples(archive: Archive) -> list[_Sample]:
    """The summaries, which are small; without them, as in an unfinished log, the journal or the samples."""
    if "summaries.json" in archive.names:
        return decoded(archive.read("summaries.json"), list[_Sample], where=_file("summaries.json"))
    journal = [name for name in archive.names if name.startswith("_journal/summaries/")]
    if journal:
        return [sample for name in journal for sample in decoded(archive.read(name), list[_Sample], where=_file(name))]
    names = [
        name
        for name in archive.names
        if name.startswith("samples/")
        and name.endswith(".json")
        and ("/sample.json" in name or name.count(".json") == 1)
    ]
    return [decoded(archive.read(name), _Sample, where=_file(name)) for name in names]


def _file(name: str) -> Words:
    return Words("file {file}", {"file": name})


def _count(start: _Start, samples: list[_Sample], choices: ReadChoices) -> list[Tally]:
    if not samples:
        raise InputError("The log holds no samples, only its settings and summary numbers.")
    scorers = list(dict.fromkeys(name for sample in samples for name in _values(sample)))
    if not scorers:
        raise InputError(
            "None of the samples has been scored: {samples}. Score the log first (inspect score).", samples=len(samples)
        )
    chosen = [name for name in scorers if choices.scorer in (None, name)]
    if not chosen:
        raise InputError(
            "The log has no scorer {scorer}; it has {scorers}.",
            scorer=shown(choices.scorer),
            scorers=", ".join(map(shown, scorers)),
        )
    tallies = [_tally(scorer, len(scorers) > 1, start, samples) for scorer in chosen]
    if len(scorers) > 1:
        tallies[0].offers["scorer"] = tuple(scorers)
    if start.status != "success":
        tallies[0].notices.append(
            Notice(
                "The run did not end normally (status: {status}); it may lack samples.", {"status": shown(start.status)}
            )
        )
    return tallies


def _tally(scorer: str, labelled: bool, start: _Start, samples: list[_Sample]) -> Tally:
    tally = Tally(label=scorer if labelled else "")
    if start.eval is not None:
        tally.identity = " ".join(part for part in (start.eval.model, start.eval.task) if isinstance(part, str))
        epochs = start.eval.config.epochs if start.eval.config is not None else None
        tally.planned = epochs if type(epochs) is int and 0 < epochs <= 100_000 else None
    for sample in samples:
        tally.add(sample.id, _outcome(_values(sample).get(scorer), scorer, sample), sample.epoch)
    return tally


def _values(sample: _Sample) -> dict[str, Any]:
    """The values of a sample by scorer; those of a scorer with several values as scorer.name."""
    values: dict[str, Any] = {}
    for scorer, score in (sample.scores or {}).items():
        if isinstance(score.value, dict):
            values.update({f"{scorer}.{key}": value for key, value in score.value.items()})
        elif isinstance(score.value, list):
            values.update({f"{scorer}.{i}": value for i, value in enumerate(score.value)})
        else:
            values[scorer] = score.value
    return values


def _outcome(value: Any, scorer: str, sample: _Sample) -> int:
    """C passes, I and N fail, P is partial; a number passes from 1 on, as Inspect's own pass_at counts."""
    if isinstance(value, str):
        found = _SPECIAL.get(value.strip().casefold(), verdict(value))
    elif isinstance(value, (int, float)) and not isinstance(value, bool) and value == value:
        found = PASSED if value >= 1 else reward(value)
        found = PARTIAL if found == PASSED and value < 1 else found
    else:
        found = verdict(value)
    if found == UNKNOWN:
        raise InputError(
            "Scorer {scorer} gives {found} for the sample {sample}, which does not say right or wrong; "
            "choose another scorer.",
            scorer=shown(scorer),
            found=shown(value),
            sample=shown(sample.id),
        )
    return found
