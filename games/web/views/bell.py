"""The page of the bell: what has happened, and a deed that says that it has been seen."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render

from games import selectors
from games.notifications import bell, choices
from games.notifications.wording import told_in_a_line
from games.web.requests import SignedInRequest, deed

ON_A_PAGE, IN_THE_MENU = 30, 6


@login_required
def told(request: SignedInRequest) -> HttpResponse:
    """What has happened, the newest first; `?menu=1` is a short list for the menu, `?before=` what came earlier."""
    row, is_menu = choices.settings_of(request.user), "menu" in request.GET
    rows = bell.items_of(request.user, row)
    before = request.GET.get("before", "")
    if before.isdecimal() and len(before) < 19:
        rows = rows.filter(seq__lt=int(before))
    most = IN_THE_MENU if is_menu else ON_A_PAGE
    found = list(rows[: most + 1])
    items = [
        {"user_event": item, "is_new": item.seq > row.bell_seen_seq, **told_in_a_line(item.event, request.user)}
        for item in found[:most]
    ]
    context = {"items": items, "has_more": len(found) > most, "last_seq": selectors.last_seq_of(request.user.pk)}
    answer = render(request, "games/notices/_bell.html" if is_menu else "games/notices/told.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@deed
def seen(request: SignedInRequest) -> HttpResponse:
    """Everything up to the number that the page has shown has been seen."""
    seq = request.POST.get("seq", "")
    if seq.isdecimal() and len(seq) < 19:
        bell.mark_seen(request.user, min(int(seq), selectors.last_seq_of(request.user.pk)))
    return redirect("told")
