"""Who asks again with the ETag of the last answer is told whether anything has changed."""

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.chat import messages
from games.chat.models import Message
from games.core.models.games import Game
from tests.support.api import Api, ApiClient
from tests.support.playing import play

READ = ("account/", "challenges/", "lobby/", "games/", "games/{number}/", "games/{number}/moves/", "events/",
        "games/{number}/events/", "games/{number}/messages/", "players/anna/")  # fmt: skip


def tag_of(client: ApiClient, address: str) -> str:
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == 200
    return str(answer.headers["ETag"])


def status_with(client: ApiClient, address: str, tag: str) -> int:
    answer = client.get(f"/api/v1/{address}", headers={"If-None-Match": tag})
    assert (answer.content == b"") == (answer.status_code == 304)
    return int(answer.status_code)


@pytest.mark.parametrize("address", READ)
def test_what_has_not_changed_is_not_sent_again(
    api: Api, anna: User, game: Game, address: str, clock: time_machine.Traveller
) -> None:
    client, address = api(anna), address.format(number=game.number)
    tag = tag_of(client, address)

    clock.shift(timedelta(minutes=5))

    assert status_with(client, address, tag) == 304
    assert status_with(client, address, f'"another", {tag}') == 304
    assert status_with(client, address, '"another"') == 200


@pytest.mark.parametrize("address", ["games/", "games/{number}/", "games/{number}/moves/", "events/"])
def test_a_move_changes_what_is_read(api: Api, anna: User, game: Game, address: str) -> None:
    client, address = api(anna), address.format(number=game.number)
    tag = tag_of(client, address)

    play(game, "d6")

    assert status_with(client, address, tag) == 200


def test_what_one_may_not_see_does_not_change_ones_tag(api: Api, anna: User, game: Game) -> None:
    address = f"games/{game.number}/events/"
    players, guests = tag_of(api(anna), address), tag_of(api(), address)

    messages.send_message(game.number, anna, "Between us.")

    assert status_with(api(anna), address, players) == 200
    assert status_with(api(), address, guests) == 304


def test_only_what_a_get_has_answered_may_be_kept(api: Api, anna: User, game: Game) -> None:
    client = api(anna)
    address = f"/api/v1/games/{game.number}/"

    kept = client.get(address, headers={"If-None-Match": "*"})
    others = [
        client.get("/api/v1/games/0/"),
        client.send("challenges/", kind="link"),
        client.play(game.number, "a0", 1),
    ]

    assert (kept.status_code, kept.headers["Cache-Control"]) == (304, "private, no-cache")
    assert [(answer.status_code, answer.headers["Cache-Control"]) for answer in others] == [
        (404, "no-store"),
        (201, "no-store"),
        (400, "no-store"),
    ]


def test_words_in_a_message_that_look_like_a_clock_count(api: Api, anna: User, game: Game) -> None:
    address = f"games/{game.number}/messages/"
    messages.send_message(game.number, anna, '"server_time":"noon"')
    tag = tag_of(api(anna), address)

    Message.objects.filter(game=game).update(text='"server_time":"midnight"')

    assert status_with(api(anna), address, tag) == 200
