"""A player's games to download: which of them, in which order, in whose eyes, and at what cost."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.analysis.exports import pieces
from games.chat.messages import send_message
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import abort, accept_draw, offer_draw, resign
from kit.downloads import SLOTS
from muehle import Record, parse_records
from muehle.clocks.days_per_move import DaysPerMove
from tests.conftest import NOON
from tests.support.api import Api, ApiClient, refused
from tests.support.playing import play

Begin = Callable[..., Game]
SLOW = Agreement(clock=DaysPerMove(14))
STONES = "c5 a7 a4 g7 d5 d7xa4 e5xd7 d7xd5 d5xd7 d7xe5 e5xg7 g7xc5 c5xa7 a7xe5 e5xg7 g7xc5 c5xg7 g7xe5"


def export(client: ApiClient, **query: Any) -> str:
    """Anna's games as the text of the download."""
    answer = client.get("/api/v1/players/anna/games/", query)
    assert answer.status_code == 200, answer.content
    return client.received.decode()


def lines(client: ApiClient, **query: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in export(client, **query).splitlines()]


def numbers(client: ApiClient, **query: Any) -> list[int]:
    return [line["number"] for line in lines(client, **query)]


def test_the_form_of_a_players_page_may_leave_its_fields_empty(api: Api, game: Game, anna: User) -> None:
    left_empty = "status=&result=&outcome=&termination=&rules=&since=&until="

    client = api()
    client.get(f"/api/v1/players/anna/games/?{left_empty}")

    assert [json.loads(line)["number"] for line in client.received.splitlines()] == [game.number]


@pytest.fixture
def several(clock: time_machine.Traveller, begin: Begin, anna: User, bert: User, carla: User) -> dict[str, int]:
    """Anna's games, a day apart, by what became of them, and one in which she does not play."""
    names = {}
    for name, agreement, white, black in (
        ("won", SLOW, anna, bert),
        ("lost", Agreement(rules="classic", rated=False, clock=DaysPerMove(14)), bert, anna),
        ("drawn", SLOW, anna, carla),
        ("aborted", SLOW, carla, anna),
        ("strangers", SLOW, bert, carla),
        ("ongoing", SLOW, bert, anna),
    ):
        game = begin(agreement, white=white, black=black)
        play(game, *([] if name == "aborted" else ["d6", "f4", "d2", "b4"]))
        names[name] = game.number
        clock.shift(timedelta(days=1))
    resign(names["won"], bert)
    clock.shift(timedelta(hours=1))
    resign(names["lost"], anna)
    offer_draw(names["drawn"], anna)
    accept_draw(names["drawn"], carla)
    abort(names["aborted"], carla)
    return names


# --- Which games ------------------------------------------------------------------------------------------------------


def test_all_games_of_the_player_come_newest_first(api: Api, several: dict[str, int]) -> None:
    expected = [several[name] for name in ("ongoing", "aborted", "drawn", "lost", "won")]

    assert numbers(api()) == expected
    assert numbers(api(), order="oldest") == expected[::-1]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"status": "ongoing"}, ["ongoing"]),
        ({"status": "finished"}, ["drawn", "lost", "won"]),
        ({"status": "aborted"}, ["aborted"]),
        ({"outcome": "won"}, ["won"]),
        ({"outcome": "lost"}, ["lost"]),
        ({"outcome": "drawn"}, ["drawn"]),
        ({"result": "1-0"}, ["lost", "won"]),
        ({"result": "*"}, ["ongoing", "aborted"]),
        ({"termination": "resignation"}, ["lost", "won"]),
        ({"termination": "agreement"}, ["drawn"]),
        ({"rules": "classic"}, ["lost"]),
        ({"rated": "false"}, ["lost"]),
        ({"opponent": "carla"}, ["aborted", "drawn"]),
        ({"opponent": "BERT", "outcome": "lost"}, ["lost"]),
        ({"opponent": "anna"}, []),
        ({"rules": "applet"}, []),
        ({"rules": "", "since": "", "until": "", "status": "", "outcome": ""},
         ["ongoing", "aborted", "drawn", "lost", "won"]),
    ],
)  # fmt: skip
def test_filters_leave_what_they_say(
    api: Api, several: dict[str, int], query: dict[str, str], names: list[str]
) -> None:
    assert numbers(api(), **query) == [several[name] for name in names]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        # The first game ended on 8 March at noon, the next three an hour later; the ongoing one began on the 7th.
        ({"since": "2026-03-08T12:00:00Z"}, ["aborted", "drawn", "lost", "won"]),
        ({"since": "2026-03-08T12:00:01Z"}, ["aborted", "drawn", "lost"]),
        ({"until": "2026-03-08T12:00:00Z"}, ["ongoing"]),
        ({"until": "2026-03-08T12:00:01Z"}, ["ongoing", "won"]),
        ({"since": "2026-03-08", "until": "2026-03-08T14:00:00+01:00"}, ["won"]),
        ({"until": "2026-03-08"}, ["ongoing", "aborted", "drawn", "lost", "won"]),
        ({"until": "2026-03-07"}, ["ongoing"]),
        ({"since": "2026-03-09"}, []),
    ],
)
def test_since_and_until_are_about_the_end_of_a_game(
    api: Api, several: dict[str, int], query: dict[str, str], names: list[str]
) -> None:
    assert numbers(api(), **query) == [several[name] for name in names]


