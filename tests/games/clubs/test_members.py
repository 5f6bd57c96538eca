"""Members and roles: handing over, and who follows an owner that is gone."""

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.privacy import erasure
from games.clubs import founding, joining
from games.clubs.errors import TooManyOwnClubs
from games.clubs.founding import Wording, found
from games.clubs.members import give_role, leave_all, remove, replace_closed_owners
from games.clubs.models import Club, Membership, Role
from kit.errors import NotFound
from tests.games.clubs.making import new_club, people_in
from tests.support.playing import unchanged
from tests.support.racing import at_once


def close(user: User, **columns: object) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False, **columns)


def test_who_hands_the_club_over_is_an_officer_then(anna: User, bert: User) -> None:
    club = new_club(anna, members=[bert])

    give_role(club.slug, anna, bert, Role.OWNER)

    assert people_in(club) == {"bert": "owner", "anna": "officer"}


def test_a_club_is_handed_over_to_a_member_who_may_own_another(
    anna: User, bert: User, carla: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(founding, "MOST_OWNED", 1)
    club = new_club(anna, members=[bert])
    found(bert, "Another", Wording())

    with unchanged(), pytest.raises(TooManyOwnClubs):
        give_role(club.slug, anna, bert, Role.OWNER)
    with unchanged(), pytest.raises(NotFound):
        give_role(club.slug, anna, carla, Role.OWNER)


def test_a_role_that_a_member_has_is_given_without_a_change(anna: User, bert: User) -> None:
    club = new_club(anna, officers=[bert])

    with unchanged():
        give_role(club.slug, anna, bert, Role.OFFICER)
        give_role(club.slug, anna, anna, Role.OWNER)


def test_the_oldest_officer_follows_an_erased_owner(anna: User, bert: User, carla: User, arbiter: User) -> None:
    club = new_club(anna, officers=[carla, arbiter], members=[bert])
    Membership.objects.filter(user=bert).update(role=Role.MEMBER)

    erasure.close(anna, ending=True)
    assert erasure.finish(anna.pk)

    assert people_in(club) == {"carla": "owner", arbiter.username: "officer", "bert": "member"}


def test_without_officers_the_oldest_member_follows(anna: User, bert: User, carla: User) -> None:
    club = new_club(anna, members=[carla, bert])

    leave_all(anna)

    assert people_in(club) == {"carla": "owner", "bert": "member"}


def test_somebody_whose_account_is_closed_follows_only_if_there_is_nobody_else(
    anna: User, bert: User, carla: User
) -> None:
    club = new_club(anna, officers=[carla], members=[bert])
    close(carla)

    leave_all(anna)
    assert people_in(club)["bert"] == "owner"
    leave_all(bert)

    assert people_in(club) == {"carla": "owner"}


def test_a_club_with_nobody_is_gone(anna: User) -> None:
    new_club(anna)

    erasure.close(anna, ending=True)
    assert erasure.finish(anna.pk)

    assert not Club.objects.exists()


def test_an_erased_member_leaves_their_clubs_to_the_others(anna: User, bert: User) -> None:
    club = new_club(anna, members=[bert])

    erasure.close(bert, ending=True)
    assert erasure.finish(bert.pk)

    assert people_in(club) == {"anna": "owner"}


def test_an_owner_whose_account_was_closed_by_staff_is_replaced_and_stays_a_member(anna: User, bert: User) -> None:
    club = new_club(anna, members=[bert])
    with unchanged():
        replace_closed_owners()
    close(anna)

    replace_closed_owners()

    assert people_in(club) == {"bert": "owner", "anna": "member"}


def test_an_owner_whose_deletion_waits_stays_the_owner(anna: User, bert: User) -> None:
    new_club(anna, members=[bert])
    close(anna, deletion_due_at=timezone.now())

    with unchanged():
        replace_closed_owners()


def test_without_anybody_whose_account_is_open_the_owner_stays(anna: User, bert: User) -> None:
    new_club(anna, members=[bert])
    close(anna)
    close(bert)

    with unchanged():
        replace_closed_owners()


# --- At once ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_club_that_is_handed_over_while_the_heir_is_removed_has_one_owner(
    anna: User, bert: User, carla: User
) -> None:
    club = new_club(anna, officers=[carla], members=[bert])

    at_once(lambda: give_role(club.slug, anna, bert, Role.OWNER), lambda: remove(club.slug, carla, bert))

    people = people_in(club)
    assert list(people.values()).count("owner") == 1
    assert people in (
        {"anna": "owner", "carla": "officer"},
        {"bert": "owner", "anna": "officer", "carla": "officer"},
    )


@pytest.mark.django_db(transaction=True)
def test_a_club_that_is_handed_over_while_the_owner_is_erased_has_one_owner(
    anna: User, bert: User, carla: User
) -> None:
    club = new_club(anna, members=[bert, carla])
    erasure.close(anna, ending=True)

    at_once(lambda: give_role(club.slug, anna, carla, Role.OWNER), lambda: erasure.finish(anna.pk))

    people = people_in(club)
    assert list(people.values()).count("owner") == 1
    assert set(people) == {"bert", "carla"}


@pytest.mark.django_db(transaction=True)
def test_the_last_two_members_who_are_erased_at_once_leave_no_club(anna: User, bert: User) -> None:
    new_club(anna, members=[bert])

    at_once(lambda: leave_all(anna), lambda: leave_all(bert))

    assert not Club.objects.exists()
    assert not Membership.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_somebody_who_joins_while_the_club_is_dissolved_finds_none(anna: User, bert: User) -> None:
    club = new_club(anna)

    at_once(lambda: founding.dissolve(club.slug, anna), lambda: joining.join(club.slug, bert))

    assert not Membership.objects.exists()
