"""What README.md says beside its Python examples, which run as they stand there."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

from passk_core.__main__ import main
from passk_core.readers import read_results
from tests.visitor import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
NGINX = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
ATTEMPTS = [("sum", True), ("sum", False), ("sum", True), ("sort", False)]
JSONL = "".join(f'{{"task_id": "{task}", "passed": {str(passed).lower()}}}\n' for task, passed in ATTEMPTS)


def block(holding: str) -> str:
    """The block of code that holds this, without the name of its language."""
    return next(text.partition("\n")[2] for text in README.split("```")[1::2] if holding in text)


def test_the_statement_for_a_warehouse_gives_a_table_that_is_read_as_csv_and_parquet() -> None:
    duckdb = pytest.importorskip("duckdb")
    import pyarrow.csv
    import pyarrow.parquet

    connection = duckdb.connect()
    connection.execute("CREATE TABLE attempts (task VARCHAR, passed BOOLEAN)")
    connection.executemany("INSERT INTO attempts VALUES (?, ?)", ATTEMPTS)
    found = connection.sql(block("FROM attempts")).to_arrow_table()
    for name, write in (("counts.csv", pyarrow.csv.write_csv), ("counts.parquet", pyarrow.parquet.write_table)):
        packed = io.BytesIO()
        write(found, packed)
        (run,) = read_results([(name, packed.getvalue())]).runs.values()
        assert sorted(zip(run.tasks, run.n.tolist(), run.c.tolist(), strict=True)) == [("sort", 1, 0), ("sum", 3, 2)]


def test_the_command_for_files_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("results.jsonl").write_text(JSONL, encoding="utf-8")
    command = shlex.split(block("python -m passk_core results.jsonl"))
    assert main(command[3:]) == 0
    assert "pass@1        33.33%" in capsys.readouterr().out  # (2/3 + 0/1) / 2
    assert Path("counts.csv").is_file()


def test_every_file_and_folder_that_is_named_is_there() -> None:
    linked = [target for target in re.findall(r"\]\(([^)#]+)\)", README) if "//" not in target]
    first_cells = re.findall(r"^\| (`.+?) \|", README.partition("| Folder |")[2], flags=re.MULTILINE)
    listed = [name for cell in first_cells for name in re.findall(r"`([^`]+)`", cell)]
    assert len(linked) >= 3
    assert len(listed) >= 5
    assert [name for name in (*linked, *listed) if not (ROOT / name).exists()] == []


def test_the_parts_that_are_listed_are_those_of_the_navigation() -> None:
    navigation = re.findall(r'title=say\("(\w+)"\)', (ROOT / "app.py").read_text(encoding="utf-8"))
    listed = re.findall(r"^\| (\w+) \|", README.partition("| Part |")[2].partition("##")[0], flags=re.MULTILINE)
    assert listed == navigation


def test_the_proxy_and_the_processes_agree_on_name_ports_and_size() -> None:
    (megabytes,) = {int(found) for found in re.findall(r"(?:maxUploadSize|MAX_UPLOAD_SIZE)=(\d+)", README)}
    (body,) = re.findall(r"client_max_body_size (\d+)m;", NGINX)
    assert megabytes < int(body) <= megabytes + 5  # an upload is a little more than its file
    (name,) = set(re.findall(r"(?:allowedHosts|ALLOWED_HOSTS)=(\S+)", README))
    assert re.findall(r"server_name (\S+);", NGINX) == [name, name]
    ports = re.findall(r"^    server 127\.0\.0\.1:(\d+);", NGINX, flags=re.MULTILINE)
    assert f"the ports {', '.join(ports)} and so on" in README
