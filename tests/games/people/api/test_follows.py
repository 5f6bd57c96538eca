"""Following over the API: any number of times with the same result."""

from accounts.models import User
from games.people.models import Follow
from tests.support.api import Api, Site, refused
from tests.support.people import new_guest
from tests.support.playing import unchanged

PATH = "/api/v1/account/follows/"


def test_a_follow_is_put_any_number_of_times(api: Api, anna: User, bert: User) -> None:
    client = api(anna)
    refused(client.get(f"{PATH}bert/"), 404, "not_found")

    for _time in range(2):
        answer = client.put(f"{PATH}bert/", {"notify": True}, format="json")

    assert (answer.status_code, answer.json()["username"], answer.json()["notify"]) == (200, "bert", True)
    assert client.get(f"{PATH}bert/").json() == answer.json()
    assert client.read("account/follows/")["results"] == [answer.json()]
    assert client.put(f"{PATH}bert/", {}, format="json").json()["notify"] is False
    assert (api().read("players/bert/")["followers"], api().read("players/anna/")["followers"]) == (1, 0)
    for _time in range(2):
        assert client.delete(f"{PATH}bert/").status_code == 204
    assert not Follow.objects.exists()


def test_nobody_sees_whom_others_follow(api: Api, anna: User, bert: User) -> None:
    api(anna).put(f"{PATH}bert/", {}, format="json")

    assert api(bert).read("account/follows/")["results"] == []


def test_what_cannot_be_followed_is_refused(api: Api, anna: User) -> None:
    client, guest = api(anna), new_guest()

    with unchanged():
        refused(client.put(f"{PATH}anna/", {}, format="json"), 409, "own_follow")
        refused(client.put(f"{PATH}nobody/", {}, format="json"), 404, "not_found")
        refused(client.put(f"{PATH}{guest.username}/", {}, format="json"), 403, "player_unavailable")


def test_guests_follow_nobody(site: Site, anna: User) -> None:
    refused(site(new_guest()).put(f"{PATH}anna/", {}, format="json"), 403, "account_needed")
