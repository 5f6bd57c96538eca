"""What the database says of games and moves."""

import json

import pytest
from django.db import connection

from games.core import metrics
from games.core.models.games import Game
from tests.support.database_roles import as_owner
from tests.support.metrics import of_server
from tests.support.playing import play

COPIES = """
INSERT INTO core_game SELECT (jsonb_populate_record(
    game, %s::jsonb || jsonb_build_object('number', game.number + row)
)).* FROM core_game AS game, generate_series(1, %s) AS row WHERE game.number = %s
"""
ENDED = {
    "status": "finished",
    "result": "1-0",
    "termination": "timeout",
    "finished_at": "2026-01-01T00:00Z",
    "deadline_at": None,
    "on_move_id": None,
}
DISPATCHED = """
INSERT INTO core_event SELECT (jsonb_populate_record(event, jsonb_build_object(
    'id', event.id + row, 'dispatched_at', now()
))).* FROM core_event AS event, generate_series(1, %s) AS row WHERE event.id = (SELECT max(id) FROM core_event)
"""
READS = "SELECT relname, seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = ANY(%s)"


def many_rows_of_the_past(game: Game) -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(COPIES, [json.dumps(ENDED), 5_000, game.number])
        cursor.execute(DISPATCHED, [5_000])
        cursor.execute("ANALYZE core_game, core_event")


def read_row_by_row(*tables: str) -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(READS, [list(tables)])
        return dict(cursor.fetchall())


def test_games_that_go_on_and_moves_are_counted(game: Game) -> None:
    before = of_server()
    play(game, "d6", "f4", "b4")
    after = of_server()

    assert after.value("muehle_games_ongoing") == 1
    assert after.value("muehle_moves_total") - before.value("muehle_moves_total") == 3


def test_above_a_limit_the_number_of_games_is_an_estimate(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(COPIES, ["{}", 40, game.number])
        cursor.execute("ANALYZE core_game")
    monkeypatch.setattr(metrics, "MOST_COUNTED", 10)

    estimated = of_server().value("muehle_games_ongoing")

    assert estimated == 41


def test_no_metric_reads_the_games_and_events_of_the_past(game: Game) -> None:
    many_rows_of_the_past(game)
    before = read_row_by_row("core_game", "core_event", "core_move")

    found = of_server()

    assert found.value("muehle_metrics_missing") == 0
    assert found.value("muehle_games_ongoing") == 1
    assert read_row_by_row("core_game", "core_event", "core_move") == before
