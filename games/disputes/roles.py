"""Who of the staff may do what: three roles, each with no more than its work needs.

They are groups of Django’s, written anew after every migration, so that what stands here is what is in force. Whoever
needs something else gets a group of another name.
"""

from enum import StrEnum

from django.contrib.auth.models import Group, Permission
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.disputes.models import Dispute
from games.disputes.verdicts import MEASURES


class Role(StrEnum):
    """The names of the groups."""

    HELPER = "helper"
    ARBITER = "arbiter"
    ADMINISTRATOR = "administrator"


# What they are called to people.
NAMES = {
    Role.HELPER.value: _("helper"),
    Role.ARBITER.value: _("arbiter"),
    Role.ADMINISTRATOR.value: _("administrator"),
}


class Action(StrEnum):
    """What is done with a case."""

    READ = "read"
    NOTE = "note"
    ESCALATE = "escalate"
    TAKE = "take"
    HOLD = "hold"
    HAND_BACK = "hand_back"
    DECIDE_GAME = "decide_game"
    IMPOSE = "impose"
    DISMISS = "dismiss"


NEEDS = {
    Action.READ: "disputes.view_dispute",
    Action.NOTE: "disputes.note",
    Action.ESCALATE: "disputes.note",
    Action.TAKE: "disputes.decide_games",
    Action.HOLD: "disputes.decide_games",
    Action.HAND_BACK: "disputes.decide_games",
    Action.DECIDE_GAME: "disputes.decide_games",
    Action.IMPOSE: "disputes.impose",
    Action.DISMISS: "disputes.decide_games",
}

_CASES = {
    "disputes": {"view_dispute", "note"},
    "players": {"view_sanction"},
    "time_off": {"view_freeze"},
    "core": {"view_game", "view_move", "view_event"},
    "play": {"view_drawoffer"},
    "chat": {"view_spectatormessage"},
}
# Messages between players are shown with a case; arbiters may read them in any game.
_DECIDING = {
    "disputes": {"decide_games", "impose", "view_auditentry"},
    "chat": {"view_message"},
    "notifications": {"view_delivery"},
    "challenges": {"view_challenge"},
    "players": {"view_rating"},
}
_ACCOUNTS = {
    "accounts": {
        *("view_user", "change_user", "view_accesstoken", "change_accesstoken", "view_app", "change_app"),
    },
    "account": {"view_emailaddress"},
    "mfa": {"view_authenticator", "delete_authenticator"},
    "usersessions": {"view_usersession", "delete_usersession"},
    "players": {"view_sanction"},
    "disputes": {"view_auditentry"},
    "notifications": {"view_delivery"},
    "webhooks": {"view_webhook", "view_webhookdelivery"},
}
HOLDS: dict[Role, tuple[dict[str, set[str]], ...]] = {
    Role.HELPER: (_CASES,),
    Role.ARBITER: (_CASES, _DECIDING),
    Role.ADMINISTRATOR: (_ACCOUNTS,),
}
APPS = sorted({label for parts in HOLDS.values() for part in parts for label in part})


def may(user: User, action: Action) -> bool:
    """Whether the role of the user is enough; whether the case is his to decide is said by deciding.py."""
    return user.is_staff and user.has_perm(NEEDS[action])


def action_of(verdict: Dispute.Verdict) -> Action:
    """What deciding a case so is: about a person, about nobody, or about the game."""
    if verdict in MEASURES or verdict == Dispute.Verdict.LIFTED:
        return Action.IMPOSE
    return Action.DISMISS if verdict == Dispute.Verdict.DISMISSED else Action.DECIDE_GAME


def establish() -> None:
    """Make the groups what HOLDS says; the permissions are there. Doing it twice changes nothing."""
    for role, parts in HOLDS.items():
        group, _is_new = Group.objects.get_or_create(name=role.value)
        wanted = Q()
        for label, codenames in (pair for part in parts for pair in part.items()):
            wanted |= Q(content_type__app_label=label, codename__in=codenames)
        group.permissions.set(Permission.objects.filter(wanted))
