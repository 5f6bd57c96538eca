"""What a link to a page shows where it is pasted: title, sentence and picture, for everybody alike (Open Graph).

Only what the page tells everybody belongs here, for whoever pastes a link shows this to all who read there.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Challenge
from games.web.game_page import GamePage
from games.web.pictures import PictureOfGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Social:
    """`path` is where the page is found by everybody, empty for a page that only the bearer of a link may know."""

    title: str
    description: str
    path: str = ""
    shown_path: str = ""
    image: str = ""

    @property
    def canonical(self) -> str:
        return settings.SITE_URL + self.path if self.path else ""

    @property
    def url(self) -> str:
        """The address of what is shown; another half-move of a game is the same page."""
        return settings.SITE_URL + (self.shown_path or self.path) if self.path else ""

    @property
    def image_url(self) -> str:
        """The whole address of the picture, its words in the language of the page."""
        image = self.image or reverse("site_card")
        return f"{settings.SITE_URL}{image}{'&' if '?' in image else '?'}{urlencode({'language': get_language()})}"


def social_of_site() -> Social:
    return Social(
        title=_("Mühle, one move at a time"),
        description=_("Play Mühle (Nine Men’s Morris) by correspondence: a move when you have time, against people."),
        path=reverse("home"),
    )


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


def social_of_player(player: User) -> Social:
    return Social(
        title=player.shown_name,
        description=_("Games and ratings of %(name)s at Mühle by correspondence.") % {"name": player.shown_name},
        path=reverse("player", args=[player.username]),
    )


def social_of_challenge(challenge: Challenge) -> Social:
    """Who asks for a game and no more: neither the terms nor the address, which may be for one person alone."""
    return Social(
        title=_("%(name)s would like to play Mühle") % {"name": challenge.challenger.shown_name},
        description=_("An invitation to a game by correspondence: a move when you have time."),
    )
