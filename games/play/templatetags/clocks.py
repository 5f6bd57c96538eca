"""Time left on pages: words first, a quiet bar beside them. Decides nothing; deadlines are kept by the server."""

from datetime import datetime
from typing import Any, NamedTuple

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext

from games.core.models.games import Game
from games.core.models.terms import Terms
from games.core.time_controls import PRESENTERS, in_words, presenter_of
from kit import database_time
from kit.templatetags.times import days_in_words
from kit.times import HOUR, MINUTE, duration, short_duration
from muehle import Color
from muehle.clocks import DAY, TimeControl
from muehle.clocks.pauses import Reason

register = template.Library()

# Amber and red, in seconds before the deadline; amber also asks that half of the time is used up, so that a clock of
# one day a move does not begin in amber.
SOON, URGENT = DAY, 6 * HOUR


class TimeLeft(NamedTuple):
    """What a reader sees of a running clock; `share` is what is left of the turn's time, in percent, and
    `stands` whether anything holds the clock now. Until `held_until` a dispute holds both clocks, or an agreement
    (`is_paused`), for so long that the deadline says little of the time that is left."""

    words: str
    short: list[str]
    level: str
    share: int
    deadline_at: datetime
    stands: bool
    held_until: datetime | None = None
    is_paused: bool = False

    @property
    def is_held(self) -> bool:
        """Whether a dispute or an agreement holds the clocks."""
        return self.held_until is not None


def time_left_of(game: Game, *, now: datetime) -> TimeLeft | None:
    """The clock of the side on move; None for a game that has ended."""
    if game.deadline_at is None:
        return None
    standstill = game.course.standstill_at(now) if game.standstills else None
    is_frozen = game.is_frozen(now=now)
    is_paused = standstill is not None and Reason.AGREEMENT in standstill.reasons and not is_frozen
    is_held = is_frozen or is_paused
    seconds = game.course.seconds_left_at(now) if is_held else int((game.deadline_at - now).total_seconds())
    share = max(0, min(100, round(100 * seconds / max(1, game.turn_seconds))))
    stands = is_held or standstill is not None
    held_until = game.course.stands_until(now) if is_held else None
    level = "calm" if is_held else _level(seconds, _whole_of(game))
    return TimeLeft(_left(seconds), _short(seconds), level, share, game.deadline_at, stands, held_until, is_paused)


def _whole_of(game: Game) -> int:
    """The time of the turn, or all that the side had where it may be the rest of a budget."""
    if game.is_limited_by_total:
        return game.agreement.total_seconds or 0
    return game.clock.initial_seconds if game.clock.carries_over else game.turn_seconds


def _level(seconds: int, whole: int) -> str:
    if seconds <= min(URGENT, whole // 2):
        return "urgent"
    return "soon" if seconds <= min(SOON, whole // 2) else "calm"


def _left(seconds: int) -> str:
    """In two units, the smaller one rounded down: a clock of three days reads 2 days 23 hours from its first second on,
    which is less than 3 days but true, where 2 days would be a scare and 3 days a promise."""
    if seconds <= 0:
        return gettext("time’s up")
    if seconds < MINUTE:
        return gettext("less than a minute left")
    return gettext("%(duration)s left") % {"duration": duration(seconds)}


def _short(seconds: int) -> list[str]:
    """The larger unit and the smaller one, which is left out where there is no room for it."""
    if seconds <= 0:
        return [gettext("time’s up")]
    if seconds < MINUTE:
        return [gettext("%(count)s min") % {"count": "< 1"}]
    return short_duration(seconds)


@register.inclusion_tag("play/_time_left.html")
def time_left(game: Game) -> dict[str, Any]:
    """How long the side on move still has, and until when; nothing for a game that has ended."""
    return {"left": time_left_of(game, now=database_time.now())}


@register.inclusion_tag("play/_time_left_words.html")
def time_left_words(game: Game) -> dict[str, Any]:
    """The same without the bar, for one line of a list."""
    return {"left": time_left_of(game, now=database_time.now())}


@register.filter
def clock_words(clock: TimeControl | None) -> str:
    """A time control in words: 3 days per move."""
    return in_words(clock) if clock else ""


@register.filter
def time_words(terms: Terms) -> str:
    """The time control of these terms in words, and their total length: 3 days per move, total length 180 days."""
    return ", ".join(filter(None, (in_words(terms.clock), total_words(terms))))


@register.filter
def total_words(terms: Terms) -> str:
    """The total length of these terms in words; empty without one."""
    if terms.total_days is None:
        return ""
    return gettext("total length %(duration)s") % {"duration": days_in_words(terms.total_days)}


@register.filter
def clock_explanation(clock: TimeControl) -> Promise:
    """How the clock runs, and when it is lost."""
    return presenter_of(clock).explanation


@register.simple_tag
def clock_rules() -> list[Promise]:
    """The explanations of all time controls, for the rules page."""
    return [presenter.rule for presenter in PRESENTERS.values()]


@register.filter
def leave_words(days: int) -> str:
    """How much leave the terms allow each side."""
    if not days:
        return gettext("without leave")
    return ngettext("up to %(count)s day of leave", "up to %(count)s days of leave", days) % {"count": days}


@register.filter
def pause_terms(terms: Terms) -> str:
    """The pauses that the terms allow: up to 30 days of leave, days off."""
    days_off = gettext("days off") if terms.days_off else gettext("without days off")
    return f"{leave_words(terms.leave_days)}, {days_off}"


@register.filter
def total_left(game: Game) -> str:
    """What each side has left of the total length; empty without one, and after the end."""
    if game.total_days is None or not game.is_ongoing:
        return ""
    now = database_time.now()
    return ", ".join(
        gettext("%(name)s has %(time)s left")
        % {"name": game.player(color).shown_name, "time": duration(game.total_left_of(color, at=now))}
        for color in Color
    )


@register.filter
def leave_used(game: Game) -> str:
    """The leave that each side has used in this game; empty if none."""
    at = game.finished_at or database_time.now()
    used = [(game.player(color), game.leave_used_by(color, at=at)) for color in Color]
    return ", ".join(
        gettext("%(name)s has used %(time)s") % {"name": player.shown_name, "time": duration(seconds)}
        for player, seconds in used
        if seconds
    )
