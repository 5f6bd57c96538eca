"""Which event tells whom what, and until when it is worth telling. Pure: no queries, no sending.

The event is to be handed over with its game or challenge loaded, as they stand now, and with its user events.
"""

from datetime import datetime
from enum import StrEnum

from accounts.models import User
from games.challenges.events import CHALLENGE_RECEIVED
from games.challenges.models import Challenge
from games.chat.events import MESSAGE_SENT
from games.core.models.events import Event
from games.core.models.games import Game
from games.disputes.events import DISPUTE_DECIDED, DISPUTE_OPENED, WARNED
from games.disputes.models import Dispute
from games.notifications.events import DEADLINE_NEAR, LEAVE_ENDS, NOTICE_TEST
from games.play.events import (
    DEADLINE_MOVED,
    DRAW_DECLINED,
    DRAW_OFFERED,
    GAME_FINISHED,
    GAME_STARTED,
    MOVE_PLAYED,
    NUDGED,
    PLAN_STOPPED,
)
from games.webhooks.events import WEBHOOK_DISABLED
from muehle import Color
from muehle.clocks.pauses import Reason


class Notice(StrEnum):
    """What a person is told."""

    YOUR_MOVE = "your_move"
    DEADLINE_NEAR = "deadline_near"
    EMERGENCY_DAY = "emergency_day"
    LEAVE_ENDS = "leave_ends"
    GAME_OVER = "game_over"
    CHALLENGE = "challenge"
    DRAW_OFFER = "draw_offer"
    MESSAGE = "message"
    NUDGE = "nudge"
    PLAN_STOPPED = "plan_stopped"
    DISPUTE = "dispute"
    WEBHOOK_DISABLED = "webhook_disabled"
    TEST = "test"


NOTICE_OF: dict[str, Notice] = {
    GAME_STARTED: Notice.YOUR_MOVE,
    MOVE_PLAYED: Notice.YOUR_MOVE,
    DEADLINE_NEAR: Notice.DEADLINE_NEAR,
    # Only that: whatever else moves a deadline was the player's own doing.
    DEADLINE_MOVED: Notice.EMERGENCY_DAY,
    LEAVE_ENDS: Notice.LEAVE_ENDS,
    GAME_FINISHED: Notice.GAME_OVER,
    CHALLENGE_RECEIVED: Notice.CHALLENGE,
    DRAW_OFFERED: Notice.DRAW_OFFER,
    # In words alone: a move that answers an offer with no is told as a move.
    DRAW_DECLINED: Notice.DRAW_OFFER,
    MESSAGE_SENT: Notice.MESSAGE,
    NUDGED: Notice.NUDGE,
    PLAN_STOPPED: Notice.PLAN_STOPPED,
    DISPUTE_OPENED: Notice.DISPUTE,
    DISPUTE_DECIDED: Notice.DISPUTE,
    WARNED: Notice.DISPUTE,
    WEBHOOK_DISABLED: Notice.WEBHOOK_DISABLED,
    NOTICE_TEST: Notice.TEST,
}

# In the streams of those alone who are told.
PERSONAL = (Notice.WEBHOOK_DISABLED, Notice.DEADLINE_NEAR, Notice.LEAVE_ENDS, Notice.PLAN_STOPPED, Notice.TEST)
# About the player on move, for as long as nobody has moved.
UNTIL_THE_MOVE = (
    Notice.YOUR_MOVE, Notice.DEADLINE_NEAR, Notice.EMERGENCY_DAY, Notice.NUDGE, Notice.PLAN_STOPPED,
)  # fmt: skip
# Told on the site alone: the move that it came with is sent.
ON_THE_SITE = (Notice.PLAN_STOPPED,)

# What asks the player on move for something, by his deadline.
_ASKS_FOR_A_MOVE = (*UNTIL_THE_MOVE, Notice.DRAW_OFFER)

# What goes with a move is told with the move, where that is told.
GOES_WITH_A_MOVE = (DRAW_OFFERED, MESSAGE_SENT)

# What ends a game: whoever is told of such a verdict knows how the game ended.
ENDING_VERDICTS = (Dispute.Verdict.PROVEN, *Dispute.ENDING)

# Endings that come about by a move: who made it saw it happen.
BY_A_MOVE = (
    Game.Termination.STONES,
    Game.Termination.BLOCKED,
    Game.Termination.REPETITION,
    Game.Termination.QUIET_LIMIT,
)


