"""The record of a game as text and as a line of JSON."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.analysis.models import Record
from games.analysis.records import record_text
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import give_time, offer_draw, resign
from muehle import parse_record
from muehle.clocks import DAY, TimeControl
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.fischer import FischerBank
from muehle.clocks.total_time import TotalTime
from tests.support.api import Api, refused
from tests.support.playing import SHUFFLE, SHUFFLING, play, stand_at


def line_of(api: Api, game: Game) -> dict[str, Any]:
    """The game's record as a stranger gets it in JSON."""
    line: dict[str, Any] = json.loads(api().get(f"/api/v1/games/{game.number}/record/", {"form": "ndjson"}).content)
    return line


def test_a_record_has_tags_moves_and_the_result(
    clock: time_machine.Traveller, api: Api, game: Game, bert: User, settings: object
) -> None:
    settings.SITE_URL = "https://muehle.example"  # type: ignore[attr-defined]
    play(game, "d6", "f4", "d2")
    resign(game.number, bert)

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
        "GameId": str(game.number),
        "Link": f"https://muehle.example/games/{game.number}/",
        "UTCDate": "2026.03.02",
        "UTCTime": "12:00:00",
        "WhiteElo": "1500",
        "BlackElo": "1500",
        "WhiteRatingDiff": "+162",
        "BlackRatingDiff": "-162",
        "Rated": "yes",
        "TimeControl": "1/259200",
        "EndDate": "2026.03.02",
        "EndTime": "12:00:00",
    }


def moves_in(text: str) -> str:
    """The moves with their comments, on one line."""
    return " ".join(text.split("\n\n")[1].split())


