"""A POST that is sent again with its Idempotency-Key gets the first answer, and does nothing twice."""

import threading
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from accounts import idempotency
from accounts.models import KeptAnswer, User
from games.challenges.models import Challenge
from games.chat.models import Message
from games.core.models.games import Game
from tests.support.api import Api, ApiClient, refused
from tests.support.playing import play

JSON = "application/json"
CHALLENGE = {"kind": "open", "message": "Who dares?"}


def send(client: ApiClient, address: str, key: str, **body: object) -> Any:
    return client.post(f"/api/v1/{address}", body, format="json", headers={"Idempotency-Key": key})


def test_the_same_request_is_done_once_and_answered_the_same(api: Api, anna: User) -> None:
    client = api(anna)

    first = send(client, "challenges/", "a key", **CHALLENGE)

    again = send(client, "challenges/", "a-key", **CHALLENGE)
    repeated = send(client, "challenges/", "a-key", **CHALLENGE)
    assert refused(first, 400, "idempotency_key_malformed")
    assert (again.status_code, repeated.status_code) == (201, 201)
    assert again.json() == repeated.json()
    assert "Idempotent-Replayed" not in again.headers
    assert repeated.headers["Idempotent-Replayed"] == "true"
    assert Challenge.objects.count() == 1


def test_without_a_key_or_with_another_one_it_is_done_again(api: Api, anna: User) -> None:
    client = api(anna)

    for key in ("one", "two"):
        assert send(client, "challenges/", key, **CHALLENGE).status_code == 201
    assert client.send("challenges/", **CHALLENGE).status_code == 201

    assert Challenge.objects.count() == 3


@pytest.mark.parametrize("body", [{"text": "Other words."}, {"text": "Hello.", "more": 1}])
def test_a_key_that_comes_with_another_body_is_refused(api: Api, anna: User, game: Game, body: dict[str, Any]) -> None:
    client = api(anna)
    send(client, f"games/{game.number}/messages/", "key", text="Hello.")

    answer = send(client, f"games/{game.number}/messages/", "key", **body)

    refused(answer, 422, "idempotency_key_reused")
    assert Message.objects.count() == 1


@pytest.mark.parametrize(
    ("bodies", "content_type"),
    [
        ((b'{"kind":"open","message":"Who dares?"}', b'{ "message": "Who dares\\u003f", "kind": "open" }'), JSON),
        ((b"kind=open&message=Who+dares%3F", b"message=Who%20dares?&kind=open"), "application/x-www-form-urlencoded"),
    ],
    ids=["JSON", "form"],
)
def test_the_same_in_other_bytes_is_the_same_request(
    api: Api, anna: User, bodies: tuple[bytes, bytes], content_type: str
) -> None:
    client, headers = api(anna), {"Idempotency-Key": "key"}

    first, again = (
        client.post("/api/v1/challenges/", body, content_type=content_type, headers=headers) for body in bodies
    )

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json() == first.json()


def test_no_body_and_one_without_members_are_the_same(api: Api, anna: User, game: Game) -> None:
    client, address, headers = api(anna), f"/api/v1/games/{game.number}/draw-offer/", {"Idempotency-Key": "key"}

    first = client.post(address, headers=headers)
    again = client.post(address, b"{}", content_type=JSON, headers=headers)

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotent-Replayed"] == "true"


def test_what_is_too_deep_to_compare_is_refused(api: Api, anna: User) -> None:
    client = api(anna)

    for depth in range(600, 1000, 5):
        body = b'{"kind": ' + b"[" * depth + b"]" * depth + b"}"
        answer = client.post("/api/v1/challenges/", body, content_type=JSON, headers={"Idempotency-Key": f"{depth}"})
        assert answer.status_code == 400, answer.content


def test_a_key_that_comes_with_another_address_is_refused(api: Api, anna: User, game: Game) -> None:
    client = api(anna)
    send(client, f"games/{game.number}/draw-offer/", "key")

    refused(send(client, f"games/{game.number}/resignation/", "key"), 422, "idempotency_key_reused")

    game.refresh_from_db()
    assert game.is_ongoing


def test_keys_of_two_players_have_nothing_to_do_with_each_other(api: Api, anna: User, bert: User, game: Game) -> None:
    address = f"games/{game.number}/messages/"

    answers = [send(api(user), address, "key", text="Hello.").json()["author"] for user in (anna, bert)]

    assert answers == ["anna", "bert"]


def test_a_refusal_is_repeated_even_when_it_would_hold_no_longer(api: Api, bert: User, game: Game) -> None:
    client, address = api(bert), f"games/{game.number}/moves/"
    first = send(client, address, "key", move="f4", ply=2)
    play(game, "d6")

    again = send(client, address, "key", move="f4", ply=2)

    assert refused(first, 409, "stale_ply") == refused(again, 409, "stale_ply")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert send(client, address, "another", move="f4", ply=2).status_code == 201


@pytest.mark.casual
def test_an_action_that_comes_too_late_still_ends_the_game(
    api: Api, anna: User, game: Game, clock: time_machine.Traveller
) -> None:
    assert game.deadline_at is not None
    clock.move_to(game.deadline_at + timedelta(seconds=1))

    refused(send(api(anna), f"games/{game.number}/moves/", "key", move="d6", ply=1), 409, "deadline_passed")

    game.refresh_from_db()
    assert game.termination == Game.Termination.TIMEOUT


def test_a_secret_in_an_answer_is_sealed_with_the_key(api: Api, anna: User) -> None:
    client = api(anna)
    link = send(client, "challenges/", "key", kind="link").json()["invitation"]

    kept = KeptAnswer.objects.get()

    assert link["secret"].encode() not in bytes(kept.sealed_content)
    assert "key" not in kept.key_digest
    assert send(client, "challenges/", "key", kind="link").json()["invitation"] == link


def test_a_guests_key_is_not_kept(api: Api, db: None) -> None:
    answer = send(api(), "positions/", "key", position="........................ w 9 9 0")

    assert answer.status_code == 200
    assert not KeptAnswer.objects.exists()


def test_answers_are_forgotten_after_two_days(api: Api, anna: User) -> None:
    send(api(anna), "challenges/", "old", **CHALLENGE)
    KeptAnswer.objects.update(created_at=timezone.now() - timedelta(hours=48, seconds=1))
    send(api(anna), "challenges/", "new", **CHALLENGE)

    idempotency.delete_old()

    assert KeptAnswer.objects.count() == 1
    assert send(api(anna), "challenges/", "old", **CHALLENGE).status_code == 201
    assert Challenge.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_of_ten_at_once_one_is_done_and_all_are_answered_alike(api: Api, anna: User) -> None:
    clients = [api(anna) for _ in range(10)]
    answers: list[Any] = []

    def post(client: ApiClient) -> None:
        answers.append(send(client, "challenges/", "key", **CHALLENGE))
        connection.close()

    threads = [threading.Thread(target=post, args=[client]) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["number"] for answer in answers}) == 1
    assert sum("Idempotent-Replayed" in answer.headers for answer in answers) == 9
    assert Challenge.objects.count() == 1
