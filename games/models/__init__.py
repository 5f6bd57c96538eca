"""Tables: columns, constraints, querysets and properties that need no query. Nothing here changes a game."""

from games.models.audit import AuditEntry
from games.models.case_notes import DisputeNote
from games.models.challenges import Challenge
from games.models.days_off import DaysOff
from games.models.deliveries import Delivery
from games.models.disputes import Dispute, Freeze, Measure
from games.models.draw_offers import DrawOffer
from games.models.events import Event, UserEvent, UserStream
from games.models.feeds import CalendarFeed
from games.models.games import Game
from games.models.leave import Leave, StaleClocks
from games.models.messages import Canned, Message
from games.models.moves import Move
from games.models.notes import Note
from games.models.notices import NoticeSettings, Reminder
from games.models.nudges import Nudge
from games.models.plans import Plan
from games.models.push import PushSubscription
from games.models.ratings import Rating
from games.models.reasons import ReadyReason
from games.models.records import Record
from games.models.relations import Relation
from games.models.room_messages import RoomMessage
from games.models.terms import Terms
from games.models.visits import Visit
from games.models.webhooks import Webhook, WebhookDelivery

__all__ = [
    "AuditEntry",
    "CalendarFeed",
    "Canned",
    "Challenge",
    "DaysOff",
    "Delivery",
    "Dispute",
    "DisputeNote",
    "DrawOffer",
    "Event",
    "Freeze",
    "Game",
    "Leave",
    "Measure",
    "Message",
    "Move",
    "Note",
    "NoticeSettings",
    "Nudge",
    "Plan",
    "PushSubscription",
    "Rating",
    "ReadyReason",
    "Record",
    "Relation",
    "Reminder",
    "RoomMessage",
    "StaleClocks",
    "Terms",
    "UserEvent",
    "UserStream",
    "Visit",
    "Webhook",
    "WebhookDelivery",
]
