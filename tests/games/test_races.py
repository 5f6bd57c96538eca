"""Two at the same instant: one outcome, whatever the order in which the database lets them, and no deadlock."""

import random
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import TypeVar

import pytest
import time_machine

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.chat.messages import send_message
from games.core.errors import DeadlinePassed
from games.core.models.events import Event, UserEvent, UserStream
from games.core.models.games import Game
from games.core.models.moves import Move
from games.core.models.terms import Agreement
from games.play.actions import Played, abort, accept_draw, offer_draw, play_move, resign
from games.play.errors import NotYourTurn
from games.play.models import DrawOffer
from games.play.timeouts import settle, settle_overdue_games
from games.players import relations
from games.players.models import Rating
from kit.errors import Refusal
from tests.conftest import NOON
from tests.support.playing import event_types, fresh, play, unchanged
from tests.support.racing import MOST_THREADS, answer_or_refusal, at_once, while_locked

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")
Begin = Callable[..., Game]
PLAIN = Proposal(agreement=Agreement())
TOO_LATE = NOON + timedelta(days=3, microseconds=1)


def done(answers: Sequence[T | Refusal]) -> list[T]:
    return [answer for answer in answers if not isinstance(answer, Refusal)]


def codes(answers: Sequence[object]) -> list[str]:
    """Why the others were refused, sorted."""
    return sorted(answer.code for answer in answers if isinstance(answer, Refusal))


# --- Moves ------------------------------------------------------------------------------------------------------------


def test_of_two_moves_of_the_same_player_at_once_one_is_stored(game: Game, anna: User) -> None:
    points = ["d6", "f4", "d2", "b4", "a1", "g1", "g7"]

    answers = at_once(*(partial(play_move, game.number, anna, point, ply=1) for point in points))

    assert [played.is_new for played in done(answers)] == [True]
    assert codes(answers) == ["stale_ply"] * 6
    assert (Move.objects.count(), fresh(game).ply) == (1, 1)
    assert event_types(game) == ["game_started", "move_played"]


def test_the_same_move_sent_many_times_at_once_is_stored_once_and_answered_each_time(game: Game, anna: User) -> None:
    answers = at_once(*[partial(play_move, game.number, anna, "d6", ply=1)] * MOST_THREADS)

    assert sorted(played.is_new for played in done(answers)) == [False] * (MOST_THREADS - 1) + [True]
    assert Move.objects.count() == 1
    assert event_types(game) == ["game_started", "move_played"]


def test_the_answers_of_both_players_at_once_are_played_in_turn(game: Game, anna: User, bert: User) -> None:
    answers = at_once(
        partial(play_move, game.number, anna, "d6", ply=1), partial(play_move, game.number, bert, "f4", ply=2)
    )

    stored = list(Move.objects.order_by("ply").values_list("notation", flat=True))
    assert stored == (["d6", "f4"] if not codes(answers) else ["d6"])
    assert codes(answers) in ([], ["stale_ply"])


# --- Time -------------------------------------------------------------------------------------------------------------


