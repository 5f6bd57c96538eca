"""The noticeboard: who reads and writes, what is left of removed posts, and what is reported."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.privacy import erasure
from games.clubs import members, noticeboard
from games.clubs.errors import PostMissing, TooManyPosts
from games.clubs.models import Club, Post
from games.clubs.noticeboard import empty_removed, posts_for, remove, write
from games.players import relations
from games.players.errors import Silenced
from games.players.models import Sanction
from games.reports import filing
from games.reports.models import Report
from kit.errors import NotFound, Refusal, TextTooLong
from tests.games.clubs.making import new_club
from tests.games.people.test_profiles import silence
from tests.support.playing import unchanged


def read_by(club: Club, reader: User) -> list[str]:
    return [post.text for post in posts_for(club, reader)]


def test_members_read_posts_newest_first(anna: User, bert: User) -> None:
    club, other = new_club(anna, members=[bert]), new_club(anna, "Another")
    write(other, anna, "Elsewhere.")
    for author, text in ((anna, " First. "), (bert, "Second.")):
        write(club, author, text)

    assert read_by(club, bert) == ["Second.", "First."]


@pytest.mark.parametrize(("text", "error"), [("  ", PostMissing), ("x" * 1001, TextTooLong)])
def test_what_is_no_post_is_refused(anna: User, text: str, error: type[Refusal]) -> None:
    club = new_club(anna)

    with unchanged(), pytest.raises(error):
        write(club, anna, text)


@pytest.mark.parametrize("kind", [Sanction.Kind.MUTE, Sanction.Kind.SUSPENSION])
def test_silenced_and_suspended_members_read_and_do_not_write(
    anna: User, bert: User, arbiter: User, kind: Sanction.Kind
) -> None:
    club = new_club(anna, members=[bert])
    write(club, anna, "Hello.")
    silence(bert, arbiter, kind)

    with unchanged(), pytest.raises(Silenced):
        write(club, bert, "Hello yourself.")
    assert read_by(club, bert) == ["Hello."]


def test_one_writes_so_many_posts_an_hour_removed_ones_included(
    clock: time_machine.Traveller, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(noticeboard, "MOST_AN_HOUR", 1)
    club = new_club(anna)
    remove(club, anna, write(club, anna, "Hello.").pk)

    with unchanged(), pytest.raises(TooManyPosts):
        write(club, anna, "Once more.")
    clock.shift(timedelta(hours=1))
    write(club, anna, "Once more.")


@pytest.mark.parametrize("wanted", [{"blocked": True}, {"muted": True}])
def test_posts_of_somebody_blocked_or_muted_are_hidden_from_the_one_who_did_it(
    anna: User, bert: User, carla: User, wanted: dict[str, bool]
) -> None:
    club = new_club(anna, members=[bert, carla])
    write(club, bert, "Of Bert.")
    relations.change(anna, bert, **wanted)

    assert read_by(club, anna) == []
    assert read_by(club, carla) == read_by(club, bert) == ["Of Bert."]


def test_a_removed_post_leaves_a_mark_and_its_words_are_forgotten_later(
    clock: time_machine.Traveller, anna: User, bert: User
) -> None:
    club = new_club(anna, members=[bert])
    post, kept = write(club, bert, "An insult."), write(club, bert, "Praise.")

    remove(club, anna, post.pk)
    with unchanged():
        remove(club, bert, post.pk)

    post.refresh_from_db()
    assert (post.removed_by, post.text) == ("officer", "An insult.")
    clock.shift(noticeboard.KEPT)
    empty_removed()
    assert Post.objects.get(pk=post.pk).text == "An insult."
    clock.shift(timedelta(seconds=1))
    empty_removed()
    assert Post.objects.get(pk=post.pk).text == ""
    assert Post.objects.get(pk=kept.pk).text == "Praise."


def test_a_post_of_another_club_is_not_found(anna: User, bert: User) -> None:
    club, other = new_club(anna), new_club(bert, "Another")
    post = write(other, bert, "Elsewhere.")

    with unchanged(), pytest.raises(NotFound):
        remove(club, anna, post.pk)


def test_posts_of_an_erased_account_are_gone(anna: User, bert: User) -> None:
    club = new_club(anna, members=[bert])
    write(club, bert, "Of Bert.")

    erasure.close(bert, ending=True)
    assert erasure.finish(bert.pk)

    assert read_by(club, anna) == []


# --- Reports ----------------------------------------------------------------------------------------------------------


def test_a_member_reports_a_post_with_its_words(anna: User, bert: User) -> None:
    club = new_club(anna, members=[bert])
    post = write(club, bert, "An insult.")

    filing.report(anna, subject="club_post", number=post.pk, text="Look.")
    remove(club, bert, post.pk)

    report = Report.objects.get()
    assert (report.case.person, report.quoted, report.subject_id) == (bert, "An insult.", post.pk)


def test_what_somebody_cannot_read_they_cannot_report(anna: User, bert: User, carla: User) -> None:
    club = new_club(anna, members=[bert])
    post, removed = write(club, bert, "An insult."), write(club, bert, "Another.")
    remove(club, bert, removed.pk)

    for reporter, number in ((carla, post.pk), (anna, removed.pk), (anna, 10**15)):
        with unchanged(), pytest.raises(NotFound):
            filing.report(reporter, subject="club_post", number=number, text="Look.")
    relations.change(anna, bert, blocked=True)
    with unchanged(), pytest.raises(NotFound):
        filing.report(anna, subject="club_post", number=post.pk, text="Look.")


def test_posts_of_a_former_member_stay_and_they_read_no_more(anna: User, bert: User) -> None:
    club = new_club(anna, members=[bert])
    post = write(club, anna, "Hello.")
    members.leave(club.slug, bert)

    with unchanged(), pytest.raises(NotFound):
        noticeboard.post_for(post.pk, bert)


def test_many_posts_cost_as_many_queries_as_one(anna: User, bert: User) -> None:
    club = new_club(anna, members=[bert])
    counts = []
    for number in (1, 5):
        for _post in range(number):
            write(club, bert, "Hello.")
        with CaptureQueriesContext(connection) as queries:
            assert {post.author.name for post in posts_for(club, anna)} == {"bert"}
        counts.append(len(queries))

    assert counts[0] == counts[1] == 2
