"""Founding clubs: who may, which names and addresses they have, what owners change, and the end of a club."""

import pytest
from django.core.exceptions import ValidationError

from accounts.models import User
from games.clubs import founding, joining, noticeboard
from games.clubs.errors import ClubNameTaken, TooManyClubs, TooManyOwnClubs
from games.clubs.founding import Wording, change, dissolve, found
from games.clubs.models import Club, JoinRequest, Membership, Post
from games.players.errors import PlayerUnavailable, Silenced
from games.players.models import Sanction
from kit.errors import NotFound, Refusal, TextMalformed, TextTooLong
from tests.games.clubs.making import new_club, people_in
from tests.games.people.test_profiles import silence
from tests.support.people import new_guest
from tests.support.playing import unchanged
from tests.support.racing import at_once


def test_the_founder_is_the_owner_and_the_only_member(anna: User) -> None:
    club = found(anna, "Schwarz-Weiß Celle", Wording(about=" Since 1920. ", admission="request"))

    club.refresh_from_db()
    assert (club.name, club.slug, club.about, club.admission) == (
        "Schwarz-Weiß Celle",
        "schwarz-weiss-celle",
        "Since 1920.",
        "request",
    )
    assert people_in(club) == {"anna": "owner"}
    assert club.owner == anna


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Mühlefreunde  Köln", "muehlefreunde-koeln"),
        ("New", "new-2"),
        ("Join", "join-2"),
        ("Клуб друзей", "club"),
        ("Club 1 e.V.", "club-1-ev"),
    ],
)
def test_the_address_follows_from_the_name(anna: User, name: str, slug: str) -> None:
    assert found(anna, name, Wording()).slug == slug


def test_addresses_differ_where_names_lead_to_the_same(anna: User, bert: User) -> None:
    slugs = [found(anna, name, Wording()).slug for name in ("Café Zug", "Cafe Zug")]

    assert slugs == ["cafe-zug", "cafe-zug-2"]


@pytest.mark.parametrize(
    "name", ["", "ab", "x" * 41, "Admin", "Moderatoren Celle", "Mühle", "Rаven", "a\u202eb c", "!!!", "<b>Club</b>"]
)
def test_a_name_that_no_club_can_have_is_refused(anna: User, name: str) -> None:
    with unchanged(), pytest.raises(ValidationError):
        found(anna, name, Wording())


def test_a_name_is_had_once_in_any_case(anna: User, bert: User) -> None:
    found(anna, "Rabenstein", Wording())

    with unchanged(), pytest.raises(ClubNameTaken):
        found(bert, "RABENSTEIN", Wording())


@pytest.mark.parametrize(
    ("about", "error"), [("x" * 1001, TextTooLong), ("bell\x07", TextMalformed), ("\u202eabc", TextMalformed)]
)
def test_what_a_club_says_follows_the_rules_of_texts(anna: User, about: str, error: type[Refusal]) -> None:
    with unchanged(), pytest.raises(error):
        found(anna, "Rabenstein", Wording(about=about))


@pytest.mark.parametrize("kind", [Sanction.Kind.MUTE, Sanction.Kind.SUSPENSION])
def test_who_may_not_write_founds_no_club(anna: User, arbiter: User, kind: Sanction.Kind) -> None:
    silence(anna, arbiter, kind)

    with unchanged(), pytest.raises(Silenced):
        found(anna, "Rabenstein", Wording())


def test_guests_and_closed_accounts_found_no_club(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)
    for player in (new_guest(), anna):
        with unchanged(), pytest.raises(PlayerUnavailable):
            found(player, "Rabenstein", Wording())


def test_one_owns_so_many_clubs_and_no_more(anna: User, bert: User) -> None:
    for number in range(founding.MOST_OWNED):
        found(anna, f"Rabenstein {number}", Wording())

    with unchanged(), pytest.raises(TooManyOwnClubs):
        found(anna, "Another", Wording())


def test_one_is_in_so_many_clubs_and_no_more(anna: User, bert: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(founding, "MOST_OF_A_PLAYER", 1)
    new_club(anna)
    other = new_club(bert, "Another")

    with unchanged(), pytest.raises(TooManyClubs):
        joining.join(other.slug, anna)
    with unchanged(), pytest.raises(TooManyClubs):
        found(anna, "A third", Wording())


def test_the_owner_changes_words_and_admission_one_by_one(anna: User) -> None:
    club = new_club(anna)

    change(club.slug, anna, about="Corner stones.")
    changed = change(club.slug, anna, admission="link")

    assert (changed.about, changed.admission) == ("Corner stones.", "link")


def test_a_silenced_owner_takes_the_words_back_and_writes_no_others(anna: User, arbiter: User) -> None:
    club = new_club(anna)
    change(club.slug, anna, about="Corner stones.")
    silence(anna, arbiter)

    with unchanged(), pytest.raises(Silenced):
        change(club.slug, anna, about="Others.")
    assert change(club.slug, anna, about="Corner stones.", admission="request").admission == "request"
    assert change(club.slug, anna, about="").about == ""


def test_a_dissolved_club_is_gone_with_all_that_belongs_to_it(anna: User, bert: User, carla: User) -> None:
    club = new_club(anna, members=[bert], admission="request")
    joining.join(club.slug, carla)
    noticeboard.write(club, bert, "Hello.")

    dissolve(club.slug, anna)

    assert not any(model.objects.exists() for model in (Club, Membership, JoinRequest, Post))
    with pytest.raises(NotFound):
        dissolve(club.slug, anna)


@pytest.mark.django_db(transaction=True)
def test_of_two_founders_at_once_one_gets_the_name(anna: User, bert: User) -> None:
    answers = at_once(*[lambda player=player: found(player, "Rabenstein", Wording()) for player in (anna, bert)])

    assert sorted(type(answer).__name__ for answer in answers) == ["Club", "ClubNameTaken"]
    assert Club.objects.count() == 1
