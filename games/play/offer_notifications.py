"""Notifications of what the two players agree on: draws, take-backs, pauses."""

from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.models.events import Event
from games.core.notifications import Mail, NotificationKind, NotificationLine, game_of, register
from games.pictures.mail import game_context
from games.play import labels
from games.play.events import (
    DRAW_DECLINED,
    DRAW_OFFERED,
    GAME_PAUSED,
    MOVES_TAKEN_BACK,
    PAUSE_DECLINED,
    PAUSE_OFFERED,
    TAKEBACK_ASKED,
    TAKEBACK_DECLINED,
)
from games.play.notification_lines import line_of, names_in, ply_of
from games.play.pause_offers import open_offer
from games.play.takebacks import open_takeback
from games.players.queries import has_muted
from kit.times import moment_with_zone


@register
class DrawOfferNotification(NotificationKind):
    """Also of an offer that is declined in words; one that is answered by a move is covered by the move."""

    name = "draw_offer"
    events = (DRAW_OFFERED, DRAW_DECLINED)
    label = _("Draw offer")
    help = _("Your opponent offers a draw without moving, or declines your offer.")
    order = 70
    is_seen_on_board = True

    def is_due(self, event: Event, *, now: datetime) -> bool:
        game = game_of(event)
        if event.type == DRAW_DECLINED:
            # In a frozen game the player who opened the dispute knows the answer already.
            was_answered = game.was_answered(event.actor_id, since=ply_of(event))
            return game.is_ongoing and not game.is_frozen(now=now) and not was_answered
        return game.is_ongoing and game.draw_offered_by_id == event.actor_id and not game.is_overdue(now=now)

    def end_of_use(self, event: Event) -> datetime | None:
        return game_of(event).deadline_at if event.type == DRAW_OFFERED else None

    def line(self, event: Event, reader: User) -> NotificationLine:
        text = gettext("%(opponent)s offers you a draw")
        if event.type == DRAW_DECLINED:
            text = gettext("%(opponent)s declined your draw offer")
        line = line_of(event, reader, text, "handshake")
        return replace(line, more=_reason_with(event, reader), is_ours=False)

    def mail(self, event: Event, reader: User) -> Mail:
        game = game_of(event)
        subject, template = gettext("%(opponent)s offers you a draw (game %(number)s)"), "play/mail/draw_offer"
        if event.type == DRAW_DECLINED:
            subject = gettext("%(opponent)s declined your draw offer (game %(number)s)")
            template = "play/mail/draw_declined"
        context = game_context(game, reader) | {"reason": _reason_with(event, reader)}
        return Mail(subject % names_in(game, reader), context, template)


@register
class TakebackNotification(NotificationKind):
    """About the position that it was asked or agreed in: the next move ends it."""

    name = "takeback"
    events = (TAKEBACK_ASKED, TAKEBACK_DECLINED, MOVES_TAKEN_BACK)
    label = _("Take-back")
    help = _("Your opponent asks to take a move back, or answers your request.")
    order = 75
    is_seen_on_board = True

    def is_due(self, event: Event, *, now: datetime) -> bool:
        game = game_of(event)
        return game.is_ongoing and game.ply == ply_of(event) and not game.is_overdue(now=now)

    def still_stands(self, event: Event) -> bool:
        return event.type != TAKEBACK_ASKED or open_takeback(game_of(event)) is not None

    def line(self, event: Event, reader: User) -> NotificationLine:
        return line_of(event, reader, gettext(labels.TAKEBACKS[event.type]), "undo-2")


@register
class PauseNotification(NotificationKind):
    name = "pause"
    events = (PAUSE_OFFERED, PAUSE_DECLINED, GAME_PAUSED)
    label = _("Pause by agreement")
    help = _("Your opponent offers a pause, or answers your offer.")
    order = 76
    is_seen_on_board = True

    def is_due(self, event: Event, *, now: datetime) -> bool:
        game = game_of(event)
        if not game.is_ongoing or (event.type != PAUSE_DECLINED and now >= _until(event)):
            return False
        return event.type == GAME_PAUSED or (game.ply == ply_of(event) and not game.is_overdue(now=now))

    def still_stands(self, event: Event) -> bool:
        if event.type != PAUSE_OFFERED:
            return True
        offered = open_offer(game_of(event), now=event.created_at)
        return offered is not None and (offered.offered_by_id, offered.until) == (event.actor_id, _until(event))

    def end_of_use(self, event: Event) -> datetime | None:
        return None if event.type == PAUSE_DECLINED else _until(event)

    def line(self, event: Event, reader: User) -> NotificationLine:
        if event.type == PAUSE_DECLINED:
            return line_of(event, reader, gettext("%(opponent)s has declined your pause offer"), "hourglass")
        text = gettext("%(opponent)s offers a pause until %(until)s")
        if event.type == GAME_PAUSED:
            text = gettext("%(opponent)s has agreed: the game is paused until %(until)s")
        return line_of(event, reader, text, "hourglass", until=moment_with_zone(_until(event)))


def _until(event: Event) -> datetime:
    return datetime.fromisoformat(event.data["until"])


def _reason_with(event: Event, reader: User) -> str:
    """The reason of an offer or of a refusal; empty if the reader has muted its author."""
    reason = str(event.data["reason"])
    return "" if reason and has_muted(reader.pk, event.actor_id) else reason
