"""What a game would do to the rating, shown before a challenge is accepted."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.challenges.prospects import prospects_for
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import accept_draw, offer_draw, resign
from games.players.models import Rating
from games.players.ratings import Prospects
from kit import database_time
from tests.support.api import Api
from tests.support.playing import fresh
from tests.support.reading import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def posted(anna: User) -> Callable[..., Challenge]:
    """A factory of open challenges of Anna's."""

    def make(**agreement: object) -> Challenge:
        return actions.challenge_anyone(anna, Proposal(agreement=Agreement(**agreement)))  # type: ignore[arg-type]

    return make


Posted = Callable[..., Challenge]


def of(player: User | None, challenge: Challenge) -> Prospects | None:
    return prospects_for(player, [challenge], at=database_time.now()).get(challenge.number)


@pytest.mark.parametrize("result", ["won", "drawn", "lost"])
def test_the_game_changes_the_rating_as_was_said(posted: Posted, anna: User, bert: User, result: str) -> None:
    for player, value in ((anna, 1620.7), (bert, 1433.2)):
        Rating.objects.create(
            user=player, rules="standard", value=value, deviation=90, games=9, rated_at=database_time.now()
        )
    challenge = posted()
    said = of(bert, challenge)
    game = actions.accept_challenge(challenge.number, bert).game
    assert game is not None

    if result == "drawn":
        offer_draw(game.number, anna)
        accept_draw(game.number, bert)
    else:
        resign(game.number, anna if result == "won" else bert)

    ended = fresh(game)
    change = ended.white_rating_change if ended.white_id == bert.pk else ended.black_rating_change
    assert said is not None
    assert change == getattr(said, result)
    assert said.won > said.drawn > 0 > said.lost


def test_casual_and_own_challenges_have_none(posted: Posted, anna: User, bert: User) -> None:
    assert of(bert, posted(rated=False)) is None
    assert of(anna, posted()) is None


def test_a_challenge_of_a_bot_is_about_the_rating_against_bots(posted: Posted, anna: User, bert: User) -> None:
    challenge = posted()
    before = of(bert, challenge)
    User.objects.filter(pk=anna.pk).update(bot_since=database_time.now())
    challenge.challenger.refresh_from_db()
    Rating.objects.create(user=bert, rules="standard", pool="bots", value=1800, deviation=60, games=30)

    assert of(bert, challenge) != before


def test_who_may_accept_reads_it_on_the_page(client: Client, posted: Posted, bert: User) -> None:
    challenge, casual = posted(), posted(rated=False)
    client.force_login(bert)

    assert "rated win +162, draw ±0, loss −162" in words(
        client.get(f"/challenges/{challenge.number}/").content.decode()
    )
    assert "win +" not in words(client.get(f"/challenges/{casual.number}/").content.decode())


def test_programs_read_it_too_with_one_query_for_all(api: Api, posted: Posted, anna: User, bert: User) -> None:
    counts = []
    for _more in range(2):
        posted()
        with CaptureQueriesContext(connection) as queries:
            found = api(bert).read("lobby/")["results"]
        counts.append(len(queries))

    assert [row["rating_changes"] for row in found] == [{"won": 162, "drawn": 0, "lost": -162}] * 2
    assert counts[0] == counts[1]
    assert [row["rating_changes"] for row in api().read("lobby/")["results"]] == [None, None]
    assert [row["rating_changes"] for row in api(anna).read("challenges/")["results"]] == [None, None]


def test_a_deviation_that_has_grown_meanwhile_makes_more_of_it(posted: Posted, game: Game, bert: User) -> None:
    challenge = posted()
    row = Rating.objects.create(
        user=bert, rules="standard", deviation=60, games=30, rated_at=database_time.now(), value=1500
    )
    fresh_one = of(bert, challenge)
    row.rated_at = row.rated_at and row.rated_at.replace(year=row.rated_at.year - 2)
    row.save()
    grown = of(bert, challenge)

    assert fresh_one is not None
    assert grown is not None
    assert grown.won > fresh_one.won
