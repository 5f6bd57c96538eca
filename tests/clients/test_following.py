"""How the Python client follows events: each once and in order, through restarts, and raising what is refused."""

import threading
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from accounts.models import AccessToken, User
from accounts.scopes import PREFERENCE_READ
from games.core.models.games import Game
from games.core.models.moves import Move
from muehle_client import Client, Following, Refusal
from tests.clients.servers import Answer, server_that_says, token_of
from tests.support.live import restartable_web_process


@pytest.mark.campaign
@pytest.mark.django_db(transaction=True)
def test_a_stream_goes_on_where_it_was_when_the_server_was_killed(game: Game, anna: User, bert: User) -> None:
    with restartable_web_process() as server, Client(server.url, token_of(anna)) as client:
        events: Iterator[Any] = client.follow(after=0)
        before = list(islice(events, 2))
        client.play_move(game.number, move="d6", ply=1)
        server.kill()
        server.start()
        with Client(server.url, token_of(bert)) as other:
            other.play_move(game.number, move="f4", ply=2)
        after = list(islice(events, 3))

    seqs = [event["seq"] for event in [*before, *after] if event["type"] != "reset"]
    assert seqs == [1, 2, 3, 4, 5]
    assert [event["type"] for event in after[-2:]] == ["move_played", "move_played"]
    assert Move.objects.count() == 2


def play_over_http(server: str, game: Game, token: str, move: str, *, ply: int) -> None:
    with Client(server, token) as client:
        client.play_move(game.number, move=move, ply=ply)


@pytest.mark.campaign
@pytest.mark.django_db(transaction=True)
def test_a_game_is_followed_through_a_restart_by_a_guest(game: Game, anna: User, bert: User) -> None:
    with restartable_web_process() as server, Client(server.url) as guest:
        events: Iterator[Any] = guest.follow_game(game.number)
        state = next(events)
        play_over_http(server.url, game, token_of(anna), "d6", ply=1)
        first = next(events)
        server.kill()
        server.start()
        play_over_http(server.url, game, token_of(bert), "f4", ply=2)
        second = next(events)

    assert state["type"] == "state"
    assert state["game"]["ply"] == 0
    assert [(event["type"], event["data"]["ply"]) for event in (first, second)] == [
        ("move_played", 1),
        ("move_played", 2),
    ]


def test_a_game_is_followed_from_an_event_on(live_server_url: str, game: Game, anna: User, bert: User) -> None:
    play_over_http(live_server_url, game, token_of(anna), "d6", ply=1)
    play_over_http(live_server_url, game, token_of(bert), "f4", ply=2)

    with Client(live_server_url) as guest:
        state: Any = next(guest.follow_game(game.number))
        last = guest.list_game_events(game.number)["results"][-1]
        before = guest.list_game_events(game.number)["results"][-2]
        found = next(guest.follow_game(game.number, after=before["seq"]))

    assert found == last
    assert state["seq"] == last["seq"]


def test_a_number_that_was_never_given_is_answered_with_a_reset(live_server_url: str, game: Game, anna: User) -> None:
    with Client(live_server_url, token_of(anna)) as client:
        of_game = list(islice(client.follow_game(game.number, after=10**9), 2))
        events: Iterator[Any] = client.follow(after=10**9)
        reset = next(events)
        client.play_move(game.number, move="d6", ply=1)
        following = next(events)

    assert [event["type"] for event in of_game] == ["reset", "state"]
    assert (reset["type"], following["type"]) == ("reset", "move_played")
    assert following["seq"] == reset["after"] + 1


def test_following_from_now_on_begins_with_a_word_of_where_that_is(
    live_server_url: str, game: Game, anna: User
) -> None:
    with Client(live_server_url, token_of(anna)) as client:
        events: Iterator[Any] = client.follow()
        ready = next(events)
        client.play_move(game.number, move="d6", ply=1)
        following = next(events)

    assert ready["type"] == "ready"
    assert following["seq"] == ready["after"] + 1


@pytest.mark.campaign
@pytest.mark.django_db(transaction=True)
def test_polling_goes_on_while_the_server_is_away(game: Game, anna: User, bert: User) -> None:
    """Its patience ends at once, and polling is not impressed."""
    with restartable_web_process() as server, Client(server.url, token_of(anna), patience_seconds=0) as client:
        events: Iterator[Any] = client.poll(after=0, seconds=1)
        of_bert = token_of(bert)
        before = list(islice(events, 3))
        play_over_http(server.url, game, token_of(anna), "d6", ply=1)
        before.append(next(events))
        server.kill()
        back = threading.Timer(1.0, server.start)
        back.start()
        # Nothing has happened since; the answer that comes is to a poll after the restart.

        def play_when_back() -> None:
            back.join()
            play_over_http(server.url, game, of_bert, "f4", ply=2)

        played = threading.Thread(target=play_when_back)
        played.start()
        after = next(events)
        played.join()

    assert [event["seq"] for event in [*before, after]] == [1, 2, 3, 4, 5]
    assert after["data"]["ply"] == 2


