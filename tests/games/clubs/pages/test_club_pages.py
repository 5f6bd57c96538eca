"""The pages of clubs: what visitors, members, officers and owners see and do there."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.clubs import joining
from games.clubs.models import Club, JoinRequest, Membership
from games.clubs.noticeboard import write
from games.players.models import Sanction
from tests.games.clubs.making import new_club, people_in
from tests.games.clubs.test_queries import rate
from tests.games.people.test_profiles import silence
from tests.support.pages import Reader
from tests.support.people import new_guest
from tests.support.playing import unchanged
from tests.support.reading import text_of

CLUB = "/clubs/rabenstein/"


def test_the_list_has_clubs_by_name_and_finds_them(client: Client, anna: User, bert: User) -> None:
    assert "There are no clubs yet" in text_of(client.get("/clubs/"))
    new_club(anna, members=[bert])
    new_club(bert, "Another", admission="request")

    page = text_of(client.get("/clubs/"))
    assert "Another 1 member · on request Rabenstein 2 members" in page
    assert "Found a club" not in page
    assert "Another" not in text_of(client.get("/clubs/?q=raben"))
    assert "No club found" in text_of(client.get("/clubs/?q=nothing%00"))


def test_a_player_sees_their_own_clubs_first(reader: Reader, anna: User, bert: User) -> None:
    new_club(bert, "Another", members=[anna])

    page = text_of(reader(anna).get("/clubs/"))

    assert "My clubs Another member All clubs" in page


def test_many_clubs_are_on_several_pages(client: Client, anna: User) -> None:
    clubs = [Club(name=f"Club {number:02}", slug=f"club-{number}") for number in range(31)]
    Club.objects.bulk_create(clubs)

    first = client.get("/clubs/?q=club")
    (following,) = re.findall(r'rel="next" href="([^"]*)"', first.content.decode())

    assert "Club 30" not in text_of(first)
    assert "Club 30" in text_of(client.get(f"/clubs/{following.replace('&amp;', '&')}"))


def test_who_searches_too_often_waits(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.clubs.pages.views.COST", 10**6)

    answer = client.get("/clubs/?q=a")

    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "Too many requests" in text_of(answer)


def test_a_club_is_founded_and_the_form_keeps_what_was_typed(reader: Reader, anna: User, bert: User) -> None:
    new_club(bert)
    browser = reader(anna)
    wanted = {"name": "Rabenstein", "about": "Corner stones.", "admission": "request"}

    with unchanged():
        answer = browser.post("/clubs/new/", wanted)
    assert answer.status_code == 409
    assert 'value="Rabenstein"' in answer.content.decode()
    assert "Corner stones." in answer.content.decode()
    assert "There is a club with this name already." in text_of(answer)
    with unchanged():
        assert browser.post("/clubs/new/", {**wanted, "name": "Admin"}).status_code == 422

    answer = browser.post("/clubs/new/", {**wanted, "name": "Another"})
    assert (answer.status_code, answer["Location"]) == (302, "/clubs/another/")


def test_everyone_sees_a_club_and_its_members(client: Client, anna: User, bert: User) -> None:
    club = new_club(anna, members=[bert])
    Club.objects.update(about="Corner stones.")

    page = client.get(CLUB)

    text = text_of(page)
    for words in ("Rabenstein 2 members · Everyone can join", "Corner stones.", "anna owner", "bert"):
        assert words in text
    assert "Join the club" not in text
    assert f'href="/accounts/login/?next={CLUB}"' in page.content.decode()
    assert "Noticeboard" not in text
    assert client.get("/clubs/nowhere/").status_code == 404
    assert club.slug == "rabenstein"


def test_the_button_joins_and_leaves(reader: Reader, anna: User, bert: User) -> None:
    club, browser = new_club(anna), reader(bert)

    assert "Join the club" in text_of(browser.get(CLUB))
    page = browser.post(f"{CLUB}membership/", {"member": "on"}, follow=True)
    assert "You are a member of Rabenstein now." in text_of(page)
    assert "Leave the club" in text_of(page)
    assert "You are no longer a member" in text_of(browser.post(f"{CLUB}membership/", {"member": "off"}, follow=True))
    assert people_in(club) == {"anna": "owner"}


def test_a_request_is_sent_and_withdrawn(reader: Reader, anna: User, bert: User) -> None:
    new_club(anna, admission="request")
    browser = reader(bert)

    page = browser.post(f"{CLUB}membership/", {"member": "on"}, follow=True)
    assert "An officer of the club will answer." in text_of(page)
    page = browser.post(f"{CLUB}membership/", {"member": "off"}, follow=True)
    assert "Your request is withdrawn." in text_of(page)
    with unchanged():
        page = browser.post(f"{CLUB}membership/", {"member": "on"}, follow=True)
    assert "You can ask again in some days." in text_of(page)


def test_a_club_by_link_only_has_no_button_and_its_link_has_one(reader: Reader, anna: User, bert: User) -> None:
    club, browser = new_club(anna, admission="link"), reader(bert)
    secret = joining.make_link(club.slug, anna)

    assert "Join the club" not in text_of(browser.get(CLUB))
    assert "Join Rabenstein" in text_of(browser.get(f"/clubs/join/{secret}/"))
    assert "You are a member" in text_of(browser.post(f"/clubs/join/{secret}/", follow=True))
    assert browser.get("/clubs/join/wrong/").status_code == 404


def test_visitors_log_in_before_they_join_by_a_link(client: Client, anna: User) -> None:
    secret = joining.make_link(new_club(anna).slug, anna)

    answer = client.get(f"/clubs/join/{secret}/")

    assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next=/clubs/join/{secret}/")


def test_guests_join_nothing(reader: Reader, anna: User) -> None:
    new_club(anna)
    browser = reader(new_guest())

    assert "Join the club" not in text_of(browser.get(CLUB))
    with unchanged():
        browser.post(f"{CLUB}membership/", {"member": "on"})


# --- Officers and owners ----------------------------------------------------------------------------------------------


def test_an_officer_answers_requests(reader: Reader, anna: User, bert: User, carla: User, arbiter: User) -> None:
    club = new_club(anna, officers=[carla], admission="request")
    for player in (bert, arbiter):
        joining.join(club.slug, player)
    browser = reader(carla)

    page = text_of(browser.get(f"{CLUB}manage/"))
    assert "Manage 2 requests" in page
    assert "bert" in page
    assert "Dissolve" not in page
    browser.post(f"{CLUB}manage/request/", {"player": "bert", "answer": "yes"})
    browser.post(f"{CLUB}manage/request/", {"player": arbiter.username, "answer": "no"})

    assert people_in(club) == {"anna": "owner", "carla": "officer", "bert": "member"}
    assert not JoinRequest.objects.filter(is_open=True).exists()


def test_the_link_is_shown_once(reader: Reader, anna: User, bert: User) -> None:
    new_club(anna)
    browser = reader(anna)

    page = browser.post(f"{CLUB}manage/link/", {"link": "new"})
    (secret,) = re.findall(r"/clubs/join/([^/]+)/", page.content.decode())
    assert page["Cache-Control"] == "no-store"
    assert secret not in browser.get(f"{CLUB}manage/").content.decode()
    assert reader(bert).get(f"/clubs/join/{secret}/").status_code == 200
    browser.post(f"{CLUB}manage/link/", {"link": "none"})
    assert reader(bert).get(f"/clubs/join/{secret}/").status_code == 404
    assert browser.get(f"{CLUB}manage/link/")["Location"] == f"{CLUB}manage/"


def test_the_owner_changes_the_club_and_a_refused_form_keeps_what_was_typed(
    reader: Reader, anna: User, arbiter: User
) -> None:
    new_club(anna)
    browser = reader(anna)

    browser.post(f"{CLUB}manage/", {"about": "Corner stones.", "admission": "link"})
    club = Club.objects.get()
    assert (club.about, club.admission) == ("Corner stones.", "link")
    with unchanged():
        answer = browser.post(f"{CLUB}manage/", {"about": "x" * 1001, "admission": "open"})
    assert answer.status_code == 422
    assert "x" * 1001 in answer.content.decode()
    silence(anna, arbiter, Sanction.Kind.MUTE)
    with unchanged():
        answer = browser.post(f"{CLUB}manage/", {"about": "Others.", "admission": "open"})
    assert answer.status_code == 403
    assert "Others." in answer.content.decode()


def test_the_owner_gives_roles_and_removes_members_in_the_list(reader: Reader, anna: User, bert: User) -> None:
    club, browser = new_club(anna, members=[bert]), reader(anna)
    address = f"{CLUB}member/"

    assert "Make an officer Hand over the club Remove from the club" in text_of(browser.get(CLUB))
    browser.post(address, {"player": "bert", "do": "officer"})
    assert people_in(club)["bert"] == "officer"
    assert "Make a member" in text_of(browser.get(CLUB))
    browser.post(address, {"player": "bert", "do": "remove"})
    assert people_in(club) == {"anna": "owner"}
    with unchanged():
        assert browser.post(address, {"player": "nobody", "do": "remove"}).status_code == 404
        browser.post(address, {"player": "anna", "do": "perhaps"})


def test_officers_see_buttons_for_members_only(reader: Reader, anna: User, bert: User, carla: User) -> None:
    new_club(anna, officers=[bert], members=[carla])

    page = text_of(reader(bert).get(CLUB))

    assert page.count("Remove from the club") == 1
    assert "Make an officer" not in page
    assert "Remove from the club" not in text_of(reader(carla).get(CLUB))


def test_a_club_is_dissolved_only_if_it_is_meant(reader: Reader, anna: User) -> None:
    new_club(anna)
    browser = reader(anna)

    with unchanged():
        assert browser.post(f"{CLUB}manage/dissolution/", {}).status_code == 422
    answer = browser.post(f"{CLUB}manage/dissolution/", {"sure": "on"}, follow=True)

    assert "The club Rabenstein is dissolved." in text_of(answer)
    assert not Club.objects.exists()


@pytest.mark.parametrize("page", ["manage/", "posts/"])
def test_pages_for_officers_and_members_are_not_found_by_others(
    reader: Reader, client: Client, anna: User, bert: User, carla: User, page: str
) -> None:
    new_club(anna, members=[bert])

    assert client.get(f"{CLUB}{page}").status_code == 302
    assert reader(carla).get(f"{CLUB}{page}").status_code == 404
    assert (reader(bert).get(f"{CLUB}{page}").status_code == 200) is (page == "posts/")
    for address in ("manage/", "manage/link/", "manage/dissolution/"):
        with unchanged():
            assert reader(bert).post(f"{CLUB}{address}", {"sure": "on", "link": "new"}).status_code == 404


# --- The noticeboard and the ranking ----------------------------------------------------------------------------------


def test_members_write_read_remove_and_report(reader: Reader, anna: User, bert: User, carla: User) -> None:
    club = new_club(anna, members=[bert, carla])
    browser = reader(bert)

    assert browser.post(f"{CLUB}posts/", {"text": "An insult.\r\nAnother."}).status_code == 302
    post = club.posts.get()
    assert post.text == "An insult.\nAnother."
    assert "Remove" in text_of(browser.get(f"{CLUB}posts/"))
    page = reader(carla).get(f"{CLUB}posts/").content.decode()
    assert f"/reports/new/?subject=club_post&amp;number={post.pk}" in page
    assert "Remove" not in page
    assert reader(carla).get(f"/reports/new/?subject=club_post&number={post.pk}").status_code == 200
    reader(anna).post(f"{CLUB}posts/removal/", {"post": post.pk})
    page = text_of(browser.get(f"{CLUB}posts/"))
    assert "Removed by an officer of the club" in page
    assert "An insult." not in page
    with unchanged():
        assert browser.post(f"{CLUB}posts/removal/", {"post": "none"}).status_code == 404


def test_a_refused_post_is_kept_in_the_form(reader: Reader, anna: User, arbiter: User) -> None:
    new_club(anna)
    browser = reader(anna)

    with unchanged():
        answer = browser.post(f"{CLUB}posts/", {"text": "y" * 1001})
    assert answer.status_code == 422
    assert "y" * 1001 in answer.content.decode()
    silence(anna, arbiter)
    with unchanged():
        assert browser.post(f"{CLUB}posts/", {"text": "Hello."}).status_code == 403
    assert "you may not write messages until" in text_of(browser.get(f"{CLUB}posts/"))


def test_the_ranking_has_members_with_their_places(client: Client, anna: User, bert: User, carla: User) -> None:
    new_club(anna, members=[bert])
    for player, value in ((anna, 1500), (bert, 1600), (carla, 1700)):
        rate(player, value)

    page = text_of(client.get(f"{CLUB}ranking/"))

    assert "1 bert 1600 0 2 anna 1500 0" in page
    assert "carla" not in page
    assert "No member is in this ranking." in text_of(client.get(f"{CLUB}ranking/?provisional=1"))
    for query in ("rules=chess", "pool=cats"):
        assert client.get(f"{CLUB}ranking/?{query}").status_code == 404


def test_a_players_page_has_their_clubs(client: Client, anna: User, bert: User) -> None:
    assert "Clubs Rabenstein" not in text_of(client.get("/players/bert/"))
    new_club(anna, members=[bert])

    assert "Clubs Rabenstein member" in text_of(client.get("/players/bert/"))
    assert Membership.objects.count() == 2


def test_a_page_of_a_club_costs_the_same_with_many_members(
    client: Client, anna: User, bert: User, carla: User, django_assert_max_num_queries: object
) -> None:
    club = new_club(anna)
    write(club, anna, "Hello.")
    with django_assert_max_num_queries(2):  # type: ignore[operator]
        client.get(CLUB)
    for player in (bert, carla):
        joining.join(club.slug, player)

    with django_assert_max_num_queries(2):  # type: ignore[operator]
        assert "carla" in text_of(client.get(CLUB))
