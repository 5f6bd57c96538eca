"""The secret of an invitation and the page to send it by, at the one moment when it is known."""

from django.conf import settings
from django.urls import reverse

from games.shapes import Shape


def invitation_shape(secret: str | None) -> Shape | None:
    """The secret with the address of its page, or None where there is none."""
    if secret is None:
        return None
    return {"secret": secret, "url": settings.SITE_URL + reverse("invitation", args=[secret])}
