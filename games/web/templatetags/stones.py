"""Stones for pages: the shapes of games/pictures, with classes instead of colours."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.pictures.stones import BODY, GLINT, PATTERNS, RIM, SHADOW, SMALL, drawn
from muehle import Color

register = template.Library()

_PIECE = {name: f'class="piece__{name}"' for name in ("rim", "face", "ring", "knurl", "eye")}


@register.simple_tag
def pieces() -> SafeString:
    """A stone of either side, to be referred to."""
    return mark_safe("".join(map(_piece, Color)))  # noqa: S308  (constants)


def _piece(color: Color) -> str:
    shadow, glint = f'<circle class="piece__shadow" {SHADOW}/>', f'<path class="piece__glint" d="{GLINT}"/>'
    return f'<g id="piece-{color.value}">{shadow}{drawn((*BODY, *PATTERNS[color]), _PIECE)}{glint}</g>'


@register.simple_tag
def small_stones() -> SafeString:
    """Stones of all colours for small boards, as symbols."""
    return mark_safe("".join(map(_small, ("white", "black", "green", "pink"))))  # noqa: S308  (constants)


def _small(colour: str) -> str:
    paint = {circle.name: f'class="stone-{circle.name} stone-{circle.name}--{colour}"' for circle in SMALL}
    return f'<symbol id="stone-{colour}" overflow="visible">{drawn(SMALL, paint)}</symbol>'


@register.simple_tag
def plain_stone(color: str, block: str) -> SafeString:
    """A stone beside words, without what would blur there. Its parts have classes of `block`, the rim has none."""
    paint = {"rim": "", "ring": f'class="{block}__ring"', "eye": f'class="{block}__eye"'}
    pattern = [circle._replace(pen="") for circle in PATTERNS[Color(color)] if circle.name in paint]
    return mark_safe(drawn((RIM, *pattern), paint))  # noqa: S308  (constants)