@pytest.mark.casual
def test_a_move_and_the_sweep_at_the_same_instant_have_one_outcome(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    clock.move_to(TOO_LATE)

    answers = at_once(
        lambda: play_move(game.number, anna, "d6", ply=1).game.termination,
        lambda: str(settle_overdue_games()),
        lambda: settle(game.number).termination,
    )

    assert codes(answers) in (["deadline_passed"], ["game_over"])
    assert not Move.objects.exists()
    assert event_types(game) == ["game_started", "game_finished"]
    assert (fresh(game).termination, fresh(game).result) == ("timeout", "0-1")


@pytest.mark.casual
def test_a_move_that_waits_for_the_row_beyond_its_deadline_is_too_late(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    with while_locked(game, lambda: play_move(game.number, anna, "d6", ply=1)) as answer:
        clock.move_to(TOO_LATE)

    assert isinstance(answer.result(), DeadlinePassed)
    assert (fresh(game).termination, Move.objects.count()) == ("timeout", 0)


def test_a_sweep_leaves_a_game_alone_that_somebody_holds(clock: time_machine.Traveller, game: Game) -> None:
    clock.move_to(TOO_LATE)

    with while_locked(game, lambda: settle(game.number)):
        (swept,) = at_once(settle_overdue_games)

    assert swept == 0
    assert event_types(game) == ["game_started", "game_finished"]


def test_a_move_played_in_time_is_not_swept_by_one_who_looked_before(
    clock: time_machine.Traveller, game: Game, bert: User
) -> None:
    play(game, "d6")
    clock.move_to(TOO_LATE - timedelta(microseconds=1))
    with while_locked(game, lambda: play_move(game.number, bert, "f4", ply=2)):
        (swept,) = at_once(lambda: settle_overdue_games(now=TOO_LATE))

    assert swept == 0
    assert fresh(game).is_ongoing
    assert Move.objects.count() == 2


def test_sweeps_at_once_end_every_game_once(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    games = [play(begin(), "d6", "f4") for _each in range(20)]
    clock.move_to(TOO_LATE)

    counts = at_once(*[partial(settle_overdue_games, limit=7)] * 4)
    counts += [settle_overdue_games()]

    assert sum(done(counts)) == 20
    assert {fresh(game).termination for game in games} == {"timeout"}
    assert Event.objects.filter(type="game_finished").count() == 20
    assert set(Rating.objects.values_list("user", "games")) == {(anna.pk, 20), (bert.pk, 20)}


# --- Draws and endings ------------------------------------------------------------------------------------------------


def test_accepting_a_draw_and_moving_at_once_have_one_outcome(game: Game, anna: User, bert: User) -> None:
    play_move(game.number, anna, "d6", ply=1, offer_draw=True)

    answers = at_once(
        lambda: accept_draw(game.number, bert).termination,
        lambda: play_move(game.number, bert, "f4", ply=2).game.termination,
    )

    after, offer = fresh(game), DrawOffer.objects.get()
    outcomes = {
        "agreement": (1, "accepted", ["game_over"]),
        "": (2, "lapsed", ["no_draw_offer"]),
    }
    assert (after.ply, offer.status, codes(answers)) == outcomes[after.termination]


def test_when_both_offer_a_draw_at_once_one_offer_is_open(game: Game, anna: User, bert: User) -> None:
    answers = at_once(*(partial(offer_draw, game.number, player) for player in (anna, bert)))

    assert codes(answers) == ["draw_offer_open"]
    assert DrawOffer.objects.get().status == "open"


def test_when_both_resign_at_once_one_of_them_has_lost(game: Game, anna: User, bert: User) -> None:
    answers = at_once(*(partial(resign, game.number, player) for player in (anna, bert)))

    assert codes(answers) == ["game_over"]
    assert [after.result for after in done(answers)] == [fresh(game).result]
    assert Event.objects.filter(type="game_finished").count() == 1
    assert set(Rating.objects.values_list("games", flat=True)) == {1}


def test_resigning_and_aborting_at_once_have_one_outcome(game: Game, anna: User, bert: User) -> None:
    answers = at_once(
        partial(resign, game.number, anna),
        partial(abort, game.number, bert),
        partial(abort, game.number, anna),
    )

    assert codes(answers) == ["game_over", "game_over"]
    assert event_types(game) == ["game_started", "game_finished"]


# --- Challenges -------------------------------------------------------------------------------------------------------


@pytest.fixture
def crowd(person: Callable[..., User]) -> list[User]:
    """As many people as there may be threads."""
    return [person(f"player{number}") for number in range(MOST_THREADS)]


def test_an_open_challenge_that_all_take_at_once_begins_one_game(anna: User, crowd: list[User]) -> None:
    number = actions.challenge_anyone(anna, PLAIN).number

    answers = at_once(*(partial(actions.accept_challenge, number, player) for player in crowd))

    (taken,) = done(answers)
    game = Game.objects.get()
    assert codes(answers) == ["challenge_closed"] * (MOST_THREADS - 1)
    assert (taken.game, {game.white, game.black}) == (game, {anna, taken.opponent})
    assert event_types(game) == ["game_started"]


def test_a_link_that_all_take_up_at_once_begins_one_game(anna: User, crowd: list[User]) -> None:
    _challenge, secret = actions.invite_by_link(anna, PLAIN)

    answers = at_once(*(partial(actions.accept_link, secret, player) for player in crowd))

    assert (len(done(answers)), Game.objects.count()) == (1, 1)
    assert codes(answers) == ["challenge_closed"] * (MOST_THREADS - 1)


def test_one_who_takes_a_challenge_twice_at_once_plays_one_game(anna: User, bert: User) -> None:
    number = actions.challenge_player(anna, bert, PLAIN).number

    answers = at_once(*[partial(actions.accept_challenge, number, bert)] * 3)

    assert codes(answers) == ["challenge_closed"] * 2
    assert Game.objects.count() == 1


def test_accepting_declining_and_cancelling_at_once_have_one_outcome(anna: User, bert: User) -> None:
    number = actions.challenge_player(anna, bert, PLAIN).number

    answers = at_once(
        partial(actions.accept_challenge, number, bert),
        partial(actions.decline_challenge, number, bert),
        partial(actions.cancel_challenge, number, anna),
    )

    status = Challenge.objects.get().status
    assert codes(answers) == ["challenge_closed"] * 2
    assert Game.objects.count() == (1 if status == "accepted" else 0)


def test_a_rematch_that_both_ask_for_at_once_is_asked_for_once(game: Game, anna: User, bert: User) -> None:
    resign(game.number, anna)

    answers = at_once(*[partial(actions.ask_rematch, game.number, player) for player in (anna, bert)] * 3)

    assert (len(done(answers)), codes(answers)) == (1, ["rematch_asked"] * 5)
    assert Challenge.objects.filter(rematch_of=game).count() == 1


def test_asking_for_a_rematch_while_the_opponent_writes_is_no_deadlock(game: Game, anna: User, bert: User) -> None:
    resign(game.number, anna)

    with while_locked(game, lambda: actions.ask_rematch(game.number, bert).status) as answer:
        send_message(game.number, anna, "Once more?")

    assert answer.result() == "open"


def test_expiring_at_once_closes_every_challenge_once(clock: time_machine.Traveller, anna: User) -> None:
    for _each in range(20):
        actions.challenge_anyone(anna, PLAIN)
    clock.shift(actions.LIFETIME)

    counts = at_once(*[partial(actions.expire_challenges, limit=7)] * 4)
    counts += [actions.expire_challenges()]

    assert sum(done(counts)) == 20
    assert Event.objects.filter(type="challenge_expired").count() == 20


def test_accepting_a_challenge_while_it_is_being_expired_has_one_outcome(
    clock: time_machine.Traveller, anna: User, bert: User
) -> None:
    number = actions.challenge_player(anna, bert, PLAIN).number
    clock.shift(actions.LIFETIME)

    answers = at_once(lambda: actions.accept_challenge(number, bert).status, lambda: str(actions.expire_challenges()))
    actions.expire_challenges()

    assert codes(answers) == ["challenge_closed"]
    assert (Challenge.objects.get().status, Game.objects.count()) == ("expired", 0)


# --- Everything at once -----------------------------------------------------------------------------------------------


def test_crossing_pairs_who_do_everything_at_once_are_never_deadlocked(
    begin: Begin, crowd: list[User], anna: User, bert: User
) -> None:
    """Seven threads do random actions in games of every two of five people; a deadlock would be PostgreSQL's error."""
    people = crowd[:5]
    games = [begin(white=white, black=black) for white in people for black in people if white != black]

    def busy(seed: int) -> int:
        chance = random.Random(seed)
        count = 0
        for _each in range(40):
            answer = answer_or_refusal(partial(random_action, chance, chance.choice(games)))
            count += not isinstance(answer, Refusal)
        return count

    counts = at_once(*(partial(busy, seed) for seed in range(MOST_THREADS)))

    assert all(done(counts))
    for user in people:
        seqs = list(UserEvent.objects.filter(user=user).order_by("seq").values_list("seq", flat=True))
        assert seqs == list(range(1, len(seqs) + 1))
        assert UserStream.objects.get(user=user).last_seq == len(seqs)
        ended = Game.objects.of(user.pk).filter(status="finished").count()
        assert sum(Rating.objects.filter(user=user).values_list("games", flat=True)) == ended
    for game in games:
        assert event_types(game).count("game_finished") == (0 if fresh(game).is_ongoing else 1)
        assert Move.objects.filter(game=game).count() == event_types(game).count("move_played") == fresh(game).ply


def random_action(chance: random.Random, game: Game) -> object:
    game = fresh(game)
    player = chance.choice([game.white, game.black])
    on_move = game.white if game.on_move_id == game.white_id else game.black
    point = chance.choice(["d6", "f4", "d2", "b4", "a1", "g1", "g7", "a7"])
    calls: list[Callable[[], object]] = [
        partial(play_move, game.number, on_move, point, ply=game.ply + 1),
        partial(play_move, game.number, on_move, point, ply=game.ply + 1, offer_draw=True, message="Even?"),
        partial(send_message, game.number, player, "Hello"),
        partial(accept_draw, game.number, player),
        partial(resign, game.number, player),
        partial(abort, game.number, player),
        partial(actions.ask_rematch, game.number, player),
    ]
    return chance.choices(calls, weights=[8, 3, 3, 1, 1, 1, 1])[0]()


def test_first_rated_games_that_end_at_once_between_crossing_pairs_are_all_rated(
    begin: Begin, crowd: list[User]
) -> None:
    people = crowd[:4]
    games = [begin(white=white, black=black) for white in people for black in people if white != black]

    answers = at_once(
        *(partial(resign, game.number, game.white) for game in games[: MOST_THREADS - 1]),
        settle_overdue_games,
    )

    assert codes(answers) == []
    rated = games[: MOST_THREADS - 1]
    for user in people:
        expected = sum(user.pk in game.player_ids for game in rated)
        assert sum(Rating.objects.filter(user=user).values_list("games", flat=True)) == expected


def test_played_and_refused_are_distinguished(game: Game, anna: User, bert: User) -> None:
    """The instrument of this page itself: at_once answers in order, with what each has met."""
    (played,) = at_once(lambda: play_move(game.number, anna, "d6", ply=1))
    with unchanged():
        (refused,) = at_once(lambda: play_move(game.number, anna, "d2", ply=2))

    assert isinstance(played, Played)
    assert isinstance(refused, NotYourTurn)


# --- Blocks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["challenge", "rematch"])
def test_what_is_asked_for_while_a_block_is_being_set_does_not_slip_in(
    game: Game, anna: User, bert: User, action: str
) -> None:
    resign(game.number, bert)
    calls = {
        "challenge": partial(actions.challenge_player, anna, bert, PLAIN),
        "rematch": partial(actions.ask_rematch, game.number, anna),
    }
    before = Challenge.objects.count(), Event.objects.count()

    with while_locked(game, calls[action], first=partial(relations.change, bert, anna, blocked=True)) as answer:
        pass

    assert codes([answer.result()]) == ["player_unavailable"]
    assert (Challenge.objects.count(), Event.objects.count()) == before


def test_challenges_and_blocks_of_two_at_once_wait_for_one_another_and_end(anna: User, bert: User) -> None:
    for _round in range(5):
        answers = at_once(
            partial(actions.challenge_player, anna, bert, PLAIN),
            partial(actions.challenge_player, bert, anna, PLAIN),
            partial(relations.change, anna, bert, blocked=True),
            partial(relations.change, bert, anna, blocked=True),
        )
        relations.change(anna, bert, blocked=False)
        relations.change(bert, anna, blocked=False)

        assert set(codes(answers)) <= {"player_unavailable", "player_blocked"}


def test_of_a_burst_of_challenges_to_one_player_three_are_sent(anna: User, bert: User) -> None:
    answers = at_once(*[partial(actions.challenge_player, anna, bert, PLAIN) for _each in range(MOST_THREADS)])

    assert len(done(answers)) == Challenge.objects.count() == 3
    assert {answer.code for answer in answers if isinstance(answer, Refusal)} == {"too_many_challenges_to_player"}
