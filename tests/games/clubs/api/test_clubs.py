"""Clubs over the API: from founding to dissolving, and what is refused."""

import pytest

from accounts.models import User
from games.clubs.models import Club, Membership, Post
from tests.games.clubs.making import new_club, people_in
from tests.games.clubs.test_queries import rate
from tests.support.api import Api, Site, refused
from tests.support.people import new_guest
from tests.support.playing import unchanged

PATH = "/api/v1/clubs/"


def test_a_club_is_founded_found_changed_and_dissolved(api: Api, anna: User) -> None:
    client = api(anna)

    made = client.send("clubs/", name="Rabenstein", about="Corner stones.")
    assert (made.status_code, made["Location"]) == (201, "/api/v1/clubs/rabenstein/")
    club = made.json()
    assert club == {
        "slug": "rabenstein",
        "name": "Rabenstein",
        "about": "Corner stones.",
        "admission": "open",
        "members": 1,
        "founded_at": club["founded_at"],
    }
    assert api().read("clubs/", q="raben")["results"] == [club] == api().read("clubs/")["results"]
    assert api().read("clubs/", q="other")["results"] == []

    changed = client.patch(f"{PATH}rabenstein/", {"admission": "link"}, format="json")
    assert changed.json() == club | {"admission": "link"} == api().read("clubs/rabenstein/")
    assert client.delete(f"{PATH}rabenstein/").status_code == 204
    refused(api().get(f"{PATH}rabenstein/"), 404, "not_found")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "ab"}, "name"),
        ({"name": "Admin"}, "name"),
        ({"name": "Rabenstein", "about": "x" * 1001}, "about"),
        ({"name": "Rabenstein", "admission": "secret"}, "admission"),
        ({}, "name"),
    ],
)
def test_a_club_that_cannot_be_is_refused_by_field(api: Api, anna: User, body: dict[str, str], field: str) -> None:
    with unchanged():
        answer = api(anna).send("clubs/", **body)

    assert list(refused(answer, 400, "invalid")["errors"]) == [field]


def test_a_name_that_is_taken_is_refused(api: Api, anna: User, bert: User) -> None:
    new_club(anna)

    with unchanged():
        refused(api(bert).send("clubs/", name="rabenstein"), 409, "club_name_taken")


def test_membership_is_put_and_deleted_any_number_of_times(api: Api, anna: User, bert: User) -> None:
    club, client = new_club(anna), api(bert)
    address = f"{PATH}{club.slug}/membership/"
    refused(client.get(address), 404, "not_found")

    for _time in range(2):
        answer = client.put(address, {}, format="json")
    assert (answer.status_code, answer.json()["status"], answer.json()["role"]) == (200, "member", "member")
    assert client.get(address).json() == answer.json()
    assert [row["username"] for row in api().read(f"clubs/{club.slug}/members/")["results"]] == ["anna", "bert"]
    assert api().read("players/bert/")["clubs"] == [{"slug": "rabenstein", "name": "Rabenstein", "role": "member"}]
    for _time in range(2):
        assert client.delete(address).status_code == 204
    assert people_in(club) == {"anna": "owner"}


def test_a_request_is_listed_accepted_and_refused(api: Api, anna: User, bert: User, carla: User) -> None:
    club, officer = new_club(anna, admission="request"), api(anna)
    for player in (bert, carla):
        asked = api(player).put(f"{PATH}{club.slug}/membership/", {}, format="json").json()
        assert (asked["status"], asked["role"]) == ("requested", None)

    rows = officer.read(f"clubs/{club.slug}/requests/")["results"]
    assert [(row["username"], row["was_removed"]) for row in rows] == [("bert", False), ("carla", False)]
    for _time in range(2):
        assert officer.put(f"{PATH}{club.slug}/members/bert/").json()["role"] == "member"
        assert officer.delete(f"{PATH}{club.slug}/requests/carla/").status_code == 204
    assert people_in(club) == {"anna": "owner", "bert": "member"}
    with unchanged():
        refused(officer.put(f"{PATH}{club.slug}/members/carla/"), 404, "not_found")
        again = api(carla).put(f"{PATH}{club.slug}/membership/", {}, format="json")
    assert "until" in refused(again, 409, "club_asked_lately")


