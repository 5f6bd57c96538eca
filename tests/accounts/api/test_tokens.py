"""Personal tokens: created on the site, shown once, stored as a digest, with fewer rights than their owner."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module

import pytest
import time_machine
from django.apps import apps
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from accounts import tokens
from accounts.models import AccessToken, SecurityMail, User
from accounts.models.tokens import digest_of
from tests.conftest import NOON
from tests.games.notifications.people import confirm
from tests.support.api import ApiClient, refused
from tests.support.reading import text_of
from tests.support.signing_in import sign_in

Site = Callable[[User], ApiClient]
WANTED = {"description": "my bot", "scopes": ["game:play", "game:read"]}


def bearer(secret: str) -> ApiClient:
    client = ApiClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


# --- Making -----------------------------------------------------------------------------------------------------------


def test_the_secret_of_a_new_token_is_shown_once_and_kept_as_a_digest(
    clock: time_machine.Traveller, site: Site, anna: User
) -> None:
    made = site(anna).send("tokens/", **WANTED)

    assert made.status_code == 201
    secret = made.json()["secret"]
    stored = AccessToken.objects.get()
    assert made.headers["Cache-Control"] == "no-store"
    assert secret.startswith("mue_")
    assert len(secret) == 47
    assert (stored.user, stored.digest) == (anna, digest_of(secret))
    assert made.json() == {
        "id": stored.pk,
        "description": "my bot",
        "scopes": ["game:play", "game:read"],
        "created_at": "2026-03-02T12:00:00Z",
        "expires_at": "2027-03-02T12:00:00Z",
        "last_used_at": None,
        "revoked_at": None,
        "secret": secret,
    }
    assert secret not in site(anna).get("/api/v1/tokens/").content.decode()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({**WANTED, "description": ""}, "description"),
        ({**WANTED, "description": "x" * 101}, "description"),
        ({**WANTED, "description": "\u3164"}, "description"),
        ({**WANTED, "scopes": []}, "scopes"),
        ({**WANTED, "scopes": ["everything"]}, "scopes.0"),
        ({**WANTED, "scopes": "game:play"}, "scopes"),
        ({**WANTED, "expires_at": "2026-03-02T12:00:00Z"}, "expires_at"),
        ({**WANTED, "expires_at": "soon"}, "expires_at"),
        ({**WANTED, "expires_at": None}, "expires_at"),
        ({**WANTED, "expires_at": "2027-03-04T12:00:00Z"}, "expires_at"),
        ({**WANTED, "expires_at": "9999-12-31T23:59:59Z"}, "expires_at"),
        ({"scopes": ["game:play"]}, "description"),
    ],
)
def test_a_token_that_makes_no_sense_is_refused_by_field(
    clock: time_machine.Traveller, site: Site, anna: User, body: dict[str, object], field: str
) -> None:
    problem = refused(site(anna).send("tokens/", **body), 400, "invalid")

    assert list(problem["errors"]) == [field]
    assert not AccessToken.objects.exists()


def test_a_token_can_not_make_list_or_revoke_tokens(site: Site, anna: User) -> None:
    _token, secret = AccessToken.issue(user=anna, description="x", scopes=["game:play"])
    client = bearer(secret)

    refused(client.send("tokens/", **WANTED), 403, "session_required")
    refused(client.get("/api/v1/tokens/"), 403, "session_required")
    refused(client.delete(f"/api/v1/tokens/{_token.pk}/"), 403, "session_required")

    assert AccessToken.objects.get().revoked_at is None


def test_there_is_an_end_to_tokens_and_a_revoked_one_makes_room(site: Site, anna: User) -> None:
    client = site(anna)
    for count in range(tokens.MOST):
        AccessToken.issue(user=anna, description=str(count), scopes=["game:play"])

    problem = refused(client.send("tokens/", **WANTED), 409, "too_many_tokens")
    client.delete(f"/api/v1/tokens/{AccessToken.objects.latest('pk').pk}/")

    assert problem["most"] == tokens.MOST
    assert client.send("tokens/", **WANTED).status_code == 201


# --- Using ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_a_token_acts_for_its_owner(anna: User, scheme: str) -> None:
    _token, secret = AccessToken.issue(user=anna, description="x", scopes=["preference:read"])
    client = ApiClient()
    client.credentials(HTTP_AUTHORIZATION=f"{scheme} {secret}")

    assert client.read("account/")["username"] == "anna"


@pytest.mark.parametrize(
    "secret", ["", "mue_", "mue_wrong", "wrong", "mue_" + "x" * 5000, "mue_ä", "mue_a mue_b", "null"]
)
def test_a_token_that_is_none_is_refused_also_where_a_guest_could_go(db: None, secret: str) -> None:
    answer = bearer(secret).get("/api/v1/lobby/")

    refused(answer, 401, "invalid_token")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="api", error="invalid_token"'


def test_without_a_token_a_guest_is_asked_for_one(db: None) -> None:
    answer = ApiClient().get("/api/v1/account/")

    refused(answer, 401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="api"'


@pytest.mark.parametrize("sent", ["Basic {}", "Token {}", "{}", "Bearer{}", ""])
def test_a_user_who_says_in_another_way_who_they_are_is_not_taken_for_a_guest(anna: User, sent: str) -> None:
    _token, secret = AccessToken.issue(user=anna, description="x", scopes=["game:read"])
    client = ApiClient()
    client.credentials(HTTP_AUTHORIZATION=sent.format(secret))

    answer = client.get("/api/v1/lobby/")

    assert "Authorization: Bearer" in refused(answer, 401, "invalid_token")["detail"]
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="api", error="invalid_token"'


def test_a_token_that_lacks_a_scope_is_told_which(anna: User) -> None:
    _token, secret = AccessToken.issue(user=anna, description="x", scopes=["game:read"])

    answer = bearer(secret).get("/api/v1/account/")

    problem = refused(answer, 403, "insufficient_scope")
    assert problem["required_scope"] == "preference:read"
    assert problem["detail"] == "This token does not have the scope preference:read."
    assert answer.headers["WWW-Authenticate"] == (
        'Bearer realm="api", error="insufficient_scope", scope="preference:read"'
    )


@pytest.mark.parametrize(("later", "status"), [(timedelta(hours=1, microseconds=-1), 200), (timedelta(hours=1), 401)])
def test_a_token_ends_when_it_expires(clock: time_machine.Traveller, anna: User, later: timedelta, status: int) -> None:
    _token, secret = AccessToken.issue(
        user=anna, description="x", scopes=["preference:read"], expires_at=NOON + timedelta(hours=1)
    )
    clock.shift(later)

    assert bearer(secret).get("/api/v1/account/").status_code == status


def test_a_revoked_token_is_dead_at_once(site: Site, anna: User) -> None:
    token, secret = AccessToken.issue(user=anna, description="x", scopes=["preference:read"])

    answer = site(anna).delete(f"/api/v1/tokens/{token.pk}/")

    assert (answer.status_code, answer.content) == (204, b"")
    refused(bearer(secret).get("/api/v1/account/"), 401, "invalid_token")
    assert site(anna).read("tokens/")["results"][0]["revoked_at"] is not None


def test_a_token_can_be_revoked_once(site: Site, anna: User) -> None:
    token, _secret = AccessToken.issue(user=anna, description="x", scopes=["game:play"])
    site(anna).delete(f"/api/v1/tokens/{token.pk}/")

    refused(site(anna).delete(f"/api/v1/tokens/{token.pk}/"), 404, "not_found")


@pytest.mark.parametrize("number", ["4711", "0", "9" * 30])
def test_a_token_that_does_not_exist_is_not_found(site: Site, anna: User, number: str) -> None:
    refused(site(anna).delete(f"/api/v1/tokens/{number}/"), 404, "not_found")


def test_other_peoples_tokens_are_not_found(site: Site, anna: User, bert: User) -> None:
    token, _secret = AccessToken.issue(user=bert, description="x", scopes=["game:play"])

    refused(site(anna).delete(f"/api/v1/tokens/{token.pk}/"), 404, "not_found")

    assert site(anna).read("tokens/")["results"] == []
    assert AccessToken.objects.get().revoked_at is None


def test_the_token_of_a_closed_account_is_dead(anna: User) -> None:
    _token, secret = AccessToken.issue(user=anna, description="x", scopes=["preference:read"])
    anna.is_active = False
    anna.save()

    refused(bearer(secret).get("/api/v1/account/"), 401, "invalid_token")


def test_the_use_of_a_token_is_noted_at_most_once_a_minute(clock: time_machine.Traveller, anna: User) -> None:
    token, secret = AccessToken.issue(user=anna, description="x", scopes=["preference:read"])
    client, seen = bearer(secret), []

    for seconds in (0, 59, 1):
        clock.shift(seconds)
        client.read("account/")
        token.refresh_from_db()
        seen.append(token.last_used_at)

    assert seen == [NOON, NOON, NOON + timedelta(minutes=1)]


def test_a_token_costs_one_query(anna: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    _token, secret = AccessToken.issue(user=anna, description="x", scopes=["preference:read"])
    client = bearer(secret)
    client.read("canned-messages/")

    with django_assert_num_queries(1):
        client.read("canned-messages/")


# --- Sessions ---------------------------------------------------------------------------------------------------------


def test_a_session_that_changes_something_must_bring_its_csrf_token(anna: User) -> None:
    client = APIClient(enforce_csrf_checks=True)
    sign_in(client, anna)

    refused(client.patch("/api/v1/account/", {"language": "de"}, format="json"), 403, "csrf_failed")

    anna.refresh_from_db()
    assert anna.language == "en"


def test_a_session_with_its_csrf_token_may_change_things(anna: User) -> None:
    client = APIClient(enforce_csrf_checks=True)
    sign_in(client, anna)
    client.cookies["csrftoken"] = "a" * 32

    answer = client.patch("/api/v1/account/", {"language": "de"}, format="json", HTTP_X_CSRFTOKEN="a" * 32)

    assert answer.status_code == 200


def test_a_session_reads_without_a_csrf_token(anna: User) -> None:
    client = APIClient(enforce_csrf_checks=True)
    sign_in(client, anna)

    assert client.get("/api/v1/account/").status_code == 200


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({}, "2027-03-02T12:00:00Z"),
        ({"expires_at": "2026-09-01T00:00:00Z"}, "2026-09-01T00:00:00Z"),
        # A year may have a leap day.
        ({"expires_at": "2027-03-03T12:00:00Z"}, "2027-03-03T12:00:00Z"),
    ],
)
def test_a_token_ends_after_a_year_unless_the_owner_wants_it_to_end_before(
    clock: time_machine.Traveller, site: Site, anna: User, wanted: dict[str, str], expected: str
) -> None:
    assert site(anna).send("tokens/", **WANTED, **wanted).json()["expires_at"] == expected


def test_who_wants_a_token_without_an_end_is_told_what_there_is(site: Site, anna: User) -> None:
    problem = refused(site(anna).send("tokens/", **WANTED, expires_at=None), 400, "invalid")

    assert problem["errors"]["expires_at"] == [
        "A token must expire. Give a time within the next year, or leave this out: then it is valid for a year."
    ]


def test_a_token_without_an_end_is_good_for_nothing(anna: User) -> None:
    """One that the code before this made while it was replaced."""
    _token, secret = AccessToken.issue(user=anna, description="x", scopes=["preference:read"])
    AccessToken.objects.update(expires_at=None)

    refused(bearer(secret).get("/api/v1/account/"), 401, "invalid_token")
    assert not AccessToken.objects.usable(now=timezone.now()).exists()
    assert AccessToken.alive([secret], now=timezone.now()) == {}


def test_tokens_of_before_get_an_end_and_their_owner_a_warning(anna: User, clock: time_machine.Traveller) -> None:
    confirm(anna)
    _endless, secret = AccessToken.issue(user=anna, description="old bot", scopes=["preference:read"])
    AccessToken.objects.update(expires_at=None)
    kept, _secret = AccessToken.issue(user=anna, description="x", scopes=[], expires_at=NOON + timedelta(days=3))

    import_module("accounts.migrations.0008_lifetimes").give_ends(apps, None)

    assert dict(AccessToken.objects.values_list("description", "expires_at")) == {
        "old bot": NOON + timedelta(days=365),
        "x": kept.expires_at,
    }
    assert bearer(secret).get("/api/v1/account/").status_code == 200
    clock.shift(timedelta(days=352))
    tokens.warn_of_ends()
    assert [(mail.kind, mail.detail) for mail in SecurityMail.objects.all()] == [("token_ends", "old bot")]


def test_tokens_lose_a_scope_that_is_gone_and_end_with_their_last_one(anna: User) -> None:
    for name, scopes in {"both": ["game:read", "moderate"], "only": ["moderate"], "other": ["game:read"]}.items():
        AccessToken.issue(user=anna, description=name, scopes=scopes)

    import_module("accounts.migrations.0025_no_scope_of_staff").remove_scope(apps, None)

    found = {token.description: (token.scopes, token.revoked_at is None) for token in AccessToken.objects.all()}
    assert found == {"both": (["game:read"], True), "only": ([], False), "other": (["game:read"], True)}


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", {"expired": "This token has expired.", "revoked": "This token was revoked."}),
        ("de", {"expired": "Dieses Token ist abgelaufen.", "revoked": "Dieses Token wurde widerrufen."}),
    ],
)
def test_who_brings_an_ended_token_is_told_why_it_is_refused(anna: User, language: str, why: dict[str, str]) -> None:
    answers = {}
    for name in ("expired", "revoked", "closed"):
        token, secret = AccessToken.issue(user=anna, description=name, scopes=["preference:read"])
        if name == "expired":
            AccessToken.objects.filter(pk=token.pk).update(expires_at=timezone.now())
        elif name == "revoked":
            tokens.revoke(anna, token.pk)
        else:
            User.objects.filter(pk=anna.pk).update(is_active=False)
        answer = bearer(secret).get("/api/v1/account/", HTTP_ACCEPT_LANGUAGE=language)
        answers[name] = refused(answer, 401, "invalid_token")["detail"]
        assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]

    assert {name: answers[name] for name in why} == why
    assert answers["closed"] not in why.values()


@pytest.mark.parametrize(("language", "words"), [("en", "expires soon"), ("de", "läuft bald ab")])
def test_the_page_shows_which_tokens_expire_soon(anna: User, language: str, words: str) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    now = timezone.now()
    for days in (13, 15):
        AccessToken.issue(user=anna, description=f"{days}", scopes=[], expires_at=now + timedelta(days=days))

    page = text_of(sign_in(Client(), anna).get("/preferences/tokens/"))

    assert page.count(words) == 1


def test_its_owner_is_warned_two_weeks_before(anna: User) -> None:
    confirm(anna)
    now = timezone.now()
    for name, days in (("soon", 13), ("later", 15), ("over", -1)):
        token, _secret = AccessToken.issue(
            user=anna, description=name, scopes=[], expires_at=now + timedelta(days=days)
        )
        AccessToken.objects.filter(pk=token.pk).update(created_at=now - timedelta(days=300))
    AccessToken.issue(user=anna, description="short", scopes=[], expires_at=now + timedelta(days=13))

    counts = [tokens.warn_of_ends(), tokens.warn_of_ends()]

    assert counts == [1, 0]
    assert [(mail.kind, mail.detail) for mail in SecurityMail.objects.all()] == [("token_ends", "soon")]
