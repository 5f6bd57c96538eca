"""Notifications of games: moves, deadlines, reminders by the opponent, endings, offers."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import DateTimeField, IntegerField, Q
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.chat.queries import messages_for
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.notifications import Mail, NotificationKind, NotificationLine, Timing, game_of, register
from games.pictures.mail import game_context
from games.play import ending_words, labels
from games.play.events import (
    CONDITIONAL_MOVES_PLAYED,
    CONDITIONAL_MOVES_STOPPED,
    DEADLINE_MOVED,
    DEADLINE_NEAR,
    DRAW_DECLINED,
    DRAW_OFFERED,
    GAME_FINISHED,
    GAME_PAUSED,
    GAME_STARTED,
    MOVE_PLAYED,
    MOVES_TAKEN_BACK,
    OPPONENT_REMINDED,
    PAUSE_DECLINED,
    PAUSE_OFFERED,
    TAKEBACK_ASKED,
    TAKEBACK_DECLINED,
    TIME_GIVEN,
)
from games.play.pause_offers import open_offer
from games.play.takebacks import open_takeback
from games.players.queries import has_muted
from kit.times import moment_with_zone

# --- What they have in common -----------------------------------------------------------------------------------------


def names_in(game: Game, reader: User) -> dict[str, object]:
    return {"opponent": game.opponent_of(reader.pk).shown_name, "number": game.number}


def line_of(event: Event, reader: User, text: str, icon: str, more: str = "", **words: object) -> NotificationLine:
    """`text` with the names of the game put in, leading to the page of the game; `more` is a sentence of ours."""
    game = game_of(event)
    url = reverse("game", args=[game.number])
    return NotificationLine(text % {**names_in(game, reader), **words}, more, url, icon, is_ours=True)


def ply_of(event: Event) -> int:
    """Half-moves played after the event."""
    return 0 if event.type == GAME_STARTED else int(event.data["ply"])


def _is_as_then(event: Event, *, now: datetime) -> bool:
    """Whether nobody has moved since the event, and there is time to."""
    game = game_of(event)
    return game.is_ongoing and game.ply == ply_of(event) and not game.is_overdue(now=now)


# --- Moves, time and endings ------------------------------------------------------------------------------------------


# Half-moves played after the event of a UserEvent row; a beginning names none.
_PLY = Coalesce(Cast(KeyTextTransform("ply", "event__data"), IntegerField()), 0)


class TurnNotification(NotificationKind):
    """About the player on move, for as long as nobody has moved."""

    def unread_filter(self, user: User) -> Q:
        return Q(event__game__on_move=user, event__game__ply=_PLY)

    def is_due(self, event: Event, *, now: datetime) -> bool:
        return _is_as_then(event, now=now)

    def end_of_use(self, event: Event) -> datetime | None:
        return game_of(event).deadline_at

    def theme(self, event: Event) -> str:
        return f"turn-{event.game_id}-{ply_of(event)}"


@register
class YourMoveNotification(TurnNotification):
    name = "your_move"
    events = (GAME_STARTED, MOVE_PLAYED)
    label = _("It is my move")
    help = _("Your opponent has moved; includes any message or draw offer.")
    order = 10
    is_seen_on_board = True
    email_preference = "email_on_your_move"

    def covers(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        return ("draw_offer", "message", "challenge_answer")

    def is_due(self, event: Event, *, now: datetime) -> bool:
        is_taken_back = event.type == MOVE_PLAYED and event.data["move"] != game_of(event).last_move
        return not is_taken_back and super().is_due(event, now=now)

    def line(self, event: Event, reader: User) -> NotificationLine:
        if event.type == GAME_STARTED:
            return line_of(event, reader, gettext("Your game against %(opponent)s has begun"), "swords")
        text = gettext("%(opponent)s played %(move)s")
        return line_of(event, reader, text, "arrow-right", move=event.data["move"])

    def mail(self, event: Event, reader: User) -> Mail:
        game = game_of(event)
        text = gettext("Your move against %(opponent)s (game %(number)s)")
        if game.ply == 0:
            text = gettext("Your game against %(opponent)s has begun (game %(number)s)")
        return Mail(text % names_in(game, reader), turn_context(game, reader), "play/mail/your_move")


@register
class DeadlineNearNotification(TurnNotification):
    name = "deadline_near"
    events = (DEADLINE_NEAR,)
    label = _("Deadline near")
    help = _("When a quarter of the time for a move is left and when one day is left, or as chosen below.")
    order = 20
    timing = Timing.SINGLE
    is_urgent = True
    is_about_time = True

    def unread_filter(self, user: User) -> Q:
        """A deadline that was moved has notifications of its own."""
        deadline_at = Cast(KeyTextTransform("deadline_at", "event__data"), DateTimeField())
        return super().unread_filter(user) & Q(event__game__deadline_at=deadline_at)

    def is_due(self, event: Event, *, now: datetime) -> bool:
        is_moved = game_of(event).deadline_at != datetime.fromisoformat(event.data["deadline_at"])
        return not is_moved and super().is_due(event, now=now)

    def line(self, event: Event, reader: User) -> NotificationLine:
        return line_of(event, reader, gettext("Your time against %(opponent)s is running out"), "hourglass")

    def mail(self, event: Event, reader: User) -> Mail:
        game = game_of(event)
        subject = gettext("Your time against %(opponent)s is running out (game %(number)s)")
        return Mail(subject % names_in(game, reader), turn_context(game, reader), "play/mail/deadline_near")


@register
class EmergencyDayNotification(TurnNotification):
    name = "emergency_day"
    events = (DEADLINE_MOVED,)
    label = _("Emergency day")
    help = _(
        "Your time had run out, and your emergency day was used so that you did not lose the game. One "
        "email for all games."
    )
    order = 30
    timing = Timing.SINGLE
    is_urgent = True

    def line(self, event: Event, reader: User) -> NotificationLine:
        until = {"deadline": moment_with_zone(datetime.fromisoformat(event.data["deadline_at"]))}
        more = gettext("Your time had run out. You now have until %(deadline)s.") % until
        return line_of(event, reader, gettext("Your emergency day saved your game against %(opponent)s"), "sun", more)

    def mail(self, event: Event, reader: User) -> Mail:
        game = game_of(event)
        subject = gettext("Your emergency day saved your game against %(opponent)s (game %(number)s)")
        return Mail(subject % names_in(game, reader), turn_context(game, reader), "play/mail/emergency_day")


@register
class OpponentReminderNotification(TurnNotification):
    name = "reminder"
    events = (OPPONENT_REMINDED,)
    label = _("Friendly reminder")
    help = _("Your opponent has been waiting for a while and reminds you; at most once per move.")
    order = 90
    is_seen_on_board = True
    is_about_time = True

    def line(self, event: Event, reader: User) -> NotificationLine:
        return line_of(event, reader, gettext("%(opponent)s is looking forward to your move"), "bell")

    def mail(self, event: Event, reader: User) -> Mail:
        game = game_of(event)
        subject = gettext("%(opponent)s is looking forward to your move (game %(number)s)")
        return Mail(subject % names_in(game, reader), turn_context(game, reader), "play/mail/reminder")


@register
class ConditionalMovesStoppedNotification(TurnNotification):
    """On the site only: mail and push are sent for the move that it came with."""

    name = "conditional_moves_stopped"
    events = (CONDITIONAL_MOVES_STOPPED,)
    order = 100
    is_on_site_only = True

    def line(self, event: Event, reader: User) -> NotificationLine:
        text = gettext("Your conditional moves against %(opponent)s have ended")
        return line_of(event, reader, text, "list-ordered", labels.why_stopped(event.data["reason"]))


@register
class ConditionalMovesPlayedNotification(NotificationKind):
    """Its player has not seen what it led to, not even that it ended the game."""

    name = "conditional_moves_played"
    events = (CONDITIONAL_MOVES_PLAYED,)
    label = _("My conditional moves")
    help = _("One of your conditional moves was played.")
    order = 15
    is_seen_on_board = True

    def line(self, event: Event, reader: User) -> NotificationLine:
        game = game_of(event)
        more = ""
        if not game.is_ongoing:
            more = f"{ending_words.headline(game, reader)}. {ending_words.reason(game, reader)}"
        return line_of(event, reader, _played_words(event), "list-ordered", more, moves=", ".join(event.data["moves"]))

    def mail(self, event: Event, reader: User) -> Mail:
        line = self.line(event, reader)
        context = game_context(game_of(event), reader) | {"details": line.more}
        return Mail(line.text, context, "play/mail/conditional_moves_played")


def _played_words(event: Event) -> str:
    return ngettext(
        "Your conditional move %(moves)s against %(opponent)s was played",
        "Your conditional moves %(moves)s against %(opponent)s were played",
        len(event.data["moves"]),
    )


@register
class TimeGivenNotification(NotificationKind):
    """On the site only: it is good news that can wait."""

    name = "time_given"
    events = (TIME_GIVEN,)
    order = 105
    is_on_site_only = True

    def line(self, event: Event, reader: User) -> NotificationLine:
        return line_of(event, reader, gettext("%(opponent)s has given you one more day"), "hourglass")


@register
class GameOverNotification(NotificationKind):
    name = "game_over"
    events = (GAME_FINISHED,)
    label = _("Game finished")
    help = _("With the result and the reason, unless you ended the game yourself.")
    order = 50
    email_preference = "email_on_game_over"

    def line(self, event: Event, reader: User) -> NotificationLine:
        game = game_of(event)
        return line_of(event, reader, ending_words.headline(game, reader), "flag", ending_words.reason(game, reader))

    def mail(self, event: Event, reader: User) -> Mail:
        game = game_of(event)
        context = game_context(game, reader) | labels.rating_context(game, reader)
        context |= {"headline": ending_words.headline(game, reader), "reason": ending_words.reason(game, reader)}
        words = {"headline": context["headline"], "number": game.number}
        return Mail(gettext("%(headline)s (game %(number)s)") % words, context, "play/mail/game_over")


# --- Contexts of mails ------------------------------------------------------------------------------------------------


def turn_context(game: Game, reader: User) -> dict[str, Any]:
    """An ongoing game in which the reader is on move, with its deadline and what the opponent said."""
    assert game.deadline_at is not None  # noqa: S101  (for the type checker)
    return game_context(game, reader) | {
        "deadline_at": game.deadline_at,
        "deadline": moment_with_zone(game.deadline_at),
        "is_draw_offered": game.draw_offered_by_id not in (None, reader.pk),
        "message": _message_with(game, reader),
    }


def _message_with(game: Game, reader: User) -> str:
    """The last message of the opponent since the reader's last move."""
    rows = messages_for(game, reader.pk).filter(ply=game.ply).exclude(author=reader).order_by("-id")
    last = rows.first()
    return last.translated_text if last else ""


# --- What the two players agree on: draws, take-backs, pauses ---------------------------------------------------------


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
        return _is_as_then(event, now=now)

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
        return event.type == GAME_PAUSED or _is_as_then(event, now=now)

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
