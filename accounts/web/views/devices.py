"""The devices on which an account is signed in: allauth lists them, and each can be logged out by itself."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts import sessions
from accounts.web.requests import SignedInRequest


@login_required
def end_session(request: SignedInRequest, pk: int) -> HttpResponse:
    """Log another device out; this one has a page of its own for that."""
    if request.method != "POST":
        return redirect("usersessions_list")
    ended = sessions.end(request.user, pk, besides=request.session.session_key or "")
    if not ended:
        raise Http404
    messages.info(request, _("The device is logged out."))
    return redirect("usersessions_list")
