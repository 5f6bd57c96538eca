"""The copy of everything that is kept about somebody: all of it, none of its secrets, made once and for a week."""

import io
import json
import random
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.utils import timezone

from accounts.models import DataExport, DataExportPiece, User
from accounts.privacy import exports, parts
from accounts.privacy.archive import PIECE_BYTES, write
from accounts.privacy.parts import Part, all_parts
from games.core.models.games import Game
from games.disputes import filing
from games.disputes.verdict_kinds import Verdict
from tests.accounts.privacy.a_life import columns_to_people, lived
from tests.support.playing import play
from tests.support.racing import at_once
from tests.support.ruling import decided

ABOUT = all_parts()[0].about
# Why a column that refers to a person adds nothing to the export.
LEFT_OUT = {
    "accounts.NameKey.user": "computed from the two names of the account",
    "accounts.KeptAnswer.user": "answers of the API for two days, encrypted with a key that only the program has",
    "accounts.Deletion.user": "who is gone takes nothing along",
    "core.Event.actor": "the log: events for the player are in their stream, core.UserEvent",
    "core.UserStream.user": "a counter",
    "trophies.TrophyCheck.user": "a mark for the worker, gone within a minute",
    "time_off.StaleClocks.user": "a mark for the worker, gone within seconds",
    "disputes.Dispute.taken_by": "actions as staff are the site’s record",
    "disputes.Dispute.escalated_by": "actions as staff are the site’s record",
    "disputes.Dispute.decided_by": "actions as staff are the site’s record",
    "reports.PersonCase.taken_by": "actions as staff are the site’s record",
    "reports.PersonCase.decided_by": "actions as staff are the site’s record",
    "players.Sanction.imposed_by": "actions as staff are the site’s record",
    "disputes.AuditEntry.actor": "actions as staff are the site’s record",
    "disputes.AuditEntry.user": "the audit log of staff; decisions about the player are in players.Sanction",
    "disputes.DisputeNote.author": "what staff writes to staff, about others",
    "players.RatingChange.opponent": "the ratings of others; how the own ones changed is in the copy",
    "people.Follow.followed": "who follows the player is known to the follower only",
    "players.Relation.other": "that somebody has blocked or muted the player is secret",
}
# Columns of tables that are in the copy and that are not in it themselves: keys of rows, secrets, marks of workers.
KEYS_OF_ROWS = {"id", "user", "owner", "author", "player", "event"}
SECRETS = {
    "password",
    "digest",
    "code_digest",
    "code_challenge",
    "link_digest",
    "nonce",
    "session_key",
    "session_digest",
    "endpoint",
    "p256dh",
    "auth",
}
MARKS = {"leased_until", "last_seq", "previous_nonce", "previous_until", "reached", "attempts"}
OTHERWISE = {
    # As the account had them then.
    "accounts.SecurityMail": {"username", "language", "time_zone"},
    # How often workers took it.
    "computer.ComputerGame": {"news", "fence"},
    # Who decides is nobody’s business.
    "disputes.Dispute": {"opened_by", "taken_by", "taken_at", "escalated_by", "escalated_at", "decided_by"},
    "reports.PersonCase": {"person", "taken_by", "taken_at", "decided_by"},
    # What was quoted are words of the person who was reported.
    "reports.Report": {"case", "reported_by", "quoted"},
    # The number of the case is called `dispute`.
    "players.Sanction": {"imposed_by", "case_number"},
    # The review itself is public.
    "reviews.GameReview": {"requested_by", "plies", "version", "half_moves", "summary", "fence"},
    "accounts.Connection": {"redirect_uri"},
    "accounts.AccessToken": {"connection", "warned_at"},
    "admin.LogEntry": {"content_type"},
    "chat.Message": {"author"},
    # What lets in whoever has it.
    "chat_apps.ChatConnection": {"sealed"},
    "webhooks.Webhook": {"host"},
    "mfa.Authenticator": {"data"},
    "usersessions.UserSession": {"data"},
    "people.Follow": {"follower", "followed"},
    "players.Relation": {"other"},
}


def copy_of(user: User) -> dict[str, bytes]:
    """The files of a copy made now."""
    exports.request_export(user)
    assert exports.make_next()
    export = DataExport.objects.filter(user=user, state="ready").get()
    return files_in(b"".join(exports.pieces_of(export)))


