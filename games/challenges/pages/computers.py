"""Play now: a game with a computer of this server, for players, guests and visitors."""

from typing import NamedTuple

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.computers import all_computers, answers_in
from games.challenges.errors import TooManyComputerGames
from games.challenges.models import Challenge
from games.core import rule_sets
from games.core.models.games import Game
from games.core.models.terms import Agreement, Pool
from games.players.errors import GuestIsBusy
from games.players.models import Rating
from games.players.pages import new_guests
from games.web.requests import post_by_anybody
from kit.errors import Refusal
from muehle import STANDARD


class PlayForm(forms.Form):
    """Against whom, with which stones, and by which rules; what is left out has its default.

    `again` is a game whose colour and terms the new one has, instead of those in the form.
    """

    level = forms.IntegerField(min_value=1, max_value=6)
    colour = forms.ChoiceField(choices=Challenge.Colour.choices, required=False)
    rules = forms.ChoiceField(choices=rule_sets.choices, required=False)
    answers = forms.ChoiceField(choices=Challenge.Answers.choices, required=False)
    rated = forms.BooleanField(required=False)
    again = forms.IntegerField(required=False)

    def proposal_of(self, player: User) -> Proposal:
        chosen = self.cleaned_data
        earlier = Game.objects.filter(number=chosen["again"]).first()
        color = earlier.color_of(player.pk) if earlier else None
        if earlier and color:
            return Proposal(
                agreement=earlier.agreement, colour=color.value, answers=answers_in(earlier), bots_welcome=True
            )
        return Proposal(
            agreement=Agreement(rules=chosen["rules"] or STANDARD.name, rated=chosen["rated"]),
            colour=chosen["colour"] or Challenge.Colour.LOT,
            answers=chosen["answers"] or Challenge.Answers.AT_ONCE,
            bots_welcome=True,
        )


class Offered(NamedTuple):
    """A computer in a list, with its rating under the standard rules."""

    player: User
    rating: int | None


def offered() -> list[Offered]:
    """The computers that play, weakest first; none if this server lets them play no games."""
    if not settings.MOST_COMPUTER_GAMES:
        return []
    computers = all_computers()
    rows = Rating.objects.filter(user__in=computers, rules=STANDARD.name, pool=Pool.BOTS)
    ratings = {user: round(value) for user, value in rows.values_list("user", "value")}
    return [Offered(computer, ratings.get(computer.pk)) for computer in computers]


@post_by_anybody
def play(request: HttpRequest) -> HttpResponse:
    """Begin a game with a computer. A visitor becomes a guest, if that is allowed."""
    if not request.user.is_authenticated and not new_guests.are_welcome():
        return redirect_to_login(reverse("lobby"))
    form = PlayForm(request.POST)
    computer = _computer_of(form)
    if computer is None:
        messages.error(request, _("Choose a computer."))
        return redirect("lobby")
    try:
        challenge = new_guests.as_player(
            request, lambda player: actions.challenge_player(player, computer, form.proposal_of(player))
        )
    except (GuestIsBusy, TooManyComputerGames) as refusal:
        # To their own games, one of which has to end first.
        messages.error(request, refusal.message)
        return redirect("home")
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("lobby")
    return _to_game(challenge)


def _computer_of(form: PlayForm) -> User | None:
    if not form.is_valid():
        return None
    return User.objects.filter(computer_level=form.cleaned_data["level"]).first()


def _to_game(challenge: Challenge) -> HttpResponse:
    assert challenge.game is not None  # noqa: S101  (a computer accepts at once)
    return redirect("game", challenge.game.pk)
