"""What the log says of the deeds in a game: the data that streams, notices and clients find there. Stores nothing."""

from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from games.engine import Color
from games.events import Entry
from games.models import Dispute, Event, Game, Leave, Measure, Message, Webhook


def game_started(game: Game, *, lot: Color | None, challenger: User) -> Entry:
    """`lot` is the colour that the challenger drew, or None where it was chosen."""
    data = {"white": game.white.username, "black": game.black.username, "rules": game.rules, "rated": game.rated}
    data |= {"lot": lot.value if lot else None, "challenger": challenger.username, "deadline_at": _deadline_text(game)}
    return _entry(game, Event.Type.GAME_STARTED, None, **data)


def move_played(game: Game, *, by: User) -> Entry:
    """The last move of the game, with the position and the deadline after it."""
    data = {"ply": game.ply, "move": game.last_move, "position": game.position, "deadline_at": _deadline_text(game)}
    return _entry(game, Event.Type.MOVE_PLAYED, by.pk, **data)


def draw_offered(game: Game, *, by: User, reason: str) -> Entry:
    """`ply` counts the half-moves played, the one that the offer came with included."""
    return _entry(game, Event.Type.DRAW_OFFERED, by.pk, ply=game.ply, reason=reason)


def draw_declined(game: Game, *, by: User, reason: str) -> Entry:
    """A refusal in words; a move that answers an offer with no is only a move."""
    return _entry(game, Event.Type.DRAW_DECLINED, by.pk, ply=game.ply, reason=reason)


def plan_stopped(game: Game, player_id: int, *, reason: str) -> Entry:
    """For its player alone (Event.PERSONAL_TYPES); `reason` is a Stop of the engine or of plans.py."""
    data = {"ply": game.ply, "reason": reason}
    return Entry(type=Event.Type.PLAN_STOPPED, recipients=(player_id,), game=game, actor_id=player_id, data=data)


def game_finished(game: Game, *, actor_id: int | None, **data: Any) -> Entry:
    """Any ending, an abort too; without an actor where the rules or the clock ended it."""
    ending = {"result": game.result, "termination": game.termination, "ply": game.ply}
    return _entry(game, Event.Type.GAME_FINISHED, actor_id, **ending, **data)


def deadline_moved(game: Game, *, why: str) -> Entry:
    """The deadline is another one without a move; `why` is `leave`, `calendar`, `emergency_day` or `dispute`."""
    return _entry(game, Event.Type.DEADLINE_MOVED, None, ply=game.ply, deadline_at=_deadline_text(game), why=why)


def time_ran_out(game: Game) -> Entry:
    """In a game of claims: until `grace_until` the player may still move, and the opponent claim it."""
    assert game.grace_until is not None  # noqa: S101  (for the type checker)
    return _entry(game, Event.Type.TIME_RAN_OUT, None, ply=game.ply, grace_until=_rfc3339(game.grace_until))


def dispute_opened(dispute: Dispute, *, to: tuple[int, ...]) -> Entry:
    """For those `to` whom it is told; an appeal is a dispute as well."""
    data = {"category": dispute.category, "appeal_of": dispute.appeal_of_id}
    return _of_dispute(Event.Type.DISPUTE_OPENED, dispute, to, dispute.opened_by_id, **data)


def dispute_decided(dispute: Dispute, *, to: tuple[int, ...]) -> Entry:
    """The verdict with its reason; what an arbiter is called is nobody’s business."""
    data = {"verdict": dispute.verdict, "reason": dispute.reason}
    return _of_dispute(Event.Type.DISPUTE_DECIDED, dispute, to, None, **data)


def warned(measure: Measure) -> Entry:
    """For whom it concerns alone."""
    until = _rfc3339(measure.until) if measure.until else None
    data = {"measure": measure.pk, "kind": measure.kind, "until": until, "reason": measure.reason}
    return _of_dispute(Event.Type.WARNED, measure.dispute, (measure.user_id,), None, **data)


def _of_dispute(type_: str, dispute: Dispute, to: tuple[int, ...], actor_id: int | None, /, **found: Any) -> Entry:
    data = {"dispute": dispute.number, **found}
    return Entry(type=type_, recipients=to, game=dispute.game, actor_id=actor_id, data=data)


def message_sent(message: Message, *, to: tuple[int, ...]) -> Entry:
    """For the two players only (Event.PRIVATE_TYPES), and of them for those `to` whom it is told.

    A sentence of the list is there in English, whatever the readers speak, with its key in `canned`.
    """
    data = {"message": message.pk, "ply": message.ply, "text": message.text}
    if message.canned:
        data["canned"] = message.canned
    kind, author_id = Event.Type.MESSAGE_SENT, message.author_id
    return Entry(type=kind, recipients=to, game=message.game, actor_id=author_id, data=data)


def nudged(game: Game, *, by: User, to: tuple[int, ...]) -> Entry:
    """For the two players only, as a message; `ply` counts the half-moves played."""
    return Entry(type=Event.Type.NUDGED, recipients=to, game=game, actor_id=by.pk, data={"ply": game.ply})


def deadline_near(game: Game, *, kind: str) -> Entry:
    """For the player on move alone; `kind` is `quarter` or `day`, `ply` counts the half-moves played."""
    assert game.on_move_id is not None  # noqa: S101  (a constraint of the table: the game goes on)
    data = {"ply": game.ply, "kind": kind, "deadline_at": _deadline_text(game)}
    return Entry(type=Event.Type.DEADLINE_NEAR, recipients=(game.on_move_id,), game=game, data=data)


def leave_ends(leave: Leave, *, games_waiting: int) -> Entry:
    """For its owner alone; `games_waiting` are those in which he is on move."""
    data = {"leave": leave.pk, "ends_at": _rfc3339(leave.ends_at), "games_waiting": games_waiting}
    return Entry(type=Event.Type.LEAVE_ENDS, recipients=(leave.user_id,), data=data)


def webhook_disabled(webhook: Webhook) -> Entry:
    """For its owner alone; `reason` is `failing` or `gone`."""
    data = {"webhook": webhook.pk, "url": webhook.url, "description": webhook.description}
    data |= {"reason": str(webhook.disabled_reason)}
    return Entry(type=Event.Type.WEBHOOK_DISABLED, recipients=(webhook.owner_id,), data=data)


def notice_test(user: User) -> Entry:
    """For the user alone, who has asked for it."""
    return Entry(type=Event.Type.NOTICE_TEST, recipients=(user.pk,), actor_id=user.pk)


def _entry(game: Game, event_type: str, actor_id: int | None, **data: Any) -> Entry:
    return Entry(type=event_type, recipients=game.player_ids, game=game, actor_id=actor_id, data=data)


def _deadline_text(game: Game) -> str | None:
    """The deadline as RFC 3339 in UTC."""
    return _rfc3339(game.deadline_at) if game.deadline_at else None


def _rfc3339(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
