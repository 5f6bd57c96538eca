"""Every kind of change is told by a mail, and everything that lets in others or outlives the session is one."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import translation

from accounts.models import SecurityMail, User
from accounts.security import mails
from tests.accounts.security.test_fresh_authentication import APP, CHAT_APP, TOKEN, WEBHOOK
from tests.games.notifications.browser import Browser
from tests.games.notifications.people import confirm
from tests.games.notifications.postbox import PostBox, post_box, text_of
from tests.support.signing_in import sign_in

Kind = mails.Kind
HERE = {"url": "http://127.0.0.1:8999/hear"}
PAGES = [
    ("/accounts/email/", {"action_add": "", "email": "other@example.org"}, Kind.ADDRESS_ADDED),
    ("/preferences/tokens/", TOKEN, Kind.TOKEN_MADE),
    ("/preferences/apps/own/", APP, Kind.APP_REGISTERED),
    ("/preferences/export/", {}, Kind.EXPORT_REQUESTED),
    ("/preferences/webhooks/", WEBHOOK | HERE, Kind.WEBHOOK_SET_UP),
    ("/preferences/chat-apps/", CHAT_APP, Kind.CHAT_APP_SET_UP),
    ("/preferences/calendar/", {}, Kind.FEED_MADE),
]
OPERATIONS = [
    ("tokens/", {"description": "bot", "scopes": ["game:read"]}, Kind.TOKEN_MADE),
    ("apps/", {"name": "Table", "redirect_uris": ["https://app.example.org/back"]}, Kind.APP_REGISTERED),
    ("webhooks/", HERE, Kind.WEBHOOK_SET_UP),
    ("chat-connections/", CHAT_APP, Kind.CHAT_APP_SET_UP),
    ("calendar-feed/", {}, Kind.FEED_MADE),
    ("push-subscriptions/", {"endpoint": "https://8.8.8.8/push", **Browser().keys}, Kind.PUSH_SET_UP),
]


@pytest.fixture
def box(settings: LazySettings) -> Iterator[PostBox]:
    settings.WEBHOOKS_TO_LOOPBACK = True
    with post_box() as found:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", found.port
        yield found


@pytest.fixture
def owner(anna: User) -> User:
    confirm(anna)
    return anna


def told(box: PostBox, kind: Kind) -> str:
    """The text of the one mail to Anna, which must say what was changed."""
    while mails.send_next():
        pass
    [row] = SecurityMail.objects.all()
    [text] = [text_of(mail) for mail in box.emails if mail["To"] == "anna@example.org"]
    with translation.override(row.language):
        assert (row.kind, row.sentence in text) == (kind, True)
    return text


@pytest.mark.parametrize(("address", "fields", "kind"), PAGES)
def test_what_a_page_makes_is_told_with_the_link_that_takes_it_back(
    owner: User, box: PostBox, address: str, fields: dict[str, str], kind: Kind
) -> None:
    sign_in(Client(), owner).post(address, fields)

    assert "/accounts/secure/" in told(box, kind)


@pytest.mark.parametrize(("address", "body", "kind"), OPERATIONS)
def test_what_an_operation_makes_is_told_with_the_link_that_takes_it_back(
    owner: User, box: PostBox, address: str, body: dict[str, object], kind: Kind
) -> None:
    answer = sign_in(Client(), owner).post(f"/api/v1/{address}", body, content_type="application/json")

    assert answer.status_code == 201, answer.content
    assert "/accounts/secure/" in told(box, kind)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_kind_arrives_in_the_language_of_its_owner(owner: User, box: PostBox, kind: Kind, language: str) -> None:
    owner.language = language
    owner.save()

    mails.record(owner, kind, detail="Detail")

    if kind == Kind.DELETED:
        assert mails.send_next()
        return
    text = told(box, kind)
    with translation.override("en"):
        english = str(kind.label) % {"detail": "Detail"}
    assert (english in text) == (language == "en")


def test_a_browser_that_is_known_is_told_once(owner: User, box: PostBox) -> None:
    browser, body = sign_in(Client(), owner), {"endpoint": "https://8.8.8.8/push", **Browser().keys}

    for _time in range(2):
        browser.post("/api/v1/push-subscriptions/", body, content_type="application/json")

    assert "8.8.8.8" in told(box, Kind.PUSH_SET_UP)
