"""How to reach the operators of the site."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def operators_contact() -> str:
    """The address that a link to the operators leads to; empty if the setting OPERATORS_CONTACT is."""
    contact = str(settings.OPERATORS_CONTACT)
    return f"mailto:{contact}" if contact and ":" not in contact else contact
