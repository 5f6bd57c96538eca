"""The three roles of staff and their permissions.

They are Django groups, and every migration sets their permissions to what is listed here. For other permissions, make
a group of another name.
"""

from enum import StrEnum

from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from kit.subjects import SubjectConfig


class Role(StrEnum):
    """The names of the groups."""

    HELPER = "helper"
    ARBITER = "arbiter"
    ADMINISTRATOR = "administrator"


# Their names on pages.
NAMES = {
    Role.HELPER.value: _("helper"),
    Role.ARBITER.value: _("arbiter"),
    Role.ADMINISTRATOR.value: _("administrator"),
}


class Action(StrEnum):
    """Actions on a case."""

    READ = "read"
    NOTE = "note"
    ESCALATE = "escalate"
    TAKE = "take"
    HOLD = "hold"
    EVALUATE = "evaluate"
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
    Action.EVALUATE: "disputes.decide_games",
    Action.HAND_BACK: "disputes.decide_games",
    Action.DECIDE_GAME: "disputes.decide_games",
    Action.IMPOSE: "disputes.impose",
    Action.DISMISS: "disputes.decide_games",
}

# Permissions for tables of other packages; our apps declare theirs (`SubjectConfig.staff_permissions`).
_OF_ACCOUNTS = {
    "accounts": ("view_user", "change_user", "view_accesstoken", "change_accesstoken", "view_app", "change_app"),
    "account": ("view_emailaddress",),
    "mfa": ("view_authenticator", "delete_authenticator"),
    "usersessions": ("view_usersession", "delete_usersession"),
}


def may(user: User, action: Action) -> bool:
    """Whether the user's role is sufficient; verdicts.py checks whether they may decide this case."""
    return user.is_staff and user.has_perm(NEEDS[action])


def permissions_of(role: Role) -> set[tuple[str, str]]:
    """App label and codename of each permission; arbiters have those of helpers too."""
    names = (Role.HELPER, Role.ARBITER) if role is Role.ARBITER else (role,)
    held = {
        (config.label, codename)
        for config in apps.get_app_configs()
        if isinstance(config, SubjectConfig)
        for name in names
        for codename in config.staff_permissions.get(name.value, ())
    }
    if role is Role.ADMINISTRATOR:
        held |= {(label, codename) for label, codenames in _OF_ACCOUNTS.items() for codename in codenames}
    return held


def establish() -> None:
    """Give the groups their permissions, which exist already. Doing it twice changes nothing."""
    for role in Role:
        group, _is_new = Group.objects.get_or_create(name=role.value)
        wanted = Q()
        for label, codename in permissions_of(role):
            wanted |= Q(content_type__app_label=label, codename=codename)
        group.permissions.set(Permission.objects.filter(wanted))
