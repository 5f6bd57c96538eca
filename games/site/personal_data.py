"""What games keep of a person, as parts of the copy that he may take along (accounts/exports)."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy.parts import Part, Row, add, table
from games.analysis.exports.choice import Choice
from games.analysis.exports.pieces import pieces
from games.analysis.exports.texts import Form, Writing
from games.disputes.models import Dispute

TERMS = "rules rated clock_system clock_parameters leave_days days_off timeout"
IN_HIS_GAMES = ("game__white", "game__black")


def games_of(user: User) -> Iterator[bytes]:
    return pieces(Choice(player=user, oldest_first=True), Writing(form=Form.NDJSON, viewer_id=user.pk))


def add_all() -> None:
    """To be called when the app is ready."""
    add(*_of_play(), *_of_players(), *_of_words(), *_of_disputes(), *_of_time(), *_of_notices())


def _of_play() -> Iterator[Part]:
    players = ("white", "black", "on_move", "draw_offered_by")
    yield Part(
        file="games.ndjson",
        about=_("your games with all their moves"),
        content=games_of,
        covers=tuple(f"core.Game.{name}" for name in players),
    )
    yield table(
        "challenges.ndjson",
        _("challenges that you sent, received or took"),
        of=("challenges.Challenge.challenger", "challenges.Challenge.opponent"),
        columns=f"number kind status challenger=challenger__username opponent=opponent__username colour {TERMS} "
        "min_rating max_rating min_reliability bots_welcome message decline_reason rematch_of=rematch_of_id "
        "game=game_id created_at expires_at answered_at",
    )
    yield table(
        "draw-offers.ndjson",
        _("offers of a draw in your games"),
        of="play.DrawOffer.offered_by",
        or_by=IN_HIS_GAMES,
        columns="game=game_id offered_by=offered_by__username ply reason status created_at answered_at",
    )


def _of_players() -> Iterator[Part]:
    yield table(
        "plans.json",
        _("moves that you have planned"),
        of="play.Plan.player",
        columns="game=game_id lines programme updated_at",
    )
    yield table(
        "ratings.json",
        _("your ratings"),
        of="players.Rating.user",
        columns="rules pool value deviation volatility games updated_at",
    )
    yield table(
        "records.ndjson",
        _("games that you have brought along"),
        of="analysis.Record.owner",
        columns="number title note white black tags rules start moves ply position result termination notation "
        "imported_at",
    )


def _of_words() -> Iterator[Part]:
    yield table(
        "messages.ndjson",
        _("messages in your games, yours and those of your opponents"),
        of="chat.Message.author",
        or_by=IN_HIS_GAMES,
        columns="game=game_id author=author__username ply text canned created_at",
    )
    yield table(
        "room-messages.ndjson",
        _("what you have written in the rooms of spectators"),
        of="chat.RoomMessage.author",
        columns="game=game_id ply text created_at deleted_at",
    )
    yield table(
        "notes.ndjson",
        _("your notes on games"),
        of="chat.Note.author",
        columns="game=game_id text revealed updated_at",
    )
    yield table(
        "relations.json",
        _("whom you have blocked or muted"),
        of="players.Relation.owner",
        columns="player=other__username blocked muted changed_at",
    )


def _of_disputes() -> Iterator[Part]:
    yield table(
        "disputes.json",
        _("disputes that you have opened"),
        of="disputes.Dispute.opened_by",
        columns="number game=game_id category text plies evidence appeal_of=appeal_of_id status opened_at verdict "
        "reason decided_at",
        shown=_without_the_opponent,
    )
    yield table(
        "measures.json",
        _("what arbiters have told you"),
        of="players.Measure.user",
        columns="dispute=dispute_id kind reason imposed_at until acknowledged_at lifted_at",
    )


def _without_the_opponent(row: Row, user: User) -> Row:
    """Of what the server has kept with a dispute what players may see, and of the figures of then one’s own alone."""
    evidence = row["evidence"]
    told = {name: evidence[name] for name in Dispute.TOLD_EVIDENCE if name in evidence}
    if then := evidence.get("then"):
        own = [kept for kept in then["players"] if kept["user"] == user.pk]
        told["then"] = then | {"players": own}
    return {**row, "evidence": told}


def _of_time() -> Iterator[Part]:
    yield table(
        "leave.json",
        _("your leave"),
        of="time_off.Leave.user",
        columns="game=game_id starts_at ends_at created_at begun_at end_told_at",
    )
    yield table(
        "days-off.json", _("your days off"), of="time_off.DaysOff.user", columns="since weekdays region time_zone"
    )
    yield table(
        "calendar-feed.json",
        _("your calendar feed, without its address"),
        of="calendar.CalendarFeed.user",
        columns="created_at read_at",
    )
    yield table("visits.json", _("when you last looked in"), of="players.Visit.user", columns="seen_at news_since")


def _of_notices() -> Iterator[Part]:
    yield table(
        "events.ndjson",
        _("what has happened to you, as told to you and to your programs"),
        of="core.UserEvent.user",
        columns="seq type=event__type game=event__game_id challenge=event__challenge_id actor=event__actor__username "
        "data=event__data created_at=event__created_at",
    )
    yield table(
        "notice-settings.json",
        _("your wishes for notices"),
        of="notifications.NoticeSettings.user",
        columns="choices pace daily_hour quiet_from quiet_until email_off_address email_off_reason email_off_at "
        "bell_seen_seq",
    )
    yield table(
        "notices.ndjson",
        _("letters and notices that were sent to you"),
        of="notifications.Delivery.user",
        columns="type=event__type game=event__game_id channel status attempts next_attempt_at sent_at error",
    )
    yield table(
        "push.json",
        _("browsers with push notices, without their addresses and keys"),
        of="notifications.PushSubscription.user",
        columns="host device created_at last_accepted_at failing_since disabled_at disabled_reason",
    )
    yield table(
        "webhooks.json",
        _("your webhooks, without their secrets"),
        of="webhooks.Webhook.owner",
        columns="url description types created_at failing_since disabled_at disabled_reason",
    )
    yield table(
        "webhook-deliveries.ndjson",
        _("what was sent to your webhooks"),
        of="webhooks.WebhookDelivery.webhook__owner",
        columns="url=webhook__url type=user_event__event__type status attempts created_at delivered_at attempted_at "
        "duration_seconds status_code excerpt error",
    )
