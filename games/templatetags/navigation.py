"""The links of the masthead, which know where the reader is and how many games wait for him."""

from typing import Any

from django import template

from games import selectors

register = template.Library()


@register.inclusion_tag("games/_nav_link.html", takes_context=True)
def nav_link(context: dict[str, Any], view_name: str, label: str, icon: str, *, count: bool = False) -> dict[str, Any]:
    """A link to a named page; `count` adds the number of games in which it is the reader's move."""
    request = context["request"]
    here = request.resolver_match.view_name if request.resolver_match else ""
    waiting = selectors.games_waiting_for(request.user.pk).count() if count else 0
    return {"view_name": view_name, "label": label, "icon": icon, "is_here": here == view_name, "waiting": waiting}
