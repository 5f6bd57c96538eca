"""What a rating was made of, counted from the rated games."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import accept_draw, offer_draw
from games.players.models import Rating, RatingChange
from games.rankings import histories
from games.rankings.histories import OPENING_GAMES, History, Point, Score
from games.rankings.pages.chart import Chart
from muehle import Move, Position
from tests.games.rankings.conftest import MOVES, Won

Person = Callable[..., User]
START = datetime(2026, 1, 1, tzinfo=UTC)


def of(user: User) -> History:
    return histories.history_of(user.pk, "standard", "people")


@pytest.fixture
def carla(person: Person) -> User:
    return person("carla")


def test_the_history_has_the_rating_after_each_game_and_the_last_is_that_of_today(
    won: Won, anna: User, bert: User
) -> None:
    games = [won(anna, bert), won(bert, anna), won(anna, bert)]

    points = of(anna).points

    assert [point.at for point in points] == [game.finished_at for game in games]
    assert [point.score for point in points] == [1.0, 0.0, 1.0]
    row = Rating.objects.get(user=anna)
    assert (points[-1].rating, points[-1].deviation) == (row.value, row.deviation)


def test_games_of_other_rule_sets_and_annulled_ones_are_left_out(won: Won, anna: User, bert: User) -> None:
    won(anna, bert)
    won(anna, bert, rules="classic")
    annulled = won(anna, bert)
    RatingChange.objects.filter(game=annulled).update(is_void=True)

    assert len(of(anna).points) == 1
    assert len(histories.between(anna.pk, bert.pk)) == 2


def test_scores_are_counted_by_colour_ending_and_opponent(
    won: Won, begin: Callable[..., Game], anna: User, bert: User, carla: User
) -> None:
    won(anna, bert)
    won(anna, carla)
    won(bert, anna)
    drawn = begin(Agreement(), white=bert, black=anna)
    offer_draw(drawn.number, bert)
    accept_draw(drawn.number, anna)

    history = of(anna)

    assert history.colours == (Score(2, 0, 0), Score(0, 1, 1))
    assert list(history.endings.items()) == [("resignation", Score(2, 0, 1)), ("agreement", Score(0, 1, 0))]
    assert list(history.opponents.items()) == [(bert.pk, Score(1, 1, 1)), (carla.pk, Score(1, 0, 0))]
    assert history.score == Score(2, 1, 1)


def test_only_the_most_frequent_opponents_are_named(
    won: Won, anna: User, bert: User, carla: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(histories, "OPPONENTS", 1)
    for opponent in (bert, carla, carla):
        won(anna, opponent)

    assert of(anna).opponents == {carla.pk: Score(2, 0, 0)}


def test_the_best_win_is_against_the_highest_rating_before_the_game(
    won: Won, anna: User, bert: User, carla: User
) -> None:
    for player, value in ((bert, 1900.0), (carla, 1700.0)):
        Rating.objects.create(user=player, rules="standard", value=value, deviation=60, games=9)
    won(bert, anna)
    best = won(anna, carla)
    won(anna, carla)

    found = of(anna)

    assert found.best_win is not None
    assert (found.best_win.game, found.best_win.opponent_rating) == (best.pk, 1700.0)
    before = RatingChange.objects.exclude(user=anna).values_list("value", flat=True)
    assert found.average_opponent == round(sum(before) / 3)


def test_without_a_win_there_is_no_best_one(won: Won, anna: User, bert: User) -> None:
    won(bert, anna)

    assert of(anna).best_win is None
    assert (of(User(pk=0)).best_win, of(User(pk=0)).average_opponent) == (None, None)


def test_openings_are_positions_up_to_the_symmetries(won: Won, anna: User, bert: User) -> None:
    turned = ("f4", "d2", "b4", "d6")
    won(anna, bert, *MOVES)
    won(bert, anna, *turned)
    won(anna, bert, "a7", "d7", "g7", "g4")
    won(anna, bert, "d6")

    openings = histories.openings_of(of(anna))

    assert [opening.score for opening in openings] == [Score(1, 0, 1), Score(1, 0, 0)]
    latest = Position.start()
    for move in turned:
        latest = latest.play(Move.parse(move))
    assert openings[0].position == latest


def test_openings_are_those_of_the_latest_games(
    won: Won, anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert OPENING_GAMES == 500
    monkeypatch.setattr(histories, "OPENING_GAMES", 1)
    won(anna, bert, *MOVES)
    won(anna, bert, "a7", "d7", "g7", "g4")

    assert [opening.score.games for opening in histories.openings_of(of(anna))] == [1]


def test_months_have_the_rating_at_their_end(clock: time_machine.Traveller, won: Won, anna: User, bert: User) -> None:
    for moment in (datetime(2027, 1, 31, 22, tzinfo=UTC), datetime(2027, 1, 31, 23, tzinfo=UTC)):
        clock.move_to(moment - timedelta(hours=1))
        won(anna, bert)
    won(bert, anna, after=timedelta(hours=2))

    history = of(anna)

    months = [(month.begins, month.score, month.rating) for month in history.months]
    assert months == [
        (datetime(2027, 2, 1, tzinfo=UTC), Score(0, 0, 1), round(history.points[2].rating)),
        (datetime(2027, 1, 1, tzinfo=UTC), Score(2, 0, 0), round(history.points[1].rating)),
    ]


# --- The chart --------------------------------------------------------------------------------------------------------


def point(at: datetime, rating: float) -> Point:
    return Point(
        game=1, at=at, rating=rating, deviation=60, score=1.0, opponent=2, opponent_rating=1500.0,
        termination="resignation", white=1,
    )  # fmt: skip


def points(*ratings: float) -> list[Point]:
    return [point(START + timedelta(days=day), rating) for day, rating in enumerate(ratings)]


@pytest.mark.parametrize("number", [2, 239, 240, 241, 5000])
def test_a_sample_has_both_ends_and_so_many_points_at_most(number: int) -> None:
    history = History(1, points(*map(float, range(number))))

    sample = history.sampled(240)

    assert (sample[0], sample[-1], len(sample)) == (history.points[0], history.points[-1], min(number, 240))
    assert [each.at for each in sample] == sorted(each.at for each in sample)


def test_the_chart_begins_on_the_left_and_the_highest_rating_is_above() -> None:
    chart = Chart(points(1500, 1600, 1550))

    assert chart.path == "0.0,200.0 300.0,0.0 600.0,100.0"
    assert chart.lines == [(1500, 200.0), (1525, 150.0), (1550, 100.0), (1575, 50.0), (1600, 0.0)]


@pytest.mark.parametrize("ratings", [(1500, 1500), (1512, 1513), (900, 2400), (1500, 1501, 1499), (1525, 1525)])
def test_every_point_is_inside_the_chart(ratings: tuple[float, ...]) -> None:
    chart = Chart(points(*ratings))

    coordinates = [tuple(map(float, pair.split(","))) for pair in f"{chart.path} {chart.band}".split()]
    assert all(0 <= x <= 600 and 0 <= y <= 200 for x, y in coordinates)
    assert 1 <= len(chart.lines) <= 7


def test_games_that_ended_in_one_moment_are_drawn_too() -> None:
    chart = Chart([point(START, 1500.0), point(START, 1600.0)])

    assert chart.path == "0.0,200.0 0.0,0.0"
