"""What staff looks at: each page and list with personal data is a row of the audit log, once an hour."""

from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.contrib import admin
from django.db.models import Model
from django.urls import reverse

from accounts.models import User
from games.core.models.games import Game
from games.disputes import audit_log
from games.disputes.models import AuditEntry
from tests.accounts.privacy.a_life import lived
from tests.support.pages import Reader
from tests.support.reading import text_of
from tests.support.ruling import Staff

TABLES = sorted(admin.site._registry, key=lambda model: model._meta.label)
# Pages of a row with nothing personal: the name and a form.
WITHOUT = {"auth_user_password_change"}
# Pages that are about another row than that of their table.
ABOUT = {"reports_person": User}
# Their lists have addresses, or say what an account consists of.
LISTED = {
    "account.emailaddress",
    "accounts.accesstoken",
    "accounts.app",
    "accounts.dataexport",
    "accounts.user",
    "mfa.authenticator",
    "usersessions.usersession",
}


def seen_by(user: User) -> list[dict[str, Any]]:
    return list(AuditEntry.objects.filter(actor=user).order_by("id").values_list("before", flat=True))


def pages_of_rows(rows: Any) -> list[str]:
    """The names of the pages of one row, by its key."""
    return [
        each.name
        for each in rows.get_urls()
        if each.name and list(each.pattern.converters) in (["object_id"], ["id"], ["number"], ["pk"])
    ]


def test_every_page_of_a_row_is_recorded(
    reader: Reader, staff: Staff, anna: User, bert: User, carla: User, begin: Callable[..., Game]
) -> None:
    lived(anna, bert, carla, begin)
    chief = staff("chief", "superuser")
    client, looked = reader(chief), []
    for model in TABLES:
        for page in pages_of_rows(admin.site._registry[model]):
            about: type[Model] = ABOUT.get(page, model)
            row = about._default_manager.order_by("pk").first()
            if page in WITHOUT or row is None:
                continue
            answer = client.get(reverse(f"admin:{page}", args=[row.pk]))
            if answer.status_code == 200:
                looked.append(f"{about._meta.label_lower}:{row.pk}")
                assert looked[-1] in [seen.get("row") for seen in seen_by(chief)], page

    assert len(set(looked)) > 15
    assert len(seen_by(chief)) == len(set(looked))
    assert audit_log.first_break() is None


@pytest.mark.parametrize("model", TABLES, ids=[model._meta.label_lower for model in TABLES])
def test_lists_of_accounts_are_recorded_with_the_rows_that_they_show(
    reader: Reader, staff: Staff, anna: User, bert: User, carla: User, begin: Callable[..., Game], model: type[Model]
) -> None:
    lived(anna, bert, carla, begin)
    chief, label = staff("chief", "superuser"), model._meta.label_lower

    answer = reader(chief).get(f"/admin/{label.replace('.', '/')}/", {"q": "anna"})

    shown = sorted(row.pk for row in answer.context["cl"].result_list)
    expected = [{"table": label, "rows": shown}] if label in LISTED and shown else []
    assert answer.status_code == 200
    assert seen_by(chief) == expected


def test_who_reads_again_within_the_hour_adds_no_row(
    clock: time_machine.Traveller, reader: Reader, staff: Staff, anna: User
) -> None:
    admina, other = staff("admina", "administrator"), staff("olga", "administrator")
    addresses = [f"/admin/accounts/user/{anna.pk}/change/", "/admin/accounts/user/?q=anna"]

    for user in (admina, admina, other):
        for address in addresses:
            reader(user).get(address)
    within = [len(seen_by(user)) for user in (admina, other)]
    clock.shift(3601)
    reader(admina).get(addresses[0])

    assert within == [2, 2]
    assert seen_by(admina) == [
        {"row": f"accounts.user:{anna.pk}", "people": [anna.pk]},
        {"table": "accounts.user", "rows": [anna.pk]},
        {"row": f"accounts.user:{anna.pk}", "people": [anna.pk]},
    ]


def test_the_log_has_neither_what_was_searched_nor_an_address(reader: Reader, staff: Staff, anna: User) -> None:
    reader(staff("admina", "administrator")).get("/admin/accounts/user/?q=anna@example.org")

    row = AuditEntry.objects.get()

    assert row.action == "list_user"
    assert "example.org" not in f"{row.before}{row.after}{row.reason}"


def test_a_page_that_is_refused_adds_no_row(reader: Reader, staff: Staff, anna: User) -> None:
    client = reader(staff("hilde", "helper"))

    answers = [client.get("/admin/accounts/user/"), client.get(f"/admin/accounts/user/{anna.pk}/change/")]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert not AuditEntry.objects.exists()


def test_administrators_read_it_in_the_log_but_not_those_whom_it_concerns(
    reader: Reader, staff: Staff, begin: Callable[..., Game], iris: User
) -> None:
    admina, judge = staff("admina", "administrator"), staff("judith", "administrator")
    game = begin(white=judge)
    reader(iris).get(f"/admin/core/game/{game.pk}/change/")

    pages = [text_of(reader(user).get("/admin/disputes/auditentry/")) for user in (admina, iris, judge)]
    found = reader(admina).get("/admin/disputes/auditentry/", {"q": f"core.game:{game.pk}"}).context["cl"].result_count

    assert ["has viewed: game" in page for page in pages] == [True, False, False]
    assert found == 1


def test_an_account_that_was_looked_at_can_still_be_deleted(reader: Reader, staff: Staff, carla: User) -> None:
    client, address = reader(staff("chief", "superuser")), f"/admin/accounts/user/{carla.pk}/"
    client.get(f"{address}change/")

    client.post(f"{address}delete/", {"post": "yes"})

    assert not User.objects.filter(pk=carla.pk).exists()
