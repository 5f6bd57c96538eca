"""Real workers play for computers: woken at once, killed in the middle, and without Redis."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from accounts.models import User
from games.computer.models import ComputerGame
from games.core.models.events import Event
from games.core.models.games import Game
from games.play import actions as play
from tests.games.computer.test_turns import let_leases_run_out, waiting
from tests.support.computers import Against
from tests.support.processes import CeleryProcess, beat, computer_worker, worker
from tests.support.servers import own_valkey, wait_for

pytestmark = [pytest.mark.campaign, pytest.mark.django_db(transaction=True)]

SECONDS = 120.0


@pytest.fixture
def two_workers() -> Iterator[list[CeleryProcess]]:
    with ExitStack() as stack:
        yield [stack.enter_context(computer_worker()) for _worker in range(2)]


def ply_of(game: Game) -> int:
    return Game.objects.get(pk=game.pk).ply


def test_a_worker_killed_while_the_computer_thinks_is_replaced_and_the_move_is_made_once(
    anna: User, against: Against, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        first = stack.enter_context(computer_worker())
        stack.enter_context(worker())
        stack.enter_context(beat(str(tmp_path / "schedule")))
        # The strongest level thinks for a while.
        game = waiting(against, anna, 6)
        wait_for(lambda: ComputerGame.objects.filter(leased_until__isnull=False).exists(), seconds=SECONDS)
        first.kill()
        played = ply_of(game)
        stack.enter_context(computer_worker())
        let_leases_run_out()

        wait_for(lambda: ply_of(game) == 2, seconds=SECONDS)
        wait_for(lambda: not ComputerGame.objects.filter(due_at__isnull=False).exists(), seconds=SECONDS)

    assert played == 1
    assert Event.objects.filter(type="move_played", game=game.pk).count() == 2


def test_games_are_answered_once_by_workers_that_are_killed_again_and_again(
    anna: User, bert: User, against: Against, two_workers: list[CeleryProcess], tmp_path: Path
) -> None:
    with worker(), beat(str(tmp_path / "schedule")):
        games = [waiting(against, player, level) for player in (anna, bert) for level in (1, 2, 3, 4, 5)]
        for turn in range(6):
            killed = two_workers[turn % 2]
            killed.kill()
            killed.on()
            time.sleep(1)
            let_leases_run_out()
        wait_for(lambda: {ply_of(game) for game in games} == {2}, seconds=SECONDS)

    assert Event.objects.filter(type="move_played").count() == 2 * len(games)


def test_a_computer_answers_while_redis_is_away(anna: User, against: Callable[..., Game], tmp_path: Path) -> None:
    with own_valkey() as valkey, ExitStack() as stack:
        stack.enter_context(worker(REDIS_URL=valkey.url))
        stack.enter_context(computer_worker(REDIS_URL=valkey.url))
        stack.enter_context(beat(str(tmp_path / "schedule"), REDIS_URL=valkey.url))
        game = waiting(against, anna)
        wait_for(lambda: ply_of(game) == 2, seconds=SECONDS)

        valkey.kill()
        current = Game.objects.get(pk=game.pk)
        move = next(str(each) for each in current.board.legal_moves(current.ruleset))
        play.play_move(game.number, anna, move, ply=3)
        wait_for(lambda: ply_of(game) == 4, seconds=SECONDS)

        valkey.on()
        late = waiting(against, anna)
        wait_for(lambda: ply_of(late) == 2, seconds=SECONDS)

    assert Event.objects.filter(type="move_played", game=game.pk).count() == 4
