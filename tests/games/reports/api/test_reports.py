"""Reports over the API, and what the person whom they are about learns of them."""

import pytest

from accounts.models import User
from games.reports import cases
from games.reports.cases import Decision
from games.reports.models import PersonCase
from tests.games.reports.conftest import World
from tests.support.api import Api, refused
from tests.support.playing import unchanged


@pytest.mark.parametrize("subject", ["spectator_message", "note", "profile", "challenge", "game"])
def test_a_report_is_made_and_listed_for_its_author(api: Api, world: World, carla: User, subject: str) -> None:
    reporter = carla
    if subject == "spectator_message":
        reporter = User.objects.create_user("dora")
    told = api(reporter).send("reports/", subject=subject, text="Look at that.", **world.subjects()[subject])

    assert told.status_code == 201
    assert (told.json()["subject"], told.json()["against"], told.json()["handled"]) == (subject, "bert", False)
    assert api(reporter).read("reports/")["results"] == [told.json()]


def test_the_person_never_learns_who_it_was(api: Api, world: World, anna: User, bert: User, iris: User) -> None:
    made = api(anna).send("reports/", subject="profile", against="bert", text="a secret word").json()
    case = PersonCase.objects.get()
    cases.take(case.pk, iris)
    cases.decide(case.pk, iris, Decision(verdict=PersonCase.Verdict.MUTED, reason="Seen.", days=3))

    read = [api(bert).get(f"/api/v1/{address}").content.decode() for address in ("reports/", "sanctions/", "events/")]

    assert api(bert).read("reports/")["results"] == []
    assert api(bert).read("sanctions/")["results"][0]["game"] is None
    (event,) = [each for each in api(bert).read("events/")["results"] if each["type"] == "sanctioned"]
    assert (event["actor"], event["data"]["kind"]) == (None, "mute")
    assert not any("a secret word" in text for text in read)
    assert api(anna).read("reports/")["results"][0] == made | {"handled": True}
    handled = [each for each in api(anna).read("events/")["results"] if each["type"] == "reports_handled"]
    assert [each["data"] for each in handled] == [{"reports": [made["id"]]}]
    assert "mute" not in str(handled)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"subject": "profile", "against": "anna", "text": "I."}, 409, "own_report"),
        ({"subject": "profile", "against": "nobody", "text": "Look."}, 404, "not_found"),
        ({"subject": "rain", "text": "Look."}, 400, "invalid"),
        ({"subject": "profile", "against": "bert"}, 400, "invalid"),
        ({"subject": "game", "number": 0, "text": "Look."}, 400, "invalid"),
    ],
)
def test_what_is_no_report_is_refused(
    api: Api, bert: User, anna: User, body: dict[str, object], status: int, code: str
) -> None:
    with unchanged():
        answer = api(anna).send("reports/", **body)

    refused(answer, status, code)


def test_the_limits_are_told(api: Api, world: World, carla: User) -> None:
    client, subjects = api(carla), world.subjects()
    for subject in ("note", "profile", "challenge"):
        assert client.send("reports/", subject=subject, text="Look.", **subjects[subject]).status_code == 201

    refused(client.send("reports/", subject="note", text="Look.", **subjects["note"]), 409, "already_reported")
    problem = refused(
        client.send("reports/", subject="game", text="Look.", **subjects["game"]), 409, "too_many_reports"
    )
    assert problem["most"] == 3
