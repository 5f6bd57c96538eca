"""A Prometheus that watches real processes: every query of the dashboard and every rule, with data."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from games.core.models.games import Game
from tests.games.streams.listening import listening, token_of
from tests.support.live import web_process
from tests.support.metrics import TOKEN
from tests.support.processes import beat, worker
from tests.support.servers import free_port, wait_for
from tools.launcher.workspace import ROOT

pytestmark = [
    pytest.mark.campaign,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(shutil.which("prometheus") is None, reason="prometheus is missing"),
]

MONITORING = ROOT / "deploy/monitoring"


def queries() -> dict[str, list[str]]:
    """The queries of the dashboard by the title of their panel."""
    panels = json.loads((MONITORING / "dashboard.json").read_text(encoding="utf-8"))["panels"]
    return {panel["title"]: [target["expr"] for target in panel["targets"]] for panel in panels if panel.get("targets")}


class Prometheus:
    """Its HTTP interface."""

    def __init__(self, url: str) -> None:
        self._url = url

    def ask(self, query: str) -> list[dict[str, Any]]:
        """The result of an instant query. Raises AssertionError if it is not valid."""
        answer = httpx.get(f"{self._url}/api/v1/query", params={"query": query}).json()
        assert answer["status"] == "success", (query, answer)
        return list(answer["data"]["result"])

    def rules(self) -> list[dict[str, Any]]:
        groups = httpx.get(f"{self._url}/api/v1/rules").json()["data"]["groups"]
        return [rule for group in groups for rule in group["rules"]]

    def is_ready(self) -> bool:
        try:
            return httpx.get(f"{self._url}/-/ready").status_code == 200
        except httpx.HTTPError:
            return False


@contextmanager
def prometheus(folder: Path, **targets: str) -> Iterator[Prometheus]:
    """The server with the configuration of deploy/monitoring, in a hurry, and with these targets by job."""
    configuration = yaml.safe_load((MONITORING / "prometheus.yml").read_text(encoding="utf-8"))
    configuration["global"] = {"scrape_interval": "1s", "evaluation_interval": "1s"}
    for job in configuration["scrape_configs"]:
        job["static_configs"] = [{"targets": [targets[job["job_name"].replace("-", "_")]]}]
    for name in ("recording.yml", "alerts.yml"):
        shutil.copy(MONITORING / name, folder)
    (folder / "metrics-token").write_text(TOKEN)
    (folder / "prometheus.yml").write_text(yaml.safe_dump(configuration))
    port = free_port()
    command = ["prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=data", "--log.level=error"]
    process = subprocess.Popen([*command, f"--web.listen-address=127.0.0.1:{port}"], cwd=folder)
    try:
        server = Prometheus(f"http://127.0.0.1:{port}")
        wait_for(server.is_ready)
        yield server
    finally:
        process.terminate()
        process.wait()


def test_every_query_of_the_dashboard_has_data_and_no_alert_fires(game: Game, tmp_path: Path) -> None:
    address = f"127.0.0.1:{free_port()}"
    shared = {"METRICS_TOKEN": TOKEN, "LOG_LEVEL": "ERROR"}
    with (
        web_process(published=None, **shared, PROMETHEUS_MULTIPROC_DIR=str(tmp_path / "web")) as url,
        worker(**shared, PROMETHEUS_MULTIPROC_DIR=str(tmp_path / "worker"), WORKER_METRICS_ADDRESS=address),
        beat(str(tmp_path / "schedule")),
        prometheus(tmp_path, muehle_web=url.removeprefix("http://"), muehle_worker=address) as server,
        listening(f"{url}/api/v1/games/{game.number}/events/"),
    ):
        httpx.get(f"{url}/games/{game.number}/").raise_for_status()
        wait_for(lambda: server.ask('muehle_requests_total{route="/games/<int:number>/"}'))
        move = {"move": "d6", "ply": 1}
        headers = {"Authorization": f"Bearer {token_of(game.white, 'game:play')}"}
        moves = f"{url}/api/v1/games/{game.number}/moves/"
        httpx.post(moves, json=move, headers=headers).raise_for_status()
        wait_for(lambda: all(server.ask(query) for found in queries().values() for query in found), seconds=90)
        wait_for(lambda: server.ask("sum by (instance) (muehle_streams_open) == 1"))
        # The worker is an instance, too, and has no streams.
        values = {
            query: max((row["value"][1] for row in server.ask(query)), key=float)
            for found in queries().values()
            for query in found
        }
        rules = server.rules()

    assert values['sum(up{job=~"muehle-.*"})'] == "2"
    assert values["max(muehle_games_ongoing)"] == "1"
    assert values["sum by (instance) (muehle_streams_open)"] == "1"
    assert [rule["name"] for rule in rules if rule["health"] != "ok"] == []
    assert [rule["name"] for rule in rules if rule.get("state") == "firing"] == []