def test_with_the_secret_of_the_link_one_joins_at_once(api: Api, anna: User, bert: User) -> None:
    club, address = new_club(anna, admission="link"), f"{PATH}rabenstein/membership/"
    with unchanged():
        refused(api(bert).put(address, {}, format="json"), 403, "club_by_link_only")
    made = api(anna).post(f"{PATH}rabenstein/link/")
    assert made.status_code == 201
    link = made.json()
    assert link["url"].endswith(f"/clubs/join/{link['secret']}/")

    joined = api(bert).put(address, {"secret": link["secret"]}, format="json")

    assert joined.json()["status"] == "member"
    assert api(anna).delete(f"{PATH}rabenstein/link/").status_code == 204
    club.refresh_from_db()
    assert club.link_digest is None


def test_roles_are_given_and_members_removed(api: Api, anna: User, bert: User) -> None:
    club, client = new_club(anna, members=[bert]), api(anna)
    address = f"{PATH}{club.slug}/members/bert/"

    assert client.patch(address, {"role": "officer"}, format="json").json()["role"] == "officer"
    problem = refused(api(bert).patch(address, {"role": "member"}, format="json"), 403, "club_role_needed")
    assert problem["role"] == "owner"
    for _time in range(2):
        assert client.delete(address).status_code == 204
    assert not Membership.objects.filter(user=bert).exists()
    with unchanged():
        refused(client.patch(address, {"role": "officer"}, format="json"), 404, "not_found")
        refused(client.delete(f"{PATH}{club.slug}/membership/"), 409, "club_owner_stays")


def test_posts_are_written_read_and_removed_by_members(api: Api, anna: User, bert: User, carla: User) -> None:
    club, client = new_club(anna, members=[bert]), api(bert)
    address = f"{PATH}{club.slug}/posts/"

    written = client.send(f"clubs/{club.slug}/posts/", text="Hello.")
    assert written.status_code == 201
    post = written.json()
    assert (post["author"], post["text"], post["removed_by"]) == ("bert", "Hello.", None)
    assert api(anna).read(f"clubs/{club.slug}/posts/")["results"] == [post]
    with unchanged():
        refused(api(carla).get(address), 403, "not_a_member")
        refused(api(carla).send(f"clubs/{club.slug}/posts/", text="Hello."), 403, "not_a_member")
    for _time in range(2):
        assert api(anna).delete(f"{address}{post['id']}/").status_code == 204
    assert client.read(f"clubs/{club.slug}/posts/")["results"] == [post | {"text": None, "removed_by": "officer"}]


def test_a_post_is_reported_by_its_id(api: Api, anna: User, bert: User) -> None:
    club = new_club(anna, members=[bert])
    post = Post.objects.create(club=club, author=bert, text="An insult.")

    answer = api(anna).send("reports/", subject="club_post", number=post.pk, text="Look.")

    assert answer.status_code == 201
    assert (answer.json()["against"], answer.json()["number"]) == ("bert", post.pk)


def test_the_ranking_has_places_in_the_club(api: Api, anna: User, bert: User, carla: User) -> None:
    club = new_club(anna, members=[bert])
    for player, value in ((anna, 1500), (bert, 1600), (carla, 1700)):
        rate(player, value)

    rows = api().read(f"clubs/{club.slug}/ranking/")["results"]

    assert [(row["username"], row["place"], row["rating"]) for row in rows] == [("bert", 1, 1600), ("anna", 2, 1500)]
    assert api().read(f"clubs/{club.slug}/ranking/", provisional="true")["results"] == []


def test_guests_have_no_clubs(site: Site, anna: User) -> None:
    new_club(anna)
    client = site(new_guest())

    with unchanged():
        refused(client.send("clubs/", name="Another"), 403, "account_needed")
        refused(client.put(f"{PATH}rabenstein/membership/", {}, format="json"), 403, "account_needed")
    assert client.read("clubs/rabenstein/")["members"] == Club.objects.count()
