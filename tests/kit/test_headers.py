"""Headers that lead on: Location of what was made, Link to other pages, If-Match for changes."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from accounts.models import User
from games.chat.models import Note
from games.core.models.games import Game
from tests.support.api import Api, refused
from tests.support.playing import unchanged

CHALLENGE = {"kind": "open", "clock": {"days_per_move": 3}}


# --- Location (every 201 in the tests is held against the schema, which promises it) ----------------------------------


def test_a_new_challenge_has_its_address_also_when_it_is_repeated(api: Api, anna: User) -> None:
    client = api(anna)

    made, again = (
        client.post("/api/v1/challenges/", CHALLENGE, format="json", headers={"Idempotency-Key": "x"})
        for _each in range(2)
    )

    assert made.headers["Location"] == again.headers["Location"] == f"/api/v1/challenges/{made.json()['number']}/"
    assert client.get(made.headers["Location"]).json()["number"] == made.json()["number"]


def test_the_address_after_a_move_is_that_of_the_game(api: Api, game: Game, anna: User) -> None:
    client = api(anna)

    new, again = client.play(game.number, "d6", 1), client.play(game.number, "d6", 1)

    assert (new.status_code, new.headers["Location"]) == (201, f"/api/v1/games/{game.number}/")
    assert (again.status_code, "Location" in again.headers) == (200, False)


def test_what_was_refused_has_no_address(api: Api, game: Game, bert: User) -> None:
    assert "Location" not in api(bert).play(game.number, "d6", 1).headers


# --- Link -------------------------------------------------------------------------------------------------------------


def test_pages_of_a_list_have_links_to_their_neighbours(api: Api, anna: User) -> None:
    client = api(anna)
    for _each in range(3):
        client.send("challenges/", **CHALLENGE)

    first = client.get("/api/v1/challenges/", {"page_size": 1})
    second = client.get(first.json()["next"])
    whole = client.get("/api/v1/challenges/")

    assert first.headers["Link"] == f'<{first.json()["next"]}>; rel="next"'
    assert second.headers["Link"] == (
        f'<{second.json()["next"]}>; rel="next", <{second.json()["previous"]}>; rel="prev"'
    )
    assert "Link" not in whole.headers


def test_a_page_of_events_has_a_link_to_the_next(api: Api, game: Game, anna: User) -> None:
    answer = api(anna).get("/api/v1/events/", {"page_size": 1})

    assert answer.headers["Link"] == f'<{answer.json()["next"]}>; rel="next"'


# --- If-Match ---------------------------------------------------------------------------------------------------------


CHANGES: dict[str, tuple[str, str, dict[str, Any], dict[str, Any]]] = {
    "account": ("patch", "account/", {"language": "de"}, {"language": "en"}),
    "notifications": ("patch", "account/notifications/", {"pace": "hourly"}, {"pace": "daily"}),
    "note": ("put", "games/{number}/note/", {"text": "one"}, {"text": "two"}),
}


@pytest.mark.parametrize(("method", "address", "one", "other"), CHANGES.values(), ids=CHANGES)
def test_a_change_of_what_has_not_changed_is_made(
    api: Api, game: Game, anna: User, method: str, address: str, one: dict[str, Any], other: dict[str, Any]
) -> None:
    client, path = api(anna), f"/api/v1/{address.format(number=game.number)}"
    change = getattr(client, method)
    change(path, one, format="json")

    for condition in ("{tag}", '"another", {tag}', "*"):
        tag = client.get(path).headers["ETag"]
        answer = change(path, one, format="json", headers={"If-Match": condition.format(tag=tag)})
        assert answer.status_code == 200, answer.content


@pytest.mark.parametrize(("method", "address", "one", "other"), CHANGES.values(), ids=CHANGES)
def test_a_change_of_what_has_changed_meanwhile_is_refused(
    api: Api, game: Game, anna: User, method: str, address: str, one: dict[str, Any], other: dict[str, Any]
) -> None:
    client, path = api(anna), f"/api/v1/{address.format(number=game.number)}"
    change = getattr(client, method)
    change(path, one, format="json")
    tag = client.get(path).headers["ETag"]
    change(path, other, format="json")

    with unchanged():
        answer = change(path, one, format="json", headers={"If-Match": tag})

    refused(answer, 412, "precondition_failed")
    assert client.get(path).headers["ETag"] != tag


def test_a_token_that_may_not_read_cannot_guess_by_tags(api: Api, anna: User) -> None:
    tag = api(anna).get("/api/v1/account/notifications/").headers["ETag"]

    answer = api(anna, "preference:write").patch(
        "/api/v1/account/notifications/", {"pace": "daily"}, format="json", headers={"If-Match": tag}
    )

    assert refused(answer, 403, "insufficient_scope")["required_scope"] == "preference:read"


@pytest.mark.django_db(transaction=True)
def test_of_two_changes_of_the_same_state_at_once_one_is_made(api: Api, game: Game, anna: User) -> None:
    path = f"/api/v1/games/{game.number}/note/"
    clients, together = [api(anna) for _each in range(4)], threading.Barrier(4)
    tag = clients[0].get(path).headers["ETag"]

    def change(number: int) -> int:
        try:
            together.wait()
            text = {"text": f"by {number}"}
            return int(clients[number].put(path, text, format="json", headers={"If-Match": tag}).status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        statuses = sorted(pool.map(change, range(4)))

    assert statuses == [200, 412, 412, 412]
    assert Note.objects.count() == 1
