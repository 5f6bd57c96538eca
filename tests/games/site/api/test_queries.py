"""What stands in the address: read, or refused by its name."""

import httpx
import pytest

from accounts.models import User
from games.core.models.games import Game
from kit.schema import generated
from tests.games.site.api.contract import resolved
from tests.games.streams.listening import token_of
from tests.support.api import Api, refused
from tests.support.playing import unchanged


@pytest.mark.parametrize(
    "address", ["games/?wating=true", "games/{number}/?legal_move=true", "lobby/?order=clock", "players/anna/?page=2"]
)
def test_a_parameter_that_nobody_reads_is_refused_by_name(api: Api, game: Game, address: str) -> None:
    name = address.partition("?")[2].partition("=")[0]

    problem = refused(api().get(f"/api/v1/{address.format(number=game.number)}"), 400, "invalid")

    assert problem["errors"] == {name: ["Unknown parameter."]}


def test_a_method_that_is_not_there_is_refused_as_such(api: Api, game: Game) -> None:
    answer = api().put(f"/api/v1/games/{game.number}/?legal_moves=true")

    refused(answer, 405, "method_not_allowed")


def test_an_action_with_such_a_parameter_is_not_done(api: Api, game: Game, anna: User) -> None:
    client = api(anna)

    with unchanged():
        refused(client.post(f"/api/v1/games/{game.number}/moves/?ply=1", {"move": "d6", "ply": 1}), 400, "invalid")
        refused(client.post(f"/api/v1/games/{game.number}/resignation/?really=1"), 400, "invalid")
        refused(client.patch("/api/v1/account/?language=de", {}), 400, "invalid")


def test_every_parameter_of_the_schema_is_understood(api: Api, parts: dict[str, object], anna: User) -> None:
    client = api(anna)
    for path, item in generated()["paths"].items():
        for parameter in map(resolved, item.get("get", {}).get("parameters", ())):
            if parameter["in"] == "query":
                answer = client.get(path.format(**parts), {parameter["name"]: "?"})
                unknown = answer.json().get("errors", {}).get(parameter["name"]) if answer.status_code == 400 else None
                assert unknown != ["Unknown parameter."], (path, parameter["name"])


@pytest.fixture
def parts(game: Game) -> dict[str, object]:
    players = {"username": "anna", "opponent": "bert"}
    return players | {"number": game.number, "rules": "standard", "slug": "x", "secret": "unknown", "webhook_id": 1}


def test_a_stream_refuses_it_as_well(live_server_url: str, game: Game, anna: User) -> None:
    headers = {"Authorization": f"Bearer {token_of(anna)}", "Accept": "text/event-stream"}

    answer = httpx.get(f"{live_server_url}/api/v1/events/?since=3", headers=headers)

    assert answer.status_code == 400
    assert answer.json()["errors"] == {"since": ["Unknown parameter."]}
