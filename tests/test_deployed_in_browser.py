"""The page on a team's server: two processes behind nginx, as deploy/nginx.conf and README.md set it up."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.visitor import FLAGS, ROOT, Visitor, free_port, served

pytestmark = [pytest.mark.needs_chromium, pytest.mark.needs_nginx]

NAME = "passk.example.org"
TABLE = "run,task,n,c\nfirst,sum,10,3\nfirst,sort,10,4\n"


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


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    """nginx with our file; changed are the ports, and the paths of the certificate and the log."""
    folder = tmp_path_factory.mktemp("nginx")
    certificate = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={NAME}"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem"), "-days", "2"]
    subprocess.run(["openssl", "req", *certificate, *files], check=True, capture_output=True)
    settings = ["--server.address=127.0.0.1", f"--server.allowedHosts={NAME}", "--server.maxUploadSize=50"]
    with ExitStack() as stack:
        hosts = [stack.enter_context(served("app.py", *settings)).removeprefix("http://localhost:") for _ in range(2)]
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


@pytest.fixture(scope="module")
def browser_of_the_team(chromium: str, browser: Any) -> Iterator[Any]:
    """A browser to which the name leads here, and who signed the certificate is no question."""
    opened = browser.browser_type.launch(
        executable_path=chromium, args=[*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    )
    yield opened
    opened.close()


def test_a_visitor_stays_at_one_process(proxied: Proxied) -> None:
    met = {proxied.visited(*proxied.cookie()) for _ in range(16)}
    assert met == set(proxied.processes)


@pytest.mark.parametrize("which", [0, 1])
def test_what_is_typed_and_uploaded_is_answered_on_each_process(
    proxied: Proxied, browser_of_the_team: Any, which: int
) -> None:
    name, value = next(
        pair for pair in iter(proxied.cookie, None) if proxied.visited(*pair) == proxied.processes[which]
    )
    window = browser_of_the_team.new_context(ignore_https_errors=True)
    window.add_cookies([{"name": name, "value": value, "url": proxied.address}])
    before = len(proxied.answered("/_stcore/stream"))
    visitor = Visitor(window, proxied.address).open("/results")
    visitor.page.locator("input[type=file]").first.set_input_files(
        {"name": "counts.csv", "mimeType": "text/csv", "buffer": TABLE.encode()}
    )
    visitor.page.get_by_role("figure").first.wait_for()
    visitor.open("/?n=10&c=2&k=5")
    visitor.type("n samples", "20")
    visitor.see_results("44.7%", "0%")  # 1 - C(18, 5) / C(20, 5)
    assert visitor.errors == []
    assert [url for url in visitor.asked if not re.match(f"(https|wss)://{NAME}:|data:|blob:", url)] == []
    window.close()
    # A line of the log is written when a connection ends: both parts' streams, and each file.
    assert set(proxied.answered("/_stcore/stream")[before:]) == {proxied.processes[which]}


def test_the_browser_s_files_are_compressed(proxied: Proxied) -> None:
    with proxied.get("/") as first:
        scripts = re.findall(r'src="\./(static/js/[^"]+\.js)"', first.read().decode())
    assert scripts
    with proxied.get(f"/{scripts[0]}", **{"Accept-Encoding": "gzip"}) as answer:
        packed = answer.read()
        assert answer.headers["Content-Encoding"] == "gzip"
    with proxied.get(f"/{scripts[0]}") as answer:
        assert answer.headers["Content-Encoding"] is None
        assert len(packed) < len(answer.read()) / 2


def test_another_site_s_page_gets_nothing(proxied: Proxied) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        proxied.get("/_stcore/stream", Origin="https://elsewhere.example")
    with refused.value as answer:
        assert answer.code == 403
    assert proxied.answered("/_stcore/stream")[-1] == "-"  # no process was asked
    with proxied.get("/_stcore/health", Origin=proxied.address) as answer:
        assert answer.read() == b"ok"


def test_a_file_past_the_limit_is_refused_before_it_is_sent_on(proxied: Proxied) -> None:
    size = {"Content-Length": str(60 * 2**20), "Host": f"{NAME}:{proxied.port}"}
    url = f"https://127.0.0.1:{proxied.port}/_stcore/upload_file/a/b"
    request = urllib.request.Request(url, b"x", size, method="PUT")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=20, context=ssl._create_unverified_context())
    with refused.value as answer:
        assert answer.code == 413


def test_the_log_holds_nothing_that_was_typed(proxied: Proxied) -> None:
    proxied.get("/?n=4321&c=1&k=1").close()
    assert proxied.answered("/")
    assert "4321" not in proxied.log.read_text(encoding="utf-8")
