"""What trophies are for, to the half-move and to the game."""

from collections.abc import Callable
from dataclasses import replace

import pytest
import time_machine

from accounts.models import User
from games.core.models.games import Game
from games.trophies.rules import IN_A_ROW, LEAST_CHOICES, LEAST_MOVES
from muehle import Claim
from tests.games.trophies.conftest import LOST, PLIES, UNPROVED, Row, award, judged
from tests.support.people import new_guest

ON_TIME = "hundred_on_time"
PERFECT = "perfect_endgame"
# White's last half-move.
LAST = PLIES - 2


def on_time(clock: time_machine.Traveller) -> dict[str, int]:
    return {name: game for name, kind, game in award(clock) if kind == ON_TIME}


# --- A hundred games on time ------------------------------------------------------------------------------------------


def test_the_hundredth_game_on_time_earns_a_trophy_for_both(clock: time_machine.Traveller, row: Row) -> None:
    games = row(IN_A_ROW - 1)
    assert on_time(clock) == {}

    games += row(3)

    assert on_time(clock) == {"anna": games[IN_A_ROW - 1].pk, "bert": games[IN_A_ROW - 1].pk}


def test_a_loss_on_time_begins_the_row_anew(clock: time_machine.Traveller, row: Row) -> None:
    row(IN_A_ROW - 1)
    # Anna has White.
    lost = row(1, result="0-1", termination="timeout")
    after = row(IN_A_ROW - 1)
    assert on_time(clock) == {"bert": lost[0].pk}

    after += row(1)

    assert on_time(clock) == {"anna": after[-1].pk, "bert": lost[0].pk}


def test_a_loss_on_time_after_the_hundredth_game_takes_nothing_away(clock: time_machine.Traveller, row: Row) -> None:
    games = row(IN_A_ROW)
    row(1, result="0-1", termination="timeout")

    assert on_time(clock)["anna"] == games[-1].pk


def test_games_that_do_not_count_neither_help_nor_break_the_row(
    clock: time_machine.Traveller, row: Row, bert: User
) -> None:
    row(IN_A_ROW - 1)
    row(1, ply=17)
    row(1, result="*", termination="aborted")
    row(1, white=bert, black=new_guest())
    programs = row(1)
    Game.objects.filter(pk=programs[0].pk).update(pool="bots")
    assert on_time(clock) == {}

    games = row(1)

    assert on_time(clock)["anna"] == games[0].pk


# --- A perfect endgame ------------------------------------------------------------------------------------------------

Reviewed = Callable[..., Game]


def perfect() -> list:  # type: ignore[type-arg]
    return [judged() for _ply in range(PLIES)]


def test_a_win_without_a_gift_after_placing_earns_a_trophy(clock: time_machine.Traveller, reviewed: Reviewed) -> None:
    moves = perfect()
    # While stones are placed, and of the opponent.
    moves[0] = moves[PLIES - 1] = judged(played=LOST)

    game = reviewed(moves)

    assert award(clock) == {("anna", PERFECT, game.pk)}


@pytest.mark.parametrize(
    "gift",
    [
        judged(played=LOST),
        judged(best=UNPROVED, played=UNPROVED),
        replace(judged(), claim=Claim.REPETITION),
    ],
)
def test_one_half_move_that_gives_something_away_or_is_not_proved_is_enough(
    clock: time_machine.Traveller, reviewed: Reviewed, gift: object
) -> None:
    reviewed([*perfect()[:LAST], gift, judged()])

    assert award(clock) == set()


@pytest.mark.parametrize(
    "columns",
    [
        {"rated": False},
        {"pool": "bots"},
        {"termination": "timeout"},
        {"result": "1/2-1/2", "termination": "agreement"},
        {"status": "aborted", "result": "*", "termination": "adjudication"},
    ],
)
def test_other_games_earn_none(clock: time_machine.Traveller, reviewed: Reviewed, columns: dict[str, object]) -> None:
    reviewed(perfect(), **columns)

    assert award(clock) == set()


def test_the_loser_gives_away_what_they_like(clock: time_machine.Traveller, reviewed: Reviewed) -> None:
    game = reviewed(perfect(), result="0-1")

    assert award(clock) == {("bert", PERFECT, game.pk)}


def test_the_endgame_has_a_length_and_choices(clock: time_machine.Traveller, reviewed: Reviewed) -> None:
    # White has placed its stones with half-move 17.
    shortest = 18 + 2 * LEAST_MOVES
    reviewed(perfect()[: shortest - 2])
    easy = [judged(keeping=5)] * (PLIES - 2 * LEAST_CHOICES + 2) + [judged()] * (2 * LEAST_CHOICES - 2)
    reviewed(easy)
    assert award(clock) == set()

    game = reviewed([*easy[: PLIES - 2 * LEAST_CHOICES], *[judged()] * (2 * LEAST_CHOICES)])

    assert award(clock) == {("anna", PERFECT, game.pk)}


def test_a_review_of_a_game_that_went_on_earns_none(clock: time_machine.Traveller, reviewed: Reviewed) -> None:
    game = reviewed(perfect())
    Game.objects.filter(pk=game.pk).update(ply=PLIES + 1)

    assert award(clock) == set()


def test_the_first_one_stays(clock: time_machine.Traveller, reviewed: Reviewed) -> None:
    first = reviewed(perfect())
    assert award(clock) == {("anna", PERFECT, first.pk)}

    reviewed(perfect())

    assert award(clock) == {("anna", PERFECT, first.pk)}