def notice_of(event: Event) -> Notice | None:
    """What the event is about, for those whom it concerns; None where nobody is told."""
    if event.type == DEADLINE_MOVED and event.data["why"] != Reason.EMERGENCY_DAY:
        return None
    return NOTICE_OF.get(event.type)


def told_by(event: Event) -> tuple[int, ...]:
    """The ids of the users who are told of the event: whoever has caused it knows already."""
    notice = notice_of(event)
    if notice in PERSONAL:
        return tuple(row.user_id for row in event.user_events.all())
    if notice in (Notice.MESSAGE, Notice.NUDGE, Notice.DISPUTE):
        # What is not in the stream of whoever has muted its author, or is between others and arbiters.
        return _without(event.actor_id, *(row.user_id for row in event.user_events.all()))
    if notice is Notice.CHALLENGE and event.challenge is not None:
        return _without(None, event.challenge.opponent_id)
    if notice is None or event.game is None:
        return ()
    if notice is Notice.GAME_OVER:
        return _without(_who_ended(event, event.game), *event.game.player_ids)
    if notice in (Notice.YOUR_MOVE, Notice.EMERGENCY_DAY):
        return (event.game.player_id(_turn_after(_ply(event))),)
    return _without(event.actor_id, *event.game.player_ids)


def is_due(event: Event, *, now: datetime) -> bool:
    """Whether it is still worth telling: the move has not been made meanwhile, the challenge can be accepted."""
    notice, game = notice_of(event), event.game
    if event.challenge is not None and notice is Notice.CHALLENGE:
        return event.challenge.is_open(now=now)
    if notice is Notice.LEAVE_ENDS:
        return now < leave_ends_at(event)
    if game is None:
        return True
    if notice is Notice.DEADLINE_NEAR and game.deadline_at != datetime.fromisoformat(event.data["deadline_at"]):
        # It was moved, and the new one has reminders of its own.
        return False
    if notice in UNTIL_THE_MOVE:
        return game.is_ongoing and game.ply == _ply(event) and not game.is_overdue(now=now)
    if event.type == DRAW_DECLINED:
        # What stands still is before an arbiter, who has been asked by somebody who knows.
        return game.is_ongoing and not game.is_frozen(now=now) and not _has_moved_since(event, game)
    if notice is Notice.DRAW_OFFER:
        return game.is_ongoing and game.draw_offered_by_id == event.actor_id and not game.is_overdue(now=now)
    return notice is not Notice.MESSAGE or not _has_moved_since(event, game)


def leave_ends_at(event: Event) -> datetime:
    """When the leave ends that the event tells of."""
    return datetime.fromisoformat(event.data["ends_at"])


def end_of_use(event: Event) -> datetime | None:
    """When it is too late to know of it: the end of the time for a move, or of leave; None where it never is."""
    notice = notice_of(event)
    if notice is Notice.LEAVE_ENDS:
        return leave_ends_at(event)
    asks = notice in _ASKS_FOR_A_MOVE and event.type != DRAW_DECLINED
    return event.game.deadline_at if event.game is not None and asks else None


def _has_moved_since(event: Event, game: Game) -> bool:
    """Whether who is told has moved since, and so has had the game before him."""
    author, since = game.color_of(event.actor_id), int(event.data["ply"])
    readers_turn = author is not None and _turn_after(since) is author.opponent
    return game.ply - since >= (1 if readers_turn else 2)


def _ply(event: Event) -> int:
    """Half-moves played after the event."""
    return 0 if event.type == GAME_STARTED else int(event.data["ply"])


def _turn_after(ply: int) -> Color:
    return Color.WHITE if ply % 2 == 0 else Color.BLACK


def _who_ended(event: Event, game: Game) -> int | None:
    """The player whose deed ended the game; nobody in particular for a time-out or a ruling."""
    if event.actor_id is None and event.data["termination"] in BY_A_MOVE:
        return game.player_id(_turn_after(int(event.data["ply"])).opponent)
    return event.actor_id


def _without(left_out: int | None, *user_ids: int | None) -> tuple[int, ...]:
    return tuple(user_id for user_id in user_ids if user_id is not None and user_id != left_out)


# What a notice is written from, beside the event.
WRITTEN_FROM = ("event__game__white", "event__game__black", "event__challenge__challenger", "event__actor")


def opponent_of(event: Event, user: User) -> User:
    """The other person in the event's game or challenge."""
    if event.game is not None:
        return event.game.opponent_of(user.pk)
    challenge: Challenge | None = event.challenge
    assert challenge is not None  # noqa: S101  (a constraint of the table)
    return challenge.challenger
