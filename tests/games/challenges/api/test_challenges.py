"""Challenges over the API: sent, found, answered, by one or by many."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import override_settings
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.challenges.actions import MOST_OPEN
from games.challenges.models import Challenge
from games.core.models.events import Event
from games.core.models.games import Game
from games.players.models import Rating
from muehle.clocks import parameter_names
from tests.support.api import Api, ApiClient, refused
from tests.support.ended import lost_on_time, won
from tests.support.playing import unchanged

DAY = 86_400


def numbers(client: ApiClient, address: str = "challenges/", **query: object) -> list[int]:
    return [challenge["number"] for challenge in client.read(address, **query)["results"]]


# --- Sending ----------------------------------------------------------------------------------------------------------


def test_a_direct_challenge_answers_with_its_terms(
    clock: time_machine.Traveller, api: Api, anna: User, bert: User
) -> None:
    Rating.objects.create(user=bert, rules="applet", value=1612.4)

    answer = api(anna).send(
        "challenges/",
        kind="direct",
        opponent="BERT",
        colour="black",
        rules="applet",
        rated=False,
        clock={"system": "fischer", "initial_seconds": 2 * DAY},
        message="A game?",
    )

    assert answer.status_code == 201
    number = Challenge.objects.get().number
    person = {"bot": False, "guest": False, "rating": None, "reliability": None}
    assert answer.json() == {
        "number": number,
        "kind": "direct",
        "status": "open",
        "challenger": person | {"username": "anna", "display_name": "anna"},
        "opponent": person | {"username": "bert", "display_name": "bert", "rating": 1612},
        "colour": "black",
        "rules": "applet",
        "rated": False,
        "rating_changes": None,
        "bots_welcome": False,
        "answers": None,
        "allows_guests": False,
        "leave_days": 30,
        "days_off": True,
        "timeout": "automatic",
        "total_days": None,
        "clock": {
            **dict.fromkeys(parameter_names()),
            "system": "fischer",
            "initial_seconds": 2 * DAY,
            "increment_seconds": DAY,
            "cap_seconds": 7 * DAY,
        },
        "min_rating": None,
        "max_rating": None,
        "min_reliability": None,
        "message": "A game?",
        "decline_reason": "",
        "rematch_of": None,
        "game": None,
        "created_at": "2026-03-02T12:00:00Z",
        "expires_at": "2026-03-16T12:00:00Z",
        "answered_at": None,
        "server_time": "2026-03-02T12:00:00Z",
        "invitation": None,
    }


def test_a_challenge_has_sound_defaults(api: Api, anna: User) -> None:
    found = api(anna).send("challenges/", kind="open").json()

    assert (found["rules"], found["rated"], found["colour"]) == ("standard", True, "lot")
    assert (found["clock"]["system"], found["clock"]["days_per_move"]) == ("days_per_move", 3)


def test_a_challenge_may_come_as_a_form(api: Api, anna: User, bert: User) -> None:
    answer = api(anna).post(
        "/api/v1/challenges/",
        "kind=direct&opponent=bert&clock.system=days_per_move&clock.days_per_move=5",
        content_type="application/x-www-form-urlencoded",
    )

    assert answer.status_code == 201
    assert (answer.json()["clock"]["days_per_move"], answer.json()["rated"]) == (5, True)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "kind"),
        ({"kind": "duel"}, "kind"),
        ({"kind": "direct"}, "opponent"),
        ({"kind": "direct", "opponent": "nobody"}, "opponent"),
        ({"kind": "direct", "opponent": "a b"}, "opponent"),
        ({"kind": "direct", "opponent": 7}, "opponent"),
        ({"kind": "direct", "opponent": None}, "opponent"),
        ({"kind": "open", "opponent": "bert"}, "opponent"),
        ({"kind": "direct", "opponent": "bert", "min_rating": 1500}, "min_rating"),
        ({"kind": "open", "min_rating": 1600, "max_rating": 1500}, "max_rating"),
        ({"kind": "open", "min_rating": -1}, "min_rating"),
        ({"kind": "open", "max_rating": 10**30}, "max_rating"),
        ({"kind": "link", "max_rating": 1500}, "max_rating"),
        ({"kind": "link", "min_reliability": 90}, "min_reliability"),
        ({"kind": "open", "min_reliability": 0}, "min_reliability"),
        ({"kind": "open", "min_reliability": 101}, "min_reliability"),
        ({"kind": "open", "min_reliability": "most"}, "min_reliability"),
        ({"kind": "open", "rules": "chess"}, "rules"),
        ({"kind": "open", "colour": "pink"}, "colour"),
        ({"kind": "open", "rated": "maybe"}, "rated"),
        ({"kind": "open", "message": "x" * 501}, "message"),
        ({"kind": "open", "lifetime_seconds": 3599}, "lifetime_seconds"),
        ({"kind": "open", "lifetime_seconds": 30 * DAY + 1}, "lifetime_seconds"),
        ({"kind": "open", "clock": {"days_per_move": 0}}, "clock.days_per_move"),
        ({"kind": "open", "clock": {"days_per_move": 15}}, "clock.days_per_move"),
        ({"kind": "open", "clock": {"days_per_move": 3.5}}, "clock.days_per_move"),
        ({"kind": "open", "clock": {"system": "hourglass"}}, "clock.system"),
        ({"kind": "open", "clock": "3 days"}, "clock"),
        ({"kind": "open", "clock": {"initial_seconds": DAY}}, "clock.initial_seconds"),
        ({"kind": "open", "clock": {"system": "fischer", "days_per_move": 3}}, "clock.days_per_move"),
        ({"kind": "open", "clock": {"system": "fischer", "initial_seconds": DAY // 2 - 1}}, "clock.initial_seconds"),
        ({"kind": "open", "clock": {"system": "fischer", "cap_seconds": 30 * DAY + 1}}, "clock.cap_seconds"),
        ({"kind": "open", "clock": {"system": "fischer", "initial_seconds": 8 * DAY}}, "clock.cap_seconds"),
        ({"kind": "open", "clock": {"system": "fischer", "increment_seconds": -1}}, "clock.increment_seconds"),
        ({"kind": "open", "total_days": 29}, "total_days"),
        ({"kind": "open", "total_days": 731}, "total_days"),
        ({"kind": "open", "total_days": 60.5}, "total_days"),
        ({"kind": "open", "total_days": "long"}, "total_days"),
        ({"kind": "open", "clock": {"total_seconds": DAY}}, "clock.total_seconds"),
        ({"kind": "open", "clock": {"system": "total_time", "total_seconds": DAY - 1}}, "clock.total_seconds"),
        ({"kind": "open", "clock": {"system": "total_time", "total_seconds": 60 * DAY + 1}}, "clock.total_seconds"),
        ({"kind": "open", "clock": {"system": "total_time", "cap_seconds": 7 * DAY}}, "clock.cap_seconds"),
    ],
)
def test_terms_that_make_no_sense_are_refused_by_field(
    api: Api, anna: User, bert: User, body: dict[str, object], field: str
) -> None:
    with unchanged():
        problem = refused(api(anna).send("challenges/", **body), 400, "invalid")

    assert list(problem["errors"]) == [field]


@pytest.mark.parametrize(
    ("parameters", "seconds"),
    [({}, 30 * DAY), ({"total_seconds": DAY}, DAY), ({"total_seconds": 5_000_000}, 5_000_000)],
)
def test_a_fixed_time_for_the_whole_game_is_agreed_on(
    api: Api, anna: User, bert: User, parameters: dict[str, int], seconds: int
) -> None:
    clock = {"system": "total_time", **parameters}

    sent = api(anna).send("challenges/", kind="direct", opponent="bert", clock=clock).json()
    game = api(bert).send(f"challenges/{sent['number']}/acceptance/").json()["game"]

    others = dict.fromkeys(parameter_names())
    assert sent["clock"] == {**others, "system": "total_time", "total_seconds": seconds}
    assert api().read(f"games/{game}/")["clock"]["remaining_seconds"] == {"white": seconds, "black": seconds}


@pytest.mark.parametrize("days", [None, 30, 91, 730])
def test_a_total_length_is_agreed_on_and_both_sides_have_half_of_it(
    api: Api, anna: User, bert: User, days: int | None
) -> None:
    half = days and days * DAY // 2

    sent = api(anna).send("challenges/", kind="direct", opponent="bert", total_days=days).json()
    told = Event.objects.get(type="challenge_received").data
    game = api(bert).send(f"challenges/{sent['number']}/acceptance/").json()["game"]

    found = api().read(f"games/{game}/")
    assert (sent["total_days"], told["total_days"], found["total_days"]) == (days, days, days)
    assert found["clock"]["total_left_seconds"] == (half and {"white": half, "black": half})


@pytest.mark.parametrize("days", [1, 14])
def test_days_per_move_may_be_one_to_fourteen(api: Api, anna: User, days: int) -> None:
    answer = api(anna).send("challenges/", kind="open", clock={"days_per_move": days})

    assert answer.json()["clock"]["days_per_move"] == days


def test_nobody_challenges_themselves(api: Api, anna: User) -> None:
    with unchanged():
        refused(api(anna).send("challenges/", kind="direct", opponent="anna"), 409, "own_challenge")


def test_there_is_an_end_to_open_challenges(api: Api, anna: User) -> None:
    client = api(anna)
    for _ in range(MOST_OPEN):
        client.send("challenges/", kind="open")

    with unchanged():
        problem = refused(client.send("challenges/", kind="open"), 409, "too_many_challenges")

    assert problem["count"] == MOST_OPEN


def test_a_closed_account_can_not_be_challenged(api: Api, anna: User, person: Callable[..., User]) -> None:
    person("gone", is_active=False)

    refused(api(anna).send("challenges/", kind="direct", opponent="gone"), 400, "invalid")


# --- Answering --------------------------------------------------------------------------------------------------------


@pytest.fixture
def challenge(api: Api, anna: User, bert: User) -> int:
    """The number of Anna's challenge to Bert, in which she takes White."""
    number: int = api(anna).send("challenges/", kind="direct", opponent="bert", colour="white").json()["number"]
    return number