def test_an_empty_poll_is_asked_again(live_server_url: str, game: Game, anna: User, bert: User) -> None:
    with Client(live_server_url, token_of(anna)) as client:
        last = client.list_events(after=0)["last_seq"]
        later = threading.Timer(1.5, play_over_http, (live_server_url, game, token_of(anna), "d6"), {"ply": 1})
        later.start()
        event: Any = next(client.poll(after=last, seconds=1))
        later.join()

    assert (event["seq"], event["type"]) == (last + 1, "move_played")


@pytest.mark.parametrize(
    ("following", "code"),
    [
        (lambda client, _game: client.follow(), "insufficient_scope"),
        (lambda client, _game: client.follow(after=0), "insufficient_scope"),
        (lambda client, _game: client.poll(after=0), "insufficient_scope"),
        (lambda client, _game: client.follow_game(10**9), "not_found"),
        (lambda client, game: client.follow_game(game.number, after=-1), "invalid"),
    ],
)
def test_what_no_patience_mends_is_raised(
    live_server_url: str, game: Game, anna: User, following: Callable[[Client, Game], Iterator[Any]], code: str
) -> None:
    _row, secret = AccessToken.issue(user=anna, description="weak", scopes=[PREFERENCE_READ.name])

    with Client(live_server_url, secret) as client, pytest.raises(Refusal) as refused:
        next(following(client, game))

    assert refused.value.code == code


def test_a_revoked_token_ends_the_following(live_server_url: str, game: Game, anna: User) -> None:
    with Client(live_server_url, "mue_wrong") as client, pytest.raises(Refusal, match="invalid_token"):
        next(client.follow_game(game.number))


def test_a_stream_that_is_put_off_or_cut_goes_on_behind_the_last_event(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = list[float]()
    monkeypatch.setattr(Following, "_pause", lambda _following, seconds: pauses.append(seconds))
    full: Answer = (503, {"Retry-After": "7"}, {"code": "streams_full", "status": 503})
    said: list[Answer] = [full, (200, {}, {"type": "ready", "after": 4}), full, (200, {}, {"seq": 5, "type": "x"})]

    with server_that_says(said) as (url, asked), Client(url, "mue_x") as client:
        found = list(islice(client.follow(), 2))

    assert found == [{"type": "ready", "after": 4}, {"seq": 5, "type": "x"}]
    assert [headers["path"].partition("?")[2] for headers in asked] == ["", "", "after=4", "after=4"]
    assert (pauses[0], pauses[2]) == (7.0, 7.0)


# --- Texts with line ends, and the end of following -------------------------------------------------------------------


LINE_ENDS = "one\u2028two\u2029three\u0085four\nfive"


def test_a_message_with_any_line_end_arrives_once(live_server_url: str, game: Game, anna: User, bert: User) -> None:
    with Client(live_server_url, token_of(anna)) as client, Client(live_server_url, token_of(bert)) as other:
        last = client.list_events(after=0)["last_seq"]
        other.send_message(game.number, text=LINE_ENDS)
        other.send_message(game.number, text="Bye")
        found: list[Any] = list(islice(client.follow(after=last), 2))

    assert [event["seq"] for event in found] == [last + 1, last + 2]
    assert [event["data"]["text"] for event in found] == [LINE_ENDS, "Bye"]


def test_lines_end_with_a_line_feed_and_nothing_else() -> None:
    """So that it reads what servers before this one sent."""
    said: list[Answer] = [(200, {}, {"seq": 5, "text": LINE_ENDS})]

    with server_that_says(said, is_ascii=False) as (url, _asked), Client(url, "mue_x") as client:
        found: Any = next(client.follow())

    assert found == {"seq": 5, "text": LINE_ENDS}


def test_following_ends_when_nothing_has_come_for_so_long(live_server_url: str, game: Game, anna: User) -> None:
    with Client(live_server_url, token_of(anna)) as client:
        last = client.list_events(after=0)["last_seq"]
        following = client.follow(after=last - 1, timeout_seconds=1)
        found: list[Any] = list(following)
        client.play_move(game.number, move="d6", ply=1)
        later: Any = next(client.follow(after=following.after))

    assert [event["seq"] for event in found] == [last]
    assert (following.after, later["type"]) == (last, "move_played")


def test_another_thread_ends_the_following_while_it_waits(live_server_url: str, anna: User) -> None:
    found, begun = list[Any](), threading.Event()
    with Client(live_server_url, token_of(anna)) as client:
        following = client.follow()

        def read() -> None:
            for event in following:
                found.append(event)
                begun.set()

        reader = threading.Thread(target=read)
        reader.start()
        assert begun.wait(20)
        following.close()
        reader.join(5)

        assert not reader.is_alive()
        assert [event["type"] for event in found] == ["ready"]
        assert list(following) == []


def test_following_ends_with_its_block_and_gives_the_connection_back(live_server_url: str, anna: User) -> None:
    with Client(live_server_url, token_of(anna)) as client:
        for _each in range(20):
            with client.follow() as following:
                ready: Any = next(following)

        assert ready["type"] == "ready"
        assert list(following) == []
        assert client.get_account()["username"] == "anna"


def test_while_the_server_is_away_following_ends_as_well() -> None:
    with Client("http://127.0.0.1:9", "mue_x") as client:
        assert list(client.follow(timeout_seconds=0.3)) == []
