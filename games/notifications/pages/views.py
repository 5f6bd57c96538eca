"""Pages of notifications: the list behind the bell, settings, unsubscribing."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.core import channels, event_subjects
from games.core.notifications import line_of
from games.core.queries import last_seq_of
from games.notifications import bell, bounces, choices, queries, testing, unsubscribing
from games.notifications.email import address_of
from games.notifications.pages.forms import NotificationSettingsForm
from games.notifications.push import subscriptions, vapid
from games.web.requests import SignedInRequest, account_required, post_by_players, post_only, spend
from kit.pages import get_or_404, page_of

ON_A_PAGE, IN_THE_MENU = 30, 6


@login_required
def notifications(request: SignedInRequest) -> HttpResponse:
    """What has happened, the newest first; `?menu=1` is a short list for the menu, `?before=` what came earlier."""
    row, is_menu = choices.settings_of(request.user), "menu" in request.GET
    rows = bell.items_of(request.user, row)
    before = request.GET.get("before", "")
    if before.isdecimal() and len(before) < 19:
        rows = rows.filter(seq__lt=int(before))
    most = IN_THE_MENU if is_menu else ON_A_PAGE
    found = list(rows[: most + 1])
    event_subjects.attach(item.event for item in found)
    items = [
        {"user_event": item, "is_new": item.seq > row.bell_seen_seq, "line": line_of(item.event, request.user)}
        for item in found[:most]
    ]
    context = {"items": items, "has_more": len(found) > most, "last_seq": last_seq_of(request.user.pk)}
    answer = render(request, "notifications/_bell.html" if is_menu else "notifications/list.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@post_by_players
def seen(request: SignedInRequest) -> HttpResponse:
    """Everything up to the number that the page has shown has been seen."""
    seq = request.POST.get("seq", "")
    if seq.isdecimal() and len(seq) < 19:
        bell.mark_seen(request.user, min(int(seq), last_seq_of(request.user.pk)))
    return redirect("notifications")


SENT_A_PAGE = 20
# As in the API: what causes a mail or push message counts as ten calls.
COST = 10


@account_required
def notification_settings(request: SignedInRequest) -> HttpResponse:
    """The notification settings: kinds and channels, digests, quiet hours."""
    if request.method != "POST":
        return _page(request, NotificationSettingsForm(user=request.user))
    form = NotificationSettingsForm(request.POST, user=request.user)
    if not form.is_valid():
        return _page(request, form, status=422)
    form.save()
    messages.success(request, _("Your notification settings are saved."))
    return redirect("notification_settings")


@post_only
def revoke_addresses(request: SignedInRequest) -> HttpResponse:
    """Make the addresses in older mails invalid, by which mails are ended without a login."""
    unsubscribing.revoke(request.user)
    messages.success(request, _("The unsubscribe links in your older emails no longer work."))
    return redirect("notification_settings")


@post_only
def forget_browser(request: SignedInRequest, pk: int) -> HttpResponse:
    """Send nothing more to a browser."""
    get_or_404(lambda: subscriptions.unsubscribe(request.user, pk))
    messages.success(request, _("Push notifications are now off in this browser."))
    return redirect("notification_settings")


@account_required
def arrival(request: SignedInRequest) -> HttpResponse:
    """Whether notifications arrive: a test by every channel, its receipts, and what was sent before."""
    if request.method == "POST":
        if spend(request, cost=COST).is_over:
            messages.error(request, _("That was too fast. Please try again later."))
        else:
            testing.send_test(request.user)
            messages.success(request, _("The test notification has been sent. The results appear below."))
        return redirect("arrival")
    about_time_only = request.GET.get("only") == "time"
    sent = queries.sent_to(request.user, about_time_only=about_time_only)
    page = page_of(sent, request, size=SENT_A_PAGE)
    event_subjects.attach(delivery.event for delivery in page)
    context = {
        "page": page,
        "months_kept": settings.DELIVERIES_KEPT_MONTHS,
        "about_time_only": about_time_only,
        "query": "only=time&" if about_time_only else "",
        "receipts": testing.receipts_of(request.user),
        "address": address_of(request.user),
        "has_browser": subscriptions.active_of(request.user).exists(),
    }
    return render(request, "notifications/arrival.html", context)


@post_only
def mail_on(request: SignedInRequest) -> HttpResponse:
    """Try an address again that was refused."""
    bounces.switch_on(request.user)
    messages.success(request, _("Emails to your address are on again. Send a test to see whether they arrive."))
    return redirect("arrival")


def _page(request: SignedInRequest, form: NotificationSettingsForm, *, status: int = 200) -> HttpResponse:
    browsers = list(subscriptions.subscriptions_of(request.user))
    context = {
        "form": form,
        "channels": list(form.channels.values()),
        "delivery_channels": [
            {"template": channel.template, "context": channel.context_for(request.user)}
            for channel in channels.delivery_channels()
        ],
        "event_channels": [channel.settings_of(request.user) for channel in channels.event_channels()],
        "browsers": browsers,
        "push_key": vapid.public_key(),
        "known": {browser.digest: browser.pk for browser in browsers if browser.is_on},
    }
    return render(request, "notifications/settings.html", context, status=status)


# The mail program of the reader posts here by itself (RFC 8058): it has no cookie, and the address says all.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End mails of the kind that the address names, or send them again; looking at it changes nothing."""
    if request.method == "POST":
        is_on = request.POST.get("again") == "on"
        found = get_or_404(lambda: unsubscribing.switch(token, on=is_on))
        state = "on" if is_on else "off"
    else:
        found, state = get_or_404(lambda: unsubscribing.named_in(token)), "asked"
    with translation.override(found.user.language):
        names = [kind.label for kind in found.kinds]
        context = {"reader": found.user, "names": names, "state": state}
        answer = render(request, "notifications/unsubscribe.html", context)
    answer["Cache-Control"] = "no-store"
    return answer
