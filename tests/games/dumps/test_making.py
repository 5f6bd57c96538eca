"""Dumps have each rated game once, in the month in which it ended, and the same bytes for the same games."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import count
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.privacy import erasure
from games.analysis import records
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes.verdict_kinds import Verdict
from games.dumps import making
from games.dumps.models import Dump, DumpPiece
from games.play.actions import resign
from tests.games.dumps.conftest import (
    APRIL,
    MARCH,
    Played,
    day,
    dump_of,
    games_of,
    make_all,
    numbers_of,
    text_of,
)
from tests.games.explorer.conftest import MOVES
from tests.games.test_killed_tasks import KilledError, killed_at
from tests.support.playing import fresh, play
from tests.support.racing import at_once, while_locked
from tests.support.ruling import decided, dispute_about

# --- What is in them --------------------------------------------------------------------------------------------------


def test_a_month_has_the_rated_games_that_ended_in_it_in_the_order_of_their_ends(
    clock: time_machine.Traveller, begin: Callable[..., Game], played: Played
) -> None:
    clock.move_to(day(3, 29))
    early = play(begin(), *MOVES)
    later = played(day(3, 30))
    clock.move_to(day(3, 31, 23) + timedelta(minutes=59, seconds=59, microseconds=999_999))
    resign(early.number, early.white)
    in_april = played(day(4, 1, 0))
    clock.move_to(day(5, 2))

    make_all()

    assert numbers_of(MARCH) == [later.number, early.number]
    assert numbers_of(APRIL) == [in_april.number]
    assert (dump_of(MARCH).games, dump_of(APRIL).games) == (2, 1)


def test_casual_aborted_and_ongoing_games_are_left_out(
    clock: time_machine.Traveller, begin: Callable[..., Game], played: Played
) -> None:
    rated = played(day(3, 10))
    played(day(3, 10), Agreement(rated=False))
    aborted = played(day(3, 10))
    Game.objects.filter(pk=aborted.pk).update(status="aborted", result="*", termination="adjudication")
    begin()
    clock.move_to(day(4, 2))

    make_all()

    assert numbers_of(MARCH) == [rated.number]


def test_a_line_has_the_game_and_nothing_that_changes_later(clock: time_machine.Traveller, played: Played) -> None:
    game = played(day(3, 10))
    clock.move_to(day(4, 2))
    make_all()

    [line] = games_of(MARCH)

    assert line["moves"] == [{"move": move, "at": "2026-03-10T12:00:00Z", "seconds_spent": 0} for move in MOVES]
    assert line["players"]["white"] == {"username": game.white.username, "bot": False, "rating": 1500}
    known = "number players rules pool clock leave_days days_off timeout total_days result termination started_at"
    assert set(line) == {*known.split(), "finished_at", "ply", "moves"}
    assert (line["result"], line["termination"], line["finished_at"]) == ("0-1", "resignation", "2026-03-10T12:00:00Z")
    assert "RatingDiff" not in text_of(MARCH, "pgn")


def test_times_are_in_whole_seconds(clock: time_machine.Traveller, played: Played) -> None:
    played(day(3, 10) + timedelta(microseconds=123_456))
    clock.move_to(day(4, 2))

    make_all()

    for form in Dump.Form:
        assert ".123456" not in text_of(MARCH, form)


@pytest.mark.parametrize("form", ["ndjson", "pgn"])
def test_both_formats_can_be_imported_here(clock: time_machine.Traveller, played: Played, form: str) -> None:
    game = played(day(3, 10))
    played(day(3, 11))
    clock.move_to(day(4, 2))
    make_all()

    found = records.read_records(text_of(MARCH, form), rules="standard")

    assert [(record.white, record.moves, record.result) for record in found] == [
        (game.white.username, " ".join(MOVES), "0-1")
    ] * 2


# --- When they are made -----------------------------------------------------------------------------------------------


def test_a_month_is_made_an_hour_after_its_end_and_a_month_without_games_is_empty(
    clock: time_machine.Traveller, played: Played
) -> None:
    played(day(3, 10))
    clock.move_to(day(4, 1, 0) + timedelta(minutes=59))
    make_all()
    assert not Dump.objects.exists()

    clock.move_to(day(5, 1, 1))
    make_all()

    assert set(Dump.objects.made().values_list("month", "form", "games")) == {
        (MARCH, "ndjson", 1), (MARCH, "pgn", 1), (APRIL, "ndjson", 0), (APRIL, "pgn", 0)
    }  # fmt: skip
    assert text_of(APRIL) == ""


def test_without_a_rated_game_there_is_nothing_to_do(clock: time_machine.Traveller, played: Played) -> None:
    played(day(3, 10), Agreement(rated=False))
    clock.move_to(day(6, 1))

    make_all()

    assert not Dump.objects.exists()


def test_only_what_is_missing_is_made(clock: time_machine.Traveller, played: Played) -> None:
    played(day(3, 10))
    clock.move_to(day(4, 2))
    make_all()
    before = list(Dump.objects.values())

    clock.shift(timedelta(days=3))
    make_all()

    assert list(Dump.objects.values()) == before


def test_parts_are_bounded_and_together_one_file_with_the_bytes_of_before(
    clock: time_machine.Traveller, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "GAMES_A_PART", 2)
    # Some have ended in the same instant.
    games = [played(day(3, 10 + number // 3)) for number in range(5)]
    clock.move_to(day(4, 2))
    make_all()
    first = dump_of(MARCH)
    assert (first.pieces, numbers_of(MARCH)) == (3, [game.number for game in games])
    assert first.size == sum(len(piece) for piece in making.pieces_of(first))

    again = making.make(first)

    assert (again.sha256, again.size) == (first.sha256, first.size)
    assert again.edition == first.edition + 1
    assert DumpPiece.objects.filter(dump=first).count() == 3


def test_a_part_takes_as_many_queries_for_two_games_as_for_one(clock: time_machine.Traveller, played: Played) -> None:
    def queries() -> int:
        clock.move_to(day(4, 2))
        making.add_months()
        with CaptureQueriesContext(connection) as captured:
            making.make(dump_of(MARCH))
        return len(captured)

    played(day(3, 10))
    one = queries()
    played(day(3, 11))

    assert queries() == one


# --- What changes later -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", [Verdict.ANNULLED, Verdict.WHITE_WON, Verdict.RESUMED])
def test_a_game_whose_end_counts_no_more_leaves_its_month_with_the_next_run(
    clock: time_machine.Traveller, played: Played, anna: User, arbiter: User, verdict: Verdict
) -> None:
    stays, leaves = played(day(3, 29)), played(day(3, 30))
    clock.move_to(day(4, 2))
    make_all()
    old = dump_of(MARCH)
    dispute = dispute_about(leaves, anna)
    clock.move_to(day(4, 20))

    decided(dispute, arbiter, verdict)

    assert dump_of(MARCH).is_due
    assert numbers_of(MARCH) == [stays.number, leaves.number]
    make_all()
    assert not dump_of(MARCH).is_due
    assert numbers_of(MARCH) == [stays.number]
    assert dump_of(MARCH).sha256 != old.sha256
    clock.move_to(day(5, 2))
    make_all()
    assert numbers_of(APRIL) == [leaves.number] * (verdict is Verdict.WHITE_WON)


def test_other_months_stay_as_they_are(
    clock: time_machine.Traveller, played: Played, anna: User, arbiter: User
) -> None:
    played(day(3, 10))
    game = played(day(4, 10))
    clock.move_to(day(5, 2))
    make_all()

    decided(dispute_about(game, anna), arbiter, Verdict.ANNULLED)

    assert set(Dump.objects.filter(is_due=True).values_list("month", flat=True)) == {APRIL}


def test_a_casual_game_that_is_annulled_changes_no_dump(
    clock: time_machine.Traveller, played: Played, anna: User, arbiter: User
) -> None:
    played(day(3, 10))
    game = played(day(3, 30), Agreement(rated=False))
    clock.move_to(day(4, 2))
    make_all()

    decided(dispute_about(game, anna), arbiter, Verdict.ANNULLED)

    assert not Dump.objects.filter(is_due=True).exists()


def test_who_leaves_is_named_in_no_dump_any_more(
    clock: time_machine.Traveller, played: Played, anna: User, carla: User, bert: User
) -> None:
    played(day(3, 10))
    played(day(4, 10), white=carla, black=bert)
    played(day(5, 10), Agreement(rated=False))
    clock.move_to(day(6, 2))
    make_all()
    assert "anna" in text_of(MARCH)
    clock.shift(timedelta(days=1))

    erasure.close(anna, ending=True)
    assert erasure.finish(anna.pk)

    assert set(Dump.objects.filter(is_due=True).values_list("month", flat=True)) == {MARCH}
    make_all()
    for form in Dump.Form:
        assert "anna" not in text_of(MARCH, form)
        assert f"deleted-{anna.pk}" in text_of(MARCH, form)
    assert not DumpPiece.objects.filter(edition=1, dump__month=MARCH).exists()


def test_a_month_that_changes_while_it_is_made_begins_anew(
    clock: time_machine.Traveller,
    played: Played,
    anna: User,
    arbiter: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(making, "GAMES_A_PART", 1)
    games = [played(day(3, 30)) for _game in range(2)]
    clock.move_to(day(4, 2))
    dispute = dispute_about(games[0], anna)
    making.add_months()
    assert making.make_next() == 1
    assert dump_of(MARCH).next_pieces == 1

    decided(dispute, arbiter, Verdict.ANNULLED)
    make_all()

    assert numbers_of(MARCH) == [games[1].number]
    assert dump_of(MARCH).pieces == 1


def test_a_month_that_changes_again_waits_for_a_day(
    clock: time_machine.Traveller, played: Played, anna: User, arbiter: User
) -> None:
    games = [played(day(3, 30)) for _game in range(2)]
    clock.move_to(day(4, 2))
    make_all()
    decided(dispute_about(games[0], anna), arbiter, Verdict.ANNULLED)

    clock.shift(timedelta(hours=23, minutes=59))
    make_all()
    assert len(numbers_of(MARCH)) == 2

    clock.shift(timedelta(minutes=1))
    make_all()
    assert numbers_of(MARCH) == [games[1].number]


# --- Workers ----------------------------------------------------------------------------------------------------------


def stored() -> list[Any]:
    names = ("month", "form", "edition", "pieces", "games", "size", "sha256", "is_due", "next_pieces")
    pieces = DumpPiece.objects.order_by("dump__month", "dump__form", "number")
    rows = [
        (*key, bytes(content)) for *key, content in pieces.values_list("dump__form", "edition", "number", "content")
    ]
    return [list(Dump.objects.values_list(*names)), rows]


def test_a_worker_that_is_killed_at_any_statement_loses_nothing(
    clock: time_machine.Traveller, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "GAMES_A_PART", 2)
    for _game in range(3):
        played(day(3, 10))
    clock.move_to(day(4, 2))
    with transaction.atomic():
        make_all()
        undisturbed = stored()
        transaction.set_rollback(True)
    assert [row[4] for row in undisturbed[0]] == [3, 3]

    for number in count(1):
        with transaction.atomic():
            try:
                with killed_at(number):
                    make_all()
                break
            except KilledError:
                transaction.set_rollback(False)
            make_all()
            found = stored()
            transaction.set_rollback(True)
        assert found == undisturbed, number
    assert number > 30


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_make_each_dump_once(
    clock: time_machine.Traveller, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "GAMES_A_PART", 2)
    games = [played(day(3, 10)) for _game in range(7)]
    clock.move_to(day(4, 2))

    at_once(*[make_all] * 5)
    make_all()

    assert numbers_of(MARCH) == [game.number for game in games]
    assert set(Dump.objects.values_list("edition", "pieces")) == {(1, 4)}
    assert DumpPiece.objects.count() == 8


@pytest.mark.django_db(transaction=True)
def test_a_decision_before_the_month_is_added_is_waited_for(
    clock: time_machine.Traveller, played: Played, anna: User, arbiter: User
) -> None:
    stays, game = played(day(3, 29)), played(day(3, 30))
    clock.move_to(day(4, 2))
    dispute = dispute_about(game, anna)

    with while_locked(game, make_all, first=partial(decided, dispute, arbiter, Verdict.ANNULLED)):
        pass

    assert fresh(game).status == "aborted"
    assert numbers_of(MARCH) == [stays.number]


# --- By hand ----------------------------------------------------------------------------------------------------------


def test_the_command_makes_a_month_and_prints_its_checksums(
    clock: time_machine.Traveller, played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    game = played(day(3, 10))
    clock.move_to(day(4, 2))

    call_command("dumps", month="2026-03")

    assert numbers_of(MARCH) == [game.number]
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()] == [
        [dump.sha256, dump.name] for dump in Dump.objects.order_by("form")
    ]
    call_command("dumps")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("month", ["2026-04", "2026-13", "march"])
def test_the_command_refuses_what_is_no_past_month(clock: time_machine.Traveller, played: Played, month: str) -> None:
    played(day(3, 10))
    clock.move_to(day(4, 2))

    with pytest.raises(CommandError):
        call_command("dumps", month=month)
