"""The Python client: that it has everything the schema has, plays over real HTTP, and bears what goes wrong."""

import http.server
import inspect
import json
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest

from accounts.models import AccessToken, User
from accounts.scopes import Scope
from games.api.schema import generated
from games.models import Challenge, Game, Move
from muehle_client import Client, Refusal, Unreachable, __version__
from muehle_client.operations import Operations
from tests.launcher.instances import ROOT
from tests.live import restartable_web_process

BORROWED = str(Path(httpx.__file__).parents[1])
PACKAGE = ROOT / "clients" / "python"


def token_of(user: User) -> str:
    _row, secret = AccessToken.issue(user=user, description="client", scopes=list(Scope.values))
    return secret


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
            wanted = {part["name"] for part in operation.get("parameters", ()) if part["in"] != "header"}
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


@pytest.mark.slow
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
        assert "1. d6 f4 *" in black.get_record(number)
        assert any("1. d6 f4 *" in line for line in black.get_record_lines(number))


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


@pytest.mark.django_db(transaction=True)
def test_a_stream_goes_on_where_it_was_when_the_server_was_killed(game: Game, anna: User, bert: User) -> None:
    with restartable_web_process() as server, Client(server.url, token_of(anna)) as client:
        events = client.follow(after=0)
        before = list(islice(events, 2))
        client.play_move(game.number, move="d6", ply=1)
        server.kill()
        server.start()
        with Client(server.url, token_of(bert)) as other:
            other.play_move(game.number, move="f4", ply=2)
        after = list(islice(events, 3))

    seqs = [event["seq"] for event in [*before, *after] if event["type"] != "reset"]
    assert seqs == [1, 2, 3, 4, 5]
    assert [event["type"] for event in after[-2:]] == ["move_played", "move_played"]
    assert Move.objects.count() == 2


# --- What goes wrong --------------------------------------------------------------------------------------------------

Answer = tuple[int, dict[str, str], dict[str, Any]]


@contextmanager
def server_that_says(answers: Sequence[Answer]) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A server that gives these answers one after the other; its address, and the headers that it was asked with."""
    left, asked = list(answers), list[dict[str, str]]()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked.append(dict(self.headers))
            status, headers, body = left.pop(0)
            content = json.dumps(body).encode()
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_about: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()


def test_it_waits_as_long_as_the_server_asks_and_sends_the_same_key_again() -> None:
    busy: Answer = (429, {"Retry-After": "0"}, {"code": "throttled", "status": 429})
    away: Answer = (503, {"Retry-After": "1"}, {"code": "unavailable", "status": 503})

    with server_that_says([busy, away, (201, {}, {"number": 7})]) as (url, asked), Client(url, "mue_x") as client:
        assert client.send_challenge(kind="open")["number"] == 7

    keys = {headers["Idempotency-Key"] for headers in asked}
    assert (len(asked), len(keys)) == (3, 1)


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
