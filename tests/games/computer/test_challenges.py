"""Challenges to computers: accepted at once, within limits."""

import pytest
from django.test import override_settings
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.challenges import actions
from games.challenges import computers as limits
from games.challenges.actions import Proposal
from games.challenges.errors import ComputersAreBusy, TooManyComputerGames
from games.challenges.models import Challenge
from games.computer.models import ComputerGame
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play import actions as play
from games.players import relations
from games.players.errors import GuestIsBusy, GuestsPlayCasual, PlayerBlocked, RatedBotNotAgreed
from tests.support.computers import Against
from tests.support.people import new_guest, new_person
from tests.support.racing import at_once

CASUAL = Proposal(agreement=Agreement(rated=False), colour="white")


def test_a_computer_accepts_in_the_same_transaction(anna: User, computers: dict[int, User]) -> None:
    challenge = actions.challenge_player(anna, computers[4], CASUAL)

    game = Game.objects.get()
    assert (challenge.status, challenge.game, challenge.answers) == ("accepted", game, "at_once")
    assert (game.white, game.black, game.rated, game.pool) == (anna, computers[4], False, "bots")
    row = ComputerGame.objects.get()
    assert (row.game, row.player, row.answers, row.due_at) == (game, anna, "at_once", None)


def test_a_computer_with_white_is_to_move_at_once(anna: User, against: Against) -> None:
    game = against(anna, colour="black")

    assert ComputerGame.objects.get().due_at == game.started_at


def test_a_rated_game_counts_among_those_with_bots(anna: User, computers: dict[int, User]) -> None:
    with pytest.raises(RatedBotNotAgreed):
        actions.challenge_player(anna, computers[1], Proposal(agreement=Agreement()))
    assert not Challenge.objects.exists()

    game = actions.challenge_player(anna, computers[1], Proposal(agreement=Agreement(), bots_welcome=True)).game

    assert game is not None
    assert (game.rated, game.pool) == (True, "bots")


def test_a_guest_challenges_a_computer_to_casual_games_only(computers: dict[int, User]) -> None:
    guest = new_guest()
    with pytest.raises(GuestsPlayCasual):
        actions.challenge_player(guest, computers[1], Proposal(agreement=Agreement(), bots_welcome=True))
    assert not Game.objects.exists()

    assert actions.challenge_player(guest, computers[1], CASUAL).game is not None


def test_a_guest_has_three_games_at_a_time(computers: dict[int, User]) -> None:
    guest = new_guest()
    for level in (1, 2, 3):
        actions.challenge_player(guest, computers[level], CASUAL)

    with pytest.raises(GuestIsBusy):
        actions.challenge_player(guest, computers[4], CASUAL)

    assert (Game.objects.count(), Challenge.objects.count()) == (3, 3)


def test_a_player_has_ten_games_with_computers_at_a_time(anna: User, bert: User, against: Against) -> None:
    games = [against(anna, level=1 + number % 6) for number in range(limits.MOST_GAMES)]

    with pytest.raises(TooManyComputerGames):
        against(anna)
    assert Challenge.objects.count() == limits.MOST_GAMES

    against(bert)
    play.resign(games[0].number, anna)
    assert against(anna).is_ongoing


def test_all_games_with_computers_together_are_limited(anna: User, bert: User, against: Against) -> None:
    with override_settings(MOST_COMPUTER_GAMES=2):
        first = against(anna)
        against(bert)
        with pytest.raises(ComputersAreBusy):
            against(anna)
        assert (Game.objects.count(), Challenge.objects.count()) == (2, 2)

        play.resign(first.number, anna)
        assert against(anna).is_ongoing


def test_the_ongoing_games_of_computers_are_those_of_either_side_that_go_on(
    anna: User, game: Game, against: Against
) -> None:
    white, black, ended = against(anna, colour="black"), against(anna, 2), against(anna, 3)
    play.resign(ended.number, anna)

    assert {each.number for each in limits.ongoing_games()} == {white.number, black.number}


def test_the_room_for_a_game_is_checked_with_one_read_of_the_computers(
    anna: User, computers: dict[int, User], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # The keys of the computers, the games of the player, the lock, and all games.
    with django_assert_num_queries(4):
        limits.require_capacity((anna, computers[1]))


@pytest.mark.django_db(transaction=True)
def test_games_that_begin_at_once_keep_to_the_limit_of_all(computers: dict[int, User]) -> None:
    people = [new_person(f"player{number}") for number in range(6)]

    def begin(player: User, level: int) -> None:
        try:
            actions.challenge_player(player, computers[level], CASUAL)
        except ComputersAreBusy:
            refused.append(player)

    refused: list[User] = []
    with override_settings(MOST_COMPUTER_GAMES=3):
        at_once(*[lambda player=player, level=level: begin(player, level) for level, player in enumerate(people, 1)])

    assert (Game.objects.count(), Challenge.objects.count(), len(refused)) == (3, 3, 3)


def test_a_blocked_computer_is_not_challenged(anna: User, computers: dict[int, User]) -> None:
    relations.change(anna, computers[1], blocked=True)

    with pytest.raises(PlayerBlocked):
        actions.challenge_player(anna, computers[1], CASUAL)

    assert not Challenge.objects.exists()


@pytest.mark.parametrize("answers", ["at_once", "later"])
def test_a_rematch_begins_at_once_with_the_other_colour_and_the_same_terms(
    anna: User, against: Against, answers: str
) -> None:
    game = against(anna, level=2, answers=answers, rules="classic")
    play.resign(game.number, anna)

    rematch = actions.ask_rematch(game.number, anna)

    again = Game.objects.get(challenge=rematch)
    assert (again.black, again.white.computer_level, again.rules) == (anna, 2, "classic")
    assert ComputerGame.objects.get(game=again).answers == answers


def test_challenges_to_people_have_no_time_of_answers(anna: User, bert: User) -> None:
    challenge = actions.challenge_player(anna, bert, Proposal(agreement=Agreement(), answers="later"))

    assert (challenge.status, challenge.answers) == ("open", "")
    assert not ComputerGame.objects.exists()