def test_each_move_has_its_time_and_the_clock(
    clock: time_machine.Traveller, api: Api, begin: Callable[..., Game]
) -> None:
    game = begin(Agreement(clock=FischerBank(2 * DAY, DAY // 2, 5 * DAY), rated=False))
    for move, hours in (("d6", 1), ("f4", 47), ("d2", 3)):
        clock.shift(timedelta(hours=hours, seconds=5))
        play(game, move)

    text = api(game.white).get(f"/api/v1/games/{game.number}/record/").content.decode()

    assert moves_in(text) == (
        "1. d6 {[%ts 2026-03-02T13:00:05Z] [%emt 1:00:05] [%clk 46:59:55]} "
        "1... f4 {[%ts 2026-03-04T12:00:10Z] [%emt 47:00:05] [%clk 0:59:55]} "
        "2. d2 {[%ts 2026-03-04T15:00:15Z] [%emt 3:00:05] [%clk 55:59:50]} *"
    )
    assert max(map(len, text.splitlines())) <= 80
    assert [str(move) for move in parse_record(text).moves] == ["d6", "f4", "d2"]
    assert "WhiteRatingDiff" not in text
    assert '[Rated "no"]' in text


def test_a_clock_that_was_changed_from_outside_is_not_told(
    clock: time_machine.Traveller, api: Api, begin: Callable[..., Game]
) -> None:
    game = begin(Agreement(clock=FischerBank(2 * DAY, DAY // 2, 5 * DAY)))
    play(game, "d6")
    Game.objects.filter(pk=game.pk).update(white_seconds=100)

    text = api(game.white).get(f"/api/v1/games/{game.number}/record/").content.decode()

    assert moves_in(text) == "1. d6 {[%ts 2026-03-02T12:00:00Z] [%emt 0:00:00]} *"


@pytest.mark.parametrize(
    "agreed", [DaysPerMove(3), FischerBank(3 * DAY, 4 * DAY, 3 * DAY)], ids=lambda each: each.system
)
def test_no_clock_is_told_where_a_side_had_more_time_than_it_would_say(
    clock: time_machine.Traveller, api: Api, begin: Callable[..., Game], agreed: TimeControl
) -> None:
    """After the move the clock is what it would be without the day that was given."""
    game = play(begin(Agreement(clock=agreed)), "d6")
    give_time(game.number, game.white)
    clock.shift(timedelta(days=3, hours=12))
    play(game, "f4")

    text = api(game.white).get(f"/api/v1/games/{game.number}/record/").content.decode()

    assert "[%emt 84:00:00]" in text
    assert "[%clk" not in text


def test_of_withheld_moves_no_time_is_told(clock: time_machine.Traveller, api: Api, game: Game) -> None:
    play(game, "d6", "f4", "d2", "b4")

    text = api().get(f"/api/v1/games/{game.number}/record/").content.decode()

    assert text.count("[%ts ") == text.count("[%clk ") == 1


@pytest.mark.parametrize("agreed", [DaysPerMove(5), FischerBank(), TotalTime()], ids=lambda agreed: agreed.system)
def test_a_time_control_is_exported_and_brought_along_again(
    api: Api, begin: Callable[..., Game], anna: User, agreed: TimeControl
) -> None:
    game = begin(Agreement(clock=agreed))
    resign(game.number, anna)
    text = api().get(f"/api/v1/games/{game.number}/record/").content.decode()

    api(anna).send("records/", text=text)

    record = Record.objects.get(owner=anna)
    assert record.clock == agreed
    assert parse_record(record_text(record)).tags.items() >= agreed.pgn_tags.items()


@pytest.mark.parametrize("choice", [{"data": {"form": "ndjson"}}, {"HTTP_ACCEPT": "application/x-ndjson"}])
def test_a_record_as_a_line_of_json_is_the_game_as_everybody_sees_it(
    clock: time_machine.Traveller, api: Api, game: Game, anna: User, choice: dict[str, Any]
) -> None:
    play(game, "d6", "f4", "d2", "b4")
    offer_draw(game.number, anna)

    answer = api(anna).get(f"/api/v1/games/{game.number}/record/", **choice)

    assert answer.headers["Content-Type"] == "application/x-ndjson; charset=utf-8"
    (line,) = answer.content.decode().splitlines()
    assert json.loads(line) == api().read(f"games/{game.number}/") | {"moves_withheld": 0}


def test_by_accept_and_by_form_the_text_is_the_same(api: Api, game: Game) -> None:
    address = f"/api/v1/games/{game.number}/record/"

    by_accept = api().get(address, HTTP_ACCEPT="application/x-muehle-pgn")
    by_form = api().get(address, {"form": "pgn"}, HTTP_ACCEPT="text/html")

    assert by_accept.content == by_form.content


# --- Games that go on ---


@pytest.mark.parametrize(
    ("who", "scopes", "moves", "withheld"),
    [
        ("anna", (), ["d6", "f4", "d2", "b4"], None),
        ("bert", ("game:play",), ["d6", "f4", "d2", "b4"], None),
        ("anna", ("email:read",), ["d6"], "3"),
        ("carla", (), ["d6"], "3"),
        (None, (), ["d6"], "3"),
    ],
)
def test_the_last_three_half_moves_of_an_ongoing_game_are_for_its_players(
    api: Api,
    game: Game,
    bert: User,
    carla: User,
    who: str | None,
    scopes: tuple[str, ...],
    moves: list[str],
    withheld: str | None,
) -> None:
    play(game, "d6", "f4", "d2", "b4")
    client = api(who and User.objects.get(username=who), *scopes)

    record = parse_record(client.get(f"/api/v1/games/{game.number}/record/").content.decode())

    assert [str(move) for move in record.moves] == moves
    assert (record.tags.get("MovesWithheld"), record.tags["PlyCount"]) == (withheld, str(len(moves)))


def test_a_strangers_line_of_json_shows_nothing_of_what_is_withheld(
    clock: time_machine.Traveller, api: Api, game: Game
) -> None:
    play(game, "a7")
    before = api().read(f"games/{game.number}/")
    clock.shift(timedelta(hours=1))
    play(game, "b2", "d7", "f2")

    line = line_of(api, game)

    clock_before = {**before["clock"], "deadline_at": None, "first_move_deadline_at": None}
    assert line == before | {"clock": clock_before, "server_time": line["server_time"], "moves_withheld": 3}


@pytest.mark.parametrize("played", [0, 2, 3])
def test_of_a_game_that_has_hardly_begun_a_stranger_gets_the_empty_board(api: Api, game: Game, played: int) -> None:
    play(game, *["d6", "f4", "d2"][:played])

    line = line_of(api, game)

    assert (line["ply"], line["moves"], line["moves_withheld"]) == (0, [], played)
    assert line["position"]["text"] == "........................ w 9 9 0"


def test_how_often_a_withheld_position_has_stood_is_not_shown(api: Api, begin: Callable[..., Game]) -> None:
    game = stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING)
    play(game, *SHUFFLE, *SHUFFLE)
    assert api().read(f"games/{game.number}/")["repetitions"] == 3

    line = line_of(api, game)

    assert (line["repetitions"], line["quiet_half_moves"], line["claimable_draws"]) == (2, 5, [])


def test_an_ended_game_is_whole_for_everybody(api: Api, game: Game, bert: User) -> None:
    play(game, "d6", "f4", "d2")
    resign(game.number, bert)

    line = line_of(api, game)

    assert (len(line["moves"]), line["moves_withheld"]) == (3, 0)


# --- How it is asked for ---


@pytest.mark.parametrize(
    ("notation", "moves"),
    [
        ("pgn", "1. a7 b2 2. d7 f2 3. g7xb2 1-0"),
        ("playok", "1. 1 19 2. 2 21 3. 3x19 1-0"),
        ("separate", "1. a7 b2 2. d7 f2 3. g7 xb2 1-0"),
    ],
)
def test_a_record_comes_in_the_notation_that_is_asked_for(
    api: Api, game: Game, bert: User, notation: str, moves: str
) -> None:
    play(game, "a7", "b2", "d7", "f2", "g7xb2")
    resign(game.number, bert)

    text = api().get(f"/api/v1/games/{game.number}/record/", {"notation": notation}).content.decode()

    assert re.sub(r" \{[^}]*\}( \d+\.\.\.)?", "", moves_in(text)) == moves


def test_a_notation_that_does_not_exist_is_refused(api: Api, game: Game) -> None:
    refused(api().get(f"/api/v1/games/{game.number}/record/", {"notation": "chess"}), 400, "invalid")


@pytest.mark.casual
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
