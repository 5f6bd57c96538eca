"""Reminders by the opponent: one in a turn, if a player has not moved for long. Nothing here changes a game.

Pages offer a reminder also to a blocked player, so that they do not learn of the block beforehand.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import User
from games.core import event_log
from games.core.errors import GameOver, GameRefusal
from games.core.locking import locked_game_of
from games.core.models.games import Game
from games.core.presenters import rfc3339
from games.core.queries import current_game
from games.play.errors import AlreadyReminded, ClockStands, ReminderOnOwnTurn, ReminderTooSoon
from games.play.events import opponent_reminded
from games.play.models import Reminder
from games.players import relations, sanctions
from games.time_off import pauses
from kit.errors import raises
from muehle.clocks import DAY
from muehle.clocks.pauses import Course

# Seconds that run on the opponent's clock first, or half of what it had where that is less.
LONG: Final = 3 * DAY


@raises(
    current_game,
    locked_game_of,
    GameOver,
    ReminderOnOwnTurn,
    ClockStands,
    ReminderTooSoon,
    AlreadyReminded,
    sanctions.require_may_write,
    relations.require_no_block,
)
def remind(number: int, player: User) -> Game:
    """Remind the opponent to move. One who has muted the player is not notified, and the player does not learn that."""
    # Ends the game if the deadline has passed.
    current_game(number)
    with transaction.atomic():
        game = locked_game_of(number, player.pk)
        now = game.locked_at
        # From the rows: leave may have begun that is not in the game's course yet.
        course = pauses.course_for(game, pauses.hours_for([game], now=now))
        _require_long_wait(game, player.pk, course, now=now)
        if _of_this_turn(game):
            raise AlreadyReminded(game)
        sanctions.require_may_write(player.pk)
        relations.require_no_block(player.pk, game.opponent_id(player.pk), game=game)
        Reminder.objects.create(game=game, ply=game.ply, created_at=now)
        event_log.record(
            [opponent_reminded(game, by=player, to=relations.message_recipients(game, player.pk))], now=now
        )
        return game


def is_possible(game: Game, player_id: int, *, now: datetime) -> bool:
    """Whether a reminder is possible: it is time, and there was none in this turn. No query before it is time."""
    try:
        _require_long_wait(game, player_id, game.course, now=now)
    except GameRefusal:
        return False
    return not _of_this_turn(game)


def was_given(game: Game, *, now: datetime) -> bool:
    """Whether the player on move has been reminded in this turn; no query before a reminder is possible."""
    return game.is_ongoing and now >= _possible_from(game.course) and _of_this_turn(game)


def _require_long_wait(game: Game, player_id: int, course: Course, *, now: datetime) -> None:
    """Check that the opponent is on move, and that their clock has run for long."""
    if not game.is_ongoing:
        raise GameOver(game)
    if game.on_move_id == player_id:
        raise ReminderOnOwnTurn(game)
    if course.reasons_at(now):
        raise ClockStands(game)
    if now < (possible_from := _possible_from(course)):
        raise ReminderTooSoon(game, may_remind_at=rfc3339(possible_from))


def _possible_from(course: Course) -> datetime:
    """The earliest instant of a reminder; pauses postpone it as they do the deadline."""
    return replace(course, seconds_left=min(LONG, course.seconds_left // 2)).deadline_at


def _of_this_turn(game: Game) -> bool:
    return Reminder.objects.filter(game=game, ply=game.ply).exists()
