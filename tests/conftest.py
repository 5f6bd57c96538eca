"""Fixtures for all tests: people, a clock that can be moved, games that have begun."""

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import hypothesis
import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management.commands import flush
from django.test import override_settings
from django.utils import timezone, translation

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes.roles import Role
from games.puzzles.models import Puzzle
from kit import database_time
from kit.database_time import ProcessClock
from tests.campaigns.fuzzing import SHORT
from tests.support.database_roles import OWNER, SERVER, owner_and_server, work_as
from tests.support.databases import TEMPLATE, copied_template, migrated_template
from tests.support.emptying import emptied
from tests.support.people import new_person
from tests.support.ruling import Staff
from tests.support.snapshots import Snapshot, spread_numbers
from tools.launcher.catalogues import ensure_compiled

# Whether a test passes must not depend on how busy the machine is, nor on a random example: campaigns search for those
# with the other profile (tools/launcher/commands/test.py), whose seed is printed.
UNTIMED = hypothesis.settings(
    deadline=None, database=None, suppress_health_check=[hypothesis.HealthCheck.too_slow], print_blob=True
)
hypothesis.settings.register_profile("fixed", UNTIMED, derandomize=True)
hypothesis.settings.register_profile("search", UNTIMED, derandomize=False, max_examples=500)
hypothesis.settings.load_profile("fixed")

pytest_plugins = [
    "tests.support.live",
    "tests.support.published",
    "tests.support.api",
    "tests.support.pages",
    "tests.support.computers",
]

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
Begun = dict[str, int]


def pytest_addoption(parser: pytest.Parser) -> None:
    """More made-up calls and more faults than those of every day; and examples of the schema to be written."""
    parser.addoption("--write-examples", action="store_true", help="renew games/site/api/examples.json")
    parser.addoption(
        "--fuzz-examples", type=int, default=SHORT, help="calls of each operation in tests/campaigns/test_fuzz"
    )
    parser.addoption("--cluster-faults", type=int, default=7, help="faults in tests/campaigns/test_cluster")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser tests are campaigns but for a few."""
    for item in items:
        if item.get_closest_marker("e2e") and not item.get_closest_marker("smoke"):
            item.add_marker("campaign")


def pytest_collection_finish() -> None:
    """Collect garbage rarely: what was imported lives to the end, and looking through it takes a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 1_000)


def pytest_configure() -> None:
    """Take the time from the process, and compile the translations where pytest is started without dev.py, too."""
    database_time.source = ProcessClock()
    ensure_compiled()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: Any
) -> Iterator[None]:
    with ExitStack() as stack:
        with django_db_blocker.unblock():
            stack.enter_context(owner_and_server())
            if "PYTEST_XDIST_TESTRUNUID" in os.environ:
                stack.enter_context(migrated_template())
            elif TEMPLATE in os.environ:
                stack.enter_context(copied_template())
        yield
        with django_db_blocker.unblock():
            stack.close()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The tests have the rights of the server: as_owner() and as_superuser() lend others."""
    with django_db_blocker.unblock():
        # What migrating has made; the fixture `computers` and `establish` make it anew.
        User.objects.filter(computer_level__isnull=False).delete()
        Puzzle.objects.all().delete()
    if not settings.DATABASE_SERVER_ROLE:
        yield
        return
    with django_db_blocker.unblock():
        work_as(SERVER)
    yield
    with django_db_blocker.unblock():
        work_as(OWNER)


@pytest.fixture(scope="session", autouse=True)
def _what_migrating_wrote_stays() -> Iterator[None]:
    """After a test that commits, Django empties all tables and writes content types and permissions anew, which takes
    three times as long as the emptying. Here they stay."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", emptied)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_args, **_options: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _cheap_passwords() -> Iterator[None]:
    with override_settings(PASSWORD_HASHERS=["tests.support.passwords.CheapArgon2"]):
        yield


@pytest.fixture(autouse=True)
def _default_language() -> None:
    """A page leaves its reader's language in force, and the next test may come from anywhere."""
    translation.deactivate()


@pytest.fixture
def person(db: None) -> Callable[..., User]:
    """A factory of people by name; the mail address is confirmed nowhere yet."""
    return new_person


@pytest.fixture(scope="session")
def _snapshot(django_db_setup: None, django_db_blocker: Any) -> Snapshot[Begun]:
    """Anna, Bert and a game that has just begun between them."""

    def build() -> Begun:
        anna, bert = new_person("anna"), new_person("bert")
        return {"anna": anna.pk, "bert": bert.pk, "game": begun(anna, bert, Agreement()).pk}

    with django_db_blocker.unblock():
        spread_numbers(1000)
        return Snapshot(build, at=NOON)


@pytest.fixture
def _written(_snapshot: Snapshot[Begun], db: None, request: pytest.FixtureRequest) -> Begun:
    """The keys of what has been written. A clock that stands still is set before."""
    if "clock" in request.fixturenames:
        request.getfixturevalue("clock")
    _snapshot.write(timezone.now())
    return _snapshot.built


@pytest.fixture
def anna(request: pytest.FixtureRequest, person: Callable[..., User]) -> User:
    return _player("anna", request) or person("anna")


@pytest.fixture
def bert(request: pytest.FixtureRequest, person: Callable[..., User]) -> User:
    return _player("bert", request) or person("bert")


def _player(name: str, request: pytest.FixtureRequest) -> User | None:
    """Who has been written together with the game, if the test is about the game."""
    if "_written" not in request.fixturenames:
        return None
    return User.objects.get(pk=request.getfixturevalue("_written")[name])


@pytest.fixture
def carla(person: Callable[..., User]) -> User:
    return person("carla")


@pytest.fixture
def arbiter(person: Callable[..., User]) -> User:
    """Whoever decides disputes by the domain’s own means, which ask for no role."""
    return person("arbiter")


@pytest.fixture
def staff(person: Callable[..., User]) -> Staff:
    """A factory of people with a role: one of the three, `superuser`, or none at all."""

    def make(name: str, role: str) -> User:
        user = person(name, is_staff=role != "player", is_superuser=role == "superuser")
        if role in list(Role):
            user.groups.add(Group.objects.get(name=role))
        return user

    return make


@pytest.fixture
def iris(staff: Staff) -> User:
    """An arbiter who may enter the panel."""
    return staff("iris", "arbiter")


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """The time of day, standing still at noon until it is moved with move_to() or shift()."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def begin(request: pytest.FixtureRequest, anna: User, bert: User) -> Callable[..., Game]:
    """A factory of games that have just begun: Anna has White against Bert, three days a move, rated.

    With the marker `casual` they are not rated, so that a first move can be lost on time like any other.
    """
    is_casual = request.node.get_closest_marker("casual") is not None

    def make(agreement: Agreement = Agreement(), *, white: User = anna, black: User = bert) -> Game:  # noqa: B008
        return begun(white, black, replace(agreement, rated=False) if is_casual else agreement)

    return make


@pytest.fixture
def game(request: pytest.FixtureRequest, _written: Begun) -> Game:
    """What begin() makes."""
    if request.node.get_closest_marker("casual"):
        Game.objects.update(rated=False)
    return Game.objects.with_players().get(pk=_written["game"])


def begun(white: User, black: User, agreement: Agreement) -> Game:
    challenge = actions.challenge_player(white, black, Proposal(agreement=agreement, colour="white"))
    game = actions.accept_challenge(challenge.number, black).game
    assert game is not None
    return game
