"""Checkpoints of the audit log: when they are made, what they cover, who gets them."""

import json
from datetime import timedelta

import pytest
import time_machine
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from games.audit import checkpoints, tasks
from games.audit.keys import sign
from games.audit.models import Checkpoint
from games.disputes import audit_log
from games.disputes.models import AuditEntry
from tests.games.audit.changing import rewritten, without_triggers
from tests.support.api import Api
from tests.support.database_roles import as_owner
from tests.support.metrics import of_server

pytestmark = pytest.mark.django_db


def test_a_checkpoint_has_rows_and_last_seal_signed_by_the_key_of_the_settings(book: list[AuditEntry]) -> None:
    made = checkpoints.make_checkpoint()

    assert made is not None
    assert (made.rows, made.seal) == (3, book[-1].digest)
    key, text = Ed25519PublicKey.from_public_bytes(bytes.fromhex(made.key)), checkpoints.signed_text(made)
    key.verify(bytes.fromhex(made.signature), text.encode())
    with pytest.raises(InvalidSignature):
        key.verify(bytes.fromhex(made.signature), text.replace("rows: 3", "rows: 4").encode())


def test_the_text_that_is_signed_is_read_back_the_same_from_the_database(book: list[AuditEntry]) -> None:
    made = checkpoints.make_checkpoint()

    assert made is not None
    assert checkpoints.signed_text(Checkpoint.objects.get()) == checkpoints.signed_text(made)


def test_there_is_one_checkpoint_a_day_however_often_the_task_runs(
    book: list[AuditEntry], clock: time_machine.Traveller
) -> None:
    for _run in range(2):
        tasks.make_checkpoint()
    clock.shift(timedelta(days=1))
    tasks.make_checkpoint()

    assert Checkpoint.objects.count() == 2


@pytest.mark.usefixtures("book")
def test_a_log_that_was_rewritten_is_not_signed_again(clock: time_machine.Traveller) -> None:
    checkpoints.make_checkpoint()
    rewritten(AuditEntry.objects.earliest("pk").pk, "Never.")
    clock.shift(timedelta(days=1))

    assert audit_log.first_break() is None
    assert checkpoints.make_checkpoint() is None
    assert Checkpoint.objects.count() == 1


def test_a_log_that_lacks_rows_is_not_signed_again(book: list[AuditEntry], clock: time_machine.Traveller) -> None:
    checkpoints.make_checkpoint()
    without_triggers("DELETE FROM disputes_auditentry WHERE id = %s", book[-1].pk)
    clock.shift(timedelta(days=1))

    assert checkpoints.make_checkpoint() is None


@override_settings(AUDIT_CHECKPOINT_MAILS=["watch@example.org", "club@example.org"])
def test_a_checkpoint_is_mailed_once_to_the_named_addresses(book: list[AuditEntry]) -> None:
    for _run in range(2):
        tasks.make_checkpoint()

    made = Checkpoint.objects.get()
    (message,) = mail.outbox
    assert message.recipients() == ["watch@example.org", "club@example.org"]
    for part in (checkpoints.signed_text(made), made.key, made.signature):
        assert part in message.body
    assert made.mailed_at is not None


def test_without_addresses_nothing_is_mailed_until_there_are_some(book: list[AuditEntry]) -> None:
    tasks.make_checkpoint()
    assert mail.outbox == []
    with override_settings(AUDIT_CHECKPOINT_MAILS=["watch@example.org"]):
        tasks.make_checkpoint()

    assert len(mail.outbox) == 1


def test_the_key_is_that_of_the_setting_and_otherwise_follows_from_the_secret_key() -> None:
    with override_settings(AUDIT_KEY="01" * 32):
        given = sign("x")
    with override_settings(AUDIT_KEY="", SECRET_KEY="a"):
        derived = sign("x")
    with override_settings(AUDIT_KEY="", SECRET_KEY="b"):
        other = sign("x")

    assert given[0] == "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c"
    assert len({given, derived, other}) == 3
    with override_settings(AUDIT_KEY="short"), pytest.raises(ImproperlyConfigured, match="64 hexadecimal digits"):
        sign("x")


def test_everybody_reads_checkpoints_and_hashes_and_no_content(book: list[AuditEntry], api: Api) -> None:
    checkpoints.make_checkpoint()

    (data,) = api().read("audit/checkpoints/")["results"]
    guest = api()
    guest.get("/api/v1/audit/rows/")
    rows = guest.received.decode()

    assert data["text"] == checkpoints.signed_text(Checkpoint.objects.get())
    assert [row["seal"] for row in map(json.loads, rows.splitlines())] == [row.digest for row in book]
    assert "anna" not in rows
    assert "One." not in rows


def test_the_age_of_the_newest_checkpoint_is_a_metric(book: list[AuditEntry]) -> None:
    assert of_server().value("muehle_audit_checkpoint_age_seconds") == float("inf")

    checkpoints.make_checkpoint()
    with as_owner():
        Checkpoint.objects.update(made_at=Checkpoint.objects.get().made_at - timedelta(hours=5))

    assert of_server().value("muehle_audit_checkpoint_age_seconds") // 3600 == 5
