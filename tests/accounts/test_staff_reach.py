"""Who has fewer rights changes nothing that lets in somebody with more."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client, RequestFactory

from accounts.models import User
from games.core.models.games import Game
from tests.accounts.privacy.a_life import lived
from tests.support.pages import Reader
from tests.support.reading import text_of
from tests.support.ruling import Staff

TABLES = sorted(admin.site._registry, key=lambda model: model._meta.label)
NEW = "copper horse bassoon"
# A password, an address and rights, whatever the form asks for.
FORGED = {
    "username": "anna", "email": "thief@example.net", "language": "en", "time_zone": "UTC", "board_style": "wood",
    "color_scheme": "system", "why": "For fun.", "password1": NEW, "password2": NEW, "usable_password": "true",
    "is_active": "on", "is_staff": "on", "is_superuser": "on", "user_permissions": [1], "groups": [1],
    "verified": "on", "primary": "on", "post": "yes",
}  # fmt: skip


@pytest.fixture
def mighty(staff: Staff) -> User:
    """Staff with every single permission, but no superuser."""
    user = staff("mighty", "none")
    user.user_permissions.set(Permission.objects.all())
    return user


@pytest.fixture
def chief(anna: User, bert: User, carla: User, begin: Callable[..., Game]) -> User:
    """A superuser of whom every table has a row."""
    lived(anna, bert, carla, begin)
    User.objects.filter(pk=anna.pk).update(is_superuser=True, is_staff=True)
    return User.objects.get(pk=anna.pk)


def columns_to_people(model: type[Model]) -> list[str]:
    return ["pk"] if model is User else [f.name for f in model._meta.concrete_fields if f.related_model is User]


def rows_about(user: User) -> Iterator[tuple[type[Model], Model]]:
    for model in TABLES:
        for column in columns_to_people(model):
            yield from ((model, row) for row in model._default_manager.filter(**{column: user.pk}))


def known_of(user: User) -> list[Any]:
    tables = [model for model in TABLES if model._meta.label != "disputes.AuditEntry"]
    return [
        list(model._default_manager.filter(**{column: user.pk}).order_by("pk").values())
        for model in tables
        for column in columns_to_people(model)
    ]


def actions_of(user: User, model: type[Model]) -> list[str]:
    request = RequestFactory().get("/")
    request.user = user
    return list(admin.site._registry[model].get_actions(request))


def tried(client: Client, user: User, model: type[Model], row: Model) -> None:
    base = f"/admin/{model._meta.label_lower.replace('.', '/')}/"
    owner = dict.fromkeys(columns_to_people(model), user.pk)
    for address in (f"{row.pk}/change/", f"{row.pk}/password/", f"{row.pk}/delete/"):
        client.post(f"{base}{address}", FORGED | owner)
    for action in {*actions_of(user, model), "delete_selected", "make_verified"}:
        client.post(base, {"action": action, "_selected_action": [row.pk], "why": "For fun.", "post": "yes"})
        client.post(
            base, {"action": action, "_selected_action": [row.pk], "select_across": 1, "why": "x", "post": "yes"}
        )


def test_nothing_of_a_superuser_is_changed_by_whoever_is_none(reader: Reader, mighty: User, chief: User) -> None:
    before, client = known_of(chief), reader(mighty)
    about = list(rows_about(chief))

    for model, row in about:
        tried(client, mighty, model, row)

    assert len({model for model, _row in about}) > 15
    assert known_of(chief) == before
    chief.refresh_from_db()
    assert not chief.check_password(NEW)


def test_the_same_is_done_to_players(reader: Reader, mighty: User, chief: User) -> None:
    """So that the test before says something."""
    User.objects.filter(pk=chief.pk).update(is_superuser=False, is_staff=False)
    before = dict(
        zip([model for model in TABLES for _column in columns_to_people(model)], known_of(chief), strict=False)
    )

    for model, row in list(rows_about(chief)):
        tried(reader(mighty), mighty, model, row)

    assert known_of(chief) != list(before.values())
    chief.refresh_from_db()
    assert chief.check_password(NEW)
    assert (chief.is_superuser, chief.is_staff) == (False, False)
    assert not chief.groups.exists()


def test_no_address_is_given_to_a_superuser(reader: Reader, mighty: User, chief: User, carla: User) -> None:
    own = EmailAddress.objects.create(user=carla, email="thief@example.net")
    base, client, fields = (
        "/admin/account/emailaddress/",
        reader(mighty),
        {"verified": "on", "email": "thief@example.net"},
    )

    answers = [client.post(f"{base}{way}/", fields | {"user": chief.pk}) for way in ("add", f"{own.pk}/change")]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert "Please choose from the list" in text_of(answers[0])
    own.refresh_from_db()
    assert own.user == carla
    assert client.post(f"{base}add/", fields | {"user": carla.pk, "email": "b@example.net"}).status_code == 302


@pytest.mark.parametrize("role", ["helper", "arbiter", "administrator"])
def test_nobody_gives_rights_to_themselves(reader: Reader, staff: Staff, role: str) -> None:
    user = staff("somebody", role)
    client = reader(user)
    before = known_of(user)
    rights = set(user.get_all_permissions())

    tried(client, user, User, user)
    client.post("/admin/accounts/user/add/", FORGED | {"username": "second"})

    assert known_of(user) == before
    assert not User.objects.filter(username="second").exists()
    assert User.objects.get(pk=user.pk).get_all_permissions() == rights


def test_nobody_but_superusers_makes_staff(reader: Reader, staff: Staff, anna: User) -> None:
    reader(staff("somebody", "administrator")).post(f"/admin/accounts/user/{anna.pk}/change/", FORGED)

    anna.refresh_from_db()
    assert (anna.email, anna.is_staff, anna.is_superuser) == ("thief@example.net", False, False)
    assert not anna.groups.exists()
    assert not anna.user_permissions.exists()


def test_every_action_on_a_list_asks_for_a_permission(staff: Staff) -> None:
    chief, without = staff("chief", "superuser"), staff("somebody", "none")

    offered = {model: actions_of(chief, model) for model in TABLES}

    assert any(offered.values())
    assert [model for model in TABLES if actions_of(without, model)] == []


def test_neither_groups_nor_sessions_nor_permissions_are_tables_of_the_administration() -> None:
    names = {model._meta.label for model in TABLES}

    assert not names & {
        "auth.Group",
        "auth.Permission",
        "sessions.Session",
        "admin.LogEntry",
        "contenttypes.ContentType",
    }
