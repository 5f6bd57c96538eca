"""What an event of a move says beyond the move: whose turn it is, what may be played, and how the game has ended."""

import json
import random
from datetime import timedelta
from typing import Any

from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.play.actions import resign
from games.play.conditional_moves import keep_lines
from games.streams.logs import GameLog, Log, UserLog
from tests.games.streams.listening import listening, token_of
from tests.support.api import Api, ApiClient
from tests.support.playing import fresh, play, stand_at

# White closes a mill and takes the third last stone.
THREE_LEFT = "WW....B.......W......BB. w 0 0 0"


def moves_told(client: ApiClient, address: str) -> list[dict[str, Any]]:
    return [event["data"] for event in client.read(address)["results"] if event["type"] == "move_played"]


def log_of(game: Game) -> str:
    return f"games/{game.number}/events/"


def test_the_player_on_move_is_told_what_may_be_played(api: Api, game: Game, anna: User, bert: User) -> None:
    play(game, "d6")

    for address in ("events/", log_of(game)):
        [to_bert] = moves_told(api(bert), address)
        assert to_bert["turn"] == "black"
        assert to_bert["legal_moves"] == api(bert).read(f"games/{game.number}/")["legal_moves"]
        assert to_bert["outcome"] is None
        [to_anna] = moves_told(api(anna), address)
        assert to_anna == to_bert | {"legal_moves": None}


def test_nobody_else_is_told_what_may_be_played(api: Api, game: Game, bert: User, carla: User) -> None:
    play(game, "d6")

    readers = [api(), api(carla), api(bert, "preference:read")]
    assert [moves_told(reader, log_of(game))[0]["legal_moves"] for reader in readers] == [None, None, None]


def test_what_might_have_been_played_in_the_past_is_not_told(api: Api, game: Game, anna: User, bert: User) -> None:
    play(game, "d6", "f4", "d2")

    assert [told["legal_moves"] is None for told in moves_told(api(bert), "events/")] == [True, True, False]
    assert [told["turn"] for told in moves_told(api(bert), "events/")] == ["black", "white", "black"]
    assert {told["legal_moves"] for told in moves_told(api(anna), "events/")} == {None}


def test_white_is_told_what_may_be_played_first(api: Api, game: Game, anna: User, bert: User) -> None:
    def told(client: ApiClient) -> Any:
        [begun] = [each for each in client.read("events/")["results"] if each["type"] == "game_started"]
        return begun["data"]["legal_moves"]

    before, to_bert = told(api(anna)), told(api(bert))
    play(game, "d6")

    assert (len(before), to_bert, told(api(anna))) == (24, None, None)


def test_a_move_that_ends_the_game_says_how(api: Api, game: Game, bert: User) -> None:
    stand_at(game, THREE_LEFT)
    play(game, "g4-g7xc5")

    for reader in (api(bert), api()):
        [told] = moves_told(reader, log_of(game))
        assert (told["turn"], told["legal_moves"]) == (None, None)
        assert told["outcome"] == {"result": "1-0", "termination": "stones"}


def test_resigning_makes_no_outcome_of_the_last_move(api: Api, game: Game, anna: User, bert: User) -> None:
    play(game, "d6")
    resign(game.number, bert)

    [told] = moves_told(api(bert), "events/")
    assert (told["turn"], told["legal_moves"], told["outcome"]) == ("black", None, None)


def test_while_a_dispute_holds_the_clocks_nothing_may_be_played(api: Api, game: Game, bert: User) -> None:
    play(game, "d6")
    Game.objects.filter(pk=game.pk).update(freezes=1, frozen_until=timezone.now() + timedelta(hours=1))

    [told] = moves_told(api(bert), "events/")
    assert (told["turn"], told["legal_moves"]) == ("black", None)


def test_a_move_that_was_answered_by_a_conditional_move_is_nobodys_turn(
    api: Api, game: Game, anna: User, bert: User
) -> None:
    keep_lines(game.number, bert, [["d6", "f4"]], ply=1)
    play(game, "d6")

    to_anna, to_bert = (moves_told(api(each), "events/") for each in (anna, bert))
    assert [told["legal_moves"] for told in to_bert] == [None, None]
    assert [told["legal_moves"] is None for told in to_anna] == [True, False]


def test_what_may_be_played_is_not_stored(game: Game) -> None:
    stand_at(game, THREE_LEFT)
    play(game, "g4-g7xc5")

    data = Event.objects.get(type="move_played").data
    assert data.keys() == {"ply", "move", "position", "deadline_at", "outcome"}
    assert "legal_moves" not in Event.objects.get(type="game_started").data


def test_a_page_of_the_log_is_one_statement_for_every_reader(
    game: Game, anna: User, bert: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = play(game, "d6", "f4", "d2", "b4")

    logs: list[Log] = [GameLog(game=game, viewer_id=each) for each in (anna.pk, bert.pk, None)]

    for log in [*logs, UserLog(user_id=anna.pk)]:
        with django_assert_num_queries(1):
            lines = log.following(0).lines
        assert [json.loads(line.json)["type"] for line in lines][-4:] == ["move_played"] * 4


def test_a_stream_tells_each_reader_what_is_theirs(live_server_url: str, game: Game, anna: User, bert: User) -> None:
    address = f"{live_server_url}/api/v1/{log_of(game)}"
    with (
        listening(address, token=token_of(anna)) as of_anna,
        listening(address, token=token_of(bert)) as of_bert,
        listening(address) as of_guest,
    ):
        readers = (of_anna, of_bert, of_guest)
        for reader in readers:
            reader.next()
        play(game, "d6")
        told = [reader.next().data["data"] for reader in readers]

    assert [len(each["legal_moves"] or ()) for each in told] == [0, 23, 0]
    assert {each["turn"] for each in told} == {"black"}


def test_a_game_can_be_played_by_its_events_alone(api: Api, game: Game, anna: User, bert: User) -> None:
    """To the end, without reading the game."""
    clients, seen = {"anna": api(anna), "bert": api(bert)}, dict.fromkeys(("anna", "bert"), 0)
    chance = random.Random(7)

    def next_move(name: str) -> tuple[str, int] | None:
        page = clients[name].read("events/", after=seen[name], page_size=100)
        seen[name] = page["last_seq"]
        told = [event["data"] for event in page["results"] if event["data"].get("legal_moves")]
        return (chance.choice(told[-1]["legal_moves"]), told[-1].get("ply", 0) + 1) if told else None

    while moves := [(name, *found) for name in clients if (found := next_move(name))]:
        [(name, move, ply)] = moves
        assert clients[name].play(game.number, move, ply).status_code == 201

    ended = fresh(game)
    assert ended.status == "finished"
    outcome = moves_told(api(), f"{log_of(game)}?page_size=100&after={Event.objects.latest('id').pk - 2}")[-1][
        "outcome"
    ]
    assert outcome == {"result": ended.result, "termination": ended.termination}
