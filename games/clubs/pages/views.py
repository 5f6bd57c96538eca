"""The pages of clubs: the list, a club with its members, its ranking, and founding and joining."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.clubs import joining, members
from games.clubs.models import Club, Membership
from games.clubs.pages.club_page import page_of_club
from games.clubs.pages.forms import FoundForm
from games.clubs.queries import COST, club_at, clubs_found, clubs_of, members_of, places_in, ranked_members
from games.rankings.pages.ranking_page import RankingPage, ranking_wanted
from games.web.requests import SignedInRequest, account_required, post_only, spend
from kit import database_time
from kit.pages import FormError, get_or_404, page_of, run_or_form_error, run_or_message

CLUBS_A_PAGE, MEMBERS_A_PAGE, RANKED_A_PAGE = 30, 40, 50
LONGEST_SEARCH = 60


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """All clubs, by name; the reader's own ones before them."""
    # The same cost as over the API.
    spent = spend(request, cost=COST)
    words = request.GET.get("q", "").replace("\x00", "")[:LONGEST_SEARCH]
    context = {"words": words, "query": f"{urlencode({'q': words})}&" if words else ""}
    if spent.is_over:
        context["refusal"] = _("Too many requests at once. Please wait a moment.")
        answer = render(request, "clubs/clubs.html", context, status=429)
        answer["Retry-After"] = str(spent.wait)
        return answer
    page = page_of(clubs_found(words), request, size=CLUBS_A_PAGE)
    own = clubs_of(request.user.pk) if request.user.is_authenticated and not request.GET else []
    return render(request, "clubs/clubs.html", {**context, "page": page, "own": own})


@account_required
def found(request: SignedInRequest) -> HttpResponse:
    """The form; with what was typed if it is refused."""
    form, status = FoundForm(request.POST or None), 200
    if request.method == "POST":
        club = run_or_form_error(form, lambda: form.found(request.user))
        if not isinstance(club, FormError):
            messages.success(request, _("The club %(club)s is founded.") % {"club": club.name})
            return redirect("club", club.slug)
        status = club.status
    return render(request, "clubs/found.html", {"form": form}, status=status)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """What the club says of itself, and its members."""
    of_club = page_of_club(request, slug)
    page = page_of(members_of(of_club.club), request, size=MEMBERS_A_PAGE)
    return render(request, "clubs/club.html", {"of_club": of_club, "club": of_club.club, "page": page})


@require_safe
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking of the members under a rule set in a pool."""
    of_club = page_of_club(request, slug)
    wanted = ranking_wanted(request)
    rows = ranked_members(of_club.club, wanted, at=database_time.now())
    ranked = RankingPage(
        ranking=wanted, page=page_of(rows, request, size=RANKED_A_PAGE), distribution=places_in(rows), own=None
    )
    context = {"of_club": of_club, "club": of_club.club, "ranking": ranked}
    return render(request, "clubs/ranking.html", context)


@account_required
def by_link(request: SignedInRequest, secret: str) -> HttpResponse:
    """The club of a link, and the button that joins it."""
    linked = get_or_404(lambda: joining.club_by_link(secret))
    if request.method == "POST":
        joined = run_or_message(request, lambda: joining.join(linked.slug, request.user, secret=secret))
        return _to_club(request, linked, joined)
    club = get_or_404(lambda: club_at(linked.slug))
    return render(request, "clubs/by_link.html", {"club": club})


@post_only
def membership(request: SignedInRequest, slug: str) -> HttpResponse:
    """Join the club or ask for it (`on`), or leave it or withdraw the request (`off`)."""
    club = get_or_404(lambda: club_at(slug))
    if request.POST.get("member") == "on":
        return _to_club(request, club, run_or_message(request, lambda: joining.join(slug, request.user)))
    if request.POST.get("member") == "off":
        was_member = page_of_club(request, slug).own is not None
        if run_or_message(request, lambda: members.leave(slug, request.user) or True):
            left = _("You are no longer a member of %(club)s.")
            messages.info(request, (left if was_member else _("Your request is withdrawn.")) % {"club": club.name})
    return redirect("club", slug)


def _to_club(request: SignedInRequest, club: Club, joined: object) -> HttpResponse:
    if isinstance(joined, Membership):
        messages.success(request, _("You are a member of %(club)s now.") % {"club": club.name})
    elif joined is not None:
        messages.info(request, _("You have asked to join. An officer of the club will answer."))
    return redirect("club", club.slug)
