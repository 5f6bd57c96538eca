"""An address that takes no mail: nothing more is sent there until its owner says so, or has another one."""

import base64
import json
import smtplib

import pytest
from allauth.account.models import EmailAddress
from anymail.webhooks.postmark import PostmarkTrackingWebhookView
from django.conf import LazySettings
from django.core.exceptions import SuspiciousOperation
from django.test import RequestFactory

from accounts.models import User
from games.core.models.games import Game
from games.notifications import bounces, choices
from games.notifications.delivery import deliver, dispatch
from games.notifications.models import Delivery
from games.notifications.testing import receipts_of, send_test
from tests.games.notifications.postbox import PostBox


def is_off(user: User) -> bool:
    return bounces.is_off(choices.settings_of(user), user.email)


@pytest.fixture
def refused(game: Game, anna: User, reachable: None, box: PostBox) -> None:
    """The mail server has said that it knows no Anna."""
    box.unknown.add("anna@example.org")
    dispatch()
    deliver(seconds=30)


def test_an_address_that_the_mail_server_does_not_know_gets_no_more_mail(
    refused: None, anna: User, bert: User, box: PostBox
) -> None:
    box.unknown.clear()
    send_test(anna)
    send_test(bert)
    dispatch()
    deliver(seconds=30)

    assert (is_off(anna), is_off(bert)) == (True, False)
    assert [email["To"] for email in box.emails] == ["bert@example.org"]
    assert Delivery.objects.filter(user=anna).count() == 1


def test_what_waits_for_such_an_address_is_left_out(refused: None, anna: User, box: PostBox) -> None:
    bounces.switch_on(anna)
    send_test(anna)
    dispatch()
    bounces.switch_off(anna, "Anna@Example.org", bounces.Reason.BOUNCED)

    deliver(seconds=30)

    assert Delivery.objects.latest("id").status == "skipped"


def test_its_owner_can_have_it_tried_again(refused: None, anna: User, box: PostBox) -> None:
    box.unknown.clear()
    bounces.switch_on(anna)
    send_test(anna)
    dispatch()
    deliver(seconds=30)

    receipts = receipts_of(anna)
    assert receipts is not None
    assert receipts.email is not None
    assert receipts.email.status == "sent"
    assert [email["Subject"] for email in box.emails] == ["Your notifications work"]


def test_another_address_is_tried(refused: None, anna: User, box: PostBox) -> None:
    EmailAddress.objects.filter(user=anna).update(email="new@example.org")
    send_test(anna)
    dispatch()
    deliver(seconds=30)

    assert [email["To"] for email in box.emails] == ["new@example.org"]


@pytest.mark.parametrize(
    ("code", "text", "unknown"),
    [
        (550, b"No such user", True),
        (550, b"5.1.1 User unknown", True),
        (550, b"5.7.1 Your letter looks like spam", False),
        (552, b"5.2.2 Mailbox full", False),
        (450, b"4.1.1 Come again", False),
    ],
)
def test_only_a_mailbox_that_is_not_there_counts(code: int, text: bytes, unknown: bool) -> None:
    error = smtplib.SMTPRecipientsRefused({"anna@example.org": (code, text)})

    assert bounces.says_unknown(error) is unknown


# --- What a mail provider reports -------------------------------------------------------------------------------------

SECRET = "provider:secret"


def report(settings: LazySettings, *, secret: str = SECRET, **record: object) -> int:
    """What Postmark posts to us, and the status of our answer."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    key = base64.b64encode(secret.encode()).decode()
    body = {"MessageID": "1", "ID": 1, "BouncedAt": "2026-03-02T12:00:00Z", "Email": "anna@example.org", **record}
    request = RequestFactory().post(
        "/", json.dumps(body), content_type="application/json", headers={"Authorization": f"Basic {key}"}
    )
    return int(PostmarkTrackingWebhookView.as_view()(request).status_code)


@pytest.mark.parametrize(
    ("record", "off"),
    [
        ({"RecordType": "Bounce", "Type": "HardBounce"}, True),
        ({"RecordType": "SpamComplaint", "Type": "SpamComplaint"}, True),
        ({"RecordType": "Bounce", "Type": "SoftBounce"}, False),
        ({"RecordType": "Bounce", "Type": "HardBounce", "Email": "nobody@example.org"}, False),
    ],
)
def test_what_a_provider_reports_switches_mail_off(
    anna: User, reachable: None, settings: LazySettings, record: dict[str, str], off: bool
) -> None:
    assert (report(settings, **record), is_off(anna)) == (200, off)


def test_nobody_else_can_report_anything(anna: User, reachable: None, settings: LazySettings) -> None:
    with pytest.raises(SuspiciousOperation):
        report(settings, secret="somebody:else", RecordType="Bounce", Type="HardBounce")

    assert not is_off(anna)
