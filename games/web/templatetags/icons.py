"""Icons on pages: references into the sprite that base.html carries (web/_sprite.html)."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """An icon of the sprite, silent for screen readers: the words beside it say it all."""
    return format_html(
        '<svg class="icon icon--{0}" aria-hidden="true" focusable="false"><use href="#icon-{0}"></use></svg>', name
    )
