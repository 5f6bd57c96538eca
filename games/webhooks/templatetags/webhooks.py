"""Webhooks on pages: what is said of one that the server has switched off, and the events in words."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

from games.core.event_types import named
from games.webhooks.models import Webhook, WebhookDelivery

register = template.Library()


@register.inclusion_tag("webhooks/_given_up.html", takes_context=True)
def webhooks_given_up(context: dict[str, Any]) -> dict[str, Any]:
    """A notice for an owner whose webhooks the server has switched off; nothing on the page of that webhook itself."""
    request = context["request"]
    here = request.resolver_match.kwargs.get("pk") if request.resolver_match.view_name == "webhook" else None
    reasons = (Webhook.OffReason.FAILING, Webhook.OffReason.GONE)
    rows = Webhook.objects.filter(owner=request.user, disabled_reason__in=reasons)
    return {"webhooks": rows if here is None else rows.exclude(pk=here)}


@register.filter
def event_words(event_type: str) -> str:
    """A type of event in the reader's language; a ping has none."""
    return _("ping") if event_type == WebhookDelivery.PING else str(named(event_type).label)
