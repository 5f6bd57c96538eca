"""Which database a read goes to. With a real standby: tests/campaigns/test_database_servers.py."""

import pytest
from django.conf import settings
from django.db import OperationalError, transaction

from accounts.models import User
from kit import replica
from kit.replica import Replica, Router, may_read_replica


@pytest.fixture
def current(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a standby that is up to date."""
    monkeypatch.setattr(replica, "_unused_until", 0.0)
    monkeypatch.setitem(settings.DATABASES, "replica", {})
    monkeypatch.setattr(replica, "_is_current", lambda: True)


def read_from() -> str:
    return Router().db_for_read(User)


def test_only_declared_reads_go_to_a_standby(current: None) -> None:
    declared = may_read_replica(read_from)

    assert (declared(), read_from()) == ("replica", "default")
    assert may_read_replica(lambda: Router().db_for_write(User))() == "default"


def test_without_a_standby_all_is_read_from_the_primary() -> None:
    assert Replica().read(read_from) == "default"


@pytest.mark.django_db(transaction=True)
def test_what_is_read_in_a_transaction_is_read_from_the_primary(current: None) -> None:
    def in_transaction() -> str:
        with transaction.atomic():
            return read_from()

    assert Replica().read(in_transaction) == "default"
    assert Replica().read(read_from) == "replica"


def test_what_a_standby_does_not_answer_is_read_from_the_primary(current: None) -> None:
    def fail_on_standby() -> str:
        if read_from() == "replica":
            raise OperationalError("terminating connection due to conflict with recovery")
        return read_from()

    one = Replica()

    assert (one.read(fail_on_standby), one.read(read_from)) == ("default", "default")
    # For a while, others do not ask it either.
    assert Replica().read(read_from) == "default"
