"""The evidence of a case, and the game audit."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.db import connection

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.moves import Move
from games.core.models.terms import Agreement
from games.disputes import evidence, filing
from games.disputes.game_audit import report_of
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.notifications.models import Delivery
from games.play.actions import decline_draw, offer_draw
from games.players.models import Sanction
from muehle import Color
from tests.conftest import NOON
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at
from tests.support.ruling import decided

Begin = Callable[..., Game]
CLAIMS = Agreement(rules="brettspielnetz")
HOUR = timedelta(hours=1)


@pytest.fixture
def shuffled(begin: Begin) -> Game:
    return play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE)


# --- Clocks and habits ------------------------------------------------------------------------------------------------


def test_the_clock_says_of_every_move_what_it_took_and_how_near_the_deadline_it_came(
    clock: time_machine.Traveller, game: Game, begin: Begin
) -> None:
    clock.move_to(NOON + 2 * HOUR)
    play(game, "d6")
    clock.move_to(NOON + 73 * HOUR)
    play(game, "d2")

    play(game, "f4")
    play(begin(), "a1")

    first, second, third = evidence.clock_of(fresh(game)).moves

    assert (first.mover, first.spent, first.stood, first.near_the_deadline) == (Color.WHITE, 7200, 0, False)
    assert (second.mover, second.spent, second.near_the_deadline) == (Color.BLACK, 71 * 3600, True)
    assert (third.notation, third.spent, third.stood) == ("f4", 0, 0)


def test_time_in_which_a_dispute_held_the_clock_is_no_time_used(
    clock: time_machine.Traveller, shuffled: Game, anna: User, bert: User
) -> None:
    offer_draw(shuffled.number, anna)
    decline_draw(shuffled.number, bert)
    dispute = filing.open_dispute(shuffled.number, anna, category="draw")
    clock.move_to(NOON + 24 * HOUR)
    filing.withdraw_dispute(dispute.number, anna)
    clock.move_to(NOON + 25 * HOUR)
    play(shuffled, "a7-d7")

    found = evidence.clock_of(fresh(shuffled))

    assert (found.moves[-1].spent, found.moves[-1].stood) == (3600, 24 * 3600)
    assert found.freezes == [(NOON, NOON + 24 * HOUR)]
    assert {why for _at, why in found.changes} == {"dispute"}


def test_a_habit_is_the_middle_of_the_answers_elsewhere(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    here, other = begin(), begin(white=bert, black=anna)
    play(other, "d6")
    clock.move_to(NOON + HOUR)
    play(other, "d2")
    play(here, "d6", "d2")
    clock.move_to(NOON + 6 * HOUR)
    play(here, "f4")
    now = fresh(here)

    habit = evidence.habit_of(now, Color.WHITE, evidence.clock_of(now))

    assert (habit.here, habit.elsewhere, habit.answers) == (5 * 3600, 3600, 1)


def test_a_habit_is_the_middle_of_the_answers_in_this_game(clock: time_machine.Traveller, game: Game) -> None:
    for hours, moves in enumerate((("d6", "d2"), ("f4", "b4"), ("a1", "g1"), ("a4", "g4"))):
        clock.shift(hours * HOUR)
        play(game, *moves)
    now = fresh(game)

    assert evidence.habit_of(now, Color.WHITE, evidence.clock_of(now)).here == 2 * 3600


@pytest.mark.parametrize(("games", "losses", "percent"), [(10, 3, 80), (5, 5, 50), (0, 0, None)])
def test_reliability_counts_games_lost_on_time(games: int, losses: int, percent: int | None) -> None:
    assert evidence.reliability_in(games, losses) == percent


# --- Offers, notifications, marked half-moves -------------------------------------------------------------------------


def test_offers_come_with_their_answers(shuffled: Game, anna: User, bert: User) -> None:
    offer_draw(shuffled.number, anna, reason="Nobody can win this.")
    decline_draw(shuffled.number, bert)

    (offer,) = evidence.offers_of(shuffled)

    assert (offer.by, offer.reason, offer.status, offer.answer) == (anna, "Nobody can win this.", "declined", "")


def test_an_answer_has_the_time_and_the_words_of_its_own_game(
    clock: time_machine.Traveller, game: Game, begin: Begin, anna: User, bert: User
) -> None:
    other = begin()
    for each in (other, game):
        offer_draw(each.number, anna)
    clock.shift(HOUR)
    decline_draw(other.number, bert, reason="No.")
    decline_draw(game.number, bert, reason="I like my position.")

    (offer,) = evidence.offers_of(game)

    assert (offer.at, offer.answered_at, offer.answer) == (NOON, NOON + HOUR, "I like my position.")


def test_notifications_are_those_to_the_two_players(shuffled: Game, anna: User, bert: User, carla: User) -> None:
    event = Event.objects.filter(game=shuffled).latest("id")
    for user in (anna, carla):
        Delivery.objects.create(
            event=event, user=user, channel="email", next_attempt_at=NOON, status="sent", sent_at=NOON
        )

    (told,) = evidence.notifications_of(shuffled)

    assert (told.to, told.status, told.sent_at) == (anna, "sent", NOON)


def test_marked_half_moves_are_compared_with_the_side_on_move(shuffled: Game) -> None:
    moves, last = list(Move.objects.filter(game=shuffled)), shuffled.ply

    same = evidence.marked_in(shuffled, [last - 4, last], moves)
    other = evidence.marked_in(shuffled, [last - 3, last], moves)

    assert same is not None
    assert other is not None
    assert (same.is_same, other.is_same) == (True, False)
    assert same.all_plies == [last - 4, last]
    assert other.plies == [(last - 3, SHUFFLE[0], Color.WHITE), (last, SHUFFLE[3], Color.BLACK)]
    assert evidence.marked_in(shuffled, [], moves) is None


def test_what_changes_later_is_kept_when_the_case_is_opened(begin: Begin, anna: User, bert: User) -> None:
    game = play(begin(), "d6", "d2")
    event = Event.objects.filter(game=game).latest("id")
    Delivery.objects.create(event=event, user=anna, channel="email", next_attempt_at=NOON, status="failed")

    dispute = filing.open_dispute(game.number, anna, category="stalling", text="He waits.")

    kept = Dispute.objects.get(pk=dispute.pk).evidence["then"]
    assert [each["user"] for each in kept["players"]] == [anna.pk, bert.pk]
    assert kept["players"][1]["habit"]["here"] is not None
    assert [each["notices"] for each in kept["players"]] == [{"failed": 1}, {}]


# --- The whole game, checked ------------------------------------------------------------------------------------------


def test_a_sound_game_is_called_sound(game: Game) -> None:
    report = report_of(play(game, "d6", "d2", "f4", "b4"))

    assert (report.faults, len(report.checked), report.most_seen, report.repeated) == ([], 4, 1, [])


def test_every_repetition_and_every_missed_draw_is_named(begin: Begin) -> None:
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE, *SHUFFLE, *SHUFFLE)

    report = report_of(game)

    (fault,) = report.faults
    assert (fault.ply, fault.code, fault.details) == (game.ply - 12, "begins_late", "")
    assert report.most_seen == 4
    assert len(report.repeated) == 4
    (draw,) = report.missed
    assert (draw.kind, draw.count, draw.needed, draw.last) == ("repetition", 4, 3, game.ply)


def test_a_move_that_the_rules_forbid_is_named(game: Game) -> None:
    play(game, "d6", "d2", "f4")
    Move.objects.filter(game=game, ply=3).update(notation="d2")

    (fault,) = report_of(fresh(game)).faults

    assert (fault.ply, fault.code, fault.details) == (3, "illegal", "d2 is occupied")


def test_a_position_that_is_not_the_moves_own_is_named_and_nothing_after_it_checked(game: Game) -> None:
    play(game, "d6", "d2", "f4")
    right = Move.objects.get(game=game, ply=2).position
    Move.objects.filter(game=game, ply=2).update(position=SHUFFLING)

    report = report_of(fresh(game))

    (fault,) = report.faults
    assert (fault.ply, fault.code, fault.details) == (2, "position_differs", right)
    assert [row.ply for row in report.checked] == [1]


def test_an_end_that_is_not_the_position_after_the_last_move_is_named(game: Game) -> None:
    play(game, "d6", "d2")
    right = fresh(game).position
    Game.objects.update(position=SHUFFLING)

    (fault,) = report_of(fresh(game)).faults

    assert (fault.ply, fault.code, fault.details) == (2, "end_differs", right)


def test_a_half_move_that_is_not_there_is_named(game: Game) -> None:
    play(game, "d6", "d2", "f4")
    Move.objects.filter(game=game, ply=2).delete()

    (fault,) = report_of(fresh(game)).faults

    assert (fault.ply, fault.code) == (2, "missing")


# --- The former name --------------------------------------------------------------------------------------------------


def test_what_was_stored_under_the_former_name_is_renamed(game: Game, anna: User, bert: User, arbiter: User) -> None:
    first = filing.open_dispute(game.number, anna, category="abuse", text="Look.")
    decided(first, arbiter, Verdict.WARNED, against=bert)
    filing.open_dispute(game.number, bert, category="abuse", text="Again.")
    # Of a claim that the server decides nothing is kept.
    filing.open_dispute(game.number, anna, category="repetition")
    renaming = import_module("games.disputes.migrations.0005_sanctions").Migration.operations

    def stored() -> list[dict[str, Any]]:
        evidence_of_all = Dispute.objects.order_by("pk").values_list("evidence", flat=True)
        return [Event.objects.get(type="warned").data, *evidence_of_all]

    now = stored()
    with connection.cursor() as cursor:
        for operation in renaming:
            cursor.execute(operation.reverse_sql)
        former = stored()
        for operation in renaming:
            cursor.execute(operation.sql)

    sanction = Sanction.objects.get().pk
    assert (former[0]["measure"], former[0].get("sanction")) == (sanction, None)
    kept_formerly = former[2]["then"]["players"]
    assert [(kept["measures"], kept.get("sanctions")) for kept in kept_formerly] == [([], None), ([sanction], None)]
    assert former[3] == now[3]
    assert stored() == now