def test_accepting_begins_the_game(api: Api, challenge: int, bert: User) -> None:
    answer = api(bert).send(f"challenges/{challenge}/acceptance/")

    assert (answer.status_code, answer.json()["status"]) == (201, "accepted")
    game = Game.objects.get(number=answer.json()["game"])
    assert (game.white.username, game.black.username, game.status) == ("anna", "bert", "ongoing")


def test_declining_keeps_the_reason(api: Api, challenge: int, anna: User, bert: User) -> None:
    answer = api(bert).send(f"challenges/{challenge}/refusal/", reason="No time.")

    assert (answer.status_code, answer.json()["status"]) == (201, "declined")
    assert api(anna).read(f"challenges/{challenge}/")["decline_reason"] == "No time."


def test_cancelling_withdraws_the_challenge(api: Api, challenge: int, anna: User, bert: User) -> None:
    answer = api(anna).send(f"challenges/{challenge}/cancellation/")

    assert (answer.status_code, answer.json()["status"]) == (201, "cancelled")
    with unchanged():
        refused(api(bert).send(f"challenges/{challenge}/acceptance/"), 409, "challenge_closed")


@pytest.mark.parametrize(
    ("who", "action", "status", "code"),
    [
        ("anna", "acceptance", 409, "own_challenge"),
        ("anna", "refusal", 403, "challenge_not_for_you"),
        ("bert", "cancellation", 403, "challenge_not_for_you"),
        ("carla", "acceptance", 404, "not_found"),
        ("carla", "refusal", 404, "not_found"),
        ("carla", "cancellation", 404, "not_found"),
    ],
)
def test_each_action_is_for_one_side_and_what_is_between_others_is_not_found(
    api: Api, challenge: int, anna: User, bert: User, carla: User, who: str, action: str, status: int, code: str
) -> None:
    client = api({"anna": anna, "bert": bert, "carla": carla}[who])

    with unchanged():
        refused(client.send(f"challenges/{challenge}/{action}/"), status, code)


