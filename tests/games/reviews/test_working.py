"""Reviews are made half-move by half-move, by whichever worker is there, and once."""

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.computer import playing, slow_work, turns
from games.computer import tasks as computer_tasks
from games.computer.tasks import QUEUE
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.reviews import tasks, working
from games.reviews.events import GAME_REVIEWED
from games.reviews.half_moves import as_data, from_data
from games.reviews.models import GameReview
from games.reviews.queries import review_of, waiting_seconds
from games.reviews.requests import ask_for_review
from games.reviews.working import LEASE, review_next
from games.solved.tables import open_tables
from kit import periodic
from muehle import RULESETS, Move
from muehle import Game as PlayedGame
from muehle_engine import review
from tests.games.computer.test_tasks import purge
from tests.games.reviews.conftest import BLUNDER, MOVES, work
from tests.support.computers import Against
from tests.support.playing import event_types


def test_the_review_is_what_the_library_says(ended: Game, anna: User) -> None:
    ask_for_review(ended.number, anna)

    assert work() == len(MOVES)

    made = review_of(ended.number)
    judged = review(PlayedGame(RULESETS["standard"]), [Move.parse(move) for move in MOVES], tables=open_tables())
    assert made.half_moves == [as_data(each) for each in reversed(judged)]
    assert made.half_moves[-BLUNDER]["mistake"] == "blunder"
    assert made.finished_at is not None


def test_the_summary_has_the_accuracy_of_both_sides(ended: Game, anna: User) -> None:
    ask_for_review(ended.number, anna)
    work()

    # Black has resigned, and lost nothing on the board.
    assert review_of(ended.number).summary == {"accuracy": {"white": 78.4, "black": 100.0}, "turning_point": None}


def test_the_end_of_a_review_is_an_event_of_the_game(ended: Game, anna: User) -> None:
    ask_for_review(ended.number, anna)
    assert GAME_REVIEWED not in event_types(ended)
    work()

    event = Event.objects.get(type=GAME_REVIEWED)
    assert event.data == review_of(ended.number).summary
    assert set(UserEvent.objects.filter(event=event).values_list("user", flat=True)) == set(ended.player_ids)


def test_another_worker_goes_on_where_one_was_killed(
    ended: Game, anna: User, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_for_review(ended.number, anna)
    assert review_next() == 1

    def killed(_review: GameReview) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(working, "_go_on", killed)
        with pytest.raises(KeyboardInterrupt):
            review_next()
    assert review_next() == 0

    clock.shift(LEASE + timedelta(seconds=1))
    assert work() == len(MOVES) - 1
    assert review_of(ended.number).finished_at is not None


def test_a_worker_that_comes_back_too_late_changes_nothing(
    ended: Game, anna: User, clock: time_machine.Traveller
) -> None:
    ask_for_review(ended.number, anna)
    late = working._take()
    assert late
    clock.shift(LEASE + timedelta(seconds=1))
    work()
    finished = review_of(ended.number).half_moves

    working._go_on(late)

    assert review_of(ended.number).half_moves == finished
    assert event_types(ended).count(GAME_REVIEWED) == 1


def test_a_late_worker_does_not_write_into_a_review_that_was_begun_anew(
    ended: Game, anna: User, clock: time_machine.Traveller
) -> None:
    ask_for_review(ended.number, anna)
    late = working._take()
    assert late
    clock.shift(LEASE + timedelta(seconds=1))
    GameReview.objects.update(version="0:older")
    ask_for_review(ended.number, anna)
    anew = working._take()
    assert anew
    assert anew.fence == late.fence

    working._go_on(late)

    assert GameReview.objects.get().half_moves == []


def test_an_error_is_tried_again_later_and_not_for_ever(
    ended: Game, anna: User, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_for_review(ended.number, anna)
    GameReview.objects.update(half_moves=[{"move": "nonsense"}])
    tried = 0
    while review_next():
        tried += 1
        clock.shift(LEASE + timedelta(seconds=1))

    assert tried == len(MOVES) + 20
    assert review_of(ended.number).has_failed


def test_what_is_stored_is_what_was_judged() -> None:
    judged = review(PlayedGame(RULESETS["standard"]), [Move.parse(move) for move in MOVES], nodes=300)

    assert [from_data(as_data(each)) for each in judged] == judged


def test_the_oldest_review_comes_first_and_is_measured(ended: Game, anna: User, clock: time_machine.Traveller) -> None:
    assert waiting_seconds() == 0
    ask_for_review(ended.number, anna)
    clock.shift(60)

    assert waiting_seconds() == 60
    work()
    assert waiting_seconds() == 0


@pytest.mark.django_db(transaction=True)
def test_a_review_waits_while_a_computer_has_to_move(
    ended: Game, anna: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_for_review(ended.number, anna)
    monkeypatch.setattr(turns, "is_any_due", lambda: True)
    tasks.review_games()
    assert review_of(ended.number).half_moves == []

    monkeypatch.undo()
    tasks.review_games()
    assert review_of(ended.number).finished_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_review_waits_while_a_slow_computer_thinks(ended: Game, anna: User) -> None:
    ask_for_review(ended.number, anna)
    with slow_work.place():
        tasks.review_games()
        assert review_of(ended.number).half_moves == []

    tasks.review_games()
    assert review_of(ended.number).finished_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_slow_move_that_comes_during_a_half_move_is_made_after_it(
    ended: Game, anna: User, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_for_review(ended.number, anna)
    judge, found = working.review_next, []

    def meanwhile() -> int:
        against(anna, 6, colour="black")
        found.append(playing.play_next())
        # The message of this game is one that found the place taken.
        computer_tasks._sender().submit(purge).result()
        return judge()

    monkeypatch.setattr(working, "review_next", meanwhile)

    tasks.review_games()

    assert found == [0]
    assert len(review_of(ended.number).half_moves) == 1
    assert periodic.waiting(QUEUE) == 1
    assert playing.play_next() == 1
    purge()


@pytest.mark.django_db(transaction=True)
def test_what_waits_is_sent_to_the_worker_of_the_computers(ended: Game, anna: User) -> None:
    purge()
    tasks.look_for_reviews()
    assert periodic.waiting(QUEUE) == 0

    ask_for_review(ended.number, anna)
    tasks.look_for_reviews()

    assert periodic.waiting(QUEUE) == 1
    purge()
