"""Which game a computer answers next: leased to one worker at a time, and fairly."""

from datetime import timedelta

import pytest
from django.db.models import F

from accounts.models import User
from games.computer import turns
from games.computer.models import ComputerGame
from games.core.models.games import Game
from games.play import actions as play
from tests.support.computers import Against
from tests.support.people import new_person
from tests.support.racing import at_once

LONG_AGO = timedelta(minutes=10)


def let_leases_run_out() -> None:
    ComputerGame.objects.filter(leased_until__isnull=False).update(leased_until=F("leased_until") - LONG_AGO)


def waiting(against: Against, player: User, level: int = 1) -> Game:
    """A game in which the computer is to move."""
    game = against(player, level)
    play.play_move(game.number, player, "d6", ply=1)
    return game


def test_nothing_is_due_while_the_player_is_to_move(anna: User, against: Against) -> None:
    against(anna)

    assert turns.take() is None
    assert not turns.is_any_due()


def test_a_game_is_leased_once_until_the_lease_has_run_out(anna: User, against: Against) -> None:
    game = waiting(against, anna)

    first, second = turns.take(), turns.take()
    let_leases_run_out()
    third = turns.take()

    assert first is not None
    assert third is not None
    assert (first.game, second, third.game) == (game.number, None, game.number)
    assert third.fence > first.fence


def test_a_worker_that_comes_back_too_late_does_not_end_the_lease_of_another(anna: User, against: Against) -> None:
    waiting(against, anna)
    late = turns.take()
    let_leases_run_out()
    turns.take()
    before = ComputerGame.objects.values().get()

    assert late is not None
    turns.give_back(late)

    assert ComputerGame.objects.values().get() == before


def test_a_game_that_was_answered_is_due_no_more(anna: User, against: Against) -> None:
    waiting(against, anna)
    turn = turns.take()
    assert turn is not None

    turns.give_back(turn)

    row = ComputerGame.objects.get()
    assert (row.due_at, row.leased_until, turns.take()) == (None, None, None)


def test_what_comes_up_while_the_computer_thinks_is_answered_afterwards(anna: User, against: Against) -> None:
    game = waiting(against, anna)
    turn = turns.take()
    assert turn is not None
    play.offer_draw(game.number, anna)

    turns.give_back(turn)

    assert turns.take() is not None


def test_one_player_with_many_games_does_not_make_another_wait(
    anna: User, bert: User, carla: User, against: Against
) -> None:
    for _game in range(8):
        waiting(against, anna)
    for player in (bert, carla):
        waiting(against, player)

    players = {}
    for place in range(4):
        turn = turns.take()
        assert turn is not None
        players[place] = ComputerGame.objects.get(game=turn.game).player

    assert list(players.values()) == [anna, bert, carla, anna]


def test_games_that_are_only_shown_come_last(anna: User, against: Against) -> None:
    shown = waiting(against, anna)
    ComputerGame.objects.update(answers="shown", player=None, due_at=F("due_at") - LONG_AGO)
    played = waiting(against, anna)

    first, second = turns.take(), turns.take()

    assert first is not None
    assert second is not None
    assert (first.game, second.game) == (played.number, shown.number)


def test_quick_turns_come_before_slow_ones(anna: User, bert: User, against: Against) -> None:
    slow = waiting(against, anna, 6)
    quick = waiting(against, bert, 5)

    taken = [turns.take() for _turn in range(3)]

    assert [(turn.game, turn.is_slow) for turn in taken if turn] == [(quick.number, False), (slow.number, True)]


def test_a_slow_turn_that_has_waited_is_taken_while_quick_ones_come_in(
    anna: User, bert: User, against: Against
) -> None:
    slow = waiting(against, anna, 6)
    ComputerGame.objects.update(due_at=F("due_at") - LONG_AGO)
    for _game in range(3):
        waiting(against, bert)

    turn = turns.take()

    assert turn is not None
    assert turn.game == slow.number


def test_slow_turns_are_left_out_on_request(anna: User, bert: User, against: Against) -> None:
    waiting(against, anna, 6)
    ComputerGame.objects.update(due_at=F("due_at") - LONG_AGO)
    quick = waiting(against, bert)

    taken = [turns.take(slow=False) for _turn in range(2)]

    assert [turn and turn.game for turn in taken] == [quick.number, None]


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_take_a_game_each(against: Against) -> None:
    for number in range(4):
        waiting(against, new_person(f"player{number}"))
    taken: list[int] = []

    def take() -> None:
        if turn := turns.take():
            taken.append(turn.game)

    at_once(*[take] * 6)

    assert sorted(taken) == sorted(Game.objects.values_list("number", flat=True))


def test_how_long_a_game_has_waited_is_known(anna: User, against: Against) -> None:
    assert (turns.waiting_seconds(), turns.count_due()) == (0, 0)
    waiting(against, anna)
    ComputerGame.objects.update(due_at=F("due_at") - LONG_AGO)

    assert turns.waiting_seconds() >= LONG_AGO.total_seconds()
    assert turns.count_due() == 1


def test_a_game_that_is_due_later_does_not_wait(anna: User, against: Against) -> None:
    waiting(against, anna)
    ComputerGame.objects.update(due_at=F("due_at") + LONG_AGO)

    assert (turns.waiting_seconds(), turns.count_due(), turns.take()) == (0, 0, None)
