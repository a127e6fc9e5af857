"""The Dockerfile: what it starts from, what it copies, who runs it; and its own commands, run without a container."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from streamlit import config

from tests.visitor import ROOT, free_port, served

TEXT = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
LINES = [line.split(maxsplit=1) for line in TEXT.splitlines() if line.strip() and not line.startswith("#")]
RUNS = {"requirements.txt", "app.py", ".streamlit/config.toml", "page", "passk_core"}


def said(word: str) -> list[str]:
    return [rest for first, rest in LINES if first == word]


def health(port: int) -> int:
    """How the health check ends: 0 is well."""
    (check,) = said("HEALTHCHECK")
    command = json.loads(check.partition("CMD ")[2].replace(":8501/", f":{port}/"))
    return subprocess.run([sys.executable, *command[1:]], capture_output=True, check=False).returncode


def test_the_base_is_one_slim_image_of_a_pinned_version() -> None:
    (base,) = said("FROM")
    assert re.fullmatch(r"python:3\.\d+-slim-bookworm(@sha256:[0-9a-f]{64})?", base)


def test_only_what_runs_is_copied() -> None:
    assert {source for line in said("COPY") for source in line.split()[:-1]} == RUNS
    ignored = [line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    assert ignored[0] == "*"
    assert {line[1:] for line in ignored if line.startswith("!")} == RUNS


def test_nothing_is_compiled_and_nobody_runs_as_root() -> None:
    assert not re.search(r"apt-get|gcc|build-essential", TEXT)
    assert "--only-binary=:all:" in TEXT
    words = [first for first, _ in LINES]
    assert words[-1] == "CMD"
    assert words.index("USER") > max(place for place, word in enumerate(words) if word in ("RUN", "COPY"))
    (user,) = said("USER")
    assert int(user) > 0


def test_the_copied_files_alone_run_with_the_settings_of_the_container(tmp_path: Path) -> None:
    for name in RUNS:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
        copy(ROOT / name, tmp_path / name)
    settings = dict(pair.split("=") for line in said("ENV") for pair in shlex.split(line))
    assert said("CMD") == ['["python", "-m", "streamlit", "run", "app.py"]']
    with served("app.py", folder=tmp_path, **settings) as address:
        assert health(int(address.rpartition(":")[2])) == 0
        with urllib.request.urlopen(address, timeout=20) as page:
            assert page.status == 200
    assert health(free_port()) != 0


@pytest.mark.parametrize("name", ["Dockerfile", "README.md"])
def test_every_setting_that_is_named_is_one_of_streamlit_s(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    known = set(config._config_options_template)
    variables = {re.sub(r"[._]", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", option)).upper() for option in known}
    named = re.findall(r"\bSTREAMLIT_([A-Z_]+)=", text)
    assert named
    assert [one for one in named if one not in variables] == []
    assert [one for one in re.findall(r"--((?:server|browser|logger)\.\w+)=", text) if one not in known] == []
