"""Notifications on pages: what was sent, in a line, and that mail or a browser is switched off."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.models import User
from games.core.channels import event_channels
from games.core.notifications import line_of
from games.notifications import bounces, choices
from games.notifications.email import address_of
from games.notifications.models import Delivery
from games.notifications.push.subscriptions import subscriptions_of

register = template.Library()


@register.filter
def line_for(delivery: Delivery, reader: User) -> str:
    """The event of a delivery as a sentence."""
    return line_of(delivery.event, reader).text


@register.filter
def channel_words(name: str) -> str:
    """A channel of deliveries in the reader's language; its name where its app is gone."""
    return str(choices.channel_labels().get(name, name))


@register.inclusion_tag("notifications/_mail_off.html", takes_context=True)
def mail_off(context: dict[str, Any]) -> dict[str, Any]:
    """A word to a reader whose address takes no mail; nothing to everybody else."""
    user = context["request"].user
    row = choices.settings_of(user) if user.is_authenticated else None
    if row is None or not row.email_off_address or not bounces.is_off(row, address_of(user) or ""):
        return {"row": None}
    return {"row": row, "csrf_token": context.get("csrf_token")}


@register.inclusion_tag("notifications/_push_off.html", takes_context=True)
def push_off(context: dict[str, Any]) -> dict[str, Any]:
    """A word for every browser of the reader's that the server has switched off."""
    user = context["request"].user
    browsers = subscriptions_of(user).exclude(disabled_at=None) if user.is_authenticated else []
    return {"browsers": browsers, "csrf_token": context.get("csrf_token")}


@register.simple_tag(takes_context=True)
def channels_off(context: dict[str, Any]) -> SafeString:
    """A word for whatever is switched off of the channels that other apps offer."""
    request = context["request"]
    warnings = [channel.warning_for(request.user, path=request.path) for channel in event_channels()]
    return format_html_join("", "{}", ((render_to_string(each.template, each.context),) for each in warnings))
