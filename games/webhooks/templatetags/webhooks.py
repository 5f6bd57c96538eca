"""Events of webhooks in words."""

from django import template
from django.utils.translation import gettext as _

from games.core.event_types import event_type_named
from games.webhooks.models import WebhookDelivery

register = template.Library()


@register.filter
def event_words(event_type: str) -> str:
    """A type of event in the reader's language; a ping has none."""
    return _("ping") if event_type == WebhookDelivery.PING else str(event_type_named(event_type).label)
