"""Messages between the players over the API."""

import pytest

from accounts.models import User
from games.chat.models import Canned, Message
from games.core.models.games import Game
from games.play.actions import resign
from tests.support.api import Api, refused
from tests.support.playing import unchanged


def test_the_players_of_a_game_read_each_others_messages(api: Api, game: Game, anna: User, bert: User) -> None:
    sent = api(anna).send(f"games/{game.number}/messages/", text="  Grüß dich! 👋 ")

    assert sent.status_code == 201
    assert (sent.json()["author"], sent.json()["ply"], sent.json()["text"]) == ("anna", 0, "Grüß dich! 👋")
    assert api(bert).read(f"games/{game.number}/messages/")["results"] == [sent.json()]


def test_messages_may_be_written_after_the_game(api: Api, game: Game, anna: User, bert: User) -> None:
    resign(game.number, anna)

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


def test_a_ready_made_sentence_is_read_by_each_in_their_language(api: Api, game: Game, anna: User, bert: User) -> None:
    address = f"/api/v1/games/{game.number}/messages/"
    german = {"Accept-Language": "de"}

    sent = api(anna).send(f"games/{game.number}/messages/", canned="good_game")
    (read,) = api(bert).get(address, headers=german).json()["results"]

    assert sent.status_code == 201
    assert (sent.json()["canned"], sent.json()["text"]) == ("good_game", "Good game!")
    assert (read["canned"], read["text"]) == ("good_game", "Schöne Partie!")
    (event,) = [event for event in api(bert).read("events/")["results"] if event["type"] == "message_sent"]
    assert event["data"] | {"message": 0} == {"message": 0, "ply": 0, "text": "Good game!", "canned": "good_game"}


def test_the_ready_made_sentences_are_listed_in_the_readers_language(api: Api) -> None:
    listed = api().get("/api/v1/canned-messages/", headers={"Accept-Language": "de"}).json()["results"]

    assert {"key": "good_game", "text": "Schöne Partie!"} in listed
    assert len(listed) == len(Canned)


def test_words_of_ones_own_have_no_key(api: Api, game: Game, anna: User) -> None:
    assert api(anna).send(f"games/{game.number}/messages/", text="Good game!").json()["canned"] is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "text"),
        ({"text": "Hm.", "canned": "good_game"}, "text"),
        ({"canned": "bad_game"}, "canned"),
        ({"canned": None}, "canned"),
        ({"canned": ["good_game"]}, "canned"),
        ({"canned": ""}, "canned"),
    ],
)
def test_a_sentence_that_is_not_in_the_list_is_refused(
    api: Api, game: Game, anna: User, body: dict[str, object], field: str
) -> None:
    with unchanged():
        answer = api(anna).send(f"games/{game.number}/messages/", **body)

    assert list(refused(answer, 400, "invalid")["errors"]) == [field]