def test_a_challenge_that_has_run_out_is_closed_before_it_is_swept(
    clock: time_machine.Traveller, api: Api, challenge: int, anna: User, bert: User
) -> None:
    clock.shift(timedelta(days=14))

    with unchanged():
        refused(api(bert).send(f"challenges/{challenge}/acceptance/"), 409, "challenge_closed")

    assert api(anna).read(f"challenges/{challenge}/")["status"] == "expired"
    assert numbers(api(anna), status="expired") == [challenge]
    assert numbers(api(anna), status="open") == []


@pytest.mark.parametrize(("value", "accepted"), [(1499.6, True), (1600.4, True), (1499.4, False), (1600.6, False)])
def test_an_open_challenge_can_be_bounded_by_rating(
    api: Api, anna: User, bert: User, value: float, accepted: bool
) -> None:
    Rating.objects.create(user=bert, rules="standard", value=value)
    number = api(anna).send("challenges/", kind="open", min_rating=1500, max_rating=1600).json()["number"]

    answer = api(bert).send(f"challenges/{number}/acceptance/")

    if accepted:
        assert answer.status_code == 201
    else:
        assert refused(answer, 403, "rating_out_of_range")["rating"] == round(value)
        assert not Game.objects.exists()


def test_an_open_challenge_can_ask_for_reliability(api: Api, anna: User, bert: User) -> None:
    lost_on_time(bert, anna)
    for _game in range(4):
        won(bert, anna)
    strict = api(anna).send("challenges/", kind="open", min_reliability=91).json()
    lenient = api(anna).send("challenges/", kind="open", min_reliability=90).json()

    with unchanged():
        problem = refused(api(bert).send(f"challenges/{strict['number']}/acceptance/"), 403, "reliability_too_low")
    accepted = api(bert).send(f"challenges/{lenient['number']}/acceptance/").json()

    assert (problem["reliability"], problem["needed"]) == (90, 91)
    assert strict["challenger"] == {
        "username": "anna",
        "display_name": "anna",
        "bot": False,
        "guest": False,
        "rating": None,
        "reliability": 100,
    }
    assert (accepted["min_reliability"], accepted["opponent"]["reliability"]) == (90, 90)


