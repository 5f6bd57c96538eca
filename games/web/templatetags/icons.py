"""Icons on pages: references to the sprite that base.html includes (web/_sprite.html)."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """An icon of the sprite, hidden from screen readers, as there is always text beside it."""
    return format_html(
        '<svg class="icon icon--{0}" aria-hidden="true" focusable="false"><use href="#icon-{0}"></use></svg>', name
    )
