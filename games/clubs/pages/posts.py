"""The noticeboard of a club, for its members."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.clubs import noticeboard
from games.clubs.pages.club_page import page_of_club
from games.clubs.pages.forms import PostForm
from games.players import sanctions
from games.web.requests import SignedInRequest, account_required, post_only
from kit.pages import FormError, page_of, run_or_form_error, run_or_message

POSTS_A_PAGE = 25


@account_required
def posts(request: SignedInRequest, slug: str) -> HttpResponse:
    """The posts, newest first; by POST, a new one."""
    of_club = page_of_club(request, slug)
    if of_club.own is None:
        raise Http404
    club = of_club.club
    form, status = PostForm(request.POST or None), 200
    if request.method == "POST":
        written = run_or_form_error(form, lambda: form.write(club, request.user))
        if not isinstance(written, FormError):
            return redirect("club_posts", slug)
        status = written.status
    context = {
        "of_club": of_club,
        "club": club,
        "form": form,
        "page": page_of(noticeboard.posts_for(club, request.user), request, size=POSTS_A_PAGE),
        "silenced_until": sanctions.silenced_until(request.user),
    }
    return render(request, "clubs/posts.html", context, status=status)


@post_only
def remove_post(request: SignedInRequest, slug: str) -> HttpResponse:
    """Remove a post of one's own, or as an officer."""
    club, number = page_of_club(request, slug).club, request.POST.get("post", "")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise Http404
    if run_or_message(request, lambda: noticeboard.remove(club, request.user, int(number)) or True):
        messages.info(request, _("The post is removed."))
    return redirect("club_posts", slug)
