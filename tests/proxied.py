"""nginx before two processes of the page, as deploy/nginx.conf and README.md set them up: for tests and benchmarks."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.visitor import FLAGS, ROOT, free_port, served

NAME = "passk.example.org"
TO_THE_NAME = [*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
"""Flags of a browser in which the name leads here."""


def team_options() -> list[str]:
    """What README.md adds to the command for one process of a team's server, but the port."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^python -m streamlit run app.py (--server.*)$", readme, flags=re.MULTILINE)
    assert found is not None
    return [option for option in shlex.split(found[1]) if not option.startswith("--server.port=")]


@dataclass(frozen=True)
class Proxied:
    port: int
    processes: tuple[str, str]
    log: Path

    @property
    def address(self) -> str:
        return f"https://{NAME}:{self.port}"

    def get(self, path: str, **headers: str) -> Any:
        """An answer, without checking who signed the certificate."""
        request = urllib.request.Request(f"https://127.0.0.1:{self.port}{path}", headers=headers)
        request.add_header("Host", f"{NAME}:{self.port}")
        return urllib.request.urlopen(request, timeout=20, context=ssl._create_unverified_context())

    def cookie(self) -> tuple[str, str]:
        """The cookie that a first visit gets."""
        with self.get("/") as first:
            given = next(line for line in first.headers.get_all("Set-Cookie") if line.startswith("passk_visitor="))
        name, _, value = given.split(";")[0].partition("=")
        return name, value

    def visited(self, name: str, value: str) -> str:
        """The one process at which a visitor with this cookie is answered."""
        before = len(self.answered("/_stcore/health"))
        for _ in range(3):
            with self.get("/_stcore/health", Cookie=f"{name}={value}") as answer:
                assert answer.read() == b"ok"
                assert "passk_visitor" not in str(answer.headers)
        (process,) = set(self.answered("/_stcore/health")[before:])
        return process

    def answered(self, path: str) -> list[str]:
        """The processes that answered requests for a path, in order."""
        time.sleep(0.1)  # the log is written after the answer
        lines = [line.split() for line in self.log.read_text(encoding="utf-8").splitlines()]
        return [line[-1] for line in lines if line[3] == path]


@contextmanager
def proxied_page(folder: Path) -> Iterator[Proxied]:
    """nginx with our file; changed are the ports, and the paths of the certificate and the log."""
    certificate = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={NAME}"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem"), "-days", "2"]
    subprocess.run(["openssl", "req", *certificate, *files], check=True, capture_output=True)
    with ExitStack() as stack:
        hosts = [
            stack.enter_context(served("app.py", *team_options())).removeprefix("http://localhost:") for _ in range(2)
        ]
        port, plain = free_port(), free_port()
        ours = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        for found, put in (
            ("listen 443 ", f"listen 127.0.0.1:{port} "),
            ("listen 80;", f"listen 127.0.0.1:{plain};"),
            ("127.0.0.1:8501;", f"127.0.0.1:{hosts[0]};"),
            ("127.0.0.1:8502;", f"127.0.0.1:{hosts[1]};"),
            ("/etc/ssl/passk/", f"{folder}/"),
            ("/var/log/nginx/", f"{folder}/"),
        ):
            assert found in ours
            ours = ours.replace(found, put)
        (folder / "passk.conf").write_text(ours, encoding="utf-8")
        kept = " ".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(
            f"{user} daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}} "
            f"http {{ {kept} include {folder}/passk.conf; }}",
            encoding="utf-8",
        )
        nginx = subprocess.Popen(
            [
                str(shutil.which("nginx")),
                "-p",
                str(folder),
                "-c",
                str(folder / "nginx.conf"),
                "-e",
                f"{folder}/error.log",
            ]
        )
        try:
            whole = Proxied(port, (f"127.0.0.1:{hosts[0]}", f"127.0.0.1:{hosts[1]}"), folder / "passk.log")
            for _ in range(50):
                try:
                    whole.get("/_stcore/health").close()
                    break
                except urllib.error.URLError:
                    time.sleep(0.1)
            yield whole
        finally:
            nginx.terminate()
            nginx.wait(10)
