"""Trophies on pages."""

from django import template
from django.utils.functional import Promise

from games.trophies.models import Trophy
from games.trophies.queries import SENTENCES

register = template.Library()


@register.filter
def sentence_of(trophy: Trophy) -> Promise:
    """What the trophy is for."""
    return SENTENCES[trophy.kind]
