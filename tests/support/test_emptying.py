"""Between two tests that commit, nothing is left but what migrating wrote."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Model

from accounts.models import User
from games.core.models.games import Game
from games.disputes import assignment, filing
from games.disputes.models import AuditEntry
from tests.support.servers import wait_for


@pytest.mark.django_db(transaction=True)
def test_emptying_the_tables_leaves_what_migrating_wrote(person: Callable[..., User]) -> None:
    person("anna")
    before = set(Permission.objects.values_list("content_type__model", "codename"))

    call_command("flush", interactive=False, verbosity=0)

    assert not User.objects.exists()
    assert set(Permission.objects.values_list("content_type__model", "codename")) == before != set()


@pytest.mark.django_db(transaction=True)
def test_the_audit_log_is_emptied_and_goes_on_refusing_to_be(game: Game, arbiter: User) -> None:
    dispute = filing.open_dispute(game.number, game.white, category="other", text="Look.")
    assignment.take_case(dispute.number, arbiter)
    assert AuditEntry.objects.exists()

    call_command("flush", interactive=False, verbosity=0)

    assert not AuditEntry.objects.exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgenabled FROM pg_trigger WHERE tgname LIKE 'audit_is_%%'")
        assert cursor.fetchall() == [("O",), ("O",)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("models", [(Game, User), (User, Game)])
def test_what_still_reads_is_waited_for_without_a_deadlock(game: Game, models: tuple[type[Model], type[Model]]) -> None:
    """As a web process does for a stream that has ended. TRUNCATE locks one table and waits for the next."""
    has_read = threading.Event()

    def read() -> list[int]:
        try:
            with transaction.atomic():
                counts = [models[0]._default_manager.count()]
                has_read.set()
                wait_for(somebody_waits)
                return [*counts, models[1]._default_manager.count()]
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        reading = threads.submit(read)
        assert has_read.wait(30)
        call_command("flush", interactive=False, verbosity=0)

    assert reading.result() == [model._default_manager.count() + {Game: 1, User: 2}[model] for model in models]


def somebody_waits() -> bool:
    """For a lock, or with a pause between two tries."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type IN ('Lock', 'Timeout')"
        )
        return bool(cursor.fetchone()[0])
