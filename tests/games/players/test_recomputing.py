"""Ratings follow from the games that count, to the last digit, whatever is decided about them later."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import translation

from accounts.models import User
from games.core import event_log
from games.core.locking import locked_game
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes.verdict_kinds import Verdict
from games.play import interventions
from games.play.actions import abort, accept_draw, offer_draw, resign
from games.play.tasks import show_rating_changes
from games.players import ratings, recomputing
from games.players.glicko import Strength, after_idleness, after_period
from games.players.models import Rating, RatingChange
from games.players.notifications import RatingCorrectedNotification
from games.players.recomputing import Checked
from games.players.tasks import recompute_ratings
from kit import database_time, locks
from tests.support.playing import fresh, unchanged
from tests.support.racing import at_once, while_locked
from tests.support.ruling import decided, dispute_about

Begin = Callable[..., Game]
LIST = ("standard", "people")
Figures = dict[str, tuple[float, float, float, int]]


@pytest.fixture
def won(begin: Begin, clock: time_machine.Traveller) -> Callable[[User, User], Game]:
    """A factory of games that the first player wins with White, an hour after the game before."""

    def make(winner: User, loser: User) -> Game:
        clock.shift(timedelta(hours=1))
        return resign(begin(white=winner, black=loser).number, loser)

    return make


Won = Callable[[User, User], Game]


def figures() -> Figures:
    """The stored ratings of those with games."""
    rows = Rating.objects.filter(games__gt=0).select_related("user")
    return {row.user.username: (row.value, row.deviation, row.volatility, row.games) for row in rows}


def from_the_games() -> Figures:
    """What follows from the finished games in the order of their ends, by the formulas alone."""
    found: dict[str, tuple[Strength, object]] = {}
    played: dict[str, int] = {}
    for game in Game.objects.filter(status="finished", rated=True).with_players().order_by("finished_at"):
        names = game.white.username, game.black.username
        before = []
        for name in names:
            strength, at = found.get(name, (Strength(), game.finished_at))
            before.append(after_idleness(strength, game.finished_at - at))  # type: ignore[operator]
            played[name] = played.get(name, 0) + 1
        score = ratings.SCORES[game.result]
        found[names[0]] = after_period(before[0], [(before[1], score)]), game.finished_at
        found[names[1]] = after_period(before[1], [(before[0], 1 - score)]), game.finished_at
    return {name: (each.value, each.deviation, each.volatility, played[name]) for name, (each, _at) in found.items()}


def conclude(game: Game, result: str) -> None:
    with transaction.atomic():
        now = database_time.now()
        event_log.record(interventions.conclude(locked_game(game.pk), Game.Result(result), now=now), now=now)


def annul(game: Game) -> None:
    conclude(game, "*")


def recompute_all() -> None:
    recompute_ratings()
    show_rating_changes()


# --- A game that counts no more ---------------------------------------------------------------------------------------


def test_an_annulled_game_leaves_ratings_as_if_it_had_not_been_played(won: Won, anna: User, bert: User) -> None:
    for player, value in ((anna, 1442), (bert, 1558)):
        Rating.objects.create(user=player, rules="standard", value=value, deviation=287, games=2)
    annulled = won(anna, bert)
    won(bert, anna)

    annul(annulled)
    recompute_all()

    shown = {name: tuple(map(round, each)) for name, each in figures().items()}
    assert shown == {"anna": (1344, 247, 0, 3), "bert": (1656, 247, 0, 3)}


@pytest.mark.django_db(transaction=True)
def test_without_later_games_both_ratings_are_at_once_those_of_before(won: Won, anna: User, bert: User) -> None:
    won(bert, anna)
    before = figures()
    last = won(anna, bert)

    annul(last)

    assert figures() == before
    assert RatingChange.objects.count() == 2
    assert recomputing.check(*LIST).waiting == 0


def test_a_first_game_that_is_annulled_leaves_newcomers(won: Won, anna: User, bert: User) -> None:
    annul(won(anna, bert))

    stored = Rating.objects.values_list("value", "deviation", "volatility", "games", "rated_at")
    assert set(stored) == {(1500.0, 350.0, 0.06, 0, None)}


def test_a_result_that_was_changed_counts_from_the_decision_on(
    won: Won, clock: time_machine.Traveller, anna: User, bert: User, person: Callable[..., User]
) -> None:
    carla = person("carla")
    changed = won(anna, bert)
    won(bert, carla)
    won(carla, anna)

    clock.shift(timedelta(hours=1))
    conclude(changed, "1/2-1/2")
    recompute_all()

    assert fresh(changed).result == "1/2-1/2"
    assert figures() == from_the_games()


def test_games_of_later_opponents_are_rated_again_and_others_stay(
    won: Won, anna: User, bert: User, person: Callable[..., User]
) -> None:
    carla, dora, emil, franz = (person(name) for name in ("carla", "dora", "emil", "franz"))
    annulled = won(anna, bert)
    won(emil, franz)
    won(bert, carla)
    won(carla, dora)
    before = figures()

    annul(annulled)
    recompute_all()

    after = figures()
    assert {name for name in before if after.get(name) != before[name]} == {"anna", "bert", "carla", "dora"}
    assert after == from_the_games()


@pytest.mark.django_db(transaction=True)
def test_any_games_may_be_annulled_in_any_order(
    won: Won, begin: Begin, clock: time_machine.Traveller, anna: User, bert: User, person: Callable[..., User],
) -> None:  # fmt: skip
    chance = random.Random(7)
    players = [anna, bert, person("carla"), person("dora"), person("emil")]
    games = []
    for number in range(40):
        white, black = chance.sample(players, 2)
        if number % 4:
            games.append(won(white, black))
        else:
            clock.shift(timedelta(days=chance.choice((1, 30, 400))))
            offer_draw(begin(white=white, black=black).number, white)
            games.append(accept_draw(Game.objects.latest("number").number, black))
    for number, game in enumerate(chance.sample(games, 12)):
        annul(game)
        if number % 3:
            recompute_all()
        clock.shift(timedelta(minutes=1))
    recompute_all()

    assert figures() == from_the_games()
    assert recomputing.check(*LIST) == Checked(28, 0, [])


def test_ratings_of_other_rule_sets_stay(begin: Begin, won: Won, anna: User, bert: User) -> None:
    resign(begin(Agreement(rules="classic")).number, bert)
    classic = Rating.objects.get(user=anna, rules="classic")
    annulled = won(anna, bert)
    won(bert, anna)

    annul(annulled)
    recompute_all()

    assert Rating.objects.get(user=anna, rules="classic").value == classic.value


def test_who_has_deleted_the_account_gets_no_rating_again(
    won: Won, anna: User, bert: User, person: Callable[..., User]
) -> None:
    carla = person("carla")
    annulled = won(anna, bert)
    won(bert, carla)
    won(carla, anna)
    Rating.objects.filter(user=carla).delete()

    annul(annulled)
    recompute_all()

    expected = from_the_games()
    assert figures() == {name: expected[name] for name in ("anna", "bert")}


def test_an_aborted_game_has_no_rating_to_undo(begin: Begin, anna: User, bert: User) -> None:
    game = abort(begin().number, anna)

    with unchanged(), transaction.atomic():
        ratings.revert(fresh(game))


# --- What is told -----------------------------------------------------------------------------------------------------


def test_games_show_the_new_changes(won: Won, anna: User, bert: User) -> None:
    annulled = won(anna, bert)
    later = won(bert, anna)
    before = later.white_rating_change

    annul(annulled)
    recompute_all()

    row = RatingChange.objects.get(game=later, user=bert)
    assert before != fresh(later).white_rating_change == row.change == 162
    assert fresh(later).black_rating_change == -162
    assert fresh(annulled).white_rating_change is None


def test_players_are_told_what_changed_and_why(won: Won, anna: User, bert: User, person: Callable[..., User]) -> None:
    carla, dora = person("carla"), person("dora")
    annulled = won(anna, bert)
    won(carla, dora)
    won(bert, carla)
    before = figures()

    annul(annulled)
    recompute_all()

    events = Event.objects.filter(type="rating_corrected").order_by("id")
    told = dict(UserEvent.objects.filter(event__in=events).values_list("user__username", "event__data"))
    assert set(told) == {"anna", "bert", "carla"}
    assert told["anna"] == {
        "rules": "standard",
        "pool": "people",
        "annulled": [annulled.pk],
        "rating_before": round(before["anna"][0]),
        "rating": 1500,
    }


def test_the_bell_says_it(won: Won, anna: User, bert: User) -> None:
    annulled = won(anna, bert)
    won(bert, anna)
    before = round(figures()["anna"][0])

    annul(annulled)
    recompute_all()

    event = Event.objects.get(type="rating_corrected", user_events__user=anna)
    with translation.override("en"):
        line = RatingCorrectedNotification().line(event, anna)
    assert line.text == f"Your rating is now 1338, and no longer {before} (Standard)"
    assert line.more == f"It was computed again, because these games no longer count: #{annulled.pk}."
    assert line.url == "/players/anna/"


# --- Together with games that end -------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_game_that_ends_waits_while_ratings_are_computed_again(begin: Begin, anna: User, bert: User) -> None:
    games = [begin() for _number in range(2)]
    resign(games[0].number, bert)
    row = Rating.objects.get(user=anna)

    def compute() -> None:
        locks.hold(ratings.lock_of(*LIST))

    with while_locked(row, lambda: resign(games[1].number, bert), first=compute) as waiting:
        assert not waiting.done()

    assert RatingChange.objects.count() == 4
    assert recomputing.check(*LIST) == Checked(2, 0, [])


@pytest.mark.django_db(transaction=True)
def test_games_end_together_with_a_decision_and_two_workers(
    begin: Begin, anna: User, bert: User, person: Callable[..., User], arbiter: User
) -> None:
    carla = person("carla")
    annulled = resign(begin().number, bert)
    games = [begin(white=white, black=black) for white, black in ((anna, bert), (bert, carla), (carla, anna))]
    dispute = dispute_about(annulled, anna)

    at_once(
        lambda: decided(dispute, arbiter, Verdict.ANNULLED),
        *[lambda game=game: resign(game.number, game.black) for game in games],
        recompute_all,
        recompute_all,
    )
    recompute_all()

    assert recomputing.check(*LIST) == Checked(3, 0, [])


# --- The command ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_command_finds_what_does_not_follow_from_the_games(
    won: Won, anna: User, bert: User, capsys: pytest.CaptureFixture[str]
) -> None:
    won(anna, bert)
    game = won(bert, anna)
    call_command("recompute_ratings", check=True)
    assert capsys.readouterr().out == "standard, people: 2 games, 0 differences\n"

    Rating.objects.filter(user=anna).update(value=1500.0)
    Game.objects.filter(pk=game.pk).update(white_rating_change=3)
    RatingChange.objects.filter(game=game, user=bert).update(new_deviation=60.0)

    with pytest.raises(CommandError, match=r"^3 differences between the stored ratings and the games.$"):
        call_command("recompute_ratings", check=True)
    printed = capsys.readouterr().out
    assert f"  game {game.pk}: it shows other changes of the ratings\n" in printed
    assert f"  player {anna.pk}: 2 games, " in printed


@pytest.mark.django_db(transaction=True)
def test_the_command_restores_what_follows_from_the_games(
    won: Won, anna: User, bert: User, person: Callable[..., User], capsys: pytest.CaptureFixture[str]
) -> None:
    for winner, loser in ((anna, bert), (bert, person("carla")), (bert, anna)):
        game = won(winner, loser)
    before = figures()
    Rating.objects.filter(user=anna).update(value=1500.0)
    Rating.objects.filter(user=bert).delete()
    Game.objects.filter(pk=game.pk).update(white_rating_change=3)
    RatingChange.objects.filter(game=game, user=bert).update(new_deviation=60.0)

    call_command("recompute_ratings")
    recompute_all()

    assert capsys.readouterr().out == "standard, people: 3 games, 2 ratings have changed\n"
    assert figures() == before
    call_command("recompute_ratings", check=True)


@pytest.mark.django_db(transaction=True)
def test_the_command_rates_games_of_before_their_ratings_were_kept(
    won: Won, anna: User, bert: User, person: Callable[..., User]
) -> None:
    for winner, loser in ((anna, bert), (bert, person("carla")), (bert, anna)):
        won(winner, loser)
    before = figures()
    RatingChange.objects.all().delete()
    assert len(recomputing.check(*LIST).differences) == 6

    call_command("recompute_ratings")

    assert figures() == before
    assert recomputing.check(*LIST) == Checked(3, 0, [])
