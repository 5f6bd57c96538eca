"""Notification kinds: which events players are notified of, when, and in which words.

Each app declares its own in its module `notifications`, which is imported when Django starts. The app `notifications`
brings them to the bell, to mail and to push, and knows none of them by name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto
from typing import Any, ClassVar

from django.conf import settings
from django.db.models import Q, TextChoices
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core import event_types
from games.core.models.events import Event
from games.core.models.games import Game
from kit.hooks import Hook

# What kinds read beside the event itself; loaded with it. Subjects are loaded by event_subjects.attach().
RELATED = ("event__game__white", "event__game__black", "event__actor")


class Timing(Enum):
    """How far a notification follows the hours that its reader has chosen."""

    # One mail with others, if the reader wants that, and nothing in quiet hours.
    GATHERED = auto()
    # A mail of its own, after the quiet hours.
    SINGLE = auto()
    AT_ONCE = auto()


class DeliveryStatus(TextChoices):
    """The state of a delivery."""

    WAITING = "waiting", _("waiting")
    SENT = "sent", _("sent")
    SKIPPED = "skipped", _("no longer needed")
    SEEN = "seen", _("seen on the board")
    FAILED = "failed", _("not delivered")


@dataclass(frozen=True, slots=True, kw_only=True)
class SentNotification:
    """A notification to one player by mail or push, and what became of it; `about` and `channel` in words."""

    to: User
    about: str
    channel: str
    status: str
    sent_at: datetime | None
    error: str


# The latest notifications about a game, so many at most.
notifications_asked: Hook[[Game, int], list[SentNotification]] = Hook()


@dataclass(frozen=True, slots=True)
class NotificationLine:
    """A notification in a list and on a phone: `more` is what was said along with it, `url` a path of this site.

    A locked screen shows `more` only if it is a sentence of the server (`is_ours`), or its reader wants so.
    """

    text: str
    more: str = ""
    url: str = "/"
    icon: str = "bell"
    is_ours: bool = False


@dataclass(frozen=True, slots=True)
class Mail:
    """What a mail about one event is made from.

    `template` is a path without `.txt` and `.html`; without one the general template is used. The context has `url`,
    where the mail leads, and may have `picture`, a BoardPicture that is attached. Mails about several events use its
    `deadline`, `details` and `message`.
    """

    subject: str
    context: dict[str, Any] = field(default_factory=dict)
    template: str = ""


class NotificationKind:
    """A kind of notifications. Methods get events with their game or subject as they stand now."""

    # As the API calls it.
    name: ClassVar[str]
    # The types of events that it is about; each type belongs to one kind at most.
    events: ClassVar[tuple[str, ...]]
    # Its row in the preferences. A kind without a label is in none: its notifications cannot be switched off.
    label: ClassVar[Promise | None] = None
    help: ClassVar[Promise | str] = ""
    # Its place in the preferences and in the API; kinds without one are last, in the order of their apps.
    order: ClassVar[int] = 1000

    timing: ClassVar[Timing] = Timing.GATHERED
    # Push services then wake a sleeping phone.
    is_urgent: ClassVar[bool] = False
    # On the bell, without mail and push.
    is_on_site_only: ClassVar[bool] = False
    # Not sent to readers who have the game's page open or have seen the event there.
    is_seen_on_board: ClassVar[bool] = False
    # A reminder, a deadline notification or the end of leave. Players can look up those that were sent to them.
    is_about_time: ClassVar[bool] = False
    # The field of the account that has the choice for mail, if it is not kept with the other choices.
    email_preference: ClassVar[str] = ""
    # Whether the bell leaves out what this kind covers, as the other channels do.
    covers_on_bell: ClassVar[bool] = False

    # --- Which and when ---

    def covers(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        """Names of kinds that say nothing more to a user who gets this one, recorded together about the same game.

        `data` is that of the event of this kind.
        """
        return ()

    def unread_filter(self, user: User) -> Q:
        """Which of the unseen UserEvent rows still count as unread."""
        return Q()

    def is_due(self, event: Event, *, now: datetime) -> bool:
        """Whether the event is still worth a notification. Makes no queries."""
        return True

    def still_stands(self, event: Event) -> bool:
        """Whether the notification is still true; checked in the database before each attempt to send it."""
        return True

    def end_of_use(self, event: Event) -> datetime | None:
        """When the notification is of no more use. One that would come too late is sent at once."""
        return None

    def answer_by(self, event: Event) -> datetime | None:
        """Until when its reader can answer; what is to be answered soonest stands first in a mail about several."""
        return self.end_of_use(event)

    # --- Words, in the language in force ---

    def line(self, event: Event, reader: User) -> NotificationLine:
        """The event in a sentence."""
        return NotificationLine(str(self.label or event_types.event_type_named(event.type).label))

    def mail(self, event: Event, reader: User) -> Mail:
        """A mail about this event only."""
        line = self.line(event, reader)
        return Mail(line.text, {"details": line.more, "url": f"{settings.SITE_URL}{line.url}"})

    def theme(self, event: Event) -> str:
        """Of several notifications with the same value, a mail about several has the newest; empty if it has all."""
        return ""

    def thread(self, event: Event) -> str:
        """The thread of the mail: mails with the same value are shown as one thread."""
        if event.game_id:
            return f"game-{event.game_id}"
        return f"{event.subject_type}-{event.subject_id}" if event.subject_type else f"event-{event.pk}"


# What apps add to the context of a mail about one event, and to each item of a mail about several: `move_url` and
# `move_words` are shown as a second button.
mail_additions: Hook[[Event, User], Mapping[str, object]] = Hook()


def additions_to(event: Event, reader: User) -> dict[str, object]:
    """What apps add to the mail about the event."""
    return {name: value for addition in mail_additions(event, reader) for name, value in addition.items()}


_registered: dict[str, NotificationKind] = {}
_of_type: dict[str, NotificationKind] = {}


def register(kind: type[NotificationKind]) -> type[NotificationKind]:
    """Declare a kind of notifications; raises ValueError if its name or one of its types is taken."""
    if kind.name in _registered:
        raise ValueError(f"there is a notification kind {kind.name!r} already")
    if taken := sorted(_of_type.keys() & set(kind.events)):
        raise ValueError(f"there is a notification kind of {', '.join(taken)} already")
    _registered[kind.name] = declared = kind()
    _of_type.update(dict.fromkeys(kind.events, declared))
    return kind


def kinds() -> list[NotificationKind]:
    """All kinds in their order."""
    return sorted(_registered.values(), key=lambda kind: kind.order)


def choosable_kinds() -> list[NotificationKind]:
    """Those that have a row in the preferences."""
    return [kind for kind in kinds() if kind.label is not None]


def kind_named(name: str) -> NotificationKind:
    """The kind of this name; raises KeyError."""
    return _registered[name]


def kind_of(event: Event) -> NotificationKind | None:
    """The kind that the event belongs to; None where nobody is notified of it."""
    return kind_of_type(event.type)


def kind_of_type(event_type: str) -> NotificationKind | None:
    """The kind that events of this type belong to."""
    return _of_type.get(event_type)


def line_of(event: Event, reader: User) -> NotificationLine:
    """An event that has a kind in a sentence."""
    return _of_type[event.type].line(event, reader)


def game_of(event: Event) -> Game:
    """The game of an event that was written with one."""
    assert event.game is not None  # noqa: S101  (for the type checker)
    return event.game


def page_url(name: str, **kwargs: object) -> str:
    """The whole address of a page, for mails."""
    return f"{settings.SITE_URL}{reverse(name, kwargs=kwargs)}"
