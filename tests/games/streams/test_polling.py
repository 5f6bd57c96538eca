"""Long polls as a client meets them: over HTTP, from a web process of its own, with a real Redis between."""

import threading

import httpx
import pytest

from accounts.models import User
from games.chat.messages import send_message
from games.core.models.games import Game
from tests.games.streams.listening import SECONDS_TO_ARRIVE, token_of
from tests.support.live import web_process
from tests.support.playing import play
from tests.support.servers import wait_for

LONGER_THAN_ANY_TEST = 30


def poll(url: str, token: str = "", **query: int | str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.get(url, params=query, headers=headers, timeout=LONGER_THAN_ANY_TEST + SECONDS_TO_ARRIVE)


def test_a_poll_answers_as_soon_as_something_happens(live_server_url: str, game: Game, anna: User) -> None:
    waiting: list[httpx.Response] = []
    url, token = f"{live_server_url}/api/v1/events/", token_of(anna)
    asking = threading.Thread(target=lambda: waiting.append(poll(url, token, after=3, wait=LONGER_THAN_ANY_TEST)))
    asking.start()

    play(game, "d6")
    asking.join()

    page = waiting[0].json()
    assert [(event["seq"], event["data"]["move"]) for event in page["results"]] == [(4, "d6")]
    assert page["last_seq"] == 4


def test_what_is_there_already_is_not_waited_for(live_server_url: str, game: Game, anna: User) -> None:
    play(game, "d6")

    page = poll(f"{live_server_url}/api/v1/events/", token_of(anna), after=3, wait=LONGER_THAN_ANY_TEST).json()

    assert [event["seq"] for event in page["results"]] == [4]


def test_when_the_time_is_up_the_page_is_empty(live_server_url: str, game: Game, anna: User) -> None:
    page = poll(f"{live_server_url}/api/v1/events/", token_of(anna), after=3, wait=1).json()

    assert (page["results"], page["last_seq"], page["next"]) == ([], 3, None)


def test_a_guest_may_wait_for_a_game_and_gets_it_as_it_stands(live_server_url: str, game: Game) -> None:
    url = f"{live_server_url}/api/v1/games/{game.number}/events/"
    last = poll(url).json()["last_seq"]
    waiting: list[httpx.Response] = []
    asking = threading.Thread(target=lambda: waiting.append(poll(url, after=last, wait=LONGER_THAN_ANY_TEST)))
    asking.start()

    play(game, "d6")
    asking.join()

    page = waiting[0].json()
    assert [event["type"] for event in page["results"]] == ["move_played"]
    assert page["game"]["ply"] == 1


def test_what_the_players_write_to_each_other_does_not_wake_a_guest(
    live_server_url: str, game: Game, anna: User
) -> None:
    url = f"{live_server_url}/api/v1/games/{game.number}/events/"
    last = poll(url).json()["last_seq"]
    send_message(game.number, anna, "Good luck!")
    waiting: list[httpx.Response] = []
    asking = threading.Thread(target=lambda: waiting.append(poll(url, after=last, wait=LONGER_THAN_ANY_TEST)))
    asking.start()

    send_message(game.number, anna, "Are you there?")
    play(game, "d6")
    asking.join()

    assert [event["type"] for event in waiting[0].json()["results"]] == ["move_played"]


def test_a_number_that_was_never_given_is_not_waited_for(live_server_url: str, game: Game, anna: User) -> None:
    url, token = f"{live_server_url}/api/v1/events/", token_of(anna)
    waiting: list[httpx.Response] = []
    asking = threading.Thread(target=lambda: waiting.append(poll(url, token, after=99, wait=LONGER_THAN_ANY_TEST)))
    asking.start()
    asking.join()
    play(game, "d6")

    page = waiting[0].json()
    assert (page["reset"], page["results"], page["last_seq"]) == (True, [], 3)


@pytest.mark.parametrize("wait", ["31", "-1", "soon"])
def test_nobody_waits_longer_than_may_be_waited(live_server_url: str, game: Game, anna: User, wait: str) -> None:
    answer = poll(f"{live_server_url}/api/v1/events/", token_of(anna), after=3, wait=wait)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert set(answer.json()["errors"]) == {"wait"}


def test_a_guest_has_no_events_to_wait_for(live_server_url: str, db: None) -> None:
    answer = poll(f"{live_server_url}/api/v1/events/", after=0, wait=LONGER_THAN_ANY_TEST)

    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


def test_who_waits_takes_a_place_and_gives_it_back(game: Game, anna: User, transactional_db: None) -> None:
    with web_process(STREAMS_PER_CALLER="1") as url:
        address, token = f"{url}/api/v1/events/", token_of(anna)
        answers = [poll(address, token, after=3, wait=1).status_code for _ in range(3)]

    assert answers == [200, 200, 200]


def test_the_end_of_the_process_answers_who_waits(game: Game, anna: User, transactional_db: None) -> None:
    waiting: list[httpx.Response] = []
    token = token_of(anna)
    with web_process(STREAMS_PER_CALLER="1") as url:
        address = f"{url}/api/v1/events/"

        def ask() -> None:
            # The one place may be taken by the question below, which sees whether somebody waits.
            while (answer := poll(address, token, after=3, wait=LONGER_THAN_ANY_TEST)).status_code == 429:
                pass
            waiting.append(answer)

        asking = threading.Thread(target=ask)
        asking.start()
        wait_for(lambda: poll(address, token, after=2, wait=1).status_code == 429)
    asking.join()

    assert [answer.json()["results"] for answer in waiting] == [[]]