def files_in(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def rows_in(content: bytes) -> list[dict[str, Any]]:
    if content.startswith(b"["):
        rows: list[dict[str, Any]] = json.loads(content)
        return rows
    return [json.loads(line) for line in content.splitlines()]


# --- What is in it ----------------------------------------------------------------------------------------------------


def test_every_column_that_refers_to_a_person_is_in_the_copy_or_left_out_for_a_reason() -> None:
    covered = {column for part in all_parts() for column in part.covers if not column.endswith("webhook__owner")}

    assert covered | set(LEFT_OUT) == columns_to_people()
    assert covered & set(LEFT_OUT) == set()


def test_no_column_of_such_a_table_is_forgotten(
    anna: User, bert: User, carla: User, begin: Callable[..., Game]
) -> None:
    lived(anna, bert, carla, begin)
    files = copy_of(anna)

    forgotten = {
        f"{label}.{field.name}"
        for part in all_parts()
        for label in {cover.rpartition(".")[0] for cover in part.covers}
        if part.file != "games.ndjson"
        for field in apps.get_model(label)._meta.concrete_fields
        # A table without rows is named by the next test.
        for row in rows_in(files[part.file])[:1]
        if field.name not in row.keys() | KEYS_OF_ROWS | SECRETS | MARKS
        and field.name not in OTHERWISE.get(label, set()) | {"webhook", "user_event", "next_attempt_at", "history"}
    }

    assert forgotten == set()


def test_everything_that_a_person_has_done_is_in_the_copy(
    anna: User, bert: User, carla: User, begin: Callable[..., Game]
) -> None:
    lived(anna, bert, carla, begin)

    files = copy_of(anna)

    empty = [name for name, content in files.items() if name.endswith("json") and content in (b"", b"[\n]\n")]
    assert empty == []
    assert set(files) == {part.file for part in all_parts()} | {"README.txt"}
    assert json.loads(files["account.json"])["username"] == "anna"
    assert json.loads(files["preferences.json"])["board_style"] == "slate"
    assert rows_in(files["addresses.json"]) == [{"email": "anna@example.org", "verified": True, "primary": True}]
    texts = [row["text"] for row in rows_in(files["messages.ndjson"])]
    assert texts == ["a word of Anna’s", "a word of Bert’s"]
    said = [(row["text"], row["deleted_at"] is None) for row in rows_in(files["spectator-messages.ndjson"])]
    assert said == [("a spectator’s word", True), ("a word taken back", False)]
    assert [row["text"] for row in rows_in(files["notes.ndjson"])] == ["my private thoughts"]
    assert [len(game["moves"]) for game in rows_in(files["games.ndjson"])] == [3, 1]
    assert rows_in(files["sessions.json"])[-1]["ip"] == "192.0.2.77"


def test_nothing_of_others_is_in_it(anna: User, bert: User, carla: User, begin: Callable[..., Game]) -> None:
    lived(anna, bert, carla, begin)

    everything = b"".join(copy_of(carla).values()).decode()

    for foreign in ("a word of", "my private thoughts", "anna@", "bert@", "a spectator", "192.0.2.77", "Bert’s"):
        assert foreign not in everything
    # That Anna has muted her is Anna's secret.
    assert rows_in(copy_of_file(carla, "relations.json")) == []


def test_of_a_dispute_it_has_nothing_that_was_gathered_about_the_opponent(
    anna: User, bert: User, begin: Callable[..., Game]
) -> None:
    game = play(begin(), "d6", "d2", "f4")
    before = filing.open_dispute(game.number, anna, category="other", text="Look at this.")
    decided(before, User.objects.create_user("iris"), Verdict.WARNED, reason="Rude.", against=bert)
    counted = filing.open_dispute(game.number, anna, category="repetition", plies=[1, 3])
    open_still = filing.open_dispute(game.number, anna, category="stalling", text="He waits.")
    assert {kept["user"]: len(kept["sanctions"]) for kept in open_still.evidence["then"]["players"]} == {
        anna.pk: 0,
        bert.pk: 1,
    }

    by_server, by_people = (row["evidence"] for row in rows_in(copy_of_file(anna, "disputes.json"))[1:])

    assert by_server == {"claims": counted.claims, "marked": counted.marked}
    assert (set(by_people), by_people["clocks_run"]) == ({"clocks_run", "then"}, None)
    assert [kept["user"] for kept in by_people["then"]["players"]] == [anna.pk]


def copy_of_file(user: User, file: str) -> bytes:
    [part] = [part for part in all_parts() if part.file == file]
    return b"".join(part.content(user))


def test_no_secret_is_in_it(anna: User, bert: User, carla: User, begin: Callable[..., Game]) -> None:
    anna.password = make_password("a good password")
    anna.save()
    secrets = lived(anna, bert, carla, begin)

    everything = b"\n".join(copy_of(anna).values()).decode()

    assert len(secrets) > 20
    assert [secret for secret in secrets if secret in everything] == []


@pytest.mark.parametrize(("language", "words"), [("en", "as of"), ("de", "Alles, was")])
def test_a_readme_says_in_their_language_what_is_what(anna: User, language: str, words: str) -> None:
    anna.language = language
    anna.save()

    readme = copy_of(anna)["README.txt"].decode()

    assert words in readme
    assert [part.file for part in all_parts() if part.file not in readme] == []


# --- How it is made ---------------------------------------------------------------------------------------------------


def test_memory_stays_flat_however_much_there_is(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def much(_user: User) -> Iterator[bytes]:
        chance = random.Random(1)
        for _piece in range(640):
            yield chance.randbytes(100_000)

    part = Part(file="much.json", about=ABOUT, content=much)
    monkeypatch.setattr(parts, "_parts", {"much.json": part})
    sizes: list[int] = []

    tracemalloc.start()
    try:
        write(anna, lambda piece: sizes.append(len(piece)), now=timezone.now())
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert sum(sizes) > 60_000_000
    assert max(sizes) == PIECE_BYTES
    assert peak < 6_000_000


def test_one_copy_is_in_the_making_at_a_time(anna: User, bert: User) -> None:
    first, again = exports.request_export(anna), exports.request_export(anna)

    assert first == again
    assert exports.request_export(bert) != first


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_ask_for_one_copy(anna: User) -> None:
    asked = at_once(*[lambda: exports.request_export(anna)] * 4)

    assert {export.pk for export in asked if isinstance(export, DataExport)} == {DataExport.objects.get().pk}


def test_three_copies_a_day_are_enough(anna: User) -> None:
    for _copy in range(exports.MOST_A_DAY):
        copy_of(anna)

    with pytest.raises(exports.ExportLimitReached):
        exports.request_export(anna)
    DataExport.objects.update(requested_at=timezone.now() - timedelta(days=1, minutes=1))

    assert exports.request_export(anna).state == "waiting"


def test_a_newer_copy_takes_the_place_of_the_older(anna: User) -> None:
    copy_of(anna)
    copy_of(anna)

    assert [export.state for export in exports.exports_of(anna)] == ["ready", "gone"]
    assert set(DataExportPiece.objects.values_list("export__state", flat=True)) == {"ready"}


def test_a_webhook_that_is_leased_is_not_taken_until_the_lease_is_over(anna: User) -> None:
    exports.request_export(anna)
    first = exports._claimed(timezone.now())
    assert first is not None
    DataExportPiece.objects.create(export=first, attempt=1, number=0, content=b"half")

    in_lease = exports.make_next()
    DataExport.objects.update(leased_until=timezone.now())
    afterwards = exports.make_next()
    exports._finish(first, size=4)

    export = DataExport.objects.get()
    assert (in_lease, afterwards) == (False, True)
    assert (export.state, export.attempts) == ("ready", 2)
    assert set(DataExportPiece.objects.values_list("attempt", flat=True)) == {2}
    assert "README.txt" in files_in(b"".join(exports.pieces_of(export)))


def test_a_copy_that_can_not_be_made_is_given_up(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_user: User) -> Iterator[bytes]:
        yield b"{"
        raise OSError("no more")

    monkeypatch.setattr(parts, "_parts", {"x.json": Part(file="x.json", about=ABOUT, content=broken)})
    exports.request_export(anna)
    for _attempt in range(exports.MOST_ATTEMPTS):
        with pytest.raises(OSError, match="no more"):
            exports.make_next()
        DataExport.objects.update(leased_until=timezone.now())

    assert not exports.make_next()
    assert DataExport.objects.get().state == "failed"
    assert not DataExportPiece.objects.exists()


def test_after_seven_days_it_is_gone(anna: User) -> None:
    copy_of(anna)
    export = DataExport.objects.get()
    assert export.ready_at is not None
    assert export.expires_at == export.ready_at + timedelta(days=7)

    exports.delete_old()
    kept = DataExportPiece.objects.exists()
    DataExport.objects.update(expires_at=timezone.now())
    at_the_end = exports.ready_export(anna, export.pk, now=timezone.now())
    exports.delete_old()

    assert (kept, at_the_end) == (True, None)
    assert not DataExport.objects.exists()
    assert not DataExportPiece.objects.exists()
