"""The links of the masthead, with the current page marked and the number of games that wait for the reader."""

from typing import Any

from django import template
from django.apps import apps
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import ngettext

from games.core import event_types, notifications
from games.core.queries import last_seq_of, numbers_waiting_for
from games.notifications import bell, choices

register = template.Library()


def waiting_of(request: HttpRequest) -> list[int]:
    """The numbers of the games that wait for the reader, most urgent first; read once, however often a page asks."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return []
    known: list[int] | None = request.__dict__.get("_waiting")
    if known is None:
        known = request.__dict__["_waiting"] = numbers_waiting_for(user.pk)
    return known


def heard_by(request: HttpRequest) -> int | None:
    """The last number in the reader's stream; None for a visitor. What is to be shown must be read after this, so that
    a page that goes on listening from here misses nothing."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return None
    known: int | None = request.__dict__.get("_heard")
    if known is None:
        known = request.__dict__["_heard"] = last_seq_of(user.pk)
    return known


@register.simple_tag(takes_context=True)
def player_stream(context: dict[str, Any]) -> dict[str, Any] | None:
    """Where the scripts of a page hear of all games of its reader, and from which number on; None for a visitor."""
    request = context.get("request")
    after = heard_by(request) if request else None
    if request is None or after is None or not apps.is_installed("games.streams"):
        return None
    types = " ".join(event_types.event_type_names())
    # What changes the number of waiting games notifies a player as well.
    counted = " ".join(name for kind in notifications.kinds() for name in kind.events)
    about = {"url": reverse("api:events"), "player": request.user.pk, "after": after}
    return about | {"types": types, "counted": counted}


def waiting_words(count: int) -> str:
    """The text for screen readers after the number."""
    words = ngettext(", your move in %(waiting)s game", ", your move in %(waiting)s games", count)
    return words % {"waiting": count}


@register.simple_tag(takes_context=True)
def waiting_count(context: dict[str, Any]) -> int:
    """How many games wait for the reader; 0 for a visitor, and on a page that was made without a request."""
    request = context.get("request")
    return len(waiting_of(request)) if request else 0


def unread_of(request: HttpRequest) -> int:
    """How many notifications the reader has not looked at; 0 for a visitor. Read once, however often a page asks."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return 0
    known: int | None = request.__dict__.get("_unread")
    if known is None:
        known = request.__dict__["_unread"] = bell.unread_count(user, choices.settings_of(user))
    return known


def unread_words(count: int) -> str:
    """The text for screen readers after the number at the bell."""
    return ngettext(", %(count)s new", ", %(count)s new", count) % {"count": count}


@register.simple_tag(takes_context=True)
def bell_count(context: dict[str, Any]) -> dict[str, Any]:
    """The figure at the bell and its words."""
    request = context.get("request")
    count = unread_of(request) if request else 0
    return {"count": count, "words": unread_words(count)}


@register.inclusion_tag("web/_nav_link.html", takes_context=True)
def nav_link(context: dict[str, Any], view_name: str, label: str, icon: str, *, count: bool = False) -> dict[str, Any]:
    """A link to a named page; `count` adds the number of games in which it is the reader's move."""
    request = context["request"]
    here = request.resolver_match.view_name if request.resolver_match else ""
    waiting = len(waiting_of(request)) if count else 0
    link = {"view_name": view_name, "label": label, "icon": icon, "is_here": here == view_name}
    return link | {"count": count, "waiting": waiting}
