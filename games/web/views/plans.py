"""Moves ahead: the board on which a player says what he answers to which move, while his opponent is to move."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.looks import look_of
from games import plans, transitions
from games.models import Game
from games.web.forms.plans import LinesForm, ProgrammeForm
from games.web.plan_page import page_of_plan
from games.web.preferences import preferences_for
from games.web.refusals import Wrong, done_or_wrong, found
from games.web.requests import SignedInRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: SignedInRequest, number: int) -> HttpResponse:
    """What is planned, or after a POST what shall be; refused, it is shown again with the reason."""
    game = found(lambda: transitions.current_game(number))
    if not game.has_player(request.user.pk) or request.user.is_bot:
        raise Http404
    if request.method != "POST":
        return _shown(request, game)
    form = ProgrammeForm(request.POST) if "take" in request.POST else LinesForm(request.POST)
    kept = done_or_wrong(form, lambda: form.keep(number, request.user))
    if isinstance(kept, Wrong):
        return _shown(request, game, form, status=kept.status)
    messages.success(request, _("Your plan is kept.") if kept else _("Nothing is planned any more."))
    return redirect("game", number)


def _shown(
    request: SignedInRequest, game: Game, sent: LinesForm | ProgrammeForm | None = None, *, status: int = 200
) -> HttpResponse:
    if not game.is_ongoing or game.on_move_id == request.user.pk:
        messages.info(request, _("Moves are planned while your opponent is to move."))
        return redirect("game", game.number)
    kept = plans.plan_of(game, request.user.pk)
    page = page_of_plan(game, kept, look=look_of(request), preferences=preferences_for(request), sent=sent)
    return render(request, "games/plan.html", {"page": page, "game": game}, status=status)