def test_the_lobby_can_be_narrowed_to_what_fits(api: Api, anna: User, bert: User) -> None:
    lost_on_time(bert, anna)
    for _game in range(4):
        won(bert, anna)
    Rating.objects.create(user=bert, rules="classic", value=1700)
    for body in (
        {"min_reliability": 91},
        {"min_rating": 1600},
        {"rules": "classic", "min_rating": 1600},
        {"min_reliability": 90},
    ):
        api(anna).send("challenges/", kind="open", **body)

    def found(client: ApiClient, query: str) -> list[tuple[str, int | None]]:
        return [(row["rules"], row["min_reliability"]) for row in client.read(f"lobby/?{query}")["results"]]

    assert len(found(api(bert), "fitting=false")) == len(found(api(bert), "")) == 4
    assert found(api(bert), "fitting=true") == [("standard", 90), ("classic", None)]
    assert found(api(bert), "fitting=true&rules=standard") == [("standard", 90)]
    assert found(api(), "fitting=true") == [("standard", 90), ("standard", 91)]


def test_a_page_of_the_lobby_costs_the_same_for_any_number_of_open_challenges(
    api: Api, anna: User, bert: User, carla: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = api()
    for challenger in (anna, bert, carla):
        api(challenger).send("challenges/", kind="open")

    with django_assert_num_queries(3):
        client.read("lobby/")


# --- Finding ----------------------------------------------------------------------------------------------------------


def test_the_lobby_shows_open_challenges_of_others_to_everybody(api: Api, anna: User, bert: User) -> None:
    first = api(anna).send("challenges/", kind="open").json()["number"]
    second = api(bert).send("challenges/", kind="open", rules="applet").json()["number"]
    api(anna).send("challenges/", kind="link")
    api(anna).send("challenges/", kind="direct", opponent="bert")

    assert numbers(api(), "lobby/") == [second, first]
    assert numbers(api(anna), "lobby/") == [second]
    assert numbers(api(), "lobby/", rules="standard") == [first]


def test_a_taken_challenge_leaves_the_lobby(api: Api, anna: User, bert: User) -> None:
    number = api(anna).send("challenges/", kind="open").json()["number"]

    api(bert).send(f"challenges/{number}/acceptance/")

    assert numbers(api(), "lobby/") == []


def test_my_challenges_are_found_by_direction_kind_and_status(api: Api, challenge: int, anna: User, bert: User) -> None:
    open_one = api(anna).send("challenges/", kind="open").json()["number"]

    assert numbers(api(anna)) == [open_one, challenge]
    assert numbers(api(anna), direction="sent", kind="direct") == [challenge]
    assert numbers(api(anna), direction="received") == []
    assert numbers(api(bert), direction="received", status="open") == [challenge]


def test_a_challenge_between_others_is_not_found(api: Api, challenge: int, carla: User) -> None:
    refused(api(carla).get(f"/api/v1/challenges/{challenge}/"), 404, "not_found")

    assert numbers(api(carla)) == []


# --- Invitations ------------------------------------------------------------------------------------------------------


@override_settings(SITE_URL="https://muehle.example")
def test_an_invitation_answers_with_its_secret_once_and_works_once(
    api: Api, anna: User, bert: User, carla: User
) -> None:
    sent = api(anna).send("challenges/", kind="link", colour="white").json()
    secret = sent["invitation"]["secret"]

    shown = api().read(f"invitations/{secret}/")
    taken = api(bert).send(f"invitations/{secret}/acceptance/")

    assert sent["invitation"]["url"] == f"https://muehle.example/invitations/{secret}/"
    assert (shown["challenger"]["username"], shown["status"]) == ("anna", "open")
    assert (taken.status_code, taken.json()["opponent"]["username"]) == (201, "bert")
    assert Game.objects.get().black == bert
    with unchanged():
        refused(api(carla).send(f"invitations/{secret}/acceptance/"), 409, "challenge_closed")


def test_an_invitation_is_found_by_its_secret_alone(api: Api, anna: User, bert: User) -> None:
    sent = api(anna).send("challenges/", kind="link").json()

    with unchanged():
        refused(api(bert).get(f"/api/v1/challenges/{sent['number']}/"), 404, "not_found")
        refused(api(bert).send(f"challenges/{sent['number']}/acceptance/"), 404, "not_found")
        refused(api(bert).get("/api/v1/invitations/guessed/"), 404, "not_found")
        refused(api(bert).send("invitations/guessed/acceptance/"), 404, "not_found")


def test_the_secret_of_an_invitation_is_stored_nowhere(api: Api, anna: User) -> None:
    secret = api(anna).send("challenges/", kind="link").json()["invitation"]["secret"]

    stored = str(list(Challenge.objects.values_list())) + str(list(Event.objects.values_list()))

    assert secret not in stored


def test_nobody_takes_up_their_own_invitation(api: Api, anna: User) -> None:
    secret = api(anna).send("challenges/", kind="link").json()["invitation"]["secret"]

    with unchanged():
        refused(api(anna).send(f"invitations/{secret}/acceptance/"), 409, "own_challenge")


def test_an_acceptance_whose_answer_was_lost_is_found_again(api: Api, anna: User, bert: User) -> None:
    number = api(anna).send("challenges/", kind="direct", opponent="bert").json()["number"]
    address = f"challenges/{number}/acceptance/"
    game = api(bert).send(address).json()["game"]

    with unchanged():
        problem = refused(api(bert).send(address), 409, "challenge_closed")

    assert (problem["challenge"]["status"], problem["challenge"]["game"]) == ("accepted", game)


def test_a_player_who_comes_too_late_with_a_link_is_told_nothing_of_who_was_first(
    api: Api, anna: User, bert: User, carla: User
) -> None:
    link = api(anna).send("challenges/", kind="link").json()["invitation"]["secret"]
    api(bert).send(f"invitations/{link}/acceptance/")

    problem = refused(api(carla).send(f"invitations/{link}/acceptance/"), 409, "challenge_closed")

    assert "challenge" not in problem
