"""Disputes as players see them: opened from a game, followed, withdrawn, appealed; and warnings, acknowledged."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.pages.requests import lead_to_account
from games.core.models.games import Game
from games.core.queries import current_game, moves_of
from games.disputes import filing, presenters
from games.disputes.models import Dispute
from games.disputes.pages.forms import AppealForm, DisputeForm
from games.disputes.verdict_kinds import TO_THE_GAME
from games.play.pages.move_list import listed, rows_of
from games.players import sanctions
from games.solved.proofs import Proof, proof_of
from games.web.requests import SignedInRequest, account_required, post_by_players, post_only
from kit.pages import FormError, get_or_404, page_of, run_or_form_error, run_or_message

PAGE = 25


@login_required
def disputes(request: SignedInRequest) -> HttpResponse:
    """Disputes of the reader and about their games, and their sanctions."""
    page = page_of(presenters.disputes_for(request.user), request, size=PAGE)
    context = {"page": page, "sanctions": presenters.sanctions_of(request.user)[:PAGE]}
    return render(request, "disputes/list.html", context)


@account_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_dispute(request: SignedInRequest, number: int) -> HttpResponse:
    """The form for a game of the reader’s, or after a POST the dispute; refused, it is shown again with the reason."""
    game = get_or_404(lambda: current_game(number))
    if not game.has_player(request.user.pk):
        raise Http404
    data = request.POST if request.method == "POST" else None
    # Whose draw offer was declined without a word is led here with what it is about.
    asked = {"category": request.GET.get("category", "")}
    form = DisputeForm(data, game=game, moves=range(1, game.ply + 1), initial=asked)
    if request.method != "POST":
        return _new(request, game, form)
    opened = run_or_form_error(form, lambda: form.do(number, request.user))
    if isinstance(opened, FormError):
        return _new(request, game, form, status=opened.status)
    return redirect("dispute", opened.number)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: SignedInRequest, number: int) -> HttpResponse:
    """A dispute of the reader; a POST appeals against its verdict."""
    shown = get_or_404(lambda: presenters.dispute_for(number, request.user))
    form = AppealForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _shown(request, shown, form)
    if request.user.is_guest:
        return lead_to_account(request)
    appealed = run_or_form_error(form, lambda: form.do(number, request.user))
    if isinstance(appealed, FormError):
        return _shown(request, shown, form, status=appealed.status)
    messages.success(request, _("Another arbiter will look at it."))
    return redirect("dispute", appealed.number)


@post_only
def withdraw_dispute(request: SignedInRequest, number: int) -> HttpResponse:
    """Withdraw a dispute before its verdict."""
    if run_or_message(request, lambda: filing.withdraw_dispute(number, request.user)):
        messages.success(request, _("Your dispute is withdrawn."))
    return redirect("dispute", number)


@post_by_players
def acknowledge_warning(request: SignedInRequest, pk: int) -> HttpResponse:
    """Say that one has read a warning, and go on in the game that it is about, if it is about one."""
    warning = get_or_404(lambda: sanctions.acknowledge(pk, request.user))
    return redirect("game", warning.game_id) if warning.game_id else redirect("disputes")


def _new(request: SignedInRequest, game: Game, form: DisputeForm, *, status: int = 200) -> HttpResponse:
    rows = rows_of(listed(moves_of(game), game.ruleset))
    context = {"game": game, "form": form, "rows": rows, "opponent": game.opponent_of(request.user.pk)}
    return render(request, "disputes/new.html", context, status=status)


def _shown(request: SignedInRequest, shown: Dispute, form: AppealForm, *, status: int = 200) -> HttpResponse:
    reader_id, brought, appealed = request.user.pk, list(shown.appeals.order_by("number")), shown.appeal_of
    # All are about one game.
    for other in filter(None, (*brought, appealed)):
        other.game = shown.game
    context = {"dispute": shown, "game": shown.game, "form": form, "text": shown.text_for(reader_id)}
    context |= {
        "steps": presenters.steps_of(shown),
        "is_mine": shown.opened_by_id == reader_id,
        "may_appeal": filing.appealable_until(shown, reader_id) is not None,
        "brought": [(appeal, appeal.concerns(reader_id)) for appeal in brought],
        "proof": _proof_for(shown),
        "appealed": appealed if appealed is not None and appealed.concerns(reader_id) else None,
    }
    return render(request, "disputes/dispute.html", context, status=status)


def _proof_for(dispute: Dispute) -> Proof | None:
    """What is proved of the last position, beside a decision about the game; never while the game goes on."""
    game = dispute.game
    if dispute.verdict not in TO_THE_GAME or game.is_ongoing:
        return None
    return proof_of(game.board, game.ruleset)
