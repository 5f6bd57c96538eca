"""Times and spans of time in words."""

from datetime import datetime

from django import template
from django.utils import timezone

from kit import times
from kit.times import duration, short_duration
from muehle.clocks import DAY

register = template.Library()
register.filter(duration)
register.filter(short_duration)
register.filter(times.day)
register.filter(times.moment)
register.filter(times.short_moment)
register.filter(times.weekday_and_date)


@register.filter
def days_in_words(days: int) -> str:
    """So many days, however many there are."""
    return duration(days * DAY)


@register.filter
def time_until(at: datetime) -> str:
    """How long it is until then, in words."""
    return duration(int((at - timezone.now()).total_seconds()))
