"""The page on which a calendar feed is created and revoked, and the feed itself."""

import hashlib
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.pages.requests import fresh_to_change
from games.calendar import feeds
from games.calendar.pages.forms import CalendarForm
from games.web.requests import SignedInRequest, post_only
from kit import rate_limits
from kit.pages import get_or_404

MEDIA_TYPE = "text/calendar; charset=utf-8"


@fresh_to_change
def calendar(request: SignedInRequest) -> HttpResponse:
    """Whether the reader has a feed, with a button for a new one. Its address is shown only in that response."""
    address = ""
    if request.method == "POST":
        _feed, secret = feeds.make_feed(request.user)
        address = settings.SITE_URL + reverse("calendar_feed", args=[secret])
    feed = feeds.feed_of(request.user)
    context = {"feed": feed, "address": address, "form": feed and CalendarForm(initial=CalendarForm.values_of(feed))}
    context["subscription"] = f"webcal://{address.partition('://')[2]}" if address else ""
    answer = render(request, "calendar/calendar.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@post_only
def revoke_calendar(request: SignedInRequest) -> HttpResponse:
    """Revoke the feed."""
    feeds.revoke_feed(request.user)
    messages.success(request, _("The address no longer works. Calendars that use it will soon be empty."))
    return redirect("calendar")


@post_only
def change_calendar(request: SignedInRequest) -> HttpResponse:
    """Store what the feed has beside deadlines."""
    form = CalendarForm(request.POST)
    if form.is_valid():
        get_or_404(lambda: feeds.change_feed(request.user, **form.cleaned_data))
        messages.success(request, _("Your changes are saved. Your calendar app will show them after its next update."))
    return redirect("calendar")


@require_safe
def calendar_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """The feed, for calendar programs, which have no cookie."""
    feed = get_or_404(lambda: feeds.feed_with(secret))
    owner = feed.user
    # Counted by feed and not by address, since one service reads the calendars of many players.
    spent = rate_limits.spend("guest", f"calendar:{owner.pk}")
    if spent.is_over:
        return HttpResponse(status=429, headers={"Retry-After": str(spent.wait)})
    with translation.override(owner.language), timezone.override(ZoneInfo(owner.time_zone)):
        text = feeds.calendar_of(feed)
    etag = f'"{hashlib.sha256(text).hexdigest()[:32]}"'
    answer = get_conditional_response(request, etag=etag) or HttpResponse(text, content_type=MEDIA_TYPE)
    answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    answer["Content-Disposition"] = 'inline; filename="muehle.ics"'
    answer["X-Robots-Tag"] = "noindex"
    return answer
