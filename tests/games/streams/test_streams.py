"""The streams as a client meets them: over HTTP, from a web process of its own, with a real Redis between."""

import json
from contextlib import ExitStack

import httpx
import pytest

from accounts.models import User
from games.chat.messages import send_message
from games.core.models.events import Event
from games.core.models.games import Game
from games.play.actions import offer_draw
from tests.games.streams.listening import listening, opened, token_of
from tests.support.live import web_process
from tests.support.playing import play


def address(url: str, game: Game) -> str:
    return f"{url}/api/v1/games/{game.number}/events/"


def test_a_game_is_sent_whole_and_then_every_move_as_it_is_played(live_server_url: str, game: Game) -> None:
    with listening(address(live_server_url, game)) as ear:
        state = ear.next()
        play(game, "d6", "f4")
        moves = [ear.next(), ear.next()]

    assert (state.type, state.data["type"], state.data["seq"]) == ("state", "state", state.id)
    assert (state.data["game"]["number"], state.data["game"]["ply"]) == (game.number, 0)
    assert [(move.type, move.data["data"]["move"]) for move in moves] == [("move_played", "d6"), ("move_played", "f4")]
    assert [move.data["seq"] for move in moves] == [move.id for move in moves]


def test_the_player_on_move_gets_the_legal_moves_with_the_game(live_server_url: str, game: Game, anna: User) -> None:
    with listening(address(live_server_url, game), token=token_of(anna)) as ear:
        mine = ear.next()
    with listening(address(live_server_url, game)) as ear:
        everybodys = ear.next()

    assert len(mine.data["game"]["legal_moves"]) == 24
    assert everybodys.data["game"]["legal_moves"] is None


def test_who_comes_back_misses_nothing_and_gets_nothing_twice(live_server_url: str, game: Game, anna: User) -> None:
    token = token_of(anna)
    with listening(f"{live_server_url}/api/v1/events/", token=token) as ear:
        ready = ear.next()
        play(game, "d6")
        heard = ear.next()
    play(game, "f4", "d2")

    with listening(f"{live_server_url}/api/v1/events/", token=token, Last_Event_ID=str(heard.id)) as ear:
        missed = [ear.next(), ear.next()]
        play(game, "b4")
        live = ear.next()

    assert (ready.type, ready.data["after"]) == ("ready", 3)
    assert heard.id == 4
    assert [(event.id, event.data["data"]["move"]) for event in [*missed, live]] == [(5, "f4"), (6, "d2"), (7, "b4")]


def test_a_games_stream_goes_on_without_the_game_after_a_break(live_server_url: str, game: Game) -> None:
    with listening(address(live_server_url, game)) as ear:
        position = ear.next().id
    play(game, "d6")

    with listening(address(live_server_url, game), Last_Event_ID=str(position)) as ear:
        missed = ear.next()

    assert (missed.type, missed.data["data"]["move"]) == ("move_played", "d6")


def test_a_browser_that_comes_back_to_its_first_address_goes_on_where_it_was(
    live_server_url: str, game: Game, anna: User
) -> None:
    url = f"{live_server_url}/api/v1/events/?after=1"

    with listening(url, token=token_of(anna)) as ear:
        from_address = ear.next()
    with listening(url, token=token_of(anna), Last_Event_ID="2") as ear:
        from_header = ear.next()

    assert (from_address.id, from_header.id) == (2, 3)


def test_a_number_from_the_future_resets_the_client(live_server_url: str, anna: User) -> None:
    with listening(f"{live_server_url}/api/v1/events/?after=70", token=token_of(anna)) as ear:
        reset = ear.next()

    assert (reset.id, reset.type, reset.data) == (0, "reset", {"type": "reset", "after": 0})


def test_two_streams_of_one_token_hear_the_same(live_server_url: str, game: Game, anna: User) -> None:
    url, token = f"{live_server_url}/api/v1/events/", token_of(anna)
    with listening(url, token=token) as one, listening(url, token=token) as other:
        one.next(), other.next()

        play(game, "d6", "f4")

        assert one.types(2) == other.types(2) == ["move_played", "move_played"]


def test_a_guest_hears_nothing_of_messages_and_draw_offers(
    live_server_url: str, game: Game, anna: User, bert: User
) -> None:
    with (
        listening(address(live_server_url, game)) as guest,
        listening(address(live_server_url, game), token=token_of(bert)) as player,
    ):
        guest.next(), player.next()

        send_message(game.number, anna, "Good luck!")
        offer_draw(game.number, anna)
        play(game, "d6")

        assert player.types(3) == ["message_sent", "draw_offered", "move_played"]
        assert guest.next().type == "move_played"


def test_a_token_that_may_not_read_games_hears_what_a_guest_hears(live_server_url: str, game: Game, anna: User) -> None:
    with listening(address(live_server_url, game), token=token_of(anna, "preference:read")) as ear:
        state = ear.next()
        send_message(game.number, anna, "Good luck!")
        play(game, "d6")

        assert state.data["game"]["legal_moves"] is None
        assert ear.next().type == "move_played"


