"""First moves of rated games: a deadline of their own, an abort without a result, and a limit to aborts."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import connection

from accounts.models import User
from games.analysis.exports.texts import tags_of
from games.core.errors import DeadlinePassed
from games.core.models.events import Event
from games.core.models.games import FIRST_MOVE, Game
from games.core.models.terms import Agreement
from games.play import ending_words, first_moves, interventions
from games.play.actions import abort, play_move, resign
from games.play.errors import AbortedTooOften
from games.play.first_moves import DAYS_OF_ABORTS, MOST_ABORTS
from games.play.presenters import game_data
from games.play.timeouts import settle, settle_overdue_games
from games.players.models import Rating
from games.players.reliability import Punctuality, aborts_of, punctuality_of
from games.time_off.leave import take_leave
from games.time_off.models import Leave
from muehle.clocks import DAY
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.fischer import FischerBank
from muehle.clocks.total_time import TotalTime
from tests.conftest import NOON
from tests.support.playing import fresh, play, unchanged

Begin = Callable[..., Game]
ONE, MICROSECOND = timedelta(days=1), timedelta(microseconds=1)
LONG = (DaysPerMove(14), FischerBank(14 * DAY, DAY, 14 * DAY), TotalTime(60 * DAY))


@pytest.fixture(autouse=True)
def _at_noon(clock: time_machine.Traveller) -> None:
    """Everything begins at noon."""


# --- The deadline -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", LONG, ids=lambda system: system.system)
def test_each_side_has_seven_days_for_its_first_move_with_any_clock(begin: Begin, system: TotalTime) -> None:
    game = begin(Agreement(clock=system))
    deadlines = [game.deadline_at]
    for move in ("d6", "f4"):
        game = play(game, move)
        deadlines.append(game.deadline_at)

    assert deadlines[:2] == [NOON + 7 * ONE] * 2
    assert deadlines[2] == NOON + timedelta(seconds=game.white_seconds) > NOON + 10 * ONE


def test_a_shorter_clock_and_a_casual_game_keep_their_own(begin: Begin) -> None:
    assert begin(Agreement(clock=DaysPerMove(2))).deadline_at == NOON + 2 * ONE
    assert begin(Agreement(clock=DaysPerMove(14), rated=False)).deadline_at == NOON + 14 * ONE


def test_a_total_length_changes_nothing_about_a_first_move(begin: Begin) -> None:
    game = begin(Agreement(clock=TotalTime(60 * DAY), total_days=30))

    assert (game.deadline_at, game.is_limited_by_total) == (NOON + 7 * ONE, False)
    after = play(game, "d6", "f4")
    assert (after.deadline_at, after.is_limited_by_total) == (NOON + 15 * ONE, True)


def test_a_first_move_costs_the_bank_what_it_took_and_no_more(clock: time_machine.Traveller, begin: Begin) -> None:
    game = begin(Agreement(clock=TotalTime(60 * DAY)))
    clock.shift(2 * ONE)

    assert play(game, "d6").white_seconds == 58 * DAY


def test_leave_postpones_the_deadline_of_a_first_move(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    User.objects.update(emergency_day=True, date_joined=NOON - 400 * ONE)
    take_leave(anna, ends_at=NOON + 5 * ONE)
    clock.move_to(NOON + 4 * ONE)

    settle_overdue_games()

    assert (fresh(game).status, fresh(game).deadline_at) == ("ongoing", NOON + 8 * ONE)


def test_the_api_shows_it_until_both_sides_have_moved(game: Game, anna: User) -> None:
    stages = [fresh(game), play(game, "d6"), play(game, "f4")]
    shown = [game_data(stage, viewer_id=anna.pk, now=NOON)["clock"] for stage in stages]

    assert [each["first_move_deadline_at"] for each in shown] == [shown[0]["deadline_at"]] * 2 + [None]


# --- The end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [(), ("d6",)])
@pytest.mark.parametrize("timeout", ["automatic", "claim"])
def test_a_first_move_that_is_missed_aborts_the_game_and_changes_no_rating(
    clock: time_machine.Traveller, begin: Begin, moves: tuple[str, ...], timeout: str
) -> None:
    game = play(begin(Agreement(timeout=timeout)), *moves)
    clock.move_to(NOON + 3 * ONE + MICROSECOND)

    settle_overdue_games()

    after = fresh(game)
    assert (after.status, after.result, after.termination) == ("aborted", "*", "aborted")
    assert (after.white_rating_change, after.black_rating_change) == (None, None)
    assert not Rating.objects.exists()
    assert Event.objects.get(type="game_finished").data == {"result": "*", "termination": "aborted", "ply": len(moves)}
    assert Event.objects.get(type="game_finished").actor is None


def test_on_the_deadline_it_may_still_be_made(clock: time_machine.Traveller, game: Game) -> None:
    clock.move_to(NOON + 3 * ONE)

    settle_overdue_games()

    assert play(game, "d6").ply == 1


def test_who_moves_too_late_is_told_so(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    clock.move_to(NOON + 4 * ONE)

    with pytest.raises(DeadlinePassed):
        play_move(game.number, anna, "d6", ply=1)
    with pytest.raises(DeadlinePassed):
        play_move(game.number, anna, "d6", ply=1)

    assert fresh(game).termination == "aborted"


def test_after_both_have_moved_time_is_lost_as_ever(clock: time_machine.Traveller, game: Game) -> None:
    play(game, "d6", "f4")
    clock.shift(4 * ONE)

    settle_overdue_games()

    assert (fresh(game).result, fresh(game).termination) == ("0-1", "timeout")


def test_no_emergency_day_is_drawn_for_a_first_move(clock: time_machine.Traveller, game: Game) -> None:
    User.objects.update(emergency_day=True, date_joined=NOON - 400 * ONE)
    clock.shift(4 * ONE)

    settle_overdue_games()

    assert (fresh(game).termination, Leave.objects.count()) == ("aborted", 0)


def test_it_counts_in_the_reliability_of_the_idle_player_only(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    begin()
    play(begin(white=bert, black=anna), "d6")
    clock.shift(4 * ONE)
    settle_overdue_games()

    assert punctuality_of([anna.pk, bert.pk]) == {anna.pk: Punctuality(2, 0), bert.pk: Punctuality()}


def test_conditional_moves_and_disputes_are_done_with(clock: time_machine.Traveller, game: Game, bert: User) -> None:
    from games.play.conditional_moves import keep_lines
    from games.play.models import ConditionalMoves

    keep_lines(game.number, bert, [["d6", "f4"]], ply=1)
    clock.shift(4 * ONE)

    settle_overdue_games()

    assert not ConditionalMoves.objects.exists()


def test_a_conditional_move_is_a_first_move(clock: time_machine.Traveller, game: Game, bert: User) -> None:
    from games.play.conditional_moves import keep_lines

    keep_lines(game.number, bert, [["d6", "f4"]], ply=1)
    play(game, "d6")
    clock.shift(4 * ONE)

    settle_overdue_games()

    assert (fresh(game).ply, fresh(game).termination) == (2, "timeout")


def test_a_dispute_that_holds_the_clocks_postpones_it(clock: time_machine.Traveller, game: Game) -> None:
    from games.core.locking import locked_game

    interventions.hold(locked_game(game.number), 1, until=NOON + 5 * ONE, now=NOON)
    clock.move_to(NOON + 6 * ONE)
    settle(game.number)
    assert fresh(game).is_ongoing
    clock.move_to(NOON + 8 * ONE + MICROSECOND)

    settle_overdue_games()

    assert fresh(game).termination == "aborted"


def test_an_arbiter_may_resume_it_and_gives_time_that_counts(clock: time_machine.Traveller, begin: Begin) -> None:
    from games.core.locking import locked_game

    game = begin(Agreement(clock=DaysPerMove(14)))
    clock.move_to(NOON + 8 * ONE)
    settle(game.number)

    interventions.resume(locked_game(game.number), 1, seconds=2 * DAY, now=NOON + 8 * ONE)

    after = fresh(game)
    assert (after.status, after.deadline_at) == ("ongoing", NOON + 10 * ONE)


def test_words_say_whose_move_was_missing(clock: time_machine.Traveller, game: Game, anna: User, bert: User) -> None:
    clock.shift(4 * ONE)
    after = settle(game.number)

    assert ending_words.headline(after, bert) == "The game against anna was aborted"
    assert ending_words.reason(after, anna).startswith("You did not make your first move in time.")
    assert ending_words.reason(after, bert).startswith("anna did not make a first move in time.")
    assert tags_of(after)["Termination"] == "aborted"


# --- The limit --------------------------------------------------------------------------------------------------------


def test_beyond_the_limit_a_game_is_lost(clock: time_machine.Traveller, begin: Begin, anna: User) -> None:
    games = []
    for _each in range(MOST_ABORTS + 1):
        games.append(begin())
        clock.shift(timedelta(minutes=1))
    clock.shift(4 * ONE)

    settle_overdue_games()

    assert [fresh(game).termination for game in games] == ["aborted"] * MOST_ABORTS + ["timeout"]
    assert fresh(games[-1]).result == "0-1"
    assert Rating.objects.get(user=anna).value < 1500


def test_the_opponent_is_not_charged_for_games_that_others_have_left(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    for _each in range(MOST_ABORTS + 1):
        begin()
    clock.shift(4 * ONE)
    settle_overdue_games()

    assert aborts_of([anna.pk, bert.pk], since=NOON) == {anna.pk: MOST_ABORTS, bert.pk: 0}
    assert first_moves.may_abort(bert.pk, now=NOON + 4 * ONE)


def test_aborting_counts_as_well_and_is_refused_beyond_the_limit(begin: Begin, anna: User, bert: User) -> None:
    for _each in range(MOST_ABORTS):
        abort(begin().number, anna)
    last = begin()

    with unchanged(), pytest.raises(AbortedTooOften) as refusal:
        abort(last.number, anna)
    abort(begin(Agreement(rated=False)).number, anna)
    abort(last.number, bert)

    assert refusal.value.details == {"most": MOST_ABORTS, "days": DAYS_OF_ABORTS}
    assert aborts_of([anna.pk, bert.pk], since=NOON - ONE) == {anna.pk: MOST_ABORTS, bert.pk: 1}


def test_after_some_time_aborts_are_forgotten(clock: time_machine.Traveller, begin: Begin, anna: User) -> None:
    for _each in range(MOST_ABORTS):
        abort(begin().number, anna)
    clock.shift(timedelta(days=DAYS_OF_ABORTS))

    abort(begin().number, anna)


def test_the_sweep_finds_and_counts_by_indexes(game: Game, anna: User, bert: User) -> None:
    resign(game.number, bert)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL plan_cache_mode = force_generic_plan")
        from games.players.reliability import _ABORTS

        cursor.execute(f"EXPLAIN {_ABORTS}", {"players": [anna.pk], "since": NOON})
        plan = "\n".join(line for (line,) in cursor.fetchall())

    assert "Seq Scan on core_game" not in plan
    assert "game_ended_white" in plan and "game_ended_black" in plan  # noqa: PT018


def test_seven_days_is_what_documents_say() -> None:
    assert (FIRST_MOVE, MOST_ABORTS, DAYS_OF_ABORTS) == (7 * DAY, 3, 30)
