"""How a dispute stands, for templates."""

from datetime import datetime

from django import template
from django.utils import timezone

from games.models import Dispute
from games.notifications.dispute_words import verdict_words

register = template.Library()


@register.filter
def verdict(dispute: Dispute) -> str:
    """What was decided, as a sentence."""
    return verdict_words(dispute.verdict, dispute.game)


@register.filter
def held_until(dispute: Dispute) -> datetime | None:
    """Until when the dispute holds the clocks of its game; None where it does not."""
    return dispute.held_until(now=timezone.now())
