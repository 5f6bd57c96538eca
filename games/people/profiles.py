"""What players say of themselves: reading, saving, and taking their words away."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.templatetags.static import static

from accounts import access
from accounts.models import User
from games.people.models import LONGEST_ABOUT, Profile
from games.people.pictures import Picture, default_of
from games.players import sanctions
from games.players.templatetags.players import face
from kit import database_time, texts
from kit.errors import raises


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What a player wants to say of themselves. A picture that is None is the one of their account."""

    country: str = ""
    about: str = ""
    favourite_rules: str = ""
    picture: Picture | None = None
    shows_presence: bool = False


def profile_of(user: User) -> Profile:
    """What the player says of themselves; an unsaved row if that is nothing."""
    return Profile.objects.filter(user=user).first() or Profile(user=user)


def loaded_profile(user: User) -> Profile:
    """The same of a player who was read together with it."""
    return getattr(user, "profile", None) or Profile(user=user)


def picture_of(profile: Profile) -> Picture:
    """The picture that the player has chosen, or that of their account."""
    if profile.pattern is None or profile.colour is None:
        return default_of(profile.user_id)
    return Picture(profile.pattern, profile.colour)


def picture_url(user: User, profile: Profile) -> str:
    """The path of the player's picture; a computer of this server has a face of its own."""
    return static(face(user)) if user.is_computer else picture_of(profile).url


@raises(texts.cleaned, sanctions.require_may_write)
def save(user: User, wanted: Wording) -> Profile:
    """Store it. Somebody who may not write to others keeps the words that they have, or takes them back."""
    about = texts.cleaned(wanted.about, longest=LONGEST_ABOUT)
    with transaction.atomic():
        access.hold(user)
        row = profile_of(user)
        if about and about != row.about:
            sanctions.require_may_write(user.pk)
        row.country, row.about, row.favourite_rules = wanted.country, about, wanted.favourite_rules
        row.pattern, row.colour = wanted.picture or (None, None)
        row.shows_presence = wanted.shows_presence
        row.changed_at = database_time.now()
        row.save()
        return row


def take_words_away(rows: Iterable[Profile]) -> int:
    """Let staff take the words away, and return how many there were. Their owner may write others."""
    return Profile.objects.filter(pk__in=[row.pk for row in rows]).exclude(about="").update(about="")
