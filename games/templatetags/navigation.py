"""The links of the masthead, which know where the reader is and how many games wait for him."""

from typing import Any

from django import template
from django.http import HttpRequest

from games import selectors

register = template.Library()


def waiting_of(request: HttpRequest) -> list[int]:
    """The numbers of the games that wait for the reader, most urgent first; read once, however often a page asks."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return []
    known: list[int] | None = request.__dict__.get("_waiting")
    if known is None:
        known = request.__dict__["_waiting"] = selectors.numbers_waiting_for(user.pk)
    return known


@register.simple_tag(takes_context=True)
def waiting_count(context: dict[str, Any]) -> int:
    """How many games wait for the reader; 0 for a guest, and on a page that was made without a request."""
    request = context.get("request")
    return len(waiting_of(request)) if request else 0


@register.inclusion_tag("games/_nav_link.html", takes_context=True)
def nav_link(context: dict[str, Any], view_name: str, label: str, icon: str, *, count: bool = False) -> dict[str, Any]:
    """A link to a named page; `count` adds the number of games in which it is the reader's move."""
    request = context["request"]
    here = request.resolver_match.view_name if request.resolver_match else ""
    waiting = len(waiting_of(request)) if count else 0
    return {"view_name": view_name, "label": label, "icon": icon, "is_here": here == view_name, "waiting": waiting}
