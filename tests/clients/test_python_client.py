"""The Python client: that it has everything the schema has, plays over real HTTP, and bears what goes wrong."""

import inspect
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from accounts.models import User
from games.challenges.models import Challenge
from games.core.models.games import Game
from kit.schema import generated
from muehle import parse_record
from muehle_client import Client, Refusal, Unreachable, __version__
from muehle_client.operations import Operations
from tests.clients.servers import Answer, server_that_says, token_of
from tests.games.site.api.contract import resolved
from tools.launcher.workspace import ROOT

BORROWED = str(Path(httpx.__file__).parents[1])
PACKAGE = ROOT / "clients" / "python"


# --- Everything the schema has ----------------------------------------------------------------------------------------


def public_methods() -> set[str]:
    return {name for name, _method in inspect.getmembers(Operations, inspect.isfunction) if not name.startswith("_")}


def test_every_operation_has_a_method_and_every_method_an_operation() -> None:
    operations = {operation["operationId"] for item in generated()["paths"].values() for operation in item.values()}
    made_of_them = {name for name in public_methods() if name.startswith("all_") or name.endswith("_lines")}

    methods = public_methods() - {"close"}

    missing = sorted(operations - methods)
    assert not missing, f"the client has no {', '.join(missing)}: python3 dev.py check --write schema"
    left_over = sorted(methods - operations - made_of_them)
    assert not left_over, f"the API has no {', '.join(left_over)}: python3 dev.py check --write schema"


def test_every_method_takes_what_its_operation_takes() -> None:
    for path, item in generated()["paths"].items():
        for operation in item.values():
            given = set(inspect.signature(getattr(Operations, operation["operationId"])).parameters)
            parameters = [resolved(part) for part in operation.get("parameters", ())]
            wanted = {part["name"] for part in parameters if part["in"] != "header"}
            wanted -= in_body(operation)
            assert wanted <= given, f"{operation['operationId']} ({path}) lacks {wanted - given}"


