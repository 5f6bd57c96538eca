"""Names of clubs, and the addresses that follow from them."""

from typing import Final

from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from accounts.look_alikes import speaks_for_the_site
from accounts.names import normalized
from accounts.scripts import require_readable
from accounts.validators import RESERVED
from games.clubs.models import LONGEST_NAME, SHORTEST_NAME, Club

# Beside the addresses of clubs there are these.
OTHER_ADDRESSES: Final = ("join", "new")
_SPELT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae"})


def cleaned(name: str) -> str:
    """The name as it is stored, by the rules of display names; raise ValidationError if a club cannot have it."""
    name = normalized(name)
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        words = {"shortest": SHORTEST_NAME, "longest": LONGEST_NAME}
        raise ValidationError(_("The name of a club has %(shortest)s to %(longest)s characters."), params=words)
    require_readable(name)
    if speaks_for_the_site(name):
        raise ValidationError(RESERVED)
    return name


def free_slug(name: str) -> str:
    """An address for a club of this name that no club has. Clubs are founded one after another meanwhile."""
    wanted = slugify(name.casefold().translate(_SPELT))[:LONGEST_NAME] or "club"
    taken = {*OTHER_ADDRESSES, *Club.objects.filter(slug__startswith=wanted).values_list("slug", flat=True)}
    number, slug = 1, wanted
    while slug in taken:
        number += 1
        slug = f"{wanted}-{number}"
    return slug
