"""What a link to a page shows where it is pasted: title, sentence and picture, for everybody alike (Open Graph).

Only what the page tells everybody belongs here, for whoever pastes a link shows this to all who read there.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _


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
