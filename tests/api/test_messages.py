"""Messages between the players over the API."""

import pytest

from accounts.models import User
from games import transitions
from games.models import Game, Message
from tests.api.conftest import Api, refused
from tests.domain.playing import unchanged


def test_the_players_of_a_game_read_each_others_messages(api: Api, game: Game, anna: User, bert: User) -> None:
    sent = api(anna).send(f"games/{game.number}/messages/", text="  Grüß dich! 👋 ")

    assert sent.status_code == 201
    assert (sent.json()["author"], sent.json()["ply"], sent.json()["text"]) == ("anna", 0, "Grüß dich! 👋")
    assert api(bert).read(f"games/{game.number}/messages/")["results"] == [sent.json()]


def test_messages_may_be_written_after_the_game(api: Api, game: Game, anna: User, bert: User) -> None:
    transitions.resign(game.number, anna)

    assert api(bert).send(f"games/{game.number}/messages/", text="Thank you.").status_code == 201


def test_strangers_can_neither_read_nor_write(api: Api, game: Game, anna: User, carla: User) -> None:
    api(anna).send(f"games/{game.number}/messages/", text="Between us.")

    with unchanged():
        refused(api(carla).get(f"/api/v1/games/{game.number}/messages/"), 403, "not_a_player")
        refused(api(carla).send(f"games/{game.number}/messages/", text="Hello?"), 403, "not_a_player")


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001, "a\x00b", None, ["x"], {"x": 1}, True])
def test_what_is_no_message_is_refused(api: Api, game: Game, anna: User, text: object) -> None:
    with unchanged():
        answer = api(anna).send(f"games/{game.number}/messages/", text=text)

    assert list(refused(answer, 400, "invalid")["errors"]) == ["text"]


@pytest.mark.parametrize(("length", "status"), [(1000, 201), (1001, 400)])
def test_a_message_may_have_a_thousand_characters(api: Api, game: Game, anna: User, length: int, status: int) -> None:
    answer = api(anna).send(f"games/{game.number}/messages/", text="ü" * length)

    assert answer.status_code == status
    assert Message.objects.count() == (status == 201)


def test_messages_come_in_pages_oldest_first(api: Api, game: Game, anna: User) -> None:
    client = api(anna)
    for count in range(3):
        client.send(f"games/{game.number}/messages/", text=str(count))

    page = client.read(f"games/{game.number}/messages/", page_size=2)

    assert [message["text"] for message in page["results"]] == ["0", "1"]
    assert [message["text"] for message in client.get(page["next"]).json()["results"]] == ["2"]
