"""Blocking and muting over the API, and that whoever is blocked or muted cannot find it out."""

import re
from collections.abc import Callable

import pytest
import time_machine
from django.test import Client as Browser

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.chat import messages
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import offer_draw
from games.players import relations
from tests.games.site.api.test_leaks import PAGES, Planted, _as_many_calls_as_it_takes, planted, read_all
from tests.support.api import Api, refused
from tests.support.playing import unchanged

__all__ = ["_as_many_calls_as_it_takes", "planted"]
# Numbers of requests, tokens of forms, and when a key was used last.
VOLATILE = re.compile(r'[0-9a-f]{8}-[0-9a-f-]{27}|[A-Za-z0-9]{64}|"last_used_at":"[^"]*"')


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
    offer_draw(game.number, bert, reason="unheard-words")

    def seen_by(user: User) -> str:
        client = api(user)
        addresses = [f"games/{game.number}/", f"games/{game.number}/events/", "events/"]
        return str([client.read(address) for address in addresses])

    assert "unheard-words" not in seen_by(anna)
    assert "draw_offered" in seen_by(anna)
    assert seen_by(bert).count("unheard-words") == 4


@pytest.mark.campaign
@pytest.mark.usefixtures("_as_many_calls_as_it_takes")
def test_nothing_anywhere_tells_the_other_or_anybody_of_it(
    clock: time_machine.Traveller,
    api: Api,
    planted: Planted,
    anna: User,
    bert: User,
    carla: User,
    person: Callable[..., User],
) -> None:
    actions.challenge_anyone(anna, Proposal(agreement=Agreement()))
    people = [bert, carla, person("mona", is_staff=True), None]
    clients = [api(user) for user in people]
    browsers = [Browser() for _ in people]
    for browser, user in zip(browsers, people, strict=True):
        if user is not None:
            browser.force_login(user)

    def seen() -> list[str]:
        # The directory leaves out who has blocked the reader, for that was chosen to be so.
        answers = (body for client in clients for body in read_all(client, planted, besides="/api/v1/players/"))
        bodies = [body.decode() for body in answers]
        bodies += [browser.get(page.format(**planted)).content.decode() for browser in browsers for page in PAGES]
        return [VOLATILE.sub("", body) for body in bodies]

    seen()
    before = seen()
    relations.change(anna, bert, blocked=True, muted=True)

    assert seen() == before


def test_their_own_words_look_as_ever_to_a_muted_player(api: Api, game: Game, anna: User, bert: User) -> None:
    relations.change(anna, bert, muted=True)
    messages.send_message(game.number, bert, "Hello?")
    client = api(bert)

    assert [message["text"] for message in client.read(f"games/{game.number}/messages/")["results"]] == ["Hello?"]
    assert client.read("events/")["results"][-1]["type"] == "message_sent"
    assert client.read(f"games/{game.number}/events/")["results"][-1]["type"] == "message_sent"
