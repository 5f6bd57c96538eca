"""Pages of notices: what I am told and where, and the page that a mail's own address leads to."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.models import Webhook
from games.notifications import choices, unsubscribing
from games.notifications.wording import NOTICE_NAMES
from games.web.forms.notices import NoticesForm
from games.web.refusals import found
from games.web.requests import SignedInRequest, deed


@login_required
def notices(request: SignedInRequest) -> HttpResponse:
    """The table of notices and channels, when mails go out, and the quiet hours."""
    if request.method != "POST":
        return _page(request, NoticesForm(user=request.user))
    form = NoticesForm(request.POST, user=request.user)
    if not form.is_valid():
        return _page(request, form, status=422)
    form.save()
    messages.success(request, _("Your notices are saved."))
    return redirect("notices")


@deed
def revoke_addresses(request: SignedInRequest) -> HttpResponse:
    """Make the addresses in older mails invalid, by which mails are ended without a login."""
    unsubscribing.revoke(request.user)
    messages.success(request, _("The links in your older mails do nothing any more."))
    return redirect("notices")


def _page(request: SignedInRequest, form: NoticesForm, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "channels": choices.CHANNELS, "webhooks": Webhook.objects.filter(owner=request.user)}
    return render(request, "games/notices/settings.html", context, status=status)


# The mail program of the reader posts here by itself (RFC 8058): it has no cookie, and the address says all.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End mails of the kind that the address names, or send them again; looking at it changes nothing."""
    if request.method == "POST":
        is_on = request.POST.get("again") == "on"
        wish = found(lambda: unsubscribing.switch(token, on=is_on))
        state = "on" if is_on else "off"
    else:
        wish, state = found(lambda: unsubscribing.wish_in(token)), "asked"
    with translation.override(wish.user.language):
        names = [NOTICE_NAMES[notice.value] for notice in wish.notices]
        context = {"reader": wish.user, "names": names, "state": state}
        answer = render(request, "games/notices/unsubscribe.html", context)
    answer["Cache-Control"] = "no-store"
    return answer
