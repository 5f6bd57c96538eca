"""Clubs and posts in the administration: who dissolves and removes, and that it is recorded."""

import pytest

from accounts.models import User
from games.clubs.models import Club, Post
from games.clubs.noticeboard import write
from games.disputes.models import AuditEntry
from tests.games.clubs.making import new_club
from tests.support.pages import Reader
from tests.support.playing import unchanged
from tests.support.ruling import Staff

CLUBS, POSTS = "/admin/clubs/club/", "/admin/clubs/post/"
# By role: who reads the lists, and who dissolves and removes.
ROLES = [
    ("player", False, False),
    ("helper", True, False),
    ("arbiter", True, True),
    ("administrator", False, False),
    ("superuser", True, True),
]


@pytest.fixture
def post(anna: User, bert: User) -> Post:
    return write(new_club(anna, members=[bert]), bert, "An insult.")


def test_an_arbiter_dissolves_a_club_for_a_reason_which_is_recorded(
    reader: Reader, iris: User, anna: User, post: Post
) -> None:
    data = {"action": "dissolve", "_selected_action": [post.club_id]}
    browser = reader(iris)
    with unchanged():
        browser.post(CLUBS, {**data, "why": " "})

    browser.post(CLUBS, {**data, "why": "Insults."})

    assert not Club.objects.exists()
    row = AuditEntry.objects.get(action="dissolve_club")
    assert (row.actor, row.user, row.reason) == (iris, anna, "Insults.")


def test_an_arbiter_removes_a_post_for_a_reason_which_is_recorded(
    reader: Reader, iris: User, bert: User, post: Post
) -> None:
    data = {"action": "remove", "_selected_action": [post.pk]}
    browser = reader(iris)
    with unchanged():
        browser.post(POSTS, {**data, "why": " "})

    browser.post(POSTS, {**data, "why": "An insult."})

    post.refresh_from_db()
    assert post.removed_by == "staff"
    row = AuditEntry.objects.get(action="remove_post")
    assert (row.actor, row.user, row.reason) == (iris, bert, "An insult.")


@pytest.mark.parametrize(("role", "reads", "changes"), ROLES)
def test_who_may_read_and_dissolve_clubs(
    reader: Reader, staff: Staff, post: Post, role: str, reads: bool, changes: bool
) -> None:
    browser = reader(staff("dora", role))

    assert (browser.get(CLUBS).status_code == 200) is reads
    assert (browser.get(f"{CLUBS}{post.club_id}/change/").status_code == 200) is reads
    browser.post(CLUBS, {"action": "dissolve", "_selected_action": [post.club_id], "why": "Insults."})

    assert Club.objects.exists() is not changes


@pytest.mark.parametrize(("role", "reads", "changes"), ROLES)
def test_who_may_read_and_remove_posts(
    reader: Reader, staff: Staff, post: Post, role: str, reads: bool, changes: bool
) -> None:
    browser = reader(staff("dora", role))

    assert (browser.get(POSTS).status_code == 200) is reads
    browser.post(POSTS, {"action": "remove", "_selected_action": [post.pk], "why": "An insult."})

    post.refresh_from_db()
    assert (post.removed_at is not None) is changes
