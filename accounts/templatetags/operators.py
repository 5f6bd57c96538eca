"""How to reach the operators of the site."""

from django import template
from django.conf import settings

from accounts.contacts import contact_uri

register = template.Library()


@register.simple_tag
def operators_contact() -> str:
    """The address that a link to the operators leads to; empty if the setting OPERATORS_CONTACT is."""
    return contact_uri(settings.OPERATORS_CONTACT)
