"""Disputes over the API: opened, decided at once or by an arbiter, appealed; warnings, and what they hold up."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.core.presenters import rfc3339
from games.disputes import assignment, case_notes, filing, verdicts
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.players.models import Sanction
from games.players.verdict_reasons import StandardReason
from tests.support.api import Api, refused
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at, unchanged
from tests.support.ruling import Staff, decided

Begin = Callable[..., Game]


def test_a_claim_that_holds_ends_the_game_at_once(api: Api, begin: Begin, anna: User, bert: User) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE, *SHUFFLE)

    answer = api(anna).send(f"games/{game.number}/disputes/", category="repetition", plies=[4, 8])

    assert answer.status_code == 201
    told = answer.json()
    assert (told["status"], told["verdict"], told["plies"], told["opened_by"]) == ("decided", "proven", [4, 8], "anna")
    (claim,) = told["claims"]
    assert (claim["claim"], claim["count"], claim["needed"], claim["holds"]) == ("repetition", 3, 3, True)
    assert fresh(game).result == "1/2-1/2"
    assert api(anna).read("disputes/")["results"] == [told]
    ended = api().read(f"games/{game.number}/events/")["results"][-1]
    assert (ended["type"], ended["data"]["proof"]["count"]) == ("game_finished", 3)
    # Nothing waits, so that nobody is told of its opening.
    types = [event["type"] for event in api(anna).read("events/")["results"]]
    assert ("dispute_decided" in types, "dispute_opened" in types) == (True, False)


def test_the_player_on_move_claims_a_draw_in_disputes_as_in_claims(api: Api, begin: Begin, bert: User) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE, *SHUFFLE)

    for address, body in (("disputes/", {"category": "repetition"}), ("draw-claim/", {"claim": "repetition"})):
        with unchanged():
            refused(api(bert).send(f"games/{game.number}/{address}", **body), 409, "not_your_turn")


def test_a_draw_that_is_gone_from_the_board_is_confirmed_and_an_arbiter_decides_as_is_proposed(
    api: Api, begin: Begin, staff: Staff, anna: User, bert: User
) -> None:
    game = stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING, ply=36)
    game = play(game, *SHUFFLE, *SHUFFLE, *SHUFFLE[:3])
    judge = staff("iris", "arbiter")

    told = api(anna).send(f"games/{game.number}/disputes/", category="repetition", plies=[36, 40, 44]).json()

    assert (game.ply, told["status"], told["verdict"]) == (47, "open", None)
    assert told["marked"] == {
        "plies": [36, 40, 44],
        "is_same": True,
        "stood_after": [36, 40, 44],
        "claimable_after": [44],
        "quiet_after": [],
    }
    assert told["confirmed"] == {"claim": "repetition", "ply": 44}
    assert told["frozen_until"] is not None
    with unchanged():
        refused(api(bert).play(game.number, "d1-g1", 48), 409, "game_frozen")

    proposal = verdicts.proposed(dispute := Dispute.objects.get())
    assert proposal is not None
    assignment.take_case(dispute.number, judge)
    verdicts.decide(dispute.number, judge, proposal)

    found = api(bert).read(f"disputes/{told['number']}/")
    assert (found["verdict"], found["reason"]) == ("draw", StandardReason.WAS_A_DRAW.in_language("en"))
    assert (fresh(game).result, fresh(game).termination) == ("1/2-1/2", "adjudication")
    (warning,) = api(bert).read("sanctions/")["results"]
    assert warning["reason"] == StandardReason.PLAYED_ON.in_language("en")
    assert (warning["kind"], api(anna).read("sanctions/")["results"]) == ("warning", [])
    assert verdicts.proposed(Dispute.objects.get()) is None


def test_the_opponent_is_told_of_the_game_and_not_of_themselves(api: Api, game: Game, anna: User, bert: User) -> None:
    address = f"games/{game.number}/disputes/"
    accusation = api(anna).send(address, category="abuse", text="He is rude.").json()["number"]

    assert api(bert).read("disputes/")["results"] == api(bert).read(address)["results"] == []
    assert api(bert).get(f"/api/v1/disputes/{accusation}/").status_code == 404
    assert api(bert).read("events/")["results"][-1]["type"] != "dispute_opened"
    assert api(anna).read("events/")["results"][-1]["data"]["dispute"] == accusation


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"category": "other"}, 400, "reason_missing"),
        ({"category": "stalling", "text": "  "}, 400, "reason_missing"),
        ({"category": "timeout", "text": "I was ill."}, 409, "dispute_unfounded"),
        ({"category": "other", "text": "Look.", "plies": [1]}, 400, "unknown_plies"),
        ({"category": "rain", "text": "Look."}, 400, "invalid"),
        ({"text": "Look."}, 400, "invalid"),
        ({"category": "other", "text": "x" * 2001}, 400, "invalid"),
        ({"category": "other", "text": "Look.", "plies": [0]}, 400, "invalid"),
        ({"category": "other", "text": "Look.", "plies": "1"}, 400, "invalid"),
    ],
)
def test_what_is_no_dispute_is_refused(
    api: Api, game: Game, anna: User, body: dict[str, object], status: int, code: str
) -> None:
    with unchanged():
        answer = api(anna).send(f"games/{game.number}/disputes/", **body)

    refused(answer, status, code)


def test_one_at_a_time_and_not_for_ever(api: Api, game: Game, anna: User) -> None:
    client, address = api(anna), f"games/{game.number}/disputes/"
    number = client.send(address, category="other", text="Look.").json()["number"]

    refused(client.send(address, category="other", text="Look."), 409, "dispute_open")
    assert client.send(f"disputes/{number}/withdrawal/").json()["status"] == "withdrawn"
    refused(client.send(f"disputes/{number}/withdrawal/"), 409, "dispute_closed")
    refused(client.send(f"disputes/{number}/appeal/", text="Again."), 409, "appeal_too_late")


def test_a_frozen_game_says_so_and_refuses_moves(api: Api, begin: Begin, anna: User, bert: User, arbiter: User) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    api(anna).send(f"games/{game.number}/draw-offer/")
    api(bert).send(f"games/{game.number}/draw-offer/refusal/")

    dispute = api(anna).send(f"games/{game.number}/disputes/", category="draw", text="Nobody can win.").json()

    shown = api(anna).read(f"games/{game.number}/")
    assert shown["clock"]["paused"] == ["dispute"]
    assert shown["clock"]["paused_until"] == dispute["frozen_until"]
    assert shown["legal_moves"] is None
    assert api(anna).read("games/?waiting=true")["results"] == []
    for address, body in (("moves/", {"move": "a7-d7", "ply": 5}), ("draw-offer/", {}), ("abort/", {})):
        with unchanged():
            refused(api(anna).send(f"games/{game.number}/{address}", **body), 409, "game_frozen")

    decided(dispute["number"], arbiter, Verdict.DRAW)

    found = api(bert).read(f"disputes/{dispute['number']}/")
    assert (found["verdict"], found["reason"], found["frozen_until"]) == ("draw", "Seen.", None)
    assert "arbiter" not in str(api(bert).get(f"/api/v1/disputes/{dispute['number']}/").content)
    assert api(anna).read(f"games/{game.number}/")["termination"] == "adjudication"


def test_an_answer_says_why_the_clocks_run(api: Api, begin: Begin, anna: User) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    refuted = api(anna).send(f"games/{game.number}/disputes/", category="draw").json()

    appeal = api(anna).send(f"disputes/{refuted['number']}/appeal/", text="Count again.").json()

    assert (refuted["clocks_run"], appeal["clocks_run"], appeal["frozen_until"]) == (None, "counted", None)


def test_a_warning_is_read_before_the_next_move(api: Api, game: Game, anna: User, bert: User, arbiter: User) -> None:
    dispute = api(bert).send(f"games/{game.number}/disputes/", category="stalling", text="She waits.").json()
    decided(dispute["number"], arbiter, Verdict.WARNED, against=anna)

    (warning,) = api(anna).read("sanctions/")["results"]
    with unchanged():
        problem = refused(api(anna).play(game.number, "d6", 1), 409, "warning_open")
    assert problem["warning"] == warning["id"]
    assert api(bert).read("sanctions/")["results"] == []
    assert api(bert).send(f"sanctions/{warning['id']}/acknowledgement/").status_code == 404

    again = [api(anna).send(f"sanctions/{warning['id']}/acknowledgement/").json() for _each in range(2)]

    assert again[0] == again[1]
    assert again[0]["acknowledged_at"] is not None
    assert api(anna).play(game.number, "d6", 1).status_code == 201


def test_a_reason_of_the_list_is_read_in_the_callers_language(
    api: Api, game: Game, anna: User, bert: User, arbiter: User
) -> None:
    number = filing.open_dispute(game.number, anna, category="stalling", text="He waits.").number
    reason = StandardReason.OFFERS.in_language("en")
    decided(number, arbiter, Verdict.WARNED, reason=reason, against=bert)

    def told(language: str) -> tuple[str, str]:
        headers = {"Accept-Language": language}
        dispute = api(anna).get(f"/api/v1/disputes/{number}/", headers=headers).json()
        sanctions = api(bert).get("/api/v1/sanctions/", headers=headers).json()
        return dispute["reason"], sanctions["results"][0]["reason"]

    assert told("en") == (reason, reason)
    assert told("de") == (StandardReason.OFFERS.in_language("de"),) * 2 != (reason, reason)


def test_who_is_silenced_writes_nothing_and_who_is_suspended_begins_nothing(
    api: Api, game: Game, anna: User, bert: User, arbiter: User
) -> None:
    dispute = api(bert).send(f"games/{game.number}/disputes/", category="abuse", text="She insults me.").json()
    decided(dispute["number"], arbiter, Verdict.MUTED, against=anna, days=7)

    (sanction,) = api(anna).read("sanctions/")["results"]
    imposed_at, until = (datetime.fromisoformat(sanction[name]) for name in ("imposed_at", "until"))
    assert until - imposed_at == timedelta(days=7)
    with unchanged():
        refused(api(anna).send(f"games/{game.number}/messages/", text="So what?"), 403, "silenced")
        refused(api(anna).play(game.number, "d6", 1, message="So what?"), 403, "silenced")
        refused(api(anna).send(f"games/{game.number}/draw-offer/", reason="So what?"), 403, "silenced")
        for whom in ({"kind": "open"}, {"kind": "link"}, {"kind": "direct", "opponent": "bert"}):
            refused(api(anna).send("challenges/", **whom, message="So what?"), 403, "silenced")
    assert api(anna).send("challenges/", kind="open").status_code == 201
    assert api(anna).play(game.number, "d6", 1).status_code == 201

    Sanction.objects.update(kind="suspension")
    with unchanged():
        refused(api(anna).send("challenges/", kind="open"), 403, "suspended")


def test_nobody_begins_a_game_with_whom_an_arbiter_has_suspended(
    api: Api, game: Game, anna: User, bert: User, carla: User, arbiter: User
) -> None:
    """By nothing that she had sent before; when it is over, what has not run out can be accepted."""
    seat = api(anna).send("challenges/", kind="open").json()["number"]
    direct = api(anna).send("challenges/", kind="direct", opponent="bert").json()["number"]
    secret = api(anna).send("challenges/", kind="link").json()["invitation"]["secret"]
    dispute = filing.open_dispute(game.number, bert, category="abuse", text="She insults me.")
    decided(dispute, arbiter, Verdict.SUSPENDED, against=anna, days=7)

    with unchanged():
        for address in (f"challenges/{seat}/acceptance/", f"challenges/{direct}/acceptance/"):
            refused(api(bert).send(address), 403, "player_unavailable")
        refused(api(carla).send(f"invitations/{secret}/acceptance/"), 403, "player_unavailable")
    assert api(carla).read("lobby/")["results"] == []

    Sanction.objects.update(until=timezone.now())
    assert [each["number"] for each in api(carla).read("lobby/")["results"]] == [seat]
    assert api(carla).send(f"challenges/{seat}/acceptance/").status_code == 201


def test_an_appeal_is_a_dispute_of_its_own(api: Api, game: Game, anna: User, bert: User, arbiter: User) -> None:
    dispute = api(anna).send(f"games/{game.number}/disputes/", category="other", text="Look.").json()["number"]
    decided(dispute, arbiter, Verdict.DISMISSED)

    appealed = api(bert).send(f"disputes/{dispute}/appeal/", text="Look again.").json()

    assert (appealed["appeal_of"], appealed["opened_by"], appealed["status"]) == (dispute, "bert", "open")
    refused(api(bert).send(f"disputes/{dispute}/appeal/", text="Once more."), 409, "appeal_too_late")
    assert api(anna).send(f"disputes/{dispute}/appeal/", text="Me too.").json()["appeal_of"] == dispute


def test_what_is_decided_is_not_opened_once_more(api: Api, game: Game, anna: User, arbiter: User) -> None:
    address, body = f"games/{game.number}/disputes/", {"category": "other", "text": "Look."}
    number = api(anna).send(address, **body).json()["number"]
    until = decided(number, arbiter, Verdict.DISMISSED).decided_at

    with unchanged():
        problem = refused(api(anna).send(address, **body), 409, "dispute_decided")
    assert (problem["dispute"], problem["appeal_until"]) == (
        number,
        rfc3339(until + timedelta(days=14) if until else None),
    )

    api(anna).send(f"disputes/{number}/appeal/", text="Look again.")
    filing.withdraw_dispute(number + 1, anna)
    with unchanged():
        problem = refused(api(anna).send(address, **body), 409, "dispute_decided")
    assert problem["appeal_until"] is None


def test_players_read_what_was_done_and_no_notes(api: Api, game: Game, anna: User, bert: User, arbiter: User) -> None:
    dispute = api(anna).send(f"games/{game.number}/disputes/", category="other", text="Look.").json()["number"]
    case_notes.note(dispute, arbiter, "Anna again.")
    decided(dispute, arbiter, Verdict.DRAW)

    taken, closed = api(bert).get(f"/api/v1/disputes/{dispute}/").json()["steps"]

    assert (taken["action"], taken["before"], taken["after"]) == ("take", None, None)
    assert closed["action"] == "decide"
    assert closed["before"] == {"status": "ongoing", "result": "*", "termination": None}
    assert closed["after"] == {"status": "finished", "result": "1/2-1/2", "termination": "adjudication"}


def test_the_list_costs_the_same_for_any_number_of_disputes(
    api: Api, begin: Begin, anna: User, bert: User, arbiter: User
) -> None:
    def counted() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert api(bert).get("/api/v1/disputes/").status_code == 200
        return len(queries)

    numbers = [begin().number for _game in range(4)]
    for number in numbers[:1]:
        decided(filing.open_dispute(number, anna, category="other", text="Look."), arbiter, Verdict.DISMISSED)
    counted()
    one = counted()
    for number in numbers[1:]:
        decided(filing.open_dispute(number, anna, category="other", text="Look."), arbiter, Verdict.DISMISSED)

    assert counted() == one


# --- What is about a person -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", [Verdict.WARNED, Verdict.DRAW])
def test_what_was_done_to_somebody_is_theirs_to_read_and_to_appeal(
    api: Api, game: Game, anna: User, bert: User, arbiter: User, verdict: Verdict
) -> None:
    complaint = filing.open_dispute(game.number, anna, category="stalling", text="He waits for me to die.")
    against = bert if verdict == Verdict.WARNED else None
    decided(complaint, arbiter, verdict, reason="Seen in the clock.", against=against)

    read = api(bert).read(f"disputes/{complaint.number}/")
    appeal = api(bert).send(f"disputes/{complaint.number}/appeal/", text="I had no time.")

    assert (read["verdict"], read["reason"], read["text"]) == (verdict, "Seen in the clock.", "")
    assert api(anna).read(f"disputes/{complaint.number}/")["text"] == "He waits for me to die."
    assert [each["number"] for each in api(bert).read("disputes/")["results"]][-1] == complaint.number
    assert (appeal.status_code, appeal.json()["appeal_of"]) == (201, complaint.number)


def test_a_complaint_that_was_dismissed_is_not_for_the_other(
    api: Api, game: Game, anna: User, bert: User, arbiter: User
) -> None:
    complaint = filing.open_dispute(game.number, anna, category="stalling", text="He waits for me to die.")
    decided(complaint, arbiter, Verdict.DISMISSED)

    assert api(bert).get(f"/api/v1/disputes/{complaint.number}/").status_code == 404
    assert api(bert).send(f"disputes/{complaint.number}/appeal/", text="I had no time.").status_code == 404
    assert api(bert).read("disputes/")["results"] == []
