"""The record of a game as text and as a line of JSON."""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games import transitions
from games.engine import parse_record
from games.models import Game
from tests.api.conftest import Api, refused
from tests.domain.playing import play


def test_a_record_has_tags_moves_and_the_result(
    clock: time_machine.Traveller, api: Api, game: Game, bert: User, settings: object
) -> None:
    settings.SITE_URL = "https://muehle.example"  # type: ignore[attr-defined]
    play(game, "d6", "f4", "d2")
    transitions.resign(game.number, bert)

    answer = api().get(f"/api/v1/games/{game.number}/record/")

    assert answer.headers["Content-Type"] == "application/x-muehle-pgn; charset=utf-8"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="muehle-{game.number}.pgn"'
    record = parse_record(answer.content.decode())
    assert [str(move) for move in record.moves] == ["d6", "f4", "d2"]
    assert record.result == "1-0"
    assert record.tags == {
        "Event": f"Correspondence game {game.number}",
        "Site": "https://muehle.example",
        "Date": "2026.03.02",
        "Round": "-",
        "White": "anna",
        "Black": "bert",
        "Result": "1-0",
        "Variant": "standard",
        "Termination": "resignation",
        "PlyCount": "3",
        "TimeControl": "1/259200",
    }


@pytest.mark.parametrize("choice", [{"data": {"form": "ndjson"}}, {"HTTP_ACCEPT": "application/x-ndjson"}])
def test_a_record_as_a_line_of_json_is_the_game_as_everybody_sees_it(
    clock: time_machine.Traveller, api: Api, game: Game, anna: User, choice: dict[str, Any]
) -> None:
    transitions.offer_draw(game.number, anna)

    answer = api(anna).get(f"/api/v1/games/{game.number}/record/", **choice)

    assert answer.headers["Content-Type"] == "application/x-ndjson; charset=utf-8"
    (line,) = answer.content.decode().splitlines()
    assert json.loads(line) == api().read(f"games/{game.number}/")


def test_by_accept_and_by_form_the_text_is_the_same(api: Api, game: Game) -> None:
    address = f"/api/v1/games/{game.number}/record/"

    by_accept = api().get(address, HTTP_ACCEPT="application/x-muehle-pgn")
    by_form = api().get(address, {"form": "pgn"}, HTTP_ACCEPT="text/html")

    assert by_accept.content == by_form.content


def test_an_overdue_game_is_ended_before_it_is_written_down(
    clock: time_machine.Traveller, api: Api, game: Game
) -> None:
    clock.shift(timedelta(days=4))

    record = parse_record(api().get(f"/api/v1/games/{game.number}/record/").content.decode())

    assert (record.result, record.tags["Termination"]) == ("0-1", "timeout")


def test_a_form_that_does_not_exist_is_refused(api: Api, game: Game) -> None:
    refused(api().get(f"/api/v1/games/{game.number}/record/", {"form": "pdf"}), 400, "invalid")


def test_a_media_type_that_does_not_exist_is_refused(api: Api, game: Game) -> None:
    answer = api().get(f"/api/v1/games/{game.number}/record/", HTTP_ACCEPT="application/pdf")

    refused(answer, 406, "not_acceptable")
