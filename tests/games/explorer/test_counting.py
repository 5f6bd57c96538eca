"""Each ended game is counted once, and taken back when its result changes."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import count

import pytest
import time_machine
from django.db import transaction

from accounts.models import User
from games.core.models.games import Game
from games.core.models.moves import Move as StoredMove
from games.core.models.terms import Agreement
from games.disputes.verdict_kinds import Verdict
from games.explorer.bands import Band
from games.explorer.counting import LEAST_PLIES, MARGIN, count_next, counted_until, uncounted_seconds
from games.explorer.models import CountedGame, CountingProgress, OpeningMove
from games.explorer.tasks import count_openings
from games.play.actions import accept_draw, offer_draw, resign
from muehle import Move, Position
from tests.conftest import NOON
from tests.games.explorer.conftest import MOVES, Played, count_all, opening, stored
from tests.games.test_killed_tasks import KilledError, killed_at
from tests.support.playing import fresh, play
from tests.support.racing import at_once, while_locked
from tests.support.ruling import decided, dispute_about

# All stones are placed, and no mill is closed.
PLACING = ("a7", "d7", "g7", "a4", "g4", "d6", "a1", "f4", "d1", "g1", "b6", "b4", "f6", "e5", "d5", "c5", "e4", "b2")


def results(*moves: str) -> list[tuple[str, int, int, int]]:
    """What was played after these moves, with the games won by White, drawn, and won by Black."""
    position = Position.start()
    for move in moves:
        position = position.play(Move.parse(move))
    return [(str(each.move), *each.results) for each in opening(position).moves]


# --- What is counted --------------------------------------------------------------------------------------------------


def test_each_half_move_of_an_ended_game_is_counted_with_the_result(played: Played) -> None:
    played()

    assert count_all() == 1

    for ply, move in enumerate(MOVES):
        [(_move, *numbers)] = results(*MOVES[:ply])
        assert numbers == [0, 0, 1], move
    assert results(*MOVES) == []


def test_moves_are_told_in_the_orientation_of_the_position_that_was_asked_for(played: Played) -> None:
    played("d6", "f4", "b4", "d2")
    count_all()

    assert [move for move, *_numbers in results("d6", "f4")] == ["b4"]
    assert [move for move, *_numbers in results("f4", "d2")] == ["d6"]
    # Neighbours in the ring on either side are the same as long as the position is symmetrical.
    [move] = opening(Position.start().play(Move.parse("b4"))).moves
    assert (str(move.move), [str(each) for each in move.equivalent]) == ("d2", ["d6"])


def test_games_that_are_images_of_each_other_are_the_same_opening(played: Played) -> None:
    played("d6", "f4", "b4", "d2", "a7")
    # Turned by a quarter, and mirrored.
    played("f4", "d2", "d6", "b4", "g7")
    played("d6", "b4", "f4", "d2", "g7")
    count_all()

    assert [numbers for _move, *numbers in results()] == [[0, 0, 3]]
    assert [numbers for _move, *numbers in results("d6", "f4", "b4", "d2")] == [[0, 0, 3]]


def test_draws_and_both_sides_wins_are_counted_apart(begin: Callable[..., Game], played: Played) -> None:
    played()
    game = play(begin(), *MOVES)
    resign(game.number, game.black)
    drawn = play(begin(), *MOVES)
    offer_draw(drawn.number, drawn.white)
    accept_draw(drawn.number, drawn.black)
    count_all()

    assert [numbers for _move, *numbers in results()] == [[1, 1, 1]]
    assert opening().results.games == 3


def test_later_half_moves_are_not_counted(begin: Callable[..., Game]) -> None:
    game = play(begin(), *PLACING)
    assert game.board.white_hand + game.board.black_hand == 0
    resign(play(game, str(game.board.legal_moves()[0])).number, game.white)

    count_all()

    assert CountedGame.objects.get().moves.split() == list(PLACING)
    assert len(stored()) == len(PLACING)


def test_ongoing_aborted_and_very_short_games_are_not_counted(begin: Callable[..., Game], played: Played) -> None:
    play(begin(), *MOVES)
    played(*MOVES[: LEAST_PLIES - 1])
    annulled = played()
    Game.objects.filter(pk=annulled.pk).update(status="aborted", result="*", termination="adjudication")

    assert count_all() == 0
    assert stored() == []


def test_games_with_bots_are_not_counted(played: Played) -> None:
    Game.objects.filter(pk=played().pk).update(pool="bots")

    assert count_all() == 0


def test_games_are_counted_apart_by_rules_band_and_year(
    clock: time_machine.Traveller, begin: Callable[..., Game], played: Played
) -> None:
    for white, black in ((1399, 1400), (1400, 1400), (1700, 1500), (1800, 1900)):
        game = played()
        Game.objects.filter(pk=game.pk).update(white_rating=white, black_rating=black)
    played(agreement=Agreement(rated=False))
    clock.move_to(NOON + timedelta(days=300))
    played(agreement=Agreement(rules="classic"))
    count_all()

    start = Position.start()
    assert opening(start).results.games == 5
    assert opening(start, rules="classic").results.games == 1
    assert {(row.band, row.year) for row in OpeningMove.objects.filter(rules="standard")} == {
        (band.value, 2026) for band in Band
    }
    assert set(OpeningMove.objects.filter(rules="classic").values_list("band", "year")) == {(1400, 2026)}


# --- Once -------------------------------------------------------------------------------------------------------------


def test_a_second_delivery_counts_nothing(played: Played) -> None:
    played()
    count_openings()
    once = stored()

    count_openings()
    CountingProgress.objects.all().delete()
    count_openings()

    assert stored() == once


def test_games_of_before_are_counted_in_batches(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.explorer.counting.BATCH", 2)
    for _game in range(5):
        played()

    assert [count_next() for _batch in range(4)] == [2, 2, 1, 0]
    assert opening().results.games == 5


def test_the_next_sweep_begins_where_the_last_one_ended(clock: time_machine.Traveller, played: Played) -> None:
    played()
    count_all()
    assert counted_until() == NOON - MARGIN

    # A row of so long ago is not looked for again: each sweep would read all games otherwise.
    clock.shift(MARGIN + timedelta(minutes=1))
    count_all()
    CountedGame.objects.all().delete()
    assert count_all() == 0


def test_a_game_that_is_stored_after_a_later_one_was_counted_is_found(
    clock: time_machine.Traveller, played: Played
) -> None:
    late = played()
    Game.objects.filter(pk=late.pk).update(finished_at=NOON - MARGIN + timedelta(seconds=1))
    CountingProgress.objects.create(pk=1, counted_until=NOON - MARGIN)

    assert count_all() == 1


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_count_each_game_once(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.explorer.counting.BATCH", 3)
    for _game in range(10):
        played()

    at_once(*[count_all] * 5)

    assert opening().results.games == 10
    assert CountedGame.objects.count() == 10


def test_a_worker_that_is_killed_at_any_statement_has_counted_nothing_twice(played: Played) -> None:
    for _game in range(2):
        played()
    with transaction.atomic():
        count_openings()
        undisturbed = stored()
        transaction.set_rollback(True)
    assert undisturbed

    for number in count(1):
        with transaction.atomic():
            try:
                with killed_at(number):
                    count_openings()
                break
            except KilledError:
                transaction.set_rollback(False)
            count_openings()
            found = stored()
            transaction.set_rollback(True)
        assert found == undisturbed, number
    assert number > 5


def test_a_game_that_cannot_be_replayed_keeps_no_other_waiting(played: Played) -> None:
    broken = played()
    StoredMove.objects.filter(game=broken, ply=2).update(notation="d6")
    played()

    assert count_all() == 2
    assert opening().results.games == 1
    assert CountedGame.objects.get(game=broken).moves == ""


# --- Changes of an arbiter --------------------------------------------------------------------------------------------


def test_a_result_that_was_changed_is_counted_instead(
    clock: time_machine.Traveller, played: Played, anna: User, arbiter: User
) -> None:
    game = played()
    count_all()
    assert [numbers for _move, *numbers in results()] == [[0, 0, 1]]

    dispute = dispute_about(game, anna)
    clock.shift(timedelta(days=40))
    decided(dispute, arbiter, Verdict.WHITE_WON)
    assert count_all() == 1

    for ply in range(len(MOVES)):
        assert [numbers for _move, *numbers in results(*MOVES[:ply])] == [[1, 0, 0]]


def test_a_game_that_was_annulled_is_taken_back(played: Played, anna: User, arbiter: User) -> None:
    played()
    count_all()
    before = stored()
    game = played()
    count_all()
    assert stored() != before

    decided(dispute_about(game, anna), arbiter, Verdict.ANNULLED)
    count_all()

    assert stored() == before
    assert not CountedGame.objects.filter(game=game).exists()


def test_a_game_that_was_resumed_is_taken_back_at_once_and_counted_at_its_new_end(
    clock: time_machine.Traveller, played: Played, anna: User, arbiter: User
) -> None:
    game = played()
    count_all()

    decided(dispute_about(game, anna), arbiter, Verdict.RESUMED)
    assert stored() == []

    clock.shift(60)
    game = play(fresh(game), "g1")
    resign(game.number, game.black)
    count_all()
    assert [numbers for _move, *numbers in results(*MOVES)] == [[1, 0, 0]]
    assert opening().results.games == 1


def test_a_dispute_about_a_game_that_goes_on_changes_nothing(
    begin: Callable[..., Game], played: Played, anna: User
) -> None:
    played()
    count_all()
    before = stored()

    dispute_about(play(begin(), *MOVES), anna)

    assert stored() == before


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_resumed_while_it_is_counted_is_not_counted(played: Played, anna: User, arbiter: User) -> None:
    game = played()
    dispute = dispute_about(game, anna)

    with while_locked(game, count_all, first=partial(decided, dispute, arbiter, Verdict.RESUMED)):
        pass

    assert fresh(game).is_ongoing
    assert stored() == []


@pytest.mark.django_db(transaction=True)
def test_decisions_and_workers_at_once_leave_exact_counts(
    played: Played, anna: User, arbiter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.explorer.counting.BATCH", 2)
    games = [played() for _game in range(6)]
    count_all()
    disputes = [dispute_about(game, anna) for game in games[:3]]
    verdicts = (Verdict.RESUMED, Verdict.WHITE_WON, Verdict.ANNULLED)

    at_once(
        *[partial(decided, *pair[:1], arbiter, pair[1]) for pair in zip(disputes, verdicts, strict=True)],
        *[count_all] * 3,
    )
    count_all()

    assert [numbers for _move, *numbers in results()] == [[1, 0, 3]]


# --- How far it has come ----------------------------------------------------------------------------------------------


def test_the_metric_tells_how_long_a_game_has_waited(clock: time_machine.Traveller, played: Played) -> None:
    assert uncounted_seconds() == 0
    played()
    clock.shift(90)
    assert uncounted_seconds() == 90

    count_all()
    assert uncounted_seconds() == 0
