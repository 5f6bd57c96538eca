"""Pages of reports: one is made from where the thing is shown, and all of one's own are listed."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.core.models.games import Game
from games.core.queries import current_game
from games.reports import presenters, subjects
from games.reports.models import Report
from games.reports.pages.forms import ReportForm
from games.web.requests import SignedInRequest, account_required
from kit.pages import FormError, get_or_404, page_of, run_or_form_error

PAGE = 25


@account_required
def reports(request: SignedInRequest) -> HttpResponse:
    """What the reader has reported."""
    page = page_of(presenters.reports_of(request.user), request, size=PAGE)
    return render(request, "reports/list.html", {"page": page})


@account_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_report(request: SignedInRequest) -> HttpResponse:
    """The form for what `?subject=`, `?number=` and `?against=` name; after a POST to the list."""
    subject, number, against = _asked(request)
    game: Game | None = None
    found: subjects.Found | None = None
    if subject == Report.Subject.GAME:
        game = get_or_404(lambda: current_game(number or 0))
    else:
        found = get_or_404(lambda: subjects.find(subject, number, against, reader=request.user))
    form = ReportForm(request.POST if request.method == "POST" else None, game=game, reader=request.user)
    status = 200
    if request.method == "POST":
        made = run_or_form_error(form, lambda: form.do(request.user, subject=subject, number=number, against=against))
        if not isinstance(made, FormError):
            messages.success(request, _("Thank you. An arbiter will look at it."))
            return redirect("reports")
        status = made.status
    context = {"form": form, "found": found, "game": game, "subject": Report.Subject(subject)}
    return render(request, "reports/new.html", context, status=status)


def _asked(request: SignedInRequest) -> tuple[str, int | None, str]:
    subject, number = request.GET.get("subject", ""), request.GET.get("number", "")
    if subject not in Report.Subject.values:
        raise Http404
    known = int(number) if number.isascii() and number.isdigit() and len(number) < 19 else None
    return subject, known, request.GET.get("against", "")
