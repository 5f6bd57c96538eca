"""One of everything that the addresses of the API can name, built once a module; no test sees what others did to it.

The module's tests run within the transaction that has built it, each in a savepoint of its own.
"""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.models import User
from accounts.oauth import registration
from games.analysis.records import import_records
from games.challenges import actions
from games.challenges.actions import Proposal
from games.chat import spectators
from games.chat_apps import actions as chat_apps_actions
from games.clubs import joining, noticeboard
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from games.disputes.verdict_kinds import Verdict
from games.notifications.push import subscriptions
from games.play.actions import offer_draw, resign
from games.players import sanctions
from games.players.models import Sanction
from games.puzzles.daily import choose_daily_puzzles
from games.time_off.leave import take_leave
from games.time_off.models import Leave
from games.webhooks import actions as webhooks_actions
from tests.games.clubs.making import new_club
from tests.games.notifications.browser import Browser
from tests.games.puzzles.conftest import LONG, store
from tests.support.people import new_person
from tests.support.ruling import decided
from tests.support.savepoints import kept_for_a_module


@dataclass(frozen=True)
class World:
    """Anna is to move and plays Bert, who has offered a draw; Bert has challenged Anna, everybody, and by a link.

    In another game Bert has not moved for two days of three. Carla is a stranger to both, and Iris is an arbiter.
    """

    anna: User
    bert: User
    carla: User
    iris: User
    game: Game
    parts: dict[str, object]


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with kept_for_a_module(django_db_blocker, build) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None) -> World:
    """The world as it was built; a test may alter the objects."""
    return copy.deepcopy(_world)


@pytest.fixture
def anna(world: World) -> User:
    return world.anna


@pytest.fixture
def bert(world: World) -> User:
    return world.bert


@pytest.fixture
def carla(world: World) -> User:
    return world.carla


@pytest.fixture
def iris(world: World) -> User:
    return world.iris


@pytest.fixture
def game(world: World) -> Game:
    return world.game


@pytest.fixture
def parts(world: World) -> dict[str, object]:
    """What the addresses are filled with."""
    return world.parts


def build() -> World:
    """Write it into the database."""
    anna, bert, carla = (new_person(name) for name in ("anna", "bert", "carla"))
    iris = new_person("iris", is_staff=True)
    iris.groups.add(Group.objects.get(name="arbiter"))
    game = _begun(anna, bert, Proposal(agreement=Agreement(), colour="white"))
    return World(anna, bert, carla, iris, game, _parts(game, anna, bert, carla))


def _begun(challenger: User, challenged: User, proposal: Proposal) -> Game:
    challenge = actions.challenge_player(challenger, challenged, proposal)
    game = actions.accept_challenge(challenge.number, challenged).game
    assert game is not None
    return game


def puzzle_of_today() -> int:
    number = store(LONG).pk
    choose_daily_puzzles()
    return number


def _parts(game: Game, anna: User, bert: User, carla: User) -> dict[str, object]:
    offer_draw(game.number, bert)
    proposal = Proposal(agreement=Agreement())
    direct = actions.challenge_player(bert, anna, proposal)
    to_all = actions.challenge_anyone(bert, proposal)
    link, secret = actions.invite_by_link(bert, proposal)
    other = _begun(anna, bert, proposal)
    resign(other.number, bert)
    slow = _begun(bert, anna, Proposal(agreement=Agreement(), colour="white"))
    Game.objects.filter(pk=slow.pk).update(turn_started_at=timezone.now() - timedelta(days=2))
    return {
        **_disputed(game, other, anna),
        "game": game.number,
        "slow": slow.number,
        "ended": other.number,
        "direct": direct.number,
        "open": to_all.number,
        "link": link.number,
        "secret": secret,
        "message_id": spectators.write(game.number, carla, "Hm.").pk,
        "token_id": 1,
        "player": "anna",
        "opponent": "bert",
        "rules": "standard",
        "puzzle": puzzle_of_today(),
        "client_id": registration.register(anna, name="x", redirect_uris=["https://club.example/"]).client_id,
        **_webhook_of(anna),
        **_chat_app_of(anna),
        "subscription_id": subscriptions.subscribe(anna, endpoint="https://8.8.8.8/anna", **Browser().keys).pk,
        "leave_id": _planned_by(anna).pk,
        "record": import_records(anna, "1. d6 f4 *", rules="standard")[0].number,
        **_club_of(anna, bert, carla),
    }


def _disputed(game: Game, ended: Game, player: User) -> dict[str, object]:
    """A dispute of the player's about messages; one about a game, decided; a warning, acknowledged."""
    pending = filing.open_dispute(game.number, player, category="abuse", text="He wrote that I cannot count.")
    other = filing.open_dispute(ended.number, player, category="other", text="He resigned by mistake.")
    arbiter = User.objects.create_user("jonas")
    decided(other, arbiter, Verdict.WARNED, reason="No more of this.", against=player)
    warning = sanctions.acknowledge(Sanction.objects.get().pk, player)
    return {"dispute": pending.number, "decided": other.number, "sanction_id": warning.pk}


def _club_of(anna: User, bert: User, carla: User) -> dict[str, object]:
    """Anna owns it, Bert is a member, and Carla would like to be one."""
    club = new_club(anna, members=[bert], admission="request")
    joining.join(club.slug, carla)
    post = noticeboard.write(club, bert, "Who plays?")
    return {"slug": club.slug, "member": "bert", "asking": "carla", "post_id": post.pk}


def _planned_by(owner: User) -> Leave:
    """A week of leave of somebody who has been here for a year."""
    User.objects.filter(pk=owner.pk).update(emergency_day=True, date_joined=timezone.now() - timedelta(days=365))
    begins = timezone.now() + timedelta(days=100)
    return take_leave(owner, starts_at=begins, ends_at=begins + timedelta(days=7))


def _chat_app_of(owner: User) -> dict[str, object]:
    """A chat app of the owner's."""
    connection = chat_apps_actions.connect(owner, service="gotify", url="https://8.8.8.8", token="abc")
    return {"connection_id": connection.pk}


def _webhook_of(owner: User) -> dict[str, object]:
    """A webhook of the owner's with a delivery."""
    webhook = webhooks_actions.create(owner, url="https://8.8.8.8/")
    return {"webhook_id": webhook.pk, "delivery_id": webhooks_actions.ping(owner, webhook.pk).pk}
