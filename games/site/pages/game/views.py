"""The page of a game, and the actions of its forms."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.looks import look_of
from accounts.models import User
from games.core.models.games import Game
from games.core.queries import current_game, game_for_viewer, game_played_on_from, numbers_waiting_for
from games.play.pages.pictures.games import PictureOfGame
from games.site.pages.game.computers import computers_of
from games.site.pages.game.data import data_of
from games.site.pages.game.forms import ACTIONS, ActionForm, PlayMove
from games.site.pages.game.page import GamePage
from games.site.pages.game.sharing import sharing_of
from games.site.templatetags.navigation import heard_by, waiting_of
from games.streams.queries import last_event_of
from games.time_off.queries import away_until
from games.web.requests import SignedInRequest, asked_ply, post_by_players
from games.web.social import Social
from kit import database_time
from kit.pages import FormError, get_or_404, run_or_form_error

# Digits of a game's number, with room for more games than there will be.
LONGEST_NUMBER = 10


def game(request: HttpRequest, number: int) -> HttpResponse:
    """The game as it stands, or with ?ply=12 as it stood after that half-move; public, like every game."""
    return _page(request, number)


@post_by_players
def do_in_game(request: SignedInRequest, number: int, name: str) -> HttpResponse:
    """Do what a form of the page asks for; what is refused is said on the page, with all that was written kept."""
    if name not in ACTIONS:
        raise Http404
    form = ACTIONS[name](request.POST)
    if not form.is_valid():
        return _page(request, number, form=form, status=422)
    if request.user.is_bot:
        form.add_error(
            None, _("Only its program can play for a bot account, with a token that has the scope bot:play.")
        )
        return _page(request, number, form=form, status=403)
    done = run_or_form_error(form, lambda: get_or_404(lambda: form.do(number, request.user)))
    if isinstance(done, FormError):
        return _page(request, number, form=form, status=done.status)
    if form.done:
        messages.success(request, form.done)
    return redirect(_after(form, number, request.user))


def _page(request: HttpRequest, number: int, *, form: ActionForm | None = None, status: int = 200) -> HttpResponse:
    heard_by(request)
    last_event = last_event_of(number, request.user.pk)
    current = get_or_404(lambda: current_game(number))
    viewer = request.user if request.user.is_authenticated else None
    page = GamePage(
        game=current,
        viewer=viewer,
        now=database_time.now(),
        last_event=last_event,
        look=look_of(request),
        asked_ply=asked_ply(request.GET.get("ply", "")),
        waiting=waiting_of(request),
        sent_from=_sent_from(request),
        away=away_until(current.player_ids, now=database_time.now()) if current.is_ongoing else {},
        sent_form=form,
    )
    share = sharing_of(current, ply=page.shown_ply, is_at_end=page.is_at_end)
    context = {"page": page, "data": data_of(page), "game": current, "form": form, "share": share}
    context["social"] = social_of_game(page)
    return render(request, "site/game.html", context, status=status)


def _after(form: ActionForm, number: int, player: User) -> str:
    """The page after an action: the game, at the tab that has the form; after a move, if the player prefers it, the
    next game that waits for them, unless a computer answers at once."""
    others = numbers_waiting_for(player.pk) if form.name == PlayMove.name and player.go_on else []
    following = next((other for other in others if other != number), None)
    if following is None or _stays(game_for_viewer(number), player):
        return reverse("game", args=[number]) + (f"#sheet-{form.tab}" if form.tab else "")
    return f"{reverse('game', args=[following])}?from={number}"


def _stays(current: Game, player: User) -> bool:
    """Whether nobody leaves this game after a move: it is over, or a computer answers at once."""
    return not current.is_ongoing or computers_of(current, current.color_of(player.pk)).answers == "at_once"


def _sent_from(request: HttpRequest) -> Game | None:
    """The game that the reader comes from after a move, where the address says so and it is true."""
    number = request.GET.get("from", "")
    if not (request.user.is_authenticated and number.isascii() and number.isdigit() and len(number) < LONGEST_NUMBER):
        return None
    return game_played_on_from(int(number), request.user.pk)


def social_of_game(page: GamePage) -> Social:
    """The game, or the half-move of it that was asked for."""
    game, ply = page.game, None if page.is_at_end else page.shown_ply
    picture = PictureOfGame(game=game, asked_ply=ply)
    path, query = reverse("game", args=[game.number]), "" if ply is None else f"?ply={ply}"
    return Social(
        title=picture.names,
        description=_("Game %(number)s of Mühle: %(words)s.") % {"number": game.number, "words": picture.words},
        path=path,
        shown_path=path + query,
        image=reverse("card_of_game", args=[game.number]) + query,
    )
