"""python -m passk_core FILE..."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from passk_core.__main__ import REFUSED, main
from passk_core.readers import read_results

COUNTS = "run,task,n,c\nA,sum,10,3\nA,sort,10,10\nB,sum,10,10\nB,sort,10,10\n"


@pytest.fixture
def counts(tmp_path: Path) -> str:
    path = tmp_path / "counts.csv"
    path.write_text(COUNTS, encoding="utf-8")
    return str(path)


def test_each_run_is_printed_with_its_tasks_samples_means_and_intervals(
    counts: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([counts, "--k", "1,2"]) == 0
    printed = capsys.readouterr().out
    assert "A\n  tasks: 2   n: 10" in printed
    # (3/10 + 1) / 2; 1 - C(7,2)/C(10,2) = 8/15, (8/15 + 1) / 2; C(3,2)/C(10,2) = 1/15.
    for text in ("pass@1        65.00%   95%:", "pass@2        76.67%   95%:", "pass^2        53.33%   95%:"):
        assert text in printed
    assert "pass@1          100%   95%:" in printed.split("\nB\n")[1]


def test_a_k_beyond_n_says_so_in_its_place(counts: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([counts, "--k", "11"]) == 0
    assert "pass@11    pass@11 is not defined for 2 of 2 tasks" in capsys.readouterr().out


def test_the_written_counts_read_back(counts: str, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert main([counts, "--counts-csv", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == COUNTS
    assert list(read_results([("out.csv", out.read_bytes())]).runs) == ["A", "B"]


def test_a_refused_file_gives_status_2_and_the_same_sentence_beside_the_others(
    counts: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.json"
    empty.write_bytes(b"")
    assert main([counts, str(empty)]) == REFUSED
    printed = capsys.readouterr()
    assert printed.err == f"{empty}: The file is empty.\n"
    assert "tasks: 2" in printed.out
    assert main([str(empty)]) == REFUSED
    assert capsys.readouterr().err == "The file is empty.\n"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["{counts}", "--k", "0"], "k must be a whole number from 1"),
        (["{counts}", "--k", "x"], "k cannot be read"),
        (["{counts}", "--level", "7%%"], "level"),
        (["{counts}", "--tasks-in-all", "0"], "tasks-in-all must be"),
        (["{counts}.gone"], "cannot be opened"),
        (["{counts}", "--counts-csv", "{counts}/no/such"], "cannot be written"),
    ],
)
def test_what_cannot_be_used_gives_status_2_and_a_sentence(
    arguments: list[str], why: str, counts: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([argument.replace("{counts}", counts) for argument in arguments]) == REFUSED
    assert why in capsys.readouterr().err


def test_choices_reach_the_readers(counts: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([counts, "--tasks-in-all", "4", "--k", "1"]) == 0
    assert "tasks: 4" in capsys.readouterr().out


def test_progress_is_drawn_on_a_terminal_and_wiped(
    counts: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main([counts]) == 0
    assert "[##############################] 100%" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r")


def test_it_runs_as_a_module_and_reads_the_standard_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "passk_core", "-", "--k", "1"], input=COUNTS, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert "standard input: a table" in done.stdout


def test_files_may_come_from_a_pipe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(COUNTS.encode())))
    assert main(["-", "--k", "1"]) == 0
    assert "pass@1        65.00%" in capsys.readouterr().out


def test_0_and_100_are_printed_only_where_they_are_exact(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "counts.csv"
    path.write_text("run,task,n,c\nhigh,a,100000,99999\nhigh,b,100000,100000\nlow,a,100000,1\nlow,b,100000,0\n")
    assert main([str(path), "--k", "1"]) == 0
    high, low = capsys.readouterr().out.split("\nlow\n")
    assert "pass@1      > 99.99%   95%:" in high
    assert "pass@1       < 0.01%   95%:" in low
