"""Conditional moves: they are played the moment the opponent has moved, or end and say why."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from importlib import import_module

import pytest
import time_machine
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.core.errors import GameOver
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.core.models.moves import Move
from games.disputes import filing
from games.disputes.verdict_kinds import Verdict
from games.notifications import choices
from games.notifications.models import NotificationSettings
from games.play import conditional_moves
from games.play.actions import offer_draw, play_move, resign
from games.play.errors import ConditionalMovesRefused, NoZwickmuehle, StalePly
from games.play.models import ConditionalMoves
from games.players import sanctions
from games.players.models import Sanction
from games.streams.queries import events_of_game
from games.webhooks import actions as webhook_actions
from games.webhooks.models import Webhook
from kit.errors import NotFound, Refusal
from muehle import Color
from muehle.programme import Programme
from tests.conftest import NOON
from tests.support.playing import drawn, event_types, fresh, play, stand_at, unchanged
from tests.support.racing import while_locked
from tests.support.ruling import decided

# White has the Zwickmühle d7-d6; Black, who is to move, threatens nothing.
ZWICK = drawn(white="a7 g7 b6 f6 d7 c5", black="a1 c4 g1 e3 d5 f2", turn=Color.BLACK)
WORK = Programme("d7", "d6", ("c4", "e3", "f2"))


@pytest.fixture
def placed(game: Game) -> Game:
    """Anna has begun; Bert is to move."""
    return play(game, "d6")


def keep(game: Game, player: User, *lines: str) -> ConditionalMoves | None:
    return conditional_moves.keep_lines(game.number, player, [line.split() for line in lines], ply=fresh(game).ply + 1)


def moves_of(game: Game) -> list[str]:
    return list(Move.objects.filter(game=game).order_by("ply").values_list("notation", flat=True))


def stopped(player: User) -> list[str]:
    rows = UserEvent.objects.filter(user=player, event__type="conditional_moves_stopped").order_by("seq")
    return [row.event.data["reason"] for row in rows.select_related("event")]


def _types(events: Iterable[Event]) -> set[str]:
    return {event.type for event in events}


# --- Conditional moves ------------------------------------------------------------------------------------------------


def test_the_answer_is_played_with_the_move_and_takes_no_time(
    clock: time_machine.Traveller, placed: Game, anna: User, bert: User
) -> None:
    keep(placed, anna, "f4 d2", "b4 f2")
    clock.shift(timedelta(hours=7))

    after = play_move(placed.number, bert, "b4", ply=2).game

    answer = Move.objects.get(game=placed, ply=3)
    assert (answer.notation, answer.seconds_spent, answer.played_at) == ("f2", 0, NOON + timedelta(hours=7))
    assert (after.ply, after.on_move_id, after.last_move) == (3, bert.pk, "f2")
    assert after.deadline_at == NOON + timedelta(hours=7, days=3)
    assert [event.actor for event in Event.objects.filter(type="move_played").order_by("id")] == [anna, bert, anna]


def test_a_line_goes_on_until_it_is_used_up(placed: Game, anna: User) -> None:
    keep(placed, anna, "f4 d2 b4 f2", "f4 d2 a1 a4")

    play(placed, "f4", "a1", "g1")

    assert moves_of(placed) == ["d6", "f4", "d2", "a1", "a4", "g1"]
    assert not ConditionalMoves.objects.exists()
    assert stopped(anna) == []


def test_what_was_not_foreseen_ends_them_and_says_so_to_their_player_alone(
    placed: Game, anna: User, bert: User, carla: User
) -> None:
    keep(placed, anna, "f4 d2")

    after = play(placed, "b4")

    assert (after.ply, after.on_move) == (2, anna)
    assert (stopped(anna), stopped(bert), ConditionalMoves.objects.count()) == (["unforeseen"], [], 0)
    viewers = (anna.pk, bert.pk, carla.pk, None)
    assert not any("conditional_moves_stopped" in _types(events_of_game(placed, viewer)) for viewer in viewers)


def test_an_offer_of_a_draw_is_answered_by_a_person(placed: Game, anna: User, bert: User) -> None:
    keep(placed, anna, "f4 d2")

    play_move(placed.number, bert, "f4", ply=2, offer_draw=True)

    assert (moves_of(placed), stopped(anna)) == (["d6", "f4"], ["draw_offered"])


def test_who_has_a_warning_to_read_plays_no_conditional_move(
    placed: Game, anna: User, bert: User, person: Callable[..., User]
) -> None:
    keep(placed, anna, "f4 d2")
    dispute = filing.open_dispute(placed.number, bert, category="stalling", text="She waits.")
    decided(dispute, person("iris"), Verdict.WARNED, against=anna)

    after = play(placed, "f4")

    assert (after.ply, after.on_move, stopped(anna), stopped(bert)) == (2, anna, ["warned"], [])
    assert not ConditionalMoves.objects.exists()
    sanctions.acknowledge(Sanction.objects.get().pk, anna)
    assert play(after, "d2").ply == 3


def test_the_conditional_moves_of_both_sides_answer_each_other_in_one_transaction(
    placed: Game, anna: User, bert: User
) -> None:
    keep(placed, anna, "f4 d2 b4 f2")

    after = play_move(placed.number, bert, "f4", ply=2, lines=[["d2", "b4"]]).game

    assert moves_of(placed) == ["d6", "f4", "d2", "b4", "f2"]
    assert after.on_move == bert
    assert not ConditionalMoves.objects.exists()


def test_lines_that_went_with_a_move_wait_for_the_answer(game: Game, anna: User, bert: User) -> None:
    play_move(game.number, anna, "d6", ply=1, lines=[["f4", "d2"]])

    play_move(game.number, bert, "f4", ply=2)

    assert moves_of(game) == ["d6", "f4", "d2"]


def test_a_move_whose_lines_are_wrong_is_not_played(game: Game, anna: User) -> None:
    with unchanged(), pytest.raises(ConditionalMovesRefused):
        play_move(game.number, anna, "d6", ply=1, lines=[["f4", "d6"]])


def test_a_conditional_move_may_win_the_game(game: Game, anna: User) -> None:
    game = stand_at(game, drawn(white="a7 d7 g4 c3", black="a1 d1 f2", turn=Color.BLACK))
    keep(game, anna, "f2-f4 g4-g7xa1")

    after = play(game, "f2-f4")

    assert (after.result, after.termination) == ("1-0", "stones")
    assert event_types(game)[-4:] == ["move_played", "move_played", "game_finished", "conditional_moves_played"]


def test_the_same_move_sent_again_plays_nothing_twice(placed: Game, anna: User, bert: User) -> None:
    keep(placed, anna, "f4 d2 b4 f2")
    play_move(placed.number, bert, "f4", ply=2)

    again = play_move(placed.number, bert, "f4", ply=2)

    assert (again.is_new, again.game.ply) == (False, 3)


def test_nothing_stays_stored_when_the_game_has_ended(placed: Game, anna: User, bert: User) -> None:
    keep(placed, anna, "f4 d2")

    resign(placed.number, bert)

    assert not ConditionalMoves.objects.exists()


def test_new_lines_take_the_place_of_the_old_and_empty_ones_of_all(placed: Game, anna: User) -> None:
    keep(placed, anna, "f4 d2")
    kept = keep(placed, anna, "b4 f2")
    assert kept is not None
    assert (ConditionalMoves.objects.get(), kept.lines) == (kept, [["b4", "f2"]])

    assert keep(placed, anna) is None
    assert not ConditionalMoves.objects.exists()


def test_it_is_dropped_on_request(placed: Game, anna: User, bert: User) -> None:
    keep(placed, anna, "f4 d2")

    conditional_moves.drop(placed.number, anna)
    play(placed, "f4")

    assert (moves_of(placed), stopped(anna)) == (["d6", "f4"], [])


@pytest.mark.parametrize(
    ("player", "ply", "line", "code"),
    [
        ("carla", 2, "f4 d2", "not_a_player"),
        ("bert", 2, "f4 d2", "conditional_moves_on_own_turn"),
        ("anna", 1, "f4 d2", "stale_ply"),
        ("anna", 3, "f4 d2", "stale_ply"),
        ("anna", 2, "f9 d2", "malformed_move"),
        ("anna", 2, "d6 d2", "conditional_moves_refused"),
        ("anna", 2, "f4", "conditional_moves_refused"),
    ],
)
def test_what_cannot_be_stored_changes_nothing(
    placed: Game, person: object, anna: User, player: str, ply: int, line: str, code: str
) -> None:
    keep(placed, anna, "b4 f2")
    who = User.objects.filter(username=player).first() or person(player)  # type: ignore[operator]

    with unchanged(), pytest.raises(Refusal) as refused:
        conditional_moves.keep_lines(placed.number, who, [line.split()], ply=ply)

    assert refused.value.code == code


def test_a_refused_line_says_where_and_why(placed: Game, anna: User) -> None:
    with pytest.raises(ConditionalMovesRefused) as refused:
        keep(placed, anna, "f4 d2", "b4 d6")

    assert refused.value.message == "Conditional moves, line 2, half-move 2: d6 is occupied"
    assert refused.value.game == placed
    named = {name: refused.value.details[name] for name in ("line", "half_move", "move", "reason")}
    assert named == {"line": 2, "half_move": 2, "move": "d6", "reason": "occupied"}


def test_a_line_without_its_answer_is_refused_where_that_is_missing(placed: Game, anna: User) -> None:
    with pytest.raises(ConditionalMovesRefused) as refused:
        keep(placed, anna, "f4 d2", "b4 f2 a1")

    named = {name: refused.value.details[name] for name in ("line", "half_move", "move", "reason")}
    assert named == {"line": 2, "half_move": 4, "move": "", "reason": "answer_missing"}


def test_nothing_is_stored_in_a_game_that_is_over_or_that_there_is_not(placed: Game, anna: User, bert: User) -> None:
    resign(placed.number, bert)

    with pytest.raises(GameOver):
        keep(placed, anna, "f4 d2")
    with pytest.raises(NotFound):
        conditional_moves.keep_lines(10**9, anna, [], ply=1)
    with pytest.raises(NotFound):
        conditional_moves.drop(10**9, anna)


@pytest.mark.django_db(transaction=True)
def test_lines_that_meet_the_move_they_answer_come_too_late(placed: Game, anna: User, bert: User) -> None:
    with while_locked(placed, lambda: conditional_moves.keep_lines(placed.number, anna, [["f4", "d2"]], ply=2)) as late:
        play(placed, "f4")

    refusal = late.result()
    assert isinstance(refusal, StalePly)
    assert (refusal.game, refusal.details) == (placed, {"ply": 2, "expected": 3})
    assert moves_of(placed) == ["d6", "f4"]


@pytest.mark.django_db(transaction=True)
def test_lines_that_are_stored_while_the_move_waits_are_played(placed: Game, anna: User, bert: User) -> None:
    """The move reads that there are conditional moves when it has the lock, not when it begins to wait for it."""
    with while_locked(
        placed, lambda: play_move(placed.number, bert, "f4", ply=2), first=lambda: keep(placed, anna, "f4 d2")
    ) as waiting:
        pass

    assert not isinstance(waiting.result(), Refusal)
    assert moves_of(placed) == ["d6", "f4", "d2"]


# --- The programme ----------------------------------------------------------------------------------------------------


def test_a_programme_takes_stone_by_stone_until_something_happens(game: Game, anna: User) -> None:
    game = stand_at(game, ZWICK)
    conditional_moves.keep_programme(game.number, anna, WORK, ply=game.ply + 1)

    after = play(game, "g1-g4", "a1-a4", "a4-a1", "g4-g1")

    answers = ["d7-d6xc4", "d6-d7xe3", "d7-d6xf2"]
    assert moves_of(game)[1:] == ["g1-g4", answers[0], "a1-a4", answers[1], "a4-a1", answers[2], "g4-g1"]
    assert (after.on_move, stopped(anna)) == (anna, ["three_stones"])


def test_a_programme_needs_a_zwickmuehle(game: Game, anna: User) -> None:
    game = stand_at(game, ZWICK)

    with unchanged(), pytest.raises(NoZwickmuehle) as refused:
        conditional_moves.keep_programme(game.number, anna, Programme("a7", "a4", ("a1",)), ply=game.ply + 1)

    assert refused.value.message == "You have no Zwickmühle between a7 and a4."
    assert refused.value.game == game


# --- Its price --------------------------------------------------------------------------------------------------------


def test_an_answer_costs_what_a_move_costs(
    placed: Game, anna: User, bert: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    keep(placed, anna, "f4 d2 b4 f2")
    savepoint, lock, hours, look, shorten, again, events = 2, 1, 1, 1, 1, 1, 1

    with django_assert_num_queries(savepoint + lock + 2 * hours + look + shorten + again + events):
        play_move(placed.number, bert, "f4", ply=2)


def test_an_offer_alone_leaves_them(placed: Game, anna: User, bert: User) -> None:
    keep(placed, anna, "f4 d2")

    offer_draw(placed.number, bert)

    assert "conditional_moves_stopped" not in event_types(placed)
    assert ConditionalMoves.objects.exists()


# --- The former name --------------------------------------------------------------------------------------------------


def test_what_was_stored_under_the_former_names_is_renamed(placed: Game, anna: User) -> None:
    keep(placed, anna, "f4 d2")
    play(placed, "f4")
    keep(placed, anna, "b4 b2")
    play(placed, "b6")
    new, old = ("conditional_moves_played", "conditional_moves_stopped"), ("plan_played", "plan_stopped")
    for former, name in zip(old, new, strict=True):
        Event.objects.filter(type=name).update(type=former)
    webhook = webhook_actions.create(anna, url="https://8.8.8.8/", description="", types=[*new])
    Webhook.objects.update(types=["move_played", *old])
    choices.change(anna, table={"conditional_moves_played": {"email": False}})
    NotificationSettings.objects.update(choices={"plan_played": {"email": False}, "message": {"email": False}})

    for app, name, count in (("play", "0010", 2), ("webhooks", "0007", 2), ("notifications", "0011", 1)):
        module = import_module(f"games.{app}.migrations.{name}_conditional_moves")
        with connection.cursor() as cursor:
            for operation in module.Migration.operations[-count:]:
                cursor.execute(operation.sql)

    webhook.refresh_from_db()
    settings = NotificationSettings.objects.get(user=anna)
    assert [kind for kind in event_types(placed) if kind in (*new, *old)] == [*new]
    assert webhook.types == ["move_played", *new]
    assert settings.choices == {"conditional_moves_played": {"email": False}, "message": {"email": False}}
