"""What is seldom seen, as HTML to look at: pages that say no, and every mail, as they are in one language."""

from base64 import b64encode
from collections.abc import Iterator
from email.mime.image import MIMEImage
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db.models import Q
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from games.challenges.events import CHALLENGE_RECEIVED
from games.challenges.models import Challenge
from games.chat.events import MESSAGE_SENT
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.core.notifications import kind_of
from games.core.presenters import rfc3339
from games.disputes.events import DISPUTE_DECIDED, DISPUTE_OPENED, WARNED
from games.disputes.verdict_kinds import Verdict
from games.notifications.email import email_about
from games.notifications.models import Delivery
from games.pictures.mail import PICTURE_ID
from games.play.events import (
    DEADLINE_MOVED,
    DEADLINE_NEAR,
    DRAW_DECLINED,
    DRAW_OFFERED,
    GAME_FINISHED,
    GAME_STARTED,
    MOVE_PLAYED,
    OPPONENT_REMINDED,
)
from games.players.models import Sanction
from games.time_off.events import LEAVE_ENDS
from games.webhooks.events import WEBHOOK_DISABLED
from games.webhooks.models import Webhook
from muehle.clocks.pauses import Reason

Sample = tuple[str, str]

# Django's own templates for these know no request; the others look like any page of a guest.
BARE = ("400", "403_csrf", "500", "503")
DRESSED = ("403", "404")
READER, ADDRESS = "anna", "anna@example.org"
ACCOUNT_EMAILS = {
    "mail-confirm": ("email_confirmation", "activate_url", "accounts/confirm-email/a-secret/"),
    "mail-reset": ("password_reset_key", "password_reset_url", "accounts/password/reset/key/1-a-secret/"),
    "mail-account-exists": ("account_already_exists", "password_reset_url", "accounts/password/reset/"),
    "mail-no-account": ("unknown_account", "signup_url", "accounts/signup/"),
}
REMATCHES = Challenge.objects.filter(rematch_of__isnull=False)
# What each mail of a game is about; the newest event of its kind stands for all of them.
ONGOING, FINISHED = {"game__status": Game.Status.ONGOING}, {"game__status": Game.Status.FINISHED}
WITH_A_BOT = Q(game__white__bot_since__isnull=False) | Q(game__black__bot_since__isnull=False)
GAME_EMAILS: dict[str, dict[str, Any]] = {
    "mail-game-begins": {"type": GAME_STARTED, "game__ply": 0, **ONGOING},
    "mail-your-move": {"type": MOVE_PLAYED, **ONGOING},
    "mail-deadline": {"type": DEADLINE_NEAR, **ONGOING},
    "mail-draw-offer": {"type": DRAW_OFFERED, **ONGOING},
    "mail-draw-declined": {"type": DRAW_DECLINED, **ONGOING},
    "mail-message": {"type": MESSAGE_SENT, **ONGOING},
    "mail-game-over": {"type": GAME_FINISHED, **FINISHED},
    "mail-challenge": {
        "type": CHALLENGE_RECEIVED,
        "subject_id__in": Challenge.objects.filter(rematch_of=None).values("pk"),
    },
    "mail-rematch": {"type": CHALLENGE_RECEIVED, "subject_id__in": REMATCHES.values("pk")},
    "mail-dispute": {"type": DISPUTE_OPENED, "data__appeal_of": None},
    "mail-appeal": {"type": DISPUTE_OPENED, "data__appeal_of__gt": 0},
    "mail-claim-proven": {"type": DISPUTE_DECIDED, "data__verdict": Verdict.PROVEN},
    "mail-claim-refuted": {"type": DISPUTE_DECIDED, "data__verdict": Verdict.REFUTED},
    "mail-verdict": {"type": DISPUTE_DECIDED, "data__verdict": Verdict.DRAW},
    "mail-warning": {"type": WARNED, "data__kind": Sanction.Kind.WARNING},
    "mail-muted": {"type": WARNED, "data__kind": Sanction.Kind.MUTE},
}
# No server elsewhere has failed for a day where there is only a demo.
WEBHOOK = {
    "webhook": 1,
    "url": "https://club.example/muehle",
    "description": "The club’s board",
    "reason": Webhook.OffReason.FAILING,
}
DIGEST, LATELY = 4, 500


