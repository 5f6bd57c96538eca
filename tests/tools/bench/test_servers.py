"""The minimal web server, with which `POST move` is compared: it starts, and plays a move."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.support.database_roles import address_of_tests, as_superuser
from tools.bench.load import LoadPlan, requests, send
from tools.bench.servers import MINIMAL, serving

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _schema_of_its_own(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("DATABASE_URL", address_of_tests())
    monkeypatch.setenv("SECRET_KEY", "of the minimal server")
    yield
    with as_superuser(), connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA minimal CASCADE")


def test_the_minimal_server_plays_the_moves_of_a_game(tmp_path: Path) -> None:
    prepared = subprocess.run(
        [sys.executable, "-m", "tools.bench.minimal.prepare", "1"], check=True, stdout=subprocess.PIPE, env=os.environ
    )
    [(number, white, black)] = json.loads(prepared.stdout)
    lane = requests(number, (f"Token {white}", f"Token {black}"), ("d6", "f4"))

    with serving(tmp_path / "web.log", application=MINIMAL) as served:
        result = send(LoadPlan(served.address.host, served.address.port, [lane], seconds=30))

    assert (result.statuses, result.exhausted) == ({201: 2}, True), (tmp_path / "web.log").read_text()