def in_body(operation: dict[str, Any]) -> set[str]:
    """The members of its JSON body, which are given by their names as well."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return set(generated()["components"]["schemas"].get(name, {}).get("properties", ()))


def test_the_version_is_that_of_the_api() -> None:
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert project["version"] == __version__
    assert __version__.split(".")[0] == generated()["info"]["version"].split(".")[0]


@pytest.mark.campaign
def test_it_can_be_installed_where_nothing_else_is(tmp_path: Path) -> None:
    """As a wheel, without a network; httpx is borrowed from here."""
    uv = str(Path(sys.executable).with_name("uv"))
    environment = tmp_path / "environment"
    for command in (
        [uv, "build", "--offline", "--wheel", "--quiet", "--no-build-isolation", "--out-dir", str(tmp_path), "."],
        [sys.executable, "-m", "venv", "--without-pip", str(environment)],
    ):
        subprocess.run(command, cwd=PACKAGE, check=True, capture_output=True, timeout=120)
    (wheel,) = tmp_path.glob("*.whl")
    python = str(environment / "bin" / "python")
    install = [uv, "pip", "install", "--offline", "--no-deps", "--quiet", "--python", python, str(wheel)]
    subprocess.run(install, check=True, capture_output=True, timeout=120)

    look = "import importlib.metadata as m, importlib.resources as r; print(m.version('muehle-client'))"
    look += "; print(r.files('muehle_client').joinpath('py.typed').is_file())"
    found = subprocess.run(
        [python, "-c", f"import sys; sys.path.append({BORROWED!r}); import muehle_client; {look}"],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert found.stdout.split() == [__version__, "True"]


# --- Playing ----------------------------------------------------------------------------------------------------------


def test_two_clients_play(live_server_url: str, anna: User, bert: User) -> None:
    with Client(live_server_url, token_of(anna)) as white, Client(live_server_url, token_of(bert)) as black:
        sent = white.send_challenge(kind="direct", opponent="bert", colour="white", clock={"days_per_move": 7})
        number = black.accept_challenge(sent["number"])["game"]
        assert number is not None
        game = white.play(white.get_game(number), "d6")
        black.play(game, "f4")
        with pytest.raises(Refusal) as refused:
            black.play(game, "d2")

        assert refused.value.code == "stale_ply"
        assert refused.value.problem["game"]["ply"] == 2
        assert [row["number"] for row in white.all_games(waiting=True)] == [number]
        record = black.get_record(number)
        assert [str(move) for move in parse_record(record).moves] == ["d6", "f4"]
        assert "\n".join(black.get_record_lines(number)) + "\n" == record


def test_a_list_is_read_page_after_page(live_server_url: str, anna: User) -> None:
    with Client(live_server_url, token_of(anna)) as client:
        numbers = [client.send_challenge(kind="open")["number"] for _each in range(5)]

        assert [row["number"] for row in client.all_challenges(page_size=2)] == numbers[::-1]


def test_a_post_that_is_sent_again_does_nothing_twice(live_server_url: str, anna: User) -> None:
    with Client(live_server_url, token_of(anna)) as client:
        first = client.send_challenge(idempotency_key="one", kind="open")
        again = client.send_challenge(idempotency_key="one", kind="open")

    assert first["number"] == again["number"]
    assert Challenge.objects.count() == 1


# --- The README -------------------------------------------------------------------------------------------------------


def test_the_readme_does_what_it_says(live_server_url: str, game: Game, anna: User, bert: User) -> None:
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    program = program.replace("https://muehle.example", live_server_url).replace("mue_…", token_of(anna))
    command, env = [sys.executable, "-u", "-c", program], {**os.environ, "PYTHONPATH": str(PACKAGE)}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        assert running.stdout is not None
        said = [running.stdout.readline().strip() for _line in range(2)]
        with Client(live_server_url, token_of(bert)) as other:
            other.play(other.get_game(game.number), "f4")
        said.append(running.stdout.readline().strip())
        running.kill()

    position, ready, event = said
    assert position.endswith(" b 8 9 0"), position
    assert (ready, event.partition(" ")[2]) == ("[]", "move_played")
    assert Challenge.objects.filter(opponent=bert, status=Challenge.Status.OPEN).count() == 1


# --- What goes wrong --------------------------------------------------------------------------------------------------


def test_it_waits_as_long_as_the_server_asks_and_sends_the_same_key_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = list[float]()
    monkeypatch.setattr("muehle_client.transport.time.sleep", pauses.append)
    busy: Answer = (429, {"Retry-After": "9"}, {"code": "throttled", "status": 429})
    away: Answer = (503, {"Retry-After": "1"}, {"code": "unavailable", "status": 503})

    with server_that_says([busy, away, (201, {}, {"number": 7})]) as (url, asked), Client(url, "mue_x") as client:
        assert client.send_challenge(kind="open")["number"] == 7

    keys = {headers["Idempotency-Key"] for headers in asked}
    assert (len(asked), len(keys), pauses) == (3, 1, [9.0, 1.0])


def test_a_download_that_breaks_off_is_distinguished_from_one_that_ends() -> None:
    """The server promises more than it sends."""
    cut: Answer = (200, {"Content-Length": "100"}, {"number": 1})

    with server_that_says([cut]) as (url, _asked), Client(url, "mue_x") as client, pytest.raises(Unreachable):
        list(client.export_games_lines("anna"))


def test_a_refusal_is_raised_at_once_with_all_that_was_said() -> None:
    said: Answer = (409, {}, {"code": "bot_is_busy", "status": 409, "detail": "Later.", "request_id": "r1"})

    with (
        server_that_says([said]) as (url, asked),
        Client(url, "mue_x") as client,
        pytest.raises(Refusal, match="bot_is_busy: Later") as refused,
    ):
        client.accept_challenge(1)

    assert (refused.value.status, refused.value.request_id, len(asked)) == (409, "r1", 1)


@pytest.mark.parametrize("call", [lambda client: client.get_live(), lambda client: client.resign(1)])
def test_patience_has_an_end(call: Callable[[Client], object]) -> None:
    with Client("http://127.0.0.1:9", patience_seconds=0.1) as client, pytest.raises(Unreachable):
        call(client)
