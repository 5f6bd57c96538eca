"""The first page of the administration."""

from typing import Any

from django import template

from games.disputes.figures import DAYS
from games.site import staff_front as front

register = template.Library()


@register.inclusion_tag("admin/_front.html", takes_context=True)
def staff_front(context: template.Context) -> dict[str, Any]:
    """What waits for the reader, and what they search."""
    request = context["request"]
    wanted = request.GET.get("q", "")
    return {
        "waiting": front.waiting_for(request.user),
        "persons": front.persons_waiting_for(request.user),
        "wanted": wanted,
        "hits": front.found(request, wanted),
        "days": DAYS,
    }
