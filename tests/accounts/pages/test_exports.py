"""The page of copies of one's data: asked for there, downloaded there, by nobody else."""

import io
import zipfile
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import DataExport, User
from accounts.privacy import exports
from tests.support.pages import Reader
from tests.support.reading import messages_in, text_of
from tests.support.signing_in import sign_in

PAGE = "/preferences/export/"


@pytest.fixture
def copy(anna: User) -> DataExport:
    """Anna's, ready."""
    exports.request_export(anna)
    exports.make_next()
    return DataExport.objects.get()


def test_a_copy_is_asked_for_with_one_button_and_waits_for_a_worker(reader: Reader, anna: User) -> None:
    browser = reader(anna)

    answer = browser.post(PAGE)
    page = browser.get(PAGE)

    assert (answer.status_code, messages_in(answer)) == (302, ["The copy is being created."])
    assert "In progress." in text_of(page)
    assert "Request a copy" not in text_of(page)
    assert DataExport.objects.get().state == "waiting"


def test_its_owner_downloads_a_zip_that_is_kept_nowhere(reader: Reader, anna: User, copy: DataExport) -> None:
    browser = reader(anna)

    head: Any = browser.get(f"{PAGE}{copy.pk}/download/")
    with zipfile.ZipFile(io.BytesIO(b"".join(head))) as archive:
        names = archive.namelist()

    assert head["Content-Type"] == "application/zip"
    assert head["Content-Disposition"] == f'attachment; filename="muehle-anna-{copy.requested_at:%Y-%m-%d}.zip"'
    assert "no-store" in head["Cache-Control"]
    assert "games.ndjson" in names


def test_a_session_alone_downloads_nothing(anna: User, copy: DataExport) -> None:
    browser, address = sign_in(Client(), anna, minutes_ago=15.1), f"{PAGE}{copy.pk}/download/"

    asked = browser.get(address)
    page = browser.post(asked["Location"], {"password": "a good password", "next": PAGE}, follow=True)

    assert asked["Location"] == "/accounts/reauthenticate/?next=%2Fpreferences%2Fexport%2F"
    assert address in page.content.decode()
    assert browser.get(address)["Content-Type"] == "application/zip"


def test_nobody_else_gets_it(client: Client, reader: Reader, bert: User, copy: DataExport) -> None:
    guest = client.get(f"{PAGE}{copy.pk}/download/")
    stranger = reader(bert).get(f"{PAGE}{copy.pk}/download/")
    staff = reader(User.objects.create_superuser("arbiter", "x@example.org", "x")).get(f"{PAGE}{copy.pk}/download/")

    assert (guest.status_code, guest["Location"].partition("?")[0]) == (302, "/accounts/login/")
    assert (stranger.status_code, staff.status_code) == (404, 404)


@pytest.mark.parametrize("state", ["waiting", "failed", "gone", "expired"])
def test_what_is_not_ready_is_not_there(reader: Reader, anna: User, copy: DataExport, state: str) -> None:
    changes = {"expires_at": timezone.now()} if state == "expired" else {"state": state}
    DataExport.objects.update(**changes)

    assert reader(anna).get(f"{PAGE}{copy.pk}/download/").status_code == 404


def test_a_user_who_asks_too_often_is_told_so(reader: Reader, anna: User) -> None:
    browser = reader(anna)
    for _copy in range(exports.MOST_A_DAY):
        browser.post(PAGE)
        exports.make_next()

    page = browser.post(PAGE)

    assert page.status_code == 429
    assert "You have requested 3 copies today." in text_of(page)


def test_staff_sees_who_asked_and_nothing_more(reader: Reader, copy: DataExport) -> None:
    staff = User.objects.create_superuser("arbiter", "x@example.org", "x", language="en")
    browser = reader(staff)

    page = browser.get("/admin/accounts/dataexport/?q=anna")
    one = browser.get(f"/admin/accounts/dataexport/{copy.pk}/change/")
    answers = [
        browser.post(f"/admin/accounts/dataexport/{copy.pk}/{action}/", {"post": "yes"})
        for action in ("change", "delete")
    ]

    assert page.context["cl"].result_count == 1
    assert one.status_code == 200
    assert [answer.status_code for answer in answers] == [403, 403]
