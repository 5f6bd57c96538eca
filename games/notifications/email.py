"""Notifications as e-mail: to the confirmed address, in the reader's language and time zone, as text and as HTML.

The board of the HTML is a picture that is attached: nothing is fetched when the mail is opened, so nobody learns that
it was. Where pictures are not shown, its words are.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from email.mime.image import MIMEImage
from typing import Any, Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import ngettext

from accounts.emails import DRESS
from accounts.models import User
from games.core.notifications import Mail, NotificationKind, additions_to, choosable_kinds, kind_of, page_url
from games.notifications import unsubscribing
from games.notifications.models import Delivery
from games.pictures import BoardPicture, png_of
from games.pictures.mail import PICTURE_ID

# The picture is shown at half the size, so that it is sharp on a phone.
PICTURE_PIXELS: Final = 560
GENERAL_TEMPLATE: Final = "notifications/mail/notification"


class NotificationEmail(EmailMultiAlternatives):
    """Text and HTML; what is attached belongs to the HTML, and is no paper clip beside it."""

    mixed_subtype = "related"


def address_of(user: User) -> str | None:
    """The user's confirmed address; None where there is none, or the account is closed."""
    rows = EmailAddress.objects.filter(user=user, verified=True, primary=True)
    address: str | None = rows.values_list("email", flat=True).first() if user.is_active else None
    return address


def email_about(deliveries: Sequence[Delivery], *, address: str) -> EmailMultiAlternatives:
    """The mail to the deliveries' user about their events, as they stand now."""
    user = deliveries[0].user
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        content = _mail_about(deliveries[0]) if len(deliveries) == 1 else _gathered(deliveries)
        subject, template, end_url = content.subject, content.template or GENERAL_TEMPLATE, _end_url(user, deliveries)
        context = content.context | {"subject": subject, "reader": user, **DRESS}
        context |= {"site": urlsplit(settings.SITE_URL).netloc, "language": user.language}
        context |= {"preferences_url": page_url("notification_settings"), "end_url": end_url}
        message = NotificationEmail(
            subject,
            render_to_string(f"{template}.txt", context),
            to=[address],
            headers=_headers(deliveries, end_url=end_url),
        )
        if "picture" in context:
            _enclose(message, context["picture"])
        message.attach_alternative(render_to_string(f"{template}.html", context), "text/html")
    return message


def _kind(delivery: Delivery) -> NotificationKind:
    kind = kind_of(delivery.event)
    assert kind is not None  # noqa: S101  (there are deliveries of such events only)
    return kind


def _mail_about(delivery: Delivery) -> Mail:
    event, user = delivery.event, delivery.user
    mail = _kind(delivery).mail(event, user)
    return replace(mail, context={**mail.context, **additions_to(event, user)})


def _gathered(deliveries: Sequence[Delivery]) -> Mail:
    """One mail about several events, the most urgent first."""
    mails = [_mail_about(delivery) for delivery in sorted(_each_once(deliveries), key=_urgency)]
    items: list[dict[str, Any]] = [{"title": mail.subject, **mail.context} for mail in mails]
    _quote_once(items)
    words = ngettext("%(count)s update from your games", "%(count)s updates from your games", len(items))
    return Mail(words % {"count": len(items)}, {"items": items, "url": page_url("home")}, "notifications/mail/digest")


def _each_once(deliveries: Sequence[Delivery]) -> list[Delivery]:
    """The newest of those that are about the same."""
    found = {}
    for delivery in sorted(deliveries, key=lambda delivery: delivery.event_id):
        found[_kind(delivery).theme(delivery.event) or delivery.event_id] = delivery
    return list(found.values())


def _quote_once(items: list[dict[str, Any]]) -> None:
    """What somebody wrote stands at the first item that quotes it."""
    quoted = set()
    for item in items:
        quote = (item["url"], item.get("message"))
        if quote in quoted:
            item["message"] = ""
        quoted.add(quote)


def _urgency(delivery: Delivery) -> tuple[bool, datetime, int]:
    """Sorts what asks for an answer before everything else, and both by time."""
    event = delivery.event
    answer_by = _kind(delivery).answer_by(event)
    return answer_by is None, answer_by or event.created_at, event.pk


def _end_url(user: User, deliveries: Sequence[Delivery]) -> str:
    """The address that ends mails of these kinds without a login; empty if none can be switched off."""
    concerned = {_kind(delivery) for delivery in deliveries}
    kinds = [kind for kind in choosable_kinds() if kind in concerned]
    return page_url("unsubscribe", token=unsubscribing.token_for(user, kinds)) if kinds else ""


def _enclose(message: EmailMultiAlternatives, picture: BoardPicture) -> None:
    """Attach the board, to which the HTML refers by its Content-ID."""
    board = MIMEImage(png_of(picture.svg(), width=PICTURE_PIXELS), "png")
    board.add_header("Content-ID", f"<{PICTURE_ID}>")
    board.add_header("Content-Disposition", "inline", filename="board.png")
    message.attach(board)


def _headers(deliveries: Sequence[Delivery], *, end_url: str) -> dict[str, str]:
    """Message-ID and thread: a repeated delivery has the same Message-ID, the mails of a game form one thread."""
    host = urlsplit(settings.SITE_URL).hostname
    first, event = deliveries[0], deliveries[0].event
    headers = {"Message-ID": f"<notification-{first.pk}-event-{event.pk}@{host}>", "Auto-Submitted": "auto-generated"}
    if len(deliveries) == 1:
        headers["References"] = f"<{_kind(first).thread(event)}@{host}>"
    if end_url:
        return headers | {"List-Unsubscribe": f"<{end_url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return headers
