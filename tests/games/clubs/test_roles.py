"""Who may do what in a club: every action in every role."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.clubs import founding, joining, members, noticeboard
from games.clubs.errors import ClubOwnerStays, ClubRoleNeeded, NotAMember
from games.clubs.models import Club, Post, Role
from kit.errors import Refusal
from tests.games.clubs.making import new_club
from tests.support.playing import unchanged

OUTSIDER, MEMBER, OFFICER, OWNER = "outsider", "member", "officer", "owner"
Person = Callable[..., User]
Cast = dict[str, User]


@pytest.fixture
def cast(person: Person) -> Cast:
    names = (OWNER, OFFICER, MEMBER, OUTSIDER, "second", "officer2", "asking")
    return {name: person(name) for name in names}


@pytest.fixture
def club(cast: Cast) -> Club:
    """With another member, another officer, and somebody who asks to join."""
    club = new_club(
        cast[OWNER],
        officers=[cast[OFFICER], cast["officer2"]],
        members=[cast[MEMBER], cast["second"]],
        admission="request",
    )
    joining.join(club.slug, cast["asking"])
    noticeboard.write(club, cast["second"], "Hello.")
    return club


# What is done, by whom, and the least role that may.
ACTIONS: dict[str, tuple[Callable[[Club, User, Cast], object], str]] = {
    "change": (lambda club, by, _cast: founding.change(club.slug, by, about="Ours."), OWNER),
    "dissolve": (lambda club, by, _cast: founding.dissolve(club.slug, by), OWNER),
    "hand over": (lambda club, by, cast: members.give_role(club.slug, by, cast["second"], Role.OWNER), OWNER),
    "name an officer": (lambda club, by, cast: members.give_role(club.slug, by, cast["second"], Role.OFFICER), OWNER),
    "unname an officer": (
        lambda club, by, cast: members.give_role(club.slug, by, cast["officer2"], Role.MEMBER),
        OWNER,
    ),
    "remove an officer": (lambda club, by, cast: members.remove(club.slug, by, cast["officer2"]), OWNER),
    "remove a member": (lambda club, by, cast: members.remove(club.slug, by, cast["second"]), OFFICER),
    "accept": (lambda club, by, cast: joining.accept(club.slug, by, cast["asking"]), OFFICER),
    "refuse": (lambda club, by, cast: joining.refuse(club.slug, by, cast["asking"]), OFFICER),
    "make a link": (lambda club, by, _cast: joining.make_link(club.slug, by), OFFICER),
    "end a link": (lambda club, by, _cast: joining.end_link(club.slug, by), OFFICER),
    "remove a post": (lambda club, by, _cast: noticeboard.remove(club, by, Post.objects.get().pk), OFFICER),
    "write": (lambda club, by, _cast: noticeboard.write(club, by, "Good evening."), MEMBER),
    "read": (lambda club, by, _cast: noticeboard.posts_for(club, by), MEMBER),
}
ROLES = [OUTSIDER, MEMBER, OFFICER, OWNER]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", ACTIONS)
def test_who_may_do_what(club: Club, cast: Cast, name: str, role: str) -> None:
    act, least = ACTIONS[name]

    if ROLES.index(role) >= ROLES.index(least):
        act(club, cast[role], cast)
        return
    error: type[Refusal] = NotAMember if role == OUTSIDER else ClubRoleNeeded
    with unchanged(), pytest.raises(error) as refused:
        act(club, cast[role], cast)
    # Whom a member would remove is looked at later.
    named = OFFICER if (name, role) == ("remove an officer", MEMBER) else least
    assert refused.value.details == ({} if role == OUTSIDER else {"role": named})


@pytest.mark.parametrize("by", [OFFICER, OWNER])
def test_nobody_removes_or_demotes_the_owner(club: Club, cast: Cast, by: str) -> None:
    with unchanged(), pytest.raises(ClubOwnerStays):
        members.remove(club.slug, cast[by], cast[OWNER])
    with unchanged(), pytest.raises(ClubOwnerStays):
        members.give_role(club.slug, cast[OWNER], cast[OWNER], Role.MEMBER)


def test_the_owner_does_not_leave_and_others_do(club: Club, cast: Cast) -> None:
    with unchanged(), pytest.raises(ClubOwnerStays):
        members.leave(club.slug, cast[OWNER])

    for name in (OFFICER, MEMBER, OUTSIDER):
        members.leave(club.slug, cast[name])
    assert club.memberships.count() == 3


def test_authors_remove_their_own_posts(club: Club, cast: Cast) -> None:
    noticeboard.remove(club, cast["second"], Post.objects.get().pk)

    assert Post.objects.get().removed_by == "author"
