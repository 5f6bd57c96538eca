"""The app that the pages make up: its service worker and its version."""

from django import template
from django.conf import settings
from django.urls import reverse

register = template.Library()


@register.simple_tag
def service_worker() -> str:
    """The worker's address; empty where the operator wants none."""
    return reverse("service_worker") if settings.SERVICE_WORKER else ""


@register.simple_tag
def server_version() -> str:
    return str(settings.VERSION)
