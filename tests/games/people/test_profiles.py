"""What players say of themselves: who may write it, who reads it, who takes it away."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.people import profiles
from games.people.models import Profile
from games.people.pictures import Picture
from games.people.profiles import Wording, profile_of, save
from games.players.errors import Silenced
from games.players.models import Sanction
from games.reports import filing
from kit.errors import TextMalformed, TextTooLong
from tests.support.playing import unchanged

ALL = Wording(country="AT", about="I like corners.", favourite_rules="classic", picture=Picture(3, 5))


def silence(user: User, arbiter: User, kind: Sanction.Kind = Sanction.Kind.MUTE) -> Sanction:
    return Sanction.objects.create(
        user=user,
        kind=kind,
        reason="Enough.",
        imposed_by=arbiter,
        person_case=1,
        until=timezone.now() + timedelta(days=1),
    )


def test_a_profile_is_one_row_that_is_made_when_it_is_saved_first(anna: User) -> None:
    assert not Profile.objects.exists()

    for wanted in (Wording(about="Hello."), ALL):
        save(anna, wanted)

    row = Profile.objects.get()
    assert (row.user, row.country, row.about, row.favourite_rules) == (anna, "AT", "I like corners.", "classic")
    assert profiles.picture_of(row) == Picture(3, 5)


def test_everyone_has_a_picture_and_nothing_else_to_begin_with(anna: User, bert: User) -> None:
    pictures = {profiles.picture_of(profile_of(user)) for user in (anna, bert)}

    assert len(pictures) == 2
    assert profile_of(anna).about == ""
    assert not Profile.objects.exists()


@pytest.mark.parametrize(
    ("about", "error"),
    [
        ("x" * 301, TextTooLong),
        ("bell\x07", TextMalformed),
        ("\u202eabc", TextMalformed),
        ("\ud800", TextMalformed),
        ("a" + "\u0301" * 50, TextMalformed),
    ],
)
def test_words_that_no_other_text_may_have_are_refused(anna: User, about: str, error: type[Exception]) -> None:
    save(anna, ALL)

    with unchanged(), pytest.raises(error):
        save(anna, Wording(about=about))


def test_words_are_kept_without_the_space_around_them_and_blank_ones_are_none(anna: User) -> None:
    assert save(anna, Wording(about="  two\nlines \n")).about == "two\nlines"
    assert save(anna, Wording(about=" \u200b ")).about == ""


@pytest.mark.parametrize("kind", [Sanction.Kind.MUTE, Sanction.Kind.SUSPENSION])
def test_who_may_not_write_keeps_their_words_or_takes_them_back(anna: User, arbiter: User, kind: Sanction.Kind) -> None:
    save(anna, ALL)
    silence(anna, arbiter, kind)

    with unchanged(), pytest.raises(Silenced):
        save(anna, Wording(about="You all cheat."))
    assert save(anna, Wording(about="I like corners.", country="DE")).country == "DE"
    assert save(anna, Wording()).about == ""


def test_a_report_about_a_profile_has_the_words_of_that_time(anna: User, bert: User) -> None:
    save(bert, Wording(about="You all cheat."))

    report = filing.report(anna, subject="profile", against="bert", text="Look at that.")
    save(bert, Wording(about="Hello."))

    report.refresh_from_db()
    assert report.quoted == "You all cheat."


def test_staff_takes_words_away_and_their_owner_may_write_others(anna: User, person: Callable[..., User]) -> None:
    other = save(person("dora"), Wording(about="Hello.", country="CH"))
    row = save(anna, ALL)

    assert profiles.take_words_away([row]) == 1
    assert profiles.take_words_away([row]) == 0

    row.refresh_from_db()
    other.refresh_from_db()
    assert (row.about, row.country, other.about) == ("", "AT", "Hello.")
    assert save(anna, Wording(about="Better now.")).about == "Better now."
