"""Disputes as staff settles them over the API: what each role may do there, and that nobody else learns anything."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.chat.messages import send_message
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.core.presenters import rfc3339
from games.disputes import assignment, case_notes, filing
from games.disputes.models import AuditEntry, Dispute
from games.notifications.models import Delivery
from games.play.actions import decline_draw, offer_draw
from games.players.models import Sanction
from games.players.verdict_reasons import StandardReason
from games.time_off.models import Freeze
from tests.support.api import Api, Site, refused
from tests.support.ended import lost_on_time
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at, unchanged

Staff = Callable[..., User]
SCOPES = ["game:read", "moderate"]
DISMISSED = {"verdict": "dismissed", "reason": "It is right."}


@pytest.fixture
def staff(person: Callable[..., User]) -> Staff:
    """A factory of people of the staff, with a role or with none."""

    def make(name: str, role: str = "arbiter") -> User:
        user = person(name, is_staff=True)
        if role:
            user.groups.add(Group.objects.get(name=role))
        return user

    return make


@pytest.fixture
def dispute(begin: Callable[..., Game], anna: User, bert: User) -> Dispute:
    """Bert has declined a draw without a word, and Anna has gone to the arbiters; the clocks stand."""
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    send_message(game.number, bert, "Never.")
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    return filing.open_dispute(game.number, anna, category="draw", text="Nobody can win this.")


def test_an_arbiter_takes_a_case_notes_and_decides_it(api: Api, staff: Staff, dispute: Dispute, bert: User) -> None:
    iris = api(staff("iris"))
    (waiting,) = iris.read("cases/")["results"]

    taken = iris.send(f"cases/{dispute.number}/taking/")
    noted = iris.send(f"cases/{dispute.number}/notes/", text="They shuffle.")
    decided = iris.send(f"cases/{dispute.number}/verdict/", verdict="draw", reason="It is one.", against="bert")

    assert (waiting["severity"], waiting["taken_by"]) == (0, None)
    assert (taken.status_code, taken.json()["taken_by"], taken.json()["status"]) == (201, "iris", "taken")
    assert (noted.status_code, noted.json()["text"]) == (201, "They shuffle.")
    case = decided.json()
    assert (case["verdict"], case["decided_by"], case["reason"]) == ("draw", "iris", "It is one.")
    assert [note["text"] for note in case["notes"]] == ["They shuffle."]
    assert [action["action"] for action in case["deeds"]] == ["take", "note", "decide"]
    assert fresh(dispute.game).result == "1/2-1/2"
    assert Sanction.objects.get().user == bert
    assert iris.read("cases/")["results"] == []
    assert [each["number"] for each in iris.read("cases/?status=decided&mine=true")["results"]] == [dispute.number]


def test_a_case_has_what_was_gathered_about_it(api: Api, staff: Staff, dispute: Dispute, bert: User) -> None:
    event, now = Event.objects.filter(game=dispute.game, type="draw_offered").get(), timezone.now()
    Delivery.objects.create(event=event, user=bert, channel="email", next_attempt_at=now, status="sent", sent_at=now)

    case = api(staff("iris")).read(f"cases/{dispute.number}/")

    gathered = case["evidence"]
    assert [move["move"] for move in gathered["moves"]][-len(SHUFFLE) :] == list(SHUFFLE)
    assert [(offer["by"], offer["status"], offer["answer"]) for offer in gathered["offers"]] == [
        ("anna", "declined", "")
    ]
    assert [message["text"] for message in gathered["messages"]] == ["Never."]
    (notification,) = gathered["notices"]
    assert (notification["to"], notification["status"]) == ("bert", "sent")
    assert (gathered["players"]["white"]["username"], gathered["players"]["white"]["measures"]) == ("anna", [])
    assert len(gathered["freezes"]) == 1


def test_a_case_has_the_figures_of_both_players_as_of_now_and_of_then(
    api: Api, staff: Staff, anna: User, bert: User, dispute: Dispute
) -> None:
    for number in range(5):
        lost_on_time(anna, bert, at=timezone.now() - timedelta(days=number))

    gathered = api(staff("iris")).read(f"cases/{dispute.number}/")["evidence"]

    now, then = gathered["players"]["white"], gathered["then"]["players"]["white"]
    assert gathered["then"]["at"] == dispute.evidence["then"]["at"]
    assert [(kept["games"], kept["lost_on_time"], kept["reliability"]) for kept in (now, then)] == [
        (5, 5, 50),
        (0, 0, None),
    ]
    assert [gathered["players"][side]["fair_play"]["lost_on_time_in_a_row"] for side in ("white", "black")] == [5, 0]
    assert (now["fair_play"]["games"], now["fair_play"]["late_otherwise"]["count"]) == (6, 0)
    assert (then["offers"], then["measures"], gathered["then"]["players"]["black"]["offers"]) == (1, [], 0)


def test_an_arbiter_learns_nothing_about_cases_of_their_own_games(
    api: Api, staff: Staff, begin: Callable[..., Game], anna: User, dispute: Dispute
) -> None:
    iris = staff("iris")
    about_her = filing.open_dispute(begin(white=anna, black=iris).number, anna, category="abuse", text="Rude.").number

    seen = {
        reader.username: api(reader).read(f"cases/{dispute.number}/")["evidence"]["players"]["white"]["disputes"]
        for reader in (iris, staff("jonas"))
    }

    assert seen == {"iris": [], "jonas": [about_her]}


def test_a_case_says_when_it_is_due_and_which_one_is_next(
    api: Api, staff: Staff, begin: Callable[..., Game], anna: User, bert: User, dispute: Dispute
) -> None:
    iris = staff("iris")
    old = filing.open_dispute(begin(white=anna, black=staff("jonas")).number, anna, category="other", text="Odd.")
    Dispute.objects.filter(pk=old.pk).update(opened_at=old.opened_at - timedelta(days=14))
    begin(white=iris, black=bert)
    token = api(iris)

    queue = token.read("cases/")["results"]
    sifted = token.read("cases/?overdue=true")["results"]
    decided = [token.send(f"cases/{old.number}/taking/"), token.send(f"cases/{old.number}/verdict/", **DISMISSED)]

    assert [(case["number"], case["overdue"], case["you_play_one"]) for case in queue] == [
        (old.number, True, False),
        (dispute.number, False, True),
    ]
    assert [case["number"] for case in sifted] == [old.number]
    assert queue[1]["due_at"] == rfc3339(dispute.opened_at + timedelta(days=5))
    assert [answer.json()["next_case"] for answer in decided] == [dispute.number, dispute.number]
    assert decided[1].json()["due_at"] is None


def test_a_warning_has_a_text_of_its_own(api: Api, staff: Staff, dispute: Dispute) -> None:
    iris = api(staff("iris"))
    iris.send(f"cases/{dispute.number}/taking/")
    said = {"verdict": "draw", "reason": "It is even.", "warning": "Answer offers."}

    with unchanged():
        refused(iris.send(f"cases/{dispute.number}/verdict/", **said), 409, "impossible_verdict")
    case = iris.send(f"cases/{dispute.number}/verdict/", **said, against="bert").json()

    assert case["reason"] == "It is even."
    assert Sanction.objects.get().reason == "Answer offers."
    assert case["deeds"][-1]["after"]["warning"] == "Answer offers."


def test_a_case_is_handed_back(api: Api, staff: Staff, dispute: Dispute) -> None:
    iris, jonas = api(staff("iris")), api(staff("jonas"))
    iris.send(f"cases/{dispute.number}/taking/")

    with unchanged():
        problem = refused(jonas.send(f"cases/{dispute.number}/taking/"), 409, "case_taken")
        refused(jonas.send(f"cases/{dispute.number}/return/"), 409, "case_not_yours")
        refused(
            jonas.send(f"cases/{dispute.number}/verdict/", verdict="draw", reason="I say so."), 409, "case_not_yours"
        )
    assert problem["arbiter"] == "iris"
    assert iris.send(f"cases/{dispute.number}/return/").json()["taken_by"] is None
    assert jonas.send(f"cases/{dispute.number}/taking/").json()["taken_by"] == "jonas"


def test_a_reason_of_the_list_is_named_by_its_key(api: Api, staff: Staff, dispute: Dispute) -> None:
    iris = api(staff("iris"))
    iris.send(f"cases/{dispute.number}/taking/")

    answer = iris.send(f"cases/{dispute.number}/verdict/", verdict="warned", ready="offers", against="bert")

    assert answer.json()["reason"] == StandardReason.OFFERS.in_language("en")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"verdict": "draw"}, 400, "reason_missing"),
        ({"verdict": "proven", "reason": "So."}, 400, "invalid"),
        ({"verdict": "warned", "reason": "So."}, 409, "impossible_verdict"),
        ({"verdict": "warned", "reason": "So.", "against": "carla"}, 400, "invalid"),
        ({"verdict": "dismissed", "reason": "So.", "against": "bert"}, 409, "impossible_verdict"),
        ({"verdict": "muted", "reason": "So.", "against": "bert"}, 409, "impossible_verdict"),
        ({"verdict": "muted", "reason": "So.", "against": "bert", "days": 366}, 400, "invalid"),
        ({"verdict": "resumed", "reason": "So.", "seconds": -1}, 400, "invalid"),
        ({"verdict": "draw", "reason": "x" * 2001}, 400, "invalid"),
        ({"verdict": "draw", "ready": "because"}, 400, "invalid"),
    ],
)
def test_what_is_no_verdict_is_refused(
    api: Api, staff: Staff, dispute: Dispute, carla: User, body: dict[str, object], status: int, code: str
) -> None:
    iris = staff("iris")
    assignment.take_case(dispute.number, iris)

    with unchanged():
        refused(api(iris).send(f"cases/{dispute.number}/verdict/", **body), status, code)


ACTIONS: dict[str, dict[str, object]] = {
    "notes": {"text": "Hm."},
    "escalation": {"reason": "He threatens her."},
    "taking": {},
    "hold": {"reason": "Nobody should move."},
    "return": {},
    "verdict": {"verdict": "dismissed", "reason": "Nothing found."},
}
MAY = {"": set(), "administrator": set(), "helper": {"read", "notes", "escalation"}, "arbiter": {"read", *ACTIONS}}


@pytest.mark.parametrize("action", ["read", *ACTIONS])
@pytest.mark.parametrize("role", list(MAY))
def test_what_each_role_may_do(api: Api, staff: Staff, dispute: Dispute, role: str, action: str) -> None:
    user = staff("somebody", role)
    if action == "hold":
        # A dispute stops the clocks once.
        Freeze.objects.filter(case_number=dispute.pk).delete()
    if action in ("hold", "return", "verdict"):
        Dispute.objects.filter(pk=dispute.pk).update(status="taken", taken_by=user, taken_at=dispute.opened_at)

    if action == "read":
        answers = [api(user).get(f"/api/v1/cases/{rest}") for rest in ("", f"{dispute.number}/")]
    else:
        answers = [api(user).send(f"cases/{dispute.number}/{action}/", **ACTIONS[action])]

    if action in MAY[role]:
        assert {answer.status_code for answer in answers} == {200 if action == "read" else 201}
        return
    for answer in answers:
        refused(answer, 403, "permission_denied")
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace"])
def test_a_method_that_is_not_there_is_refused_as_such(
    api: Api, staff: Staff, dispute: Dispute, anna: User, method: str
) -> None:
    for address in ("", f"{dispute.number}/", f"{dispute.number}/verdict/"):
        for client in (api(staff(f"staff{len(address)}")), api(anna), api()):
            refused(getattr(client, method)(f"/api/v1/cases/{address}"), 405, "method_not_allowed")


def test_a_player_who_plays_sees_nothing_of_what_staff_has(api: Api, staff: Staff, begin: Callable[..., Game]) -> None:
    player, other = staff("iris"), staff("jonas")
    game = begin(white=player, black=other)
    about_game = filing.open_dispute(game.number, other, category="other", text="Look at this.").number
    filing.withdraw_dispute(about_game, other)
    about_player = filing.open_dispute(game.number, other, category="abuse", text="He insults me.").number
    client = api(player)

    listed = [each["number"] for each in client.read("cases/")["results"]]

    assert listed == []
    with unchanged():
        for caller in (client, api(other)):
            refused(caller.get(f"/api/v1/cases/{about_game}/"), 404, "not_found")
            refused(caller.get(f"/api/v1/cases/{about_player}/"), 404, "not_found")
            refused(caller.send(f"cases/{about_player}/taking/"), 404, "not_found")
            refused(caller.send(f"cases/{about_player}/notes/", text="Hm."), 404, "not_found")
            refused(caller.send(f"cases/{about_player}/escalation/", reason="Hm."), 404, "not_found")


def test_what_is_made_urgent_is_first_until_somebody_takes_it(
    api: Api, staff: Staff, begin: Callable[..., Game], anna: User, dispute: Dispute
) -> None:
    helper, iris = api(staff("helga", "helper")), api(staff("iris"))
    later = filing.open_dispute(begin().number, anna, category="other", text="Look.").number

    urgent = helper.send(f"cases/{later}/escalation/", reason="He threatens her.").json()

    assert (urgent["severity"], urgent["escalated_by"], urgent["escalated_at"] is None) == (-1, "helga", False)
    assert [(action["action"], action["reason"]) for action in urgent["deeds"]] == [("escalate", "He threatens her.")]
    assert [note["text"] for note in urgent["notes"]] == ["He threatens her."]
    assert [each["number"] for each in iris.read("cases/")["results"]] == [later, dispute.number]
    assert [each["number"] for each in iris.read("cases/?escalated=true")["results"]] == [later]
    with unchanged():
        refused(helper.send(f"cases/{later}/escalation/", reason="Hurry."), 409, "case_escalated")
        refused(helper.send(f"cases/{dispute.number}/escalation/", reason=" "), 400, "invalid")
    taken = iris.send(f"cases/{later}/taking/").json()
    assert (taken["severity"], taken["escalated_by"], taken["escalated_at"]) == (6, None, None)
    with unchanged():
        refused(helper.send(f"cases/{later}/escalation/", reason="Hurry."), 409, "case_taken")
    iris.send(f"cases/{later}/verdict/", verdict="dismissed", reason="Seen.")
    with unchanged():
        refused(helper.send(f"cases/{later}/escalation/", reason="Hurry."), 409, "dispute_closed")
    shown = api(anna).read(f"disputes/{later}/")
    assert "threatens" not in str(shown)
    assert "escalate" not in str(shown)


def test_an_arbiter_stops_the_clocks_once(
    api: Api, staff: Staff, begin: Callable[..., Game], anna: User, dispute: Dispute
) -> None:
    iris, game = api(staff("iris")), begin()
    number = filing.open_dispute(game.number, anna, category="stalling", text="He waits.").number
    address = f"cases/{number}/hold/"
    with unchanged():
        refused(iris.send(address, reason="Nobody should move."), 409, "case_not_yours")
        refused(iris.send(address, reason=" "), 400, "invalid")
        refused(iris.send(address), 400, "invalid")
    iris.send(f"cases/{number}/taking/")
    iris.send(f"cases/{dispute.number}/taking/")

    case = iris.send(address, reason="Nobody should move.").json()

    assert case["frozen_until"] == api(anna).read(f"games/{game.number}/")["clock"]["paused_until"]
    assert [(action["action"], action["reason"]) for action in case["deeds"]][-1] == ("hold", "Nobody should move.")
    steps = api(anna).read(f"disputes/{number}/")["steps"]
    assert [step["action"] for step in steps] == ["take", "hold"]
    assert "Nobody should move." not in str(steps)
    with unchanged():
        refused(iris.send(address, reason="Once more."), 409, "impossible_hold")
        refused(iris.send(f"cases/{dispute.number}/hold/", reason="Once more."), 409, "impossible_hold")


def test_the_same_key_decides_once(api: Api, staff: Staff, dispute: Dispute) -> None:
    iris = api(staff("iris"))
    iris.send(f"cases/{dispute.number}/taking/")
    body, headers = {"verdict": "warned", "reason": "So.", "against": "bert"}, {"Idempotency-Key": "once"}

    answers = [
        iris.post(f"/api/v1/cases/{dispute.number}/verdict/", body, format="json", headers=headers) for _each in "12"
    ]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert Sanction.objects.count() == 1


def test_a_note_takes_rows_in_the_order_of_every_other_action(staff: Staff, dispute: Dispute) -> None:
    """The game before the case; otherwise a note and a verdict of the same instant could wait for each other."""
    iris = staff("iris")

    with CaptureQueriesContext(connection) as found:
        case_notes.note(dispute.number, iris, "Hm.")

    wrote = [query["sql"] for query in found if "FOR UPDATE" in query["sql"] or query["sql"].startswith("INSERT")]
    assert "core_game" in wrote[0]
    assert "disputes_dispute" in wrote[1]
    assert ["FOR UPDATE" in sql for sql in wrote[:3]] == [True, True, False]


def test_a_queue_of_any_length_costs_the_same(
    api: Api, staff: Staff, begin: Callable[..., Game], anna: User, dispute: Dispute
) -> None:
    client = api(staff("iris"))
    client.read("cases/")

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            client.read("cases/")
        return len(found)

    with_one = queries()
    for _each in range(3):
        filing.open_dispute(begin().number, anna, category="other", text="Look.")

    assert queries() == with_one


# --- The second factor ------------------------------------------------------------------------------------------------


def test_a_token_of_staff_is_good_while_there_is_a_second_factor(
    api: Api, staff: Staff, dispute: Dispute, settings: Settings
) -> None:
    settings.REQUIRE_STAFF_SECOND_FACTOR = True
    iris = staff("iris")
    client = api(iris)

    refused(client.get("/api/v1/cases/"), 403, "second_factor_required")
    factor = Authenticator.objects.create(user=iris, type=Authenticator.Type.TOTP, data={})
    assert client.get("/api/v1/cases/").status_code == 200
    factor.delete()
    refused(client.get("/api/v1/cases/"), 403, "second_factor_required")


def test_a_session_that_has_shown_no_second_factor_settles_nothing_and_makes_no_such_token(
    site: Site, staff: Staff, dispute: Dispute, settings: Settings
) -> None:
    settings.REQUIRE_STAFF_SECOND_FACTOR = True
    iris = staff("iris")
    Authenticator.objects.create(user=iris, type=Authenticator.Type.TOTP, data={})
    client = site(iris)

    refused(client.get("/api/v1/cases/"), 403, "second_factor_required")
    with unchanged():
        refused(client.send("tokens/", description="panel", scopes=SCOPES), 403, "second_factor_required")
    assert client.send("tokens/", description="games", scopes=["game:read"]).status_code == 201


def test_such_a_token_is_for_staff_alone(site: Site, staff: Staff, anna: User) -> None:
    problem = refused(site(anna).send("tokens/", description="panel", scopes=SCOPES), 400, "invalid")

    assert list(problem["errors"]) == ["scopes"]
    assert site(staff("iris")).send("tokens/", description="panel", scopes=SCOPES).status_code == 201
