"""What staff read of a player: late answers of whoever is behind, offers of draws, time-outs, aborted games."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.core.models.games import Game
from games.core.models.moves import Move
from games.disputes import filing
from games.disputes.behaviour import AnswerTiming, Share, behaviour_statistics_of, is_behind, late_shares, longest_run
from games.disputes.verdict_kinds import Verdict
from games.play.actions import abort
from games.play.models import DrawOffer
from muehle import Color
from tests.conftest import NOON
from tests.support.ended import ended_game, lost_on_time, won
from tests.support.playing import drawn
from tests.support.ruling import decided

Begin = Callable[..., Game]
LEVEL = drawn(white="a7 b4 e5", black="g1 c3 f6")
WHITE_BEHIND = drawn(white="a7 b4", black="g1 c3 f6", hands=(2, 2))


# --- Pure -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spent", "left", "is_late"),
    [(90, 10, True), (89, 11, False), (0, 0, True), (0, 100, False), (100, 0, True), (100, -50, True)],
)
def test_an_answer_is_late_in_the_last_tenth_of_its_time(spent: int, left: float, is_late: bool) -> None:
    assert AnswerTiming(is_behind=True, seconds_spent=spent, seconds_left=left).is_late is is_late


def test_behind_is_whoever_has_lost_more_stones() -> None:
    found = [is_behind(position, color) for position in (LEVEL, WHITE_BEHIND) for color in Color]

    assert found == [False, False, True, False]


def test_answers_when_behind_are_counted_apart() -> None:
    late, early = (100, 0), (1, 99)
    answers = [
        AnswerTiming(True, *late),
        AnswerTiming(True, *early),
        AnswerTiming(True, *late),
        AnswerTiming(False, *early),
    ]

    assert late_shares(answers) == (Share(2, 3), Share(0, 1))
    assert late_shares([]) == (Share(0, 0), Share(0, 0))


@pytest.mark.parametrize(("count", "total", "percent"), [(2, 3, 66), (0, 5, 0), (5, 5, 100), (0, 0, None)])
def test_a_share_is_rounded_down_and_of_nothing_there_is_none(count: int, total: int, percent: int | None) -> None:
    assert Share(count, total).percent == percent


@pytest.mark.parametrize(
    ("flags", "longest"), [([], 0), ([False], 0), ([True], 1), ([True, True, False, True], 2), ([True] * 5, 5)]
)
def test_the_longest_run_is_what_happened_without_a_break(flags: list[bool], longest: int) -> None:
    assert longest_run(flags) == longest


# --- From rows --------------------------------------------------------------------------------------------------------


def test_a_player_who_has_not_played_has_nothing_counted(
    anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        found = behaviour_statistics_of(anna.pk, now=NOON)

    assert (found.games, found.offers_a_game, found.timeouts, found.aborted) == (0, 0.0, [], [])


def test_late_answers_are_those_of_the_player_to_the_position_before(game: Game, anna: User, bert: User) -> None:
    _played(game, 1, LEVEL, spent=10, left=90)
    _played(game, 2, WHITE_BEHIND, spent=95, left=5)
    _played(game, 3, WHITE_BEHIND, spent=95, left=5)
    _played(game, 4, WHITE_BEHIND, spent=10, left=90)
    _played(game, 5, WHITE_BEHIND, spent=10, left=90)

    of_anna, of_bert = behaviour_statistics_of(anna.pk, now=NOON), behaviour_statistics_of(bert.pk, now=NOON)

    assert (of_anna.late_when_behind, of_anna.late_otherwise) == (Share(1, 2), Share(0, 0))
    assert (of_bert.late_when_behind, of_bert.late_otherwise) == (Share(0, 0), Share(1, 2))


def test_a_game_is_named_after_the_fourth_offer_that_was_turned_down(begin: Begin, anna: User, bert: User) -> None:
    patient, insistent = begin(), begin()
    _offered(patient, anna, "declined", "lapsed", "declined", "accepted")
    _offered(insistent, anna, "declined", "lapsed", "declined", "lapsed")
    _offered(patient, bert, "declined", "declined", "declined", "declined", "declined")

    found = behaviour_statistics_of(anna.pk, now=NOON)

    assert (found.draw_offers, found.offers_a_game, found.insistent_games) == (8, 4.0, [insistent.number])


def test_time_outs_of_a_year_are_counted_and_how_many_came_in_a_row(anna: User, bert: User) -> None:
    days = [lost_on_time(anna, bert, at=NOON - timedelta(days=number)) for number in (1, 4, 5, 366)]
    won(anna, bert, at=NOON - timedelta(days=2))
    lost_on_time(bert, anna, at=NOON - timedelta(days=3))

    found = behaviour_statistics_of(anna.pk, now=NOON)

    assert found.timeouts == [game.number for game in days[:3]]
    assert (found.longest_run_of_timeouts, found.games) == (2, 5)


def test_an_aborted_game_between_them_does_not_break_a_row(anna: User, bert: User) -> None:
    lost_on_time(anna, bert, at=NOON - timedelta(days=1))
    ended_game(anna, bert, result="*", termination="abort", at=NOON - timedelta(days=2))
    lost_on_time(anna, bert, at=NOON - timedelta(days=3))

    assert behaviour_statistics_of(anna.pk, now=NOON).longest_run_of_timeouts == 2


def test_only_games_that_the_player_has_aborted_themselves_are_named(begin: Begin, anna: User, bert: User) -> None:
    own, others = begin(), begin()
    abort(own.number, anna)
    abort(others.number, bert)

    assert behaviour_statistics_of(anna.pk, now=NOON).aborted == [own.number]


def test_messages_that_an_opponent_has_reported_are_named_by_game(begin: Begin, anna: User, bert: User) -> None:
    first, second, third = (begin() for _game in range(3))
    filing.open_dispute(first.number, bert, category="abuse", text="He swears.")
    withdrawn = filing.open_dispute(second.number, bert, category="abuse", text="He swears.")
    filing.withdraw_dispute(withdrawn.number, bert)
    filing.open_dispute(third.number, bert, category="stalling", text="He sleeps.")

    assert behaviour_statistics_of(anna.pk, now=NOON).reported == [first.number]
    assert behaviour_statistics_of(bert.pk, now=NOON).reported == []


def test_neither_an_appeal_nor_what_was_dismissed_is_a_report(
    begin: Begin, anna: User, bert: User, person: Callable[..., User]
) -> None:
    iris = person("iris", is_staff=True)
    rude, harmless = begin(), begin()
    report = filing.open_dispute(rude.number, bert, category="abuse", text="She swears.")
    decided(report, iris, Verdict.WARNED, against=anna)
    filing.appeal(report.number, anna, text="I do not.")
    refused = filing.open_dispute(harmless.number, bert, category="abuse", text="She greets me.")
    decided(refused, iris, Verdict.DISMISSED)
    filing.appeal(refused.number, bert, text="Look again.")

    assert behaviour_statistics_of(anna.pk, now=NOON).reported == [rude.number]
    assert behaviour_statistics_of(bert.pk, now=NOON).reported == []


def test_any_number_of_games_costs_five_queries(
    begin: Begin, anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _game in range(3):
        abort(begin().number, anna)
        begin()

    with django_assert_num_queries(5):
        behaviour_statistics_of(anna.pk, now=NOON)


def _played(game: Game, ply: int, position: str, *, spent: int, left: int) -> None:
    """A half-move that led to the position, played so long before its deadline."""
    columns = {"notation": "d6", "played_at": NOON, "deadline_at": NOON + timedelta(seconds=left)}
    Move.objects.create(game=game, ply=ply, position=position, seconds_spent=spent, **columns)


def _offered(game: Game, player: User, *ends: str) -> None:
    for status in ends:
        DrawOffer.objects.create(game=game, offered_by=player, ply=2, status=status)
