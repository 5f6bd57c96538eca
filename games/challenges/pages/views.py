"""Pages of challenges: send, view, answer and cancel one, ask for a rematch."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.pages.requests import is_guest, lead_to_account
from games.challenges import actions
from games.challenges.errors import ChallengeClosed, TermsInvalid
from games.challenges.models import Challenge, link_digest_of
from games.challenges.pages.forms import DeclineForm, NewChallengeForm
from games.challenges.queries import challenge_by_link, challenge_for_viewer, heard_by, shown_ratings_of
from games.players import reliability
from games.players.errors import RatedBotNotAgreed
from games.players.pages import new_guests
from games.web.board import Board
from games.web.requests import SignedInRequest, post_by_anybody, post_by_players
from games.web.social import Social
from kit import database_time
from kit.errors import Refusal
from kit.pages import get_or_404, run_or_message
from muehle import RULESETS, Position

# Session key of an invitation's secret until the challenger has seen it once.
INVITATION = "invitation"


def new_challenge(request: HttpRequest) -> HttpResponse:
    """Send a challenge; `?to=` and `?rules=` fill in the player and the rule set. Visitors who do are guests then."""
    if not request.user.is_authenticated and ("to" in request.GET or not new_guests.are_welcome()):
        return redirect_to_login(request.get_full_path())
    if is_guest(request) and "to" in request.GET:
        return lead_to_account(request)
    if request.method != "POST":
        return _form(request, NewChallengeForm(challenger=_challenger(request), initial=_initial(request)))
    form = NewChallengeForm(request.POST, challenger=_challenger(request))
    challenge = _sent(request, form) if form.is_valid() else None
    if challenge and challenge.game_id:
        return redirect("game", challenge.game_id)
    return redirect("challenge", challenge.number) if challenge else _form(request, form, status=422)


def _challenger(request: HttpRequest) -> User | None:
    """Whose name stands for the challenge; None for guests and visitors."""
    return request.user if isinstance(request.user, User) and not request.user.is_guest else None


def _form(request: HttpRequest, form: NewChallengeForm, *, status: int = 200) -> HttpResponse:
    return render(request, "challenges/new_challenge.html", {"form": form}, status=status)


def _initial(request: HttpRequest) -> dict[str, Any]:
    initial: dict[str, Any] = {}
    if request.GET.get("to"):
        initial |= {"kind": Challenge.Kind.DIRECT.value, "opponent": request.GET["to"]}
    if request.GET.get("rules") in RULESETS:
        initial["rules"] = request.GET["rules"]
    if request.GET.get("kind") in Challenge.Kind.values:
        initial["kind"] = request.GET["kind"]
    return initial


def _sent(request: HttpRequest, form: NewChallengeForm) -> Challenge | None:
    """The new challenge; None if it was refused, with the error in the form."""
    try:
        return new_guests.as_player(request, lambda player: _send(request, player, form))
    except TermsInvalid as refusal:
        form.add_error("clock_system", refusal.message)
    except RatedBotNotAgreed as refusal:
        form.add_error("bots_welcome", refusal.message)
    except Refusal as refusal:
        form.add_error(None, refusal.message)
    return None


def _send(request: HttpRequest, player: User, form: NewChallengeForm) -> Challenge:
    kind = form.cleaned_data["kind"]
    if kind == Challenge.Kind.LINK:
        challenge, secret = actions.invite_by_link(player, form.proposal)
        request.session[INVITATION] = secret
        return challenge
    if form.challenged is not None:
        challenge = actions.challenge_player(player, form.challenged, form.proposal)
        if challenge.game_id:
            return challenge
        messages.success(request, _("Your challenge to %(name)s has been sent.") % {"name": form.challenged.shown_name})
        return challenge
    challenge = actions.challenge_anyone(player, form.proposal)
    messages.success(request, _("Your challenge is in the lobby."))
    return challenge


def challenge(request: HttpRequest, number: int) -> HttpResponse:
    """A challenge with all its terms."""
    (row,) = heard_by(request.user.pk, [get_or_404(lambda: challenge_for_viewer(number, request.user.pk))])
    link = _link_shown_once(request, row)
    return render(request, "challenges/challenge.html", _context(row, request.user) | {"link": link})


def _link_shown_once(request: HttpRequest, row: Challenge) -> str:
    secret = request.session.get(INVITATION, "")
    if not secret or link_digest_of(secret) != row.link_digest:
        return ""
    del request.session[INVITATION]
    return f"{settings.SITE_URL}{reverse('invitation', args=[secret])}"


def _context(row: Challenge, user: User | AnonymousUser) -> dict[str, Any]:
    user_id = user.pk
    is_open = row.is_open(now=database_time.now())
    is_mine = row.challenger_id == user_id
    return {
        "challenge": row,
        "social": social_of_challenge(row),
        "challenger_rating": shown_ratings_of([row]).get((row.challenger_id, row.rules, row.pool)),
        "is_open": is_open,
        "is_mine": is_mine,
        "other": _other(row, user_id),
        "may_accept": is_open and not is_mine and row.opponent_id in (None, user_id),
        "needs_account": _needs_account(row, user),
        "may_decline": is_open and user_id is not None and row.opponent_id == user_id,
        "decline": DeclineForm(auto_id="decline_%s"),
    }


class Opponent(NamedTuple):
    """The other player, with their reliability in percent or None."""

    name: str
    percent: int | None


def _needs_account(row: Challenge, user: User | AnonymousUser) -> bool:
    """Whether a visitor or a guest cannot accept the challenge as such."""
    if isinstance(user, User):
        return user.is_guest and row.kind != Challenge.Kind.DIRECT and not row.allows_guests
    return not (row.allows_guests and new_guests.are_welcome())


def _other(row: Challenge, user_id: int | None) -> Opponent | None:
    """The challenger; for the challenger, the player who was challenged or has accepted, if any."""
    who = row.opponent if row.challenger_id == user_id else row.challenger
    return Opponent(who.username, reliability.percent_of(who.pk)) if who else None


@post_by_anybody
def accept(request: HttpRequest, number: int) -> HttpResponse:
    """Accept a challenge; a visitor becomes a guest if that is allowed."""
    row = get_or_404(lambda: challenge_for_viewer(number, request.user.pk))
    return _accepted(request, row, lambda player, agreed: actions.accept_challenge(number, player, **agreed))


def _accepted(
    request: HttpRequest, row: Challenge, action: Callable[[User, dict[str, bool]], Challenge]
) -> HttpResponse:
    page = request.path.removesuffix("accept/")
    if not request.user.is_authenticated and _needs_account(row, request.user):
        return redirect_to_login(page)
    agreed = _bot_consent(request)
    try:
        accepted = get_or_404(lambda: new_guests.as_player(request, lambda player: action(player, agreed)))
    except ChallengeClosed as refusal:
        # The same button, twice.
        if refusal.challenge.game and refusal.challenge.opponent_id == request.user.pk:
            return redirect("game", refusal.challenge.game.pk)
        messages.error(request, refusal.message)
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        return _to_game(request, accepted)
    return redirect(page)


def _bot_consent(request: HttpRequest) -> dict[str, bool]:
    """Whether the reader agrees to a rated game against a bot."""
    return {"rated_against_bot": "rated_against_bot" in request.POST}


@post_by_players
def decline(request: SignedInRequest, number: int) -> HttpResponse:
    form = DeclineForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    declined = run_or_message(request, lambda: actions.decline_challenge(number, request.user, reason=reason))
    if declined:
        messages.info(
            request, _("You have declined the challenge from %(name)s.") % {"name": declined.challenger.shown_name}
        )
    return redirect("home") if declined else redirect("challenge", number)


@post_by_players
def cancel(request: SignedInRequest, number: int) -> HttpResponse:
    cancelled = run_or_message(request, lambda: actions.cancel_challenge(number, request.user))
    if cancelled:
        messages.info(request, _("Your challenge is withdrawn."))
    return redirect("home") if cancelled else redirect("challenge", number)


@post_by_players
def rematch(request: SignedInRequest, number: int) -> HttpResponse:
    asked = run_or_message(request, lambda: actions.ask_rematch(number, request.user))
    if asked and asked.game_id:
        # A computer has accepted already.
        return redirect("game", asked.game_id)
    if asked:
        messages.success(request, _("You have offered a rematch with colours swapped."))
    return redirect("game", number)


def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """The challenge of an invitation link. Visitors play as guests, or sign up first and return here."""
    (row,) = heard_by(request.user.pk, [get_or_404(lambda: challenge_by_link(secret))])
    board = Board(position=Position.start(), rules=RULESETS[row.rules], label=_("The empty board"))
    context = _context(row, request.user) | {"secret": secret, "board": board}
    return render(request, "challenges/invitation.html", context, status=200 if context["is_open"] else 410)


@post_by_anybody
def accept_invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """The same for an invitation."""
    row = get_or_404(lambda: challenge_by_link(secret))
    return _accepted(request, row, lambda player, agreed: actions.accept_link(secret, player, **agreed))


def _to_game(request: HttpRequest, accepted: Challenge) -> HttpResponse:
    assert accepted.game is not None  # noqa: S101  (accepted challenges have one, by a constraint of the table)
    opponent: User = accepted.challenger
    messages.success(request, _("The game against %(name)s has begun.") % {"name": opponent.shown_name})
    return redirect("game", accepted.game.pk)


def social_of_challenge(challenge: Challenge) -> Social:
    """The preview of a link: the challenger only. The terms and the address may be private."""
    return Social(
        title=_("%(name)s would like to play Mühle") % {"name": challenge.challenger.shown_name},
        description=_("An invitation to a correspondence game: move when you have time."),
    )