@pytest.mark.parametrize("order", ["newest", "oldest"])
def test_a_download_goes_on_behind_a_game(api: Api, several: dict[str, int], order: str) -> None:
    whole = numbers(api(), order=order)

    assert numbers(api(), order=order, after=str(whole[1])) == whole[2:]
    assert numbers(api(), order=order, after=str(whole[-1])) == []


@pytest.mark.parametrize(("games", "moves"), [(1, 20_000), (2, 20_000), (100, 1), (100, 8)])
def test_in_however_many_pieces_it_comes_it_is_the_same(
    api: Api, several: dict[str, int], monkeypatch: pytest.MonkeyPatch, games: int, moves: int
) -> None:
    whole = {form: export(api(), form=form) for form in ("pgn", "ndjson")}
    monkeypatch.setattr(pieces, "GAMES_A_PIECE", games)
    monkeypatch.setattr(pieces, "MOVES_A_PIECE", moves)

    assert {form: export(api(), form=form) for form in ("pgn", "ndjson")} == whole


def test_a_player_without_games_gets_an_empty_text(api: Api, anna: User) -> None:
    assert export(api()) == ""


@pytest.mark.casual
def test_an_overdue_game_is_ended_before_it_is_written_down(
    clock: time_machine.Traveller, api: Api, game: Game
) -> None:
    clock.shift(timedelta(days=4))

    (line,) = lines(api())

    assert (line["status"], line["termination"]) == ("finished", "timeout")


# --- How they are written ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("notation", ["pgn", "playok", "separate"])
def test_games_that_were_downloaded_are_read_back_as_they_were_played(
    api: Api, begin: Begin, anna: User, notation: str
) -> None:
    ended, resigned = begin(), begin(Agreement(rules="classic"))
    play(ended, *STONES.split())
    play(resigned, "a7", "b2", "d7", "f2", "g7xb2")
    resign(resigned.number, anna)

    read = list(parse_records(export(api(), form="pgn", order="oldest", notation=notation)))

    assert [isinstance(record, Record) and (record.result, record.tags["Variant"]) for record in read] == [
        ("0-1", "standard"),
        ("0-1", "classic"),
    ]
    assert isinstance(read[0], Record)
    assert [str(move) for move in read[0].moves] == STONES.split()


def test_it_comes_as_lines_of_json_unless_text_is_asked_for(api: Api, game: Game) -> None:
    client = api()
    plain = client.get("/api/v1/players/anna/games/")
    text = client.get("/api/v1/players/anna/games/", HTTP_ACCEPT="application/x-muehle-pgn")

    assert plain.headers["Content-Type"] == "application/x-ndjson; charset=utf-8"
    assert plain.headers["Content-Disposition"] == 'attachment; filename="muehle-anna.ndjson"'
    assert text.headers["Content-Type"] == "application/x-muehle-pgn; charset=utf-8"
    assert client.received.decode() == api().get(f"/api/v1/games/{game.number}/record/").content.decode() + "\n"


def test_a_line_is_that_of_the_games_own_record(clock: time_machine.Traveller, api: Api, game: Game) -> None:
    play(game, "d6", "f4", "d2", "b4")

    record = api().get(f"/api/v1/games/{game.number}/record/", {"form": "ndjson"})

    assert export(api()) == record.content.decode()


# --- In whose eyes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "scopes", "shown"),
    [("anna", (), 4), ("bert", ("game:read",), 4), ("anna", ("email:read",), 1), ("carla", (), 1), (None, (), 1)],
)
def test_ongoing_games_are_late_for_everybody_but_their_players(
    api: Api, game: Game, carla: User, who: str | None, scopes: tuple[str, ...], shown: int
) -> None:
    play(game, "d6", "f4", "d2", "b4")

    (line,) = lines(api(who and User.objects.get(username=who), *scopes))

    assert (line["ply"], len(line["moves"]), line["moves_withheld"]) == (shown, shown, 4 - shown)


