"""Calendar feeds: the secret address of a player's feed, and its content (RFC 5545).

There is one event for each game in which the player is on move, with the same UID while the game goes on. When the
deadline changes, SEQUENCE and stamp increase. If the player wants so, each has an alarm, and their own leave that is
planned or current is there too. The text depends only on the rows, so frequent reading is cheap.
"""

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext
from icalendar import Alarm, Calendar, Event
from icalendar.enums import TRANSP

from accounts import access
from accounts.lasting_access import valid
from accounts.models import AccessToken, User
from accounts.security import mails
from games.calendar.models import CalendarFeed, digest_of
from games.core.models.events import Event as LogEvent
from games.core.models.games import Game
from games.core.queries import games_waiting_for
from games.play.events import (
    DEADLINE_MOVED,
    GAME_PAUSED,
    GAME_STARTED,
    MOVE_PLAYED,
    MOVES_TAKEN_BACK,
    TIME_GIVEN,
    TIME_RAN_OUT,
)
from games.time_off.models import Leave
from kit import database_time
from kit.errors import NotFound, raises
from kit.times import moment_with_zone

# An event ends at the deadline, and is long enough to be visible in a week view.
SHOWN_FOR: Final = timedelta(minutes=30)
REFRESH: Final = timedelta(hours=1)
_SEEN_EVERY: Final = timedelta(hours=1)
# The events that change the deadline of a game.
_CHANGES: Final = (
    GAME_STARTED,
    MOVE_PLAYED,
    MOVES_TAKEN_BACK,
    DEADLINE_MOVED,
    TIME_GIVEN,
    GAME_PAUSED,
    TIME_RAN_OUT,
)


def feed_of(owner: User) -> CalendarFeed | None:
    """The player's feed. Its secret is not stored."""
    return _feeds().filter(user=owner).first()


def _feeds() -> QuerySet[CalendarFeed]:
    """Those that can be read."""
    return CalendarFeed.objects.filter(valid())


def make_feed(owner: User, *, token: AccessToken | None = None) -> tuple[CalendarFeed, str]:
    """Return a new feed with its secret, of which only a digest is stored. The former address stops working.

    The feed ends with the token that it is made with.
    """
    secret = secrets.token_urlsafe(32)
    columns = {"digest": digest_of(secret), "created_at": database_time.now(), "read_at": None, "token": token}
    with transaction.atomic():
        access.hold(owner)
        feed, _is_new = CalendarFeed.objects.update_or_create(user=owner, defaults=columns)
        mails.record(owner, mails.Kind.FEED_MADE)
    return feed, secret


def revoke_feed(owner: User) -> None:
    """Delete the feed, if there is one."""
    CalendarFeed.objects.filter(user=owner).delete()


@raises(NotFound)
def change_feed(owner: User, **values: object) -> CalendarFeed:
    """Store `alarm_hours` or `with_leave`, which have been validated."""
    rows = _feeds().filter(user=owner)
    if values:
        rows.update(**values)
    feed = rows.first()
    if feed is None:
        raise NotFound
    return feed


@raises(NotFound)
def feed_with(secret: str) -> CalendarFeed:
    """The feed with this secret and its owner. Records the access. That of a closed account is not found."""
    feed = _feeds().select_related("user").filter(digest=digest_of(secret), user__is_active=True).first()
    if feed is None:
        raise NotFound
    now = database_time.now()
    if feed.read_at is None or now - feed.read_at >= _SEEN_EVERY:
        CalendarFeed.objects.filter(digest=feed.digest).update(read_at=now)
    return feed


