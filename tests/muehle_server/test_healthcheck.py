"""What the containers are asked: web by its own readiness, beat by the age of its schedule."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from muehle_server.healthcheck import LONGEST_SILENCE_SECONDS, beat_is_well, web_is_well
from tools.launcher.workspace import ROOT


class Answering(BaseHTTPRequestHandler):
    """Answers 200 to the one question that should be asked, under the public name, and 400 to all else."""

    status = 200

    def do_GET(self) -> None:
        expected = self.path == "/api/v1/health/ready/" and self.headers["Host"] == "muehle.example.org"
        self.send_response(self.status if expected else 400)
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setenv("SITE_URL", "https://muehle.example.org")
    server = HTTPServer(("127.0.0.1", 0), Answering)
    thread = threading.Thread(target=server.serve_forever, args=[0.02])
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def test_web_is_well_when_it_says_so_under_its_public_name(port: int) -> None:
    assert web_is_well(port=port)


def test_web_is_not_well_when_it_is_not_ready(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Answering, "status", 503)

    assert not web_is_well(port=port)


def test_web_is_not_well_when_nothing_listens(port: int) -> None:
    assert not web_is_well(host="127.0.0.2", port=port)


@pytest.mark.parametrize(("age_seconds", "well"), [(0, True), (LONGEST_SILENCE_SECONDS, False)])
def test_beat_is_well_while_it_writes_its_schedule(tmp_path: Path, age_seconds: int, well: bool) -> None:
    schedule = tmp_path / "beat-schedule.dat"
    schedule.touch()

    assert beat_is_well(tmp_path, now=schedule.stat().st_mtime + age_seconds) is well


def test_beat_is_not_well_before_its_first_word(tmp_path: Path) -> None:
    assert not beat_is_well(tmp_path)


def test_the_file_runs_alone_and_says_no_by_its_exit_code() -> None:
    command = [sys.executable, "-I", "muehle_server/healthcheck.py", "web"]

    answer = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"SITE_URL": "https://x.org"}, capture_output=True, text=True
    )

    assert answer.returncode == 1
    assert answer.stderr == ""
