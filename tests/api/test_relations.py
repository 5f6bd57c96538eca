"""Blocking and muting over the API, and that whoever is blocked or muted cannot find it out."""

import pytest

from accounts.models import User
from games import messages, relations, transitions
from games.models import Game
from tests.api.conftest import Api, refused
from tests.domain.playing import unchanged


def test_a_player_is_blocked_listed_and_unblocked(api: Api, anna: User, bert: User) -> None:
    client = api(anna)

    blocked = client.patch("/api/v1/account/relations/bert/", {"blocked": True}, format="json").json()

    assert (blocked["username"], blocked["blocked"], blocked["muted"]) == ("bert", True, False)
    assert client.read("account/relations/")["results"] == [blocked]
    assert client.read("account/relations/bert/") == blocked
    lifted = client.patch("/api/v1/account/relations/bert/", {"blocked": False}, format="json").json()
    assert (lifted["blocked"], lifted["changed_at"]) == (False, None)
    assert client.read("account/relations/")["results"] == []


@pytest.mark.parametrize("name", ["nobody", "a"])
def test_nobody_is_not_found(api: Api, anna: User, name: str) -> None:
    refused(api(anna).patch(f"/api/v1/account/relations/{name}/", {"muted": True}, format="json"), 404, "not_found")


@pytest.mark.parametrize("value", ["maybe", None, 3, [True]])
def test_what_is_neither_yes_nor_no_is_refused(api: Api, anna: User, bert: User, value: object) -> None:
    with unchanged():
        answer = api(anna).patch("/api/v1/account/relations/bert/", {"muted": value}, format="json")

    assert list(refused(answer, 400, "invalid")["errors"]) == ["muted"]


def test_the_refusal_to_the_one_who_is_blocked_gives_no_reason(api: Api, game: Game, anna: User, bert: User) -> None:
    relations.change(anna, bert, blocked=True)
    client, body = api(bert), {"kind": "direct", "opponent": "anna"}

    with unchanged():
        problems = [
            refused(client.send("challenges/", **body), 403, "player_unavailable"),
            refused(client.send(f"games/{game.number}/messages/", text="Hello?"), 403, "player_unavailable"),
            refused(client.send(f"games/{game.number}/draw-offer/", reason="Even?"), 403, "player_unavailable"),
        ]

    assert {problem["detail"] for problem in problems} == {"This is not possible with this player."}
    assert not any("block" in str(problem) for problem in problems)


def test_the_words_of_a_muted_offer_are_left_out(api: Api, game: Game, anna: User, bert: User) -> None:
    relations.change(anna, bert, muted=True)
    transitions.offer_draw(game.number, bert, reason="unheard-words")

    def seen_by(user: User) -> str:
        client = api(user)
        addresses = [f"games/{game.number}/", f"games/{game.number}/events/", "events/"]
        return str([client.read(address) for address in addresses])

    assert "unheard-words" not in seen_by(anna)
    assert "draw_offered" in seen_by(anna)
    assert seen_by(bert).count("unheard-words") == 4


def test_his_own_words_look_as_ever_to_whoever_is_muted(api: Api, game: Game, anna: User, bert: User) -> None:
    relations.change(anna, bert, muted=True)
    messages.send_message(game.number, bert, "Hello?")
    client = api(bert)

    assert [message["text"] for message in client.read(f"games/{game.number}/messages/")["results"]] == ["Hello?"]
    assert client.read("events/")["results"][-1]["type"] == "message_sent"
    assert client.read(f"games/{game.number}/events/")["results"][-1]["type"] == "message_sent"
