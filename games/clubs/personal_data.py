"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table
from games.clubs import members
from games.clubs.models import Membership

add(
    table(
        "clubs.json",
        _("your clubs"),
        of="clubs.Membership.user",
        columns="club=club__name address=club__slug role since",
    ),
    table(
        "club-requests.json",
        _("clubs that you have asked lately or that have removed you"),
        of="clubs.JoinRequest.user",
        columns="club=club__name is_open was_removed asked_at",
    ),
    table(
        "club-posts.ndjson",
        _("what you have written on noticeboards of clubs"),
        of="clubs.Post.author",
        columns="club=club__name text created_at removed_at removed_by",
    ),
)
erasure.add(
    gone=("clubs.Membership.user", "clubs.JoinRequest.user", "clubs.Post.author"),
    leave=members.leave_all,
    is_left=lambda user: not Membership.objects.filter(user=user).exists(),
)
