"""Bots: how an account becomes one, whom it may play and for what, and where that counts."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.bots import MOST_IN_LOBBY, MOST_OPEN
from games.challenges.errors import RatingOutOfRange, TooManyChallenges
from games.challenges.models import Challenge
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import abort, resign
from games.players.bots import become_bot
from games.players.errors import AccountHasPlayed, BotIsBusy, BotsNotWelcome, RatedBotNotAgreed, StaffAccount
from games.players.models import Rating
from kit.errors import NotFound
from tests.support.playing import unchanged
from tests.support.racing import at_once

Begin = Callable[..., Game]
RATED = Proposal(agreement=Agreement())
RATED_WITH_BOTS = Proposal(agreement=Agreement(), bots_welcome=True)
CASUAL = Proposal(agreement=Agreement(rated=False))


@pytest.fixture
def robot(person: Callable[..., User]) -> User:
    return become_bot(person("robot"), operator="Anna, for fun")


@pytest.fixture
def other_robot(person: Callable[..., User]) -> User:
    return become_bot(person("robby"))


def accepted(challenge: Challenge, player: User, *, rated_against_bot: bool = False) -> Game:
    game = actions.accept_challenge(challenge.number, player, rated_against_bot=rated_against_bot).game
    assert game is not None
    return game


# --- Becoming one -----------------------------------------------------------------------------------------------------


def test_an_account_that_has_never_played_becomes_a_bot_and_gets_no_mails_about_moves(anna: User) -> None:
    become_bot(anna, operator="Anna, for fun")

    anna.refresh_from_db()
    assert (anna.is_bot, anna.operator, anna.shown_name) == (True, "Anna, for fun", "anna (bot)")
    assert (anna.email_on_your_move, anna.email_on_game_over) == (False, False)


def test_who_has_played_stays_a_person(game: Game, anna: User) -> None:
    abort(game.number, anna)

    with unchanged(), pytest.raises(AccountHasPlayed):
        become_bot(anna)

    anna.refresh_from_db()
    assert not anna.is_bot


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_who_administers_the_site_stays_a_person(person: Callable[..., User], right: str) -> None:
    chief = person("chief", **{right: True})

    with unchanged(), pytest.raises(StaffAccount):
        become_bot(chief)

    chief.refresh_from_db()
    assert not chief.is_bot


def test_a_bot_may_say_anew_who_runs_it(robot: User) -> None:
    since = robot.bot_since

    become_bot(robot, operator="Bert")

    robot.refresh_from_db()
    assert (robot.operator, robot.bot_since) == ("Bert", since)


@pytest.mark.parametrize("undo", [{"bot_since": None}, {"bot_since": "2030-01-01T00:00Z"}], ids=["never", "later"])
def test_nothing_takes_the_mark_of_a_bot_back(robot: User, undo: dict[str, object]) -> None:
    with pytest.raises(IntegrityError, match="stays one"), transaction.atomic():
        User.objects.filter(pk=robot.pk).update(**undo)

    robot.refresh_from_db()
    assert robot.is_bot


@pytest.mark.django_db(transaction=True)
def test_becoming_a_bot_while_a_game_begins_is_one_or_the_other(anna: User, bert: User) -> None:
    for _each in range(5):
        Event.objects.filter(actor__username="late").delete()
        User.objects.filter(username="late").delete()
        late = User.objects.create_user("late")
        challenge = actions.challenge_player(anna, late, RATED)

        at_once(
            partial(actions.accept_challenge, challenge.number, late),
            partial(become_bot, late),
        )

        late.refresh_from_db()
        begun = Game.objects.of(late.pk).exists()
        assert late.is_bot is not begun
        Challenge.objects.filter(number=challenge.number).delete()
        Game.objects.of(late.pk).delete()


# --- Who plays whom, and for what -------------------------------------------------------------------------------------


@pytest.mark.parametrize("send", [actions.challenge_anyone, lambda *it: actions.invite_by_link(*it)[0]])
@pytest.mark.parametrize("proposal", [RATED, CASUAL], ids=["rated", "casual"])
def test_a_bot_accepts_no_open_challenge_of_a_person_who_has_not_said_that_bots_are_welcome(
    anna: User, robot: User, send: Callable[[User, Proposal], Challenge], proposal: Proposal
) -> None:
    challenge = send(anna, proposal)

    with unchanged(), pytest.raises((BotsNotWelcome, NotFound)):
        actions.accept_challenge(challenge.number, robot)


def test_an_invitation_from_a_person_is_for_people_unless_it_says_otherwise(anna: User, robot: User) -> None:
    _challenge, secret = actions.invite_by_link(anna, CASUAL)

    with unchanged(), pytest.raises(BotsNotWelcome):
        actions.accept_link(secret, robot)


def test_a_bot_accepts_an_open_challenge_for_which_bots_are_welcome(anna: User, robot: User) -> None:
    game = accepted(actions.challenge_anyone(anna, RATED_WITH_BOTS), robot)

    assert (game.rated, game.pool) == (True, "bots")


def test_a_person_challenges_a_bot_for_rating_only_by_saying_so(anna: User, robot: User) -> None:
    with unchanged(), pytest.raises(RatedBotNotAgreed) as refusal:
        actions.challenge_player(anna, robot, RATED)

    assert refusal.value.details == {"field": "bots_welcome"}
    assert accepted(actions.challenge_player(anna, robot, RATED_WITH_BOTS), robot).pool == "bots"
    assert accepted(actions.challenge_player(anna, robot, CASUAL), robot).rated is False


def test_a_person_accepts_a_rated_game_against_a_bot_only_by_saying_so(anna: User, robot: User) -> None:
    to_her, seat = actions.challenge_player(robot, anna, RATED), actions.challenge_anyone(robot, RATED)
    _link, secret = actions.invite_by_link(robot, RATED)

    for accept in (
        partial(actions.accept_challenge, to_her.number, anna),
        partial(actions.accept_challenge, seat.number, anna),
        partial(actions.accept_link, secret, anna),
    ):
        with unchanged(), pytest.raises(RatedBotNotAgreed) as refusal:
            accept()
        assert refusal.value.details == {"field": "rated_against_bot"}
        game = accept(rated_against_bot=True).game
        assert game is not None
        assert (game.rated, game.pool) == (True, "bots")


def test_a_casual_game_against_a_bot_needs_no_further_word(anna: User, robot: User) -> None:
    assert accepted(actions.challenge_anyone(robot, CASUAL), anna).rated is False


def test_what_a_person_agreed_to_as_a_person_is_asked_again_when_the_challenger_has_become_a_bot(
    anna: User, person: Callable[..., User]
) -> None:
    late = person("late")
    challenge = actions.challenge_player(late, anna, RATED)
    become_bot(late)

    with unchanged(), pytest.raises(RatedBotNotAgreed):
        actions.accept_challenge(challenge.number, anna)


def test_who_became_a_bot_after_being_challenged_is_not_played_for_rating(
    anna: User, person: Callable[..., User]
) -> None:
    late = person("late")
    challenge = actions.challenge_player(anna, late, RATED)
    become_bot(late)

    with unchanged(), pytest.raises(RatedBotNotAgreed):
        actions.accept_challenge(challenge.number, late)


def test_bots_play_each_other_for_rating_without_further_words(robot: User, other_robot: User) -> None:
    assert accepted(actions.challenge_anyone(robot, RATED), other_robot).pool == "bots"


def test_a_person_asks_a_bot_for_a_rematch_on_the_same_terms_but_the_bot_must_ask_them(anna: User, robot: User) -> None:
    first = accepted(actions.challenge_player(anna, robot, RATED_WITH_BOTS), robot)
    resign(first.number, anna)

    second = accepted(actions.ask_rematch(first.number, anna), robot)
    resign(second.number, anna)
    asked = actions.ask_rematch(second.number, robot)

    with pytest.raises(RatedBotNotAgreed):
        actions.accept_challenge(asked.number, anna)


# --- Ratings ----------------------------------------------------------------------------------------------------------


def test_a_game_with_a_bot_leaves_the_ratings_among_people_alone(anna: User, robot: User, begin: Begin) -> None:
    resign(begin(white=anna).number, anna)
    among_people = Rating.objects.get(user=anna)
    game = accepted(actions.challenge_player(anna, robot, RATED_WITH_BOTS), robot)

    after = resign(game.number, robot)

    assert Rating.objects.get(user=anna, pool="people").value == among_people.value
    assert {(row.user, row.pool): round(row.value) for row in Rating.objects.filter(pool="bots")} == {
        (anna, "bots"): 1662,
        (robot, "bots"): 1338,
    }
    # What the game kept of her strength was that against bots, of which there was none yet.
    assert sorted([after.white_rating or 0, after.black_rating or 0]) == [1500, 1500]


def test_an_open_challenge_bounded_by_rating_asks_a_bot_for_its_rating_among_bots(anna: User, robot: User) -> None:
    Rating.objects.create(user=robot, rules="standard", pool="bots", value=1900)
    seat = actions.challenge_anyone(anna, Proposal(agreement=Agreement(), bots_welcome=True, max_rating=1600))

    with pytest.raises(RatingOutOfRange) as refusal:
        actions.accept_challenge(seat.number, robot)

    assert refusal.value.details == {"rating": 1900}


# --- How much at once -------------------------------------------------------------------------------------------------


def test_a_bot_has_few_challenges_in_the_lobby(robot: User) -> None:
    for _each in range(MOST_IN_LOBBY):
        actions.challenge_anyone(robot, CASUAL)

    with unchanged(), pytest.raises(TooManyChallenges) as refusal:
        actions.challenge_anyone(robot, CASUAL)

    assert refusal.value.details == {"count": MOST_IN_LOBBY}


def test_a_bot_has_fewer_open_challenges_than_a_person(robot: User, anna: User) -> None:
    for _each in range(MOST_OPEN):
        actions.invite_by_link(robot, CASUAL)

    with unchanged(), pytest.raises(TooManyChallenges) as refusal:
        actions.challenge_player(robot, anna, CASUAL)

    assert refusal.value.details == {"count": MOST_OPEN}


@pytest.mark.django_db(transaction=True)
def test_a_bot_plays_so_many_games_at_once_and_no_more_also_if_all_are_accepted_together(
    robot: User, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.challenges.bots.MOST_GAMES", 2)
    monkeypatch.setattr("games.challenges.actions.MOST_OPEN_TO_ONE", 5)
    waiting = [actions.challenge_player(robot, anna, CASUAL) for _each in range(5)]

    answers = at_once(*(partial(actions.accept_challenge, challenge.number, anna) for challenge in waiting))

    refused = [answer for answer in answers if isinstance(answer, BotIsBusy)]
    assert [refusal.details for refusal in refused] == [{"bot": "robot", "count": 2}] * 3
    assert Game.objects.ongoing().of(robot.pk).count() == 2
