"""Icons on pages: references to the sprite that base.html includes (web/_sprite.html)."""

from functools import cache
from pathlib import Path
from urllib.parse import quote

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


@register.simple_tag
@cache
def favicon_data() -> SafeString:
    """The favicon as an address that holds the drawing itself, so that no page has to fetch it."""
    drawing = Path(__file__).parent.parent / "static/web/favicon.svg"
    return SafeString("data:image/svg+xml," + quote(drawing.read_text(encoding="utf-8").strip(), safe=" ='/:()."))
