"""Copies of all data by a real worker, which is killed on the way, with a real mail server; and deletions."""

from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import DataExport, SecurityMail, User
from accounts.privacy import erasure, exports, waiting
from accounts.tasks import clean_up, finish_deletions, make_data_exports, send_security_mails
from games.core.models.games import Game
from tests.accounts.privacy.test_exports import files_in
from tests.games.notifications.people import confirm
from tests.games.notifications.postbox import PostBox, post_box, text_of
from tests.support.processes import worker
from tests.support.servers import wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.campaign]


@pytest.fixture
def box() -> Iterator[PostBox]:
    with post_box() as found:
        yield found


def is_in(state: str) -> bool:
    return DataExport.objects.filter(state=state).exists()


def test_a_worker_makes_the_copy_writes_a_mail_and_throws_it_away_in_the_end(
    game: Game, anna: User, box: PostBox
) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")
    confirm(anna)
    exports.request_export(anna)

    with worker(EMAIL_URL=f"smtp://127.0.0.1:{box.port}"):
        make_data_exports.delay()
        make_data_exports.delay()
        wait_for(lambda: DataExport.objects.filter(told_at__isnull=False).exists())
        export = DataExport.objects.get()
        content = b"".join(exports.pieces_of(export))
        DataExport.objects.update(expires_at=timezone.now())
        clean_up.delay()
        wait_for(lambda: not DataExport.objects.exists())

    [email] = box.emails
    assert export.size == len(content)
    assert files_in(content)["games.ndjson"].count(b"\n") == 1
    assert (email["To"], email["Subject"]) == ("anna@example.org", "Deine Daten stehen zum Download bereit")
    assert "/preferences/export/" in text_of(email)
    assert "/preferences/export/" in text_of(email, "html")


def test_a_worker_killed_on_the_way_leaves_nothing_half_made(game: Game, anna: User, box: PostBox) -> None:
    export = exports.request_export(anna)
    mail = f"smtp://127.0.0.1:{box.port}"

    with worker(EMAIL_URL=mail) as first, transaction.atomic(), connection.cursor() as cursor:
        # The part of the records, in the middle of the copy, cannot be read.
        cursor.execute("LOCK TABLE analysis_record IN ACCESS EXCLUSIVE MODE")
        make_data_exports.delay()
        wait_for(lambda: DataExport.objects.get().attempts == 1)
        wait_for(waits_for_records)
        first.kill()
    killed = DataExport.objects.get()

    with worker(EMAIL_URL=mail):
        DataExport.objects.update(leased_until=timezone.now())
        make_data_exports.delay()
        wait_for(lambda: is_in("ready"))

    assert (killed.state, exports.ready_export(anna, export.pk, now=timezone.now()) is not None) == ("waiting", True)
    made = DataExport.objects.get()
    assert made.attempts == 2
    assert "records.ndjson" in files_in(b"".join(exports.pieces_of(made)))


def test_a_worker_goes_on_where_a_deletion_was_cut_off(game: Game, anna: User) -> None:
    erasure.close(anna, ending=True)

    with worker():
        finish_deletions.delay()
        wait_for(lambda: User.objects.filter(username=f"deleted-{anna.pk}").exists())

    assert Game.objects.get().status == "aborted"


def test_a_worker_killed_while_it_deletes_an_account_that_has_waited_is_replaced(
    game: Game, anna: User, box: PostBox
) -> None:
    confirm(anna)
    waiting.ask(anna, ending=True)
    User.objects.filter(pk=anna.pk).update(deletion_due_at=timezone.now())
    mail = f"smtp://127.0.0.1:{box.port}"

    with worker(EMAIL_URL=mail) as first, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE analysis_record IN ACCESS EXCLUSIVE MODE")
        finish_deletions.delay()
        wait_for(waits_for_records)
        first.kill()
    between = User.objects.get(pk=anna.pk)

    with worker(EMAIL_URL=mail):
        finish_deletions.delay()
        wait_for(lambda: User.objects.filter(username=f"deleted-{anna.pk}").exists())
        send_security_mails.delay()
        wait_for(lambda: not SecurityMail.objects.exists())

    assert (between.username, between.is_active, between.deletion_due_at) == ("anna", False, None)
    assert [text_of(email).count("The account was deleted.") for email in box.emails] == [1]


def waits_for_records() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'analysis_record'::regclass")
        return bool(cursor.fetchone()[0])


def test_a_mail_server_that_is_away_delays_the_mail_and_not_the_copy(anna: User, box: PostBox) -> None:
    confirm(anna)
    exports.request_export(anna)

    with worker(EMAIL_URL="smtp://127.0.0.1:1"):
        make_data_exports.delay()
        wait_for(lambda: DataExport.objects.filter(state="ready", leased_until__isnull=False).exists())
    untold = DataExport.objects.get()

    with worker(EMAIL_URL=f"smtp://127.0.0.1:{box.port}"):
        DataExport.objects.update(leased_until=timezone.now())
        make_data_exports.delay()
        wait_for(lambda: DataExport.objects.filter(told_at__isnull=False).exists())

    assert untold.told_at is None
    assert len(box.emails) == 1