def test_the_cookie_of_the_site_opens_a_stream(live_server_url: str, anna: User, client: object) -> None:
    client.force_login(anna)  # type: ignore[attr-defined]
    cookie = f"sessionid={client.cookies['sessionid'].value}"  # type: ignore[attr-defined]

    with listening(f"{live_server_url}/api/v1/events/", Cookie=cookie) as ear:
        assert ear.next().type == "ready"


def test_lines_of_json_for_those_who_like_them_better(live_server_url: str, game: Game) -> None:
    with opened(address(live_server_url, game), accept="application/x-ndjson") as response:
        lines = response.iter_lines()
        state = json.loads(next(lines))
        play(game, "d6")
        move = json.loads(next(lines))

    assert response.headers["Content-Type"] == "application/x-ndjson"
    assert (state["type"], state["game"]["number"]) == ("state", game.number)
    assert (move["type"], move["data"]["move"]) == ("move_played", "d6")


def test_the_first_event_says_how_long_to_wait_before_coming_back(live_server_url: str, game: Game) -> None:
    with opened(address(live_server_url, game)) as response:
        lines = response.iter_lines()
        first = [next(lines) for _index in range(4)]
        play(game, "d6")
        second = [next(lines) for _index in range(5)]

    assert [line.partition(":")[0] for line in first] == ["retry", "id", "event", "data"]
    assert 1000 <= int(first[0].removeprefix("retry: ")) <= 4000
    assert [line.partition(":")[0] for line in second] == ["", "id", "event", "data", ""]


def test_a_stream_is_kept_by_nobody_on_its_way(live_server_url: str, game: Game) -> None:
    with opened(address(live_server_url, game)) as response:
        headers = response.headers

    assert headers["Content-Type"] == "text/event-stream"
    assert headers["Cache-Control"] == "no-store, no-transform"
    assert headers["X-Accel-Buffering"] == "no"


def test_the_head_of_a_stream_is_what_a_stream_would_say(live_server_url: str, game: Game, anna: User) -> None:
    for accept in ("text/event-stream", "application/x-ndjson"):
        headers = {"Accept": accept, "Authorization": f"Bearer {token_of(anna)}"}
        for url in (f"{live_server_url}/api/v1/events/", address(live_server_url, game)):
            answer = httpx.head(url, headers=headers)

            assert (answer.status_code, answer.headers["Content-Type"], answer.content) == (200, accept, b"")

    assert httpx.head(f"{live_server_url}/api/v1/events/", headers={"Accept": "text/event-stream"}).status_code == 401


def test_a_stream_is_not_opened_for_who_likes_a_page_better(live_server_url: str, game: Game) -> None:
    answer = httpx.get(address(live_server_url, game), headers={"Accept": "application/json, text/event-stream;q=0.1"})

    assert answer.headers["Content-Type"] == "application/json"


def test_the_same_address_without_the_form_is_a_page(live_server_url: str, game: Game) -> None:
    answer = httpx.get(address(live_server_url, game))

    assert answer.headers["Content-Type"] == "application/json"
    assert answer.json()["results"][0]["type"] == "game_started"


@pytest.mark.parametrize("accept", ["text/csv", "text/event-stream;q=0", "text/event-stream; name*=nothing''x"])
def test_who_accepts_neither_a_page_nor_a_stream_is_refused(live_server_url: str, game: Game, accept: str) -> None:
    assert problem_of(address(live_server_url, game), accept=accept) == (406, "not_acceptable")


def test_refusals_are_problems(live_server_url: str, game: Game, anna: User) -> None:
    url = live_server_url
    scopeless, good = token_of(anna, "preference:read"), token_of(anna)
    last = Event.objects.latest("id").pk

    refused = [
        problem_of(f"{url}/api/v1/events/"),
        problem_of(f"{url}/api/v1/events/", token="mue_wrong"),
        problem_of(f"{url}/api/v1/events/", token=scopeless),
        problem_of(f"{url}/api/v1/events/?after=soon", token=good),
        problem_of(f"{url}/api/v1/events/", token=good, Last_Event_ID="-1"),
        problem_of(f"{url}/api/v1/games/999999/events/"),
        problem_of(f"{url}/api/v1/games/999999/events/", accept="application/x-ndjson"),
    ]

    assert refused == [
        (401, "not_authenticated"),
        (401, "invalid_token"),
        (403, "insufficient_scope"),
        (400, "invalid"),
        (400, "invalid"),
        (404, "not_found"),
        (404, "not_found"),
    ]
    assert Event.objects.latest("id").pk == last


def problem_of(url: str, **request: str) -> tuple[int, str]:
    with opened(url, **request) as response:
        assert response.headers["Content-Type"] == "application/problem+json"
        response.read()
        return response.status_code, response.json()["code"]


def test_open_streams_end_cleanly_when_their_process_is_told_to_end(
    transactional_db: None, game: Game, capfd: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as clients:
        with web_process() as url:
            ears = [clients.enter_context(listening(address(url, game))) for _index in range(3)]
            for ear in ears:
                ear.next()

        for ear in ears:
            with pytest.raises(EOFError):
                ear.next()

    assert "Traceback" not in capfd.readouterr().err