def samples(language: str) -> Iterator[Sample]:
    """All samples with their names; mails about games as far as the database has events for them."""
    with translation.override(language):
        yield from ((name, render_to_string(f"{name}.html")) for name in BARE)
        yield from ((name, render_to_string(f"{name}.html", request=_guest())) for name in DRESSED)
        yield from _account_emails()
        yield from _game_emails()
        yield "mail-webhook", _email(User(username=READER), Event(type=WEBHOOK_DISABLED, data=WEBHOOK))
        yield from _days_emails()
        yield from _digest()


def _guest() -> HttpRequest:
    request = HttpRequest()
    request.path = request.path_info = "/"
    request.user = AnonymousUser()
    request.META |= {"SERVER_NAME": "localhost", "SERVER_PORT": "80"}
    return request


def _account_emails() -> Iterator[Sample]:
    site = SimpleNamespace(domain=urlsplit(settings.SITE_URL).netloc)
    for name, (prefix, link, path) in ACCOUNT_EMAILS.items():
        context = {"current_site": site, "user": User(username=READER), "username": READER, "email": ADDRESS}
        context[link] = f"{settings.SITE_URL}/{path}"
        yield name, html_of(get_adapter().render_mail(f"account/email/{prefix}", ADDRESS, context))


def _game_emails() -> Iterator[Sample]:
    for name, about in GAME_EMAILS.items():
        # Some events have no recipients, such as actions that only concern the player who did them.
        events = Event.objects.filter(**about).exclude(WITH_A_BOT).order_by("-id")[:LATELY]
        told = UserEvent.objects.filter(event__in=events, is_notification=True).order_by("-event", "user")
        row = told.select_related("event", "user").first()
        if row is not None:
            yield name, _email(row.user, row.event)


def _days_emails() -> Iterator[Sample]:
    """Mails about the game that waits longest, which would otherwise be sent only after days."""
    game = Game.objects.ongoing().select_related("white", "black").order_by("deadline_at").first()
    if game is None:
        return
    reader, until = game.white if game.on_move_id == game.white_id else game.black, rfc3339(game.deadline_at)
    leave = {"leave": 1, "ends_at": until, "games_waiting": 3}
    yield "mail-leave-ends", _email(reader, Event(type=LEAVE_ENDS, data=leave))
    saved = {"ply": game.ply, "deadline_at": until, "why": Reason.EMERGENCY_DAY.value}
    yield "mail-emergency-day", _email(reader, Event(type=DEADLINE_MOVED, game=game, data=saved))
    yield "mail-reminder", _email(reader, Event(type=OPPONENT_REMINDED, game=game, data={"ply": game.ply}))


def _digest() -> Iterator[Sample]:
    """A digest for the user with the most notifications."""
    news: dict[int, list[Event]] = {}
    rows = UserEvent.objects.filter(is_notification=True).select_related("event")
    for row in rows.order_by("-event", "user")[:LATELY]:
        kind = kind_of(row.event)
        if kind is not None and not kind.is_on_site_only and kind.is_due(row.event, now=timezone.now()):
            news.setdefault(row.user_id, []).append(row.event)
    pk, events = max(news.items(), key=lambda item: len(item[1]), default=(0, []))
    if len(events) > 1:
        yield "mail-digest", _email(User.objects.get(pk=pk), *events[:DIGEST])


def _email(reader: User, *events: Event) -> str:
    """The mail to the reader in the language in force."""
    reader.language = translation.get_language() or settings.LANGUAGE_CODE
    deliveries = [Delivery(pk=0, event=event, user=reader, next_attempt_at=timezone.now()) for event in events]
    return html_of(email_about(deliveries, address=ADDRESS))


def html_of(message: EmailMessage) -> str:
    """The HTML of a mail, with the picture that travels in it put in."""
    assert isinstance(message, EmailMultiAlternatives)
    [(html, _kind)] = message.alternatives
    pictures = [part.get_payload(decode=True) for part in message.attachments if isinstance(part, MIMEImage)]
    for picture in pictures:
        assert isinstance(picture, bytes)
        html = str(html).replace(f"cid:{PICTURE_ID}", f"data:image/png;base64,{b64encode(picture).decode()}")
    return str(html)
