"""The pages for officers and owners: requests, the link, what the club says of itself, roles, dissolving."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.clubs import founding, joining, members
from games.clubs.models import Role
from games.clubs.pages.club_page import ClubPage, page_of_club
from games.clubs.pages.forms import ClubForm, DissolveForm
from games.clubs.queries import requests_to
from games.players.queries import player_by_name
from games.web.requests import SignedInRequest, account_required, post_only
from kit.pages import FormError, get_or_404, page_of, run_or_form_error, run_or_message

REQUESTS_A_PAGE = 25
ROLES = {role.code: role for role in Role}


@account_required
def manage(request: SignedInRequest, slug: str) -> HttpResponse:
    """What waits for the officers; by POST, the owner changes what the club says of itself."""
    of_club = _managed(request, slug)
    form: ClubForm | None = None
    status = 200
    if of_club.is_owner:
        form = ClubForm(initial={"about": of_club.club.about, "admission": of_club.club.admission})
    if request.method == "POST":
        form = bound = ClubForm(request.POST)
        changed = run_or_form_error(bound, lambda: bound.change(of_club.club, request.user))
        if not isinstance(changed, FormError):
            messages.success(request, _("Your changes are saved."))
            return redirect("manage_club", slug)
        status = changed.status
    return _page(request, of_club, {"form": form}, status=status)


@account_required
def link(request: SignedInRequest, slug: str) -> HttpResponse:
    """A new link, which is shown only in this answer (`new`), or none any more (`none`)."""
    _managed(request, slug)
    if request.method != "POST":
        return redirect("manage_club", slug)
    if request.POST.get("link") != "new":
        if run_or_message(request, lambda: joining.end_link(slug, request.user) or True):
            messages.success(request, _("The link no longer works."))
        return redirect("manage_club", slug)
    secret = run_or_message(request, lambda: joining.make_link(slug, request.user))
    if secret is None:
        return redirect("manage_club", slug)
    address = settings.SITE_URL + reverse("join_club", args=[secret])
    answer = _page(request, page_of_club(request, slug), {"address": address})
    answer["Cache-Control"] = "no-store"
    return answer


@post_only
def answer_request(request: SignedInRequest, slug: str) -> HttpResponse:
    """Accept a request or refuse it (`answer`)."""
    player = get_or_404(lambda: player_by_name(request.POST.get("player", "")))
    if request.POST.get("answer") == "yes":
        if run_or_message(request, lambda: joining.accept(slug, request.user, player)):
            messages.success(request, _("%(name)s is a member now.") % {"name": player.shown_name})
    elif run_or_message(request, lambda: joining.refuse(slug, request.user, player) or True):
        messages.info(request, _("The request of %(name)s is refused.") % {"name": player.shown_name})
    return redirect("manage_club", slug)


@post_only
def change_member(request: SignedInRequest, slug: str) -> HttpResponse:
    """Give a member another role, or remove them (`do`)."""
    player = get_or_404(lambda: player_by_name(request.POST.get("player", "")))
    wanted = request.POST.get("do", "")
    if wanted == "remove":
        if run_or_message(request, lambda: members.remove(slug, request.user, player) or True):
            messages.info(request, _("%(name)s is no longer a member.") % {"name": player.shown_name})
    elif wanted in ROLES:
        row = run_or_message(request, lambda: members.give_role(slug, request.user, player, ROLES[wanted]))
        if row is not None:
            words = {"name": player.shown_name, "role": row.get_role_display()}
            messages.success(request, _("%(name)s has this role now: %(role)s.") % words)
    return redirect("club", slug)


@post_only
def dissolve(request: SignedInRequest, slug: str) -> HttpResponse:
    """Dissolve the club, if the form says that this is meant."""
    of_club = _managed(request, slug)
    form = DissolveForm(request.POST)
    done = run_or_form_error(form, lambda: founding.dissolve(slug, request.user) or True)
    if isinstance(done, FormError):
        return _page(request, of_club, {"dissolving": form}, status=done.status)
    messages.success(request, _("The club %(club)s is dissolved.") % {"club": of_club.club.name})
    return redirect("clubs")


def _managed(request: SignedInRequest, slug: str) -> ClubPage:
    of_club = page_of_club(request, slug)
    if not of_club.is_officer:
        raise Http404
    return of_club


def _page(request: SignedInRequest, of_club: ClubPage, more: dict[str, Any], *, status: int = 200) -> HttpResponse:
    club = of_club.club
    context: dict[str, Any] = {
        "of_club": of_club,
        "club": club,
        "page": page_of(requests_to(club), request, size=REQUESTS_A_PAGE),
    }
    if of_club.is_owner:
        context["form"] = ClubForm(initial={"about": club.about, "admission": club.admission})
        context["dissolving"] = DissolveForm()
    return render(request, "clubs/manage.html", context | more, status=status)