def calendar_of(feed: CalendarFeed) -> bytes:
    """The deadlines of the games in which its owner is on move, in the active language and time zone."""
    owner = feed.user
    # With a fixed UID: the library would generate a new one for every access.
    calendar = Calendar.new(
        prodid="-//Muehle//Deadlines//EN",
        method="PUBLISH",
        uid=f"player-{owner.pk}@{_host()}",
        name=gettext("Mühle: my moves"),
    )
    calendar.add("REFRESH-INTERVAL", REFRESH, parameters={"VALUE": "DURATION"})
    # For programs older than RFC 7986.
    calendar.add("X-PUBLISHED-TTL", "PT1H")
    for game in _waiting(owner):
        event = _event(game, owner)
        if feed.alarm_hours is not None:
            event.add_component(_alarm(feed.alarm_hours, summary=str(event["SUMMARY"])))
        calendar.add_component(event)
    for leave in _leaves(owner) if feed.with_leave else ():
        calendar.add_component(_leave_event(leave))
    return bytes(calendar.to_ical())


def _waiting(owner: User) -> Iterable[Any]:
    """The games, with the number of changes of their deadlines as `revision`, and the last of them as `changed_at`."""
    changes = LogEvent.objects.filter(game=OuterRef("pk"), type__in=_CHANGES).order_by().values("game")
    return games_waiting_for(owner.pk).annotate(
        revision=Subquery(changes.annotate(found=Count("pk")).values("found")),
        changed_at=Subquery(changes.annotate(found=Max("created_at")).values("found")),
    )


def _event(game: Any, owner: User) -> Event:
    until, changed_at = _whole_seconds(_until(game)), _whole_seconds(game.changed_at or game.turn_started_at)
    address = settings.SITE_URL + reverse("game", args=[game.number])
    return Event.new(
        uid=f"game-{game.number}@{_host()}",
        sequence=game.revision or 0,
        stamp=changed_at,
        last_modified=changed_at,
        start=until - SHOWN_FOR,
        end=until,
        summary=_summary(game, owner),
        description=_description(game, until, address),
        url=address,
        transparency=TRANSP.TRANSPARENT,
    )


def _alarm(hours: int, *, summary: str) -> Alarm:
    """An alarm so many hours before the end of the event, which is the deadline."""
    alarm = Alarm()
    alarm.add("ACTION", "DISPLAY")
    alarm.add("DESCRIPTION", summary)
    alarm.add("TRIGGER", timedelta(hours=-hours), parameters={"RELATED": "END"})
    return alarm


def _leaves(owner: User) -> Iterable[Leave]:
    """The leave of all games that is planned or current; emergency days are no leave that was chosen."""
    return Leave.objects.of_all_games().filter(user=owner, ends_at__gt=database_time.now()).order_by("starts_at")


def _leave_event(leave: Leave) -> Event:
    changed_at = _whole_seconds(leave.created_at)
    return Event.new(
        uid=f"leave-{leave.pk}@{_host()}",
        stamp=changed_at,
        last_modified=changed_at,
        start=_whole_seconds(leave.starts_at),
        end=_whole_seconds(leave.ends_at),
        summary=gettext("Mühle: my leave"),
        url=settings.SITE_URL + reverse("leave"),
        transparency=TRANSP.TRANSPARENT,
    )


def _until(game: Game) -> datetime:
    until = game.grace_until or game.deadline_at
    assert until is not None  # noqa: S101  (a constraint of the table: the game goes on)
    return until


def _summary(game: Game, owner: User) -> str:
    opponent = game.opponent_of(owner.pk).shown_name
    if game.grace_until is not None:
        return gettext("Mühle: your time against %(opponent)s has run out") % {"opponent": opponent}
    return gettext("Mühle: your move against %(opponent)s") % {"opponent": opponent}


def _description(game: Game, until: datetime, address: str) -> str:
    words = gettext("Game %(number)s. Move by %(at)s. Days off and leave are included.")
    if game.grace_until is not None:
        words = gettext("Game %(number)s. You can still move until the win is claimed, %(at)s at the latest.")
    return f"{words % {'number': game.number, 'at': moment_with_zone(until)}}\n{address}"


def _whole_seconds(at: datetime) -> datetime:
    """In UTC, which needs no time zone data; rounded down to the second."""
    return at.astimezone(UTC).replace(microsecond=0)


def _host() -> str:
    return urlsplit(str(settings.SITE_URL)).hostname or ""
