"""Errors of following."""

from django.utils.translation import gettext_lazy as _

from kit.errors import Refusal


class OwnFollow(Refusal):
    code = "own_follow"
    status = 409
    text = _("You cannot follow yourself.")


class TooManyFollows(Refusal):
    """`most` is how many players one can follow."""

    code = "too_many_follows"
    status = 409
    text = _("You already follow %(most)s players, which is the limit.")
