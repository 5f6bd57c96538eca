"""Moves in running text."""

import re
from typing import Final

from django import template
from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

MOVE: Final = re.compile(r"\b([a-g][1-7]-[a-g][1-7](?:x[a-g][1-7])?)\b")


@register.filter
def unbroken(text: str) -> SafeString:
    """The text, with moves that no line break splits at their hyphen."""
    *pairs, rest = MOVE.split(text)
    return format_html_join(
        "", '{}<span class="unbroken">{}</span>', zip(pairs[::2], pairs[1::2], strict=True)
    ) + conditional_escape(rest)
