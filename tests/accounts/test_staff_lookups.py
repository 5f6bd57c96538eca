"""What staff can find out in the administration: lists take no lookup but those of their own links, and no page shows
a secret."""

import re
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup, DisallowedModelAdminToField
from django.db.models import Model
from django.test import RequestFactory

from accounts.models import User
from games.core.models.games import Game
from tests.accounts.privacy.a_life import lived
from tests.support.administration import pages_of
from tests.support.pages import Reader
from tests.support.reading import text_of
from tests.support.ruling import Staff

TABLES = sorted(admin.site._registry, key=lambda model: model._meta.label)
NAMES = [model._meta.label_lower for model in TABLES]
# What a column is called that lets somebody in, or is derived from what does.
SECRET = re.compile(
    r"password|secret|token|(?<!status_)code|digest|salt|session|seal|nonce|key|endpoint|p256dh|auth$|url|^data$|excerpt|history"
)
LOOKUPS = ("", "__exact", "__in", "__regex", "__startswith", "__contains", "__gt", "__isnull", "__length__gt")
# For what is further away than the table itself, and no secret.
FEW_LOOKUPS = ("", "__regex", "__isnull")
SPYING = ["usersessions/usersession/?session_key__regex=^q", "mfa/authenticator/?data__secret__regex=^h"]


def columns_of(model: type[Model]) -> list[str]:
    return [field.name for field in model._meta.concrete_fields]


def relations_of(model: type[Model]) -> Iterator[tuple[str, type[Model]]]:
    """Each table that a lookup reaches from this one in a step, forwards or backwards, and the name of the step."""
    for field in model._meta.get_fields():
        if field.is_relation and isinstance(field.related_model, type):
            name = field.name if field.concrete else cast("Any", field).field.related_query_name()
            yield name, field.related_model


def lookups_on(model: type[Model]) -> Iterator[str]:
    """On all own columns and those a step away, and on secret ones two steps away."""
    paths: dict[str, tuple[str, ...]] = dict.fromkeys(columns_of(model), LOOKUPS)
    for step, near in relations_of(model):
        paths |= {f"{step}__{name}": LOOKUPS if SECRET.search(name) else FEW_LOOKUPS for name in columns_of(near)}
        for further, far in relations_of(near):
            yield from (f"{step}__{further}__{name}__regex" for name in columns_of(far) if SECRET.search(name))
    for path, lookups in paths.items():
        yield from (f"{path}{lookup}" for lookup in lookups)
        yield from (f"{path}__{key}__regex" for key in ("secret", "seed") if lookups == LOOKUPS)


def is_taken(user: User, model: type[Model], query: str) -> bool:
    request = RequestFactory().get(f"/?{query}")
    request.user = user
    try:
        admin.site._registry[model].get_changelist_instance(request)
    except (DisallowedModelAdminLookup, DisallowedModelAdminToField):
        return False
    except Exception:
        # It is taken, and the value makes no sense for it.
        return True
    return True


@pytest.mark.parametrize("address", SPYING)
@pytest.mark.parametrize("role", ["superuser", "administrator"])
def test_no_lookup_tells_a_secret(reader: Reader, staff: Staff, anna: User, role: str, address: str) -> None:
    Authenticator.objects.create(user=anna, type=Authenticator.Type.TOTP, data={"secret": "hush"})
    UserSession.objects.create(user=anna, session_key="qwertz", ip="::1", user_agent="a")

    answer = reader(staff("admina", role)).get(f"/admin/{address}")

    assert answer.status_code == 400
    assert "We could not understand this request" in text_of(answer)
    assert "anna" not in text_of(answer)


@pytest.mark.parametrize("model", TABLES, ids=NAMES)
def test_a_list_takes_no_lookup_but_those_of_its_links(staff: Staff, model: type[Model]) -> None:
    chief, key = staff("chief", "superuser"), model._meta.pk.name
    filters: Any = admin.site._registry[model].list_filter
    own = {each.parameter_name for each in filters if hasattr(each, "parameter_name")}
    fields = [each if isinstance(each, str) else each[0] for each in filters if not isinstance(each, type)]
    ends = ("", "__exact", "__isnull", "__isempty", "__gte", "__lt")

    taken = {lookup for lookup in lookups_on(model) if is_taken(chief, model, f"{lookup}=1")}

    assert taken <= {*own, key, f"{key}__exact", *(f"{name}{end}" for name in fields for end in ends)}
    assert not any(is_taken(chief, model, f"{key}__exact={text}") for text in ("%00", "1%00"))


@pytest.mark.parametrize("model", TABLES, ids=NAMES)
def test_no_secret_is_searched_sorted_by_or_referred_to(staff: Staff, model: type[Model]) -> None:
    rows, request = admin.site._registry[model], RequestFactory().get("/")
    request.user = staff("chief", "superuser")
    secrets = [name for name in columns_of(model) if SECRET.search(name)]
    ordering = [str(name).lstrip("-") for name in rows.get_ordering(request)]

    assert not [path for path in rows.get_search_fields(request) if SECRET.search(path.split("__")[-1])]
    assert not [name for name in [*rows.get_list_display(request), *ordering] if SECRET.search(str(name))]
    assert not [name for name in secrets if is_taken(request.user, model, f"_to_field={name}")]


@pytest.mark.parametrize("role", ["superuser", pytest.param("administrator", marks=pytest.mark.campaign)])
def test_no_page_shows_a_secret(
    reader: Reader, staff: Staff, anna: User, bert: User, carla: User, begin: Callable[..., Game], role: str
) -> None:
    secrets = lived(anna, bert, carla, begin) | {"secret-chat", "club.example/hook"}
    user = staff("admina", role)

    found = dict(pages_of(reader(user)))

    assert len(found) > 40
    for address, answer in found.items():
        # Some links lead to what another role sees, or out of the administration.
        assert (answer.status_code, "e=1" in answer.get("Location", "")) in [(200, False), (403, False), (302, False)]
        assert not [secret for secret in secrets if secret in answer.content.decode()], address
