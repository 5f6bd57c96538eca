"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table

add(
    table(
        "profile.json",
        _("what you say of yourself on your page"),
        of="people.Profile.user",
        columns="country about favourite_rules pattern colour shows_presence changed_at",
    ),
    table(
        "name-words.json",
        _("the words by which others find you"),
        of="people.NameWord.user",
        columns="word",
    ),
    table(
        "follows.json",
        _("players you follow"),
        of="people.Follow.follower",
        columns="player=followed__username is_told told_at since",
    ),
    table("last-move.json", _("your last move"), of="people.Activity.user", columns="moved_at event_id"),
)
erasure.add(
    gone=(
        "people.Profile.user",
        "people.NameWord.user",
        "people.Activity.user",
        "people.Follow.follower",
        "people.Follow.followed",
    ),
    of_every_account=("people.NameWord.user",),
)