@pytest.mark.parametrize("who", ["anna", "carla"])
@pytest.mark.parametrize("form", ["pgn", "ndjson"])
def test_what_is_between_the_players_is_in_no_download(
    api: Api, game: Game, anna: User, bert: User, carla: User, who: str, form: str
) -> None:
    send_message(game.number, anna, "A secret word.")
    offer_draw(game.number, bert, reason="A secret reason.")

    text = export(api(User.objects.get(username=who)), form=form)

    assert "secret" not in text
    assert "@example.org" not in text
    assert form == "pgn" or json.loads(text)["draw_offer"] is None


# --- Refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["nobody", "x" * 200])
def test_nobodys_games_are_not_found(api: Api, name: str) -> None:
    refused(api().get(f"/api/v1/players/{name}/games/"), 404, "not_found")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("since", "yesterday"),
        ("since", "2026-02-30"),
        ("until", "9999-12-31"),
        ("since", "0001-01-01T00:00:00+14:00"),
        ("opponent", "nobody"),
        ("opponent", "no\x00body"),
        ("outcome", "1-0"),
        ("result", "won"),
        ("status", "over"),
        ("rules", "chess"),
        ("termination", "mate"),
        ("rated", "perhaps"),
        ("order", "random"),
        ("after", "0"),
        ("after", str(2**63)),
        ("notation", "chess"),
        ("form", "pdf"),
    ],
)
def test_a_filter_that_makes_no_sense_is_refused(api: Api, anna: User, field: str, value: str) -> None:
    problem = refused(api().get("/api/v1/players/anna/games/", {field: value}), 400, "invalid")

    assert set(problem["errors"]) == {field}


def test_one_download_at_a_time(api: Api, game: Game, anna: User, bert: User) -> None:
    slot = SLOTS.take(anna.pk, address="")

    answer = api(anna).get("/api/v1/players/anna/games/")

    refused(answer, 429, "too_many_downloads")
    refused(api(bert).get("/api/v1/players/anna/games/", {"sinze": "2026"}), 400, "invalid")
    assert answer.headers["Retry-After"] == "5"
    assert numbers(api(bert)) == [game.number]
    slot.release()
    assert numbers(api(anna)) == [game.number]


def test_what_fails_before_the_first_piece_is_a_problem_and_gives_the_place_back(
    api: Api, game: Game, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = api(anna)
    client.raise_request_exception = False
    with monkeypatch.context() as broken:
        broken.setattr(pieces, "moves_of_games", lambda _numbers: 1 / 0)
        refused(client.get("/api/v1/players/anna/games/"), 500, "server_error")

    assert numbers(client) == [game.number]


# --- Costs ------------------------------------------------------------------------------------------------------------


def test_a_piece_costs_three_queries_however_many_games_are_in_it(
    api: Api, several: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def queries(client: ApiClient) -> int:
        with CaptureQueriesContext(connection) as captured:
            export(client)
        return len(captured)

    in_one = queries(api())
    monkeypatch.setattr(pieces, "GAMES_A_PIECE", 1)

    # Five games in as many pieces.
    assert queries(api()) - in_one == 4 * 3
    # The player, what is overdue, the piece, and that there is no other.
    assert in_one == 1 + 1 + 3 + 1


def test_a_download_costs_as_much_as_twenty_calls(api: Api, anna: User) -> None:
    client = api()

    first, second = (client.get("/api/v1/players/anna/games/").headers["RateLimit"] for _call in range(2))

    left = [int(header.split(";")[1].removeprefix("r=")) for header in (first, second)]
    assert left[0] - left[1] == 20


def test_the_next_games_are_found_by_an_index_for_either_colour(game: Game, anna: User) -> None:
    from games.analysis.exports.choice import GameSelection

    with CaptureQueriesContext(connection) as captured:
        GameSelection(player=anna).page(after=10**9, size=100)
    statement = captured[0]["sql"]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        cursor.execute("SET LOCAL enable_sort = off")
        cursor.execute(f"EXPLAIN {statement}")
        plan = "\n".join(row[0] for row in cursor.fetchall())

    assert "game_of_white" in plan
    assert "game_of_black" in plan


def test_noon_is_where_the_days_above_begin() -> None:
    assert NOON.isoformat() == "2026-03-02T12:00:00+00:00"
