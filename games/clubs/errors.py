"""Errors of clubs."""

from django.utils.translation import gettext_lazy as _

from kit.errors import Refusal


class ClubNameTaken(Refusal):
    code = "club_name_taken"
    status = 409
    text = _("There is a club with this name already. Choose another one.")


class TooManyOwnClubs(Refusal):
    """Of the new owner, if a club is handed over."""

    code = "too_many_own_clubs"
    status = 409
    text = _("A player can own %(most)s clubs at most.")


class TooManyClubs(Refusal):
    code = "too_many_clubs"
    status = 409
    text = _("A player can be a member of %(most)s clubs at most.")


class ClubFull(Refusal):
    code = "club_full"
    status = 409
    text = _("The club has %(most)s members, which is the limit.")


class ClubByLinkOnly(Refusal):
    code = "club_by_link_only"
    status = 403
    text = _("One joins this club by a link only. Ask its members for it.")


class ClubAskedLately(Refusal):
    """`until` is when you can ask again."""

    code = "club_asked_lately"
    status = 409
    text = _("You have asked this club lately, or an officer has removed you from it. You can ask again in some days.")


class TooManyJoinRequests(Refusal):
    code = "too_many_join_requests"
    status = 409
    text = _("You have asked %(most)s clubs already. Please wait for their answers.")


class NotAMember(Refusal):
    code = "not_a_member"
    status = 403
    text = _("Only members of the club can do this.")


class ClubRoleNeeded(Refusal):
    """`role` is the least that is needed: `officer` or `owner`."""

    code = "club_role_needed"
    status = 403
    text = _("Your role in this club does not allow this.")


class ClubOwnerStays(Refusal):
    code = "club_owner_stays"
    status = 409
    text = _("The owner is always a member. Hand the club over to another member first, or dissolve it.")


class PostMissing(Refusal):
    code = "post_missing"
    status = 400
    text = _("Write something first.")


class TooManyPosts(Refusal):
    code = "too_many_posts"
    status = 409
    text = _("You have written %(most)s posts here within an hour. Please give others a chance to speak.")
