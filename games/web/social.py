"""Open Graph data of a page: title, description and picture shown where a link is pasted.

It may only have what the page shows to everybody, because everybody can read it where the link is pasted.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True, kw_only=True)
class Social:
    """`path` is the public path of the page; empty for pages that only holders of a link may know."""

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
        """The address of the content; other half-moves of a game are the same page."""
        return settings.SITE_URL + (self.shown_path or self.path) if self.path else ""

    @property
    def image_url(self) -> str:
        """The absolute URL of the picture, in the language of the page."""
        image = self.image or reverse("site_card")
        return f"{settings.SITE_URL}{image}{'&' if '?' in image else '?'}{urlencode({'language': get_language()})}"


def social_of_site() -> Social:
    return Social(
        title=_("Mühle, one move at a time"),
        description=_(
            "Play correspondence Mühle (Nine Men’s Morris): move whenever you have time, against other people."
        ),
        path=reverse("home"),
    )
