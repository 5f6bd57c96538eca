"""The spectator chat over the API; tests/games/chat has who may write, and test_leaks who may read what."""

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.chat import spectators
from games.chat.models import SpectatorMessage
from games.core.models.games import Game
from games.play.actions import resign
from tests.conftest import NOON
from tests.support.api import Api, refused
from tests.support.playing import unchanged


def test_a_spectator_writes_and_reads_the_newest_first(api: Api, game: Game, carla: User) -> None:
    client = api(carla)
    sent = [client.send(f"games/{game.number}/spectator-chat/", text=text) for text in ("Hm.", "b6 looks strong.")]

    assert [answer.status_code for answer in sent] == [201, 201]
    assert client.read(f"games/{game.number}/spectator-chat/")["results"] == [sent[1].json(), sent[0].json()]


def test_a_player_is_told_that_it_is_closed_until_the_end(api: Api, game: Game, anna: User, carla: User) -> None:
    spectators.write(game.number, carla, "Hm.")
    with unchanged():
        refused(api(anna).get(f"/api/v1/games/{game.number}/spectator-chat/"), 403, "spectator_chat_closed")
        refused(api(anna).send(f"games/{game.number}/spectator-chat/", text="Hello?"), 403, "spectator_chat_closed")

    resign(game.number, anna)

    assert [message["text"] for message in api(anna).read(f"games/{game.number}/spectator-chat/")["results"]] == ["Hm."]


def test_the_same_key_writes_once(api: Api, game: Game, carla: User) -> None:
    headers = {"Idempotency-Key": "once"}
    for _ in range(2):
        answer = api(carla).post(
            f"/api/v1/games/{game.number}/spectator-chat/", {"text": "Hm."}, format="json", headers=headers
        )
        assert answer.status_code == 201

    assert SpectatorMessage.objects.count() == 1


@pytest.mark.parametrize("text", ["", "  ", "x" * 501, None, ["x"], "a\x00b"])
def test_what_is_no_message_is_refused(api: Api, game: Game, carla: User, text: object) -> None:
    with unchanged():
        answer = api(carla).send(f"games/{game.number}/spectator-chat/", text=text)

    assert list(refused(answer, 400, "invalid")["errors"]) == ["text"]


def test_a_player_whose_time_is_up_finds_the_spectator_chat_open(
    clock: time_machine.Traveller, api: Api, game: Game, anna: User
) -> None:
    clock.move_to(NOON + timedelta(days=4))

    assert api(anna).send(f"games/{game.number}/spectator-chat/", text="Well, well.").status_code == 201
