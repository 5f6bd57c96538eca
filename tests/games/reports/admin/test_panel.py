"""The queue of cases about people and the page of a person: who may do what, and what is shown."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import ConfirmedAddress, User
from accounts.privacy import erasure
from accounts.signals import address_confirmed
from games.core.models.games import Game
from games.disputes import filing as disputing
from games.disputes.models import AuditEntry
from games.disputes.verdict_kinds import Verdict
from games.players.models import Sanction
from games.reports import cases, filing
from games.reports.models import PersonCase
from tests.games.reports.conftest import World
from tests.support import ruling
from tests.support.pages import Reader
from tests.support.reading import text_of
from tests.support.ruling import Staff
from tests.support.savepoints import rolled_back

QUEUE = "/admin/reports/personcase/"


@pytest.fixture
def case(world: World, carla: User) -> PersonCase:
    return filing.report(carla, subject="note", text="He insults her.", **world.subjects()["note"]).case


def press(client: Client, case: PersonCase, action: str, **fields: object) -> Any:
    return client.post(f"{QUEUE}{case.number}/{action}/do/", fields)


READS = ("queue", "case", "person")
VERDICTS = ("warned", "muted", "suspended", "dismissed")
ACTIONS = ("take", "hand-back", "lift", *VERDICTS)
MAY: dict[str, set[str]] = {
    "player": set(),
    "none": set(),
    "helper": {*READS},
    "arbiter": {*READS, *ACTIONS},
    "administrator": set(),
    "superuser": {*READS, *ACTIONS},
}


def tried(client: Client, user: User, case: PersonCase, action: str) -> int:
    if action in READS:
        pages = {"queue": QUEUE, "case": f"{QUEUE}{case.number}/change/", "person": f"{QUEUE}person/{case.person_id}/"}
        return int(client.get(pages[action]).status_code)
    if action == "take":
        return int(press(client, case, action).status_code)
    PersonCase.objects.filter(pk=case.pk).update(status="taken", taken_by=user, taken_at=case.opened_at)
    if action == "lift":
        PersonCase.objects.filter(pk=case.pk).update(
            status="decided", verdict="warned", reason="Seen.", decided_by=user, decided_at=case.opened_at
        )
        given = {"kind": "warning", "reason": "Seen.", "imposed_by": user, "person_case": case.pk}
        Sanction.objects.create(user=case.person, **given)
        return int(press(client, case, action, reason="A mistake.").status_code)
    if action == "hand-back":
        return int(press(client, case, action).status_code)
    return int(press(client, case, "decide", verdict=action, reason="Seen.", days=3).status_code)


@pytest.mark.parametrize("role", list(MAY))
def test_what_each_role_may_do(staff: Staff, reader: Reader, case: PersonCase, role: str) -> None:
    user = staff("somebody", role)
    client = reader(user)
    refusal = 302 if role == "player" else 403

    found, traces = {}, {}
    for action in (*READS, *ACTIONS):
        with rolled_back():
            found[action] = tried(client, user, case, action)
            lifted = Sanction.objects.exclude(lifted_at=None).count()
            traces[action] = (AuditEntry.objects.count(), lifted, Sanction.objects.count())

    assert found == {
        action: refusal if action not in MAY[role] else 200 if action in READS else 302 for action in found
    }
    for action in found.keys() - MAY[role]:
        # The warning that is to be lifted is there before.
        assert traces[action] == (0, 0, action == "lift"), action


def test_the_table_has_every_verdict() -> None:
    assert set(VERDICTS) == set(PersonCase.Verdict.values)


def test_nobody_of_the_staff_sees_what_was_reported_about_themselves(staff: Staff, reader: Reader, anna: User) -> None:
    judge = staff("judge", "arbiter")
    case = filing.report(anna, subject="profile", against="judge", text="A secret word.").case
    client = reader(judge)

    pages = [client.get(f"{QUEUE}{case.number}/change/"), client.get(f"{QUEUE}person/{judge.pk}/")]

    assert [page.status_code for page in pages] == [404, 404]
    assert "judge" not in text_of(client.get(f"{QUEUE}?state=all")).partition("Player")[2].partition("cases")[0]
    assert press(client, case, "take").status_code == 404


def test_the_audit_log_keeps_to_itself_what_is_done_with_reports_about_its_reader(
    staff: Staff, reader: Reader, anna: User, iris: User
) -> None:
    judge = staff("judge", "arbiter")
    case = filing.report(anna, subject="profile", against="judge", text="Look.").case
    cases.take(case.pk, iris)

    found = [reader(user).get("/admin/disputes/auditentry/").context["cl"].result_count for user in (judge, iris)]

    assert found == [0, 1]


def test_from_the_queue_to_the_verdict(reader: Reader, case: PersonCase, iris: User, bert: User) -> None:
    client = reader(iris)
    queue = client.get(QUEUE)
    assert [row.pk for row in queue.context["cl"].result_list] == [case.pk]
    page = text_of(client.get(f"{QUEUE}{case.number}/change/"))
    for part in ("carla has reported: note on a game", "Anna is a fool.", "He insults her.", "Take the case"):
        assert part in page

    press(client, case, "take")
    incomplete = press(client, case, "decide", verdict="muted", reason="", days=3)
    done = press(client, case, "decide", verdict="muted", ready="abuse", days=3)

    assert (incomplete.status_code, done.status_code) == (422, 302)
    assert "Give a reason; the person reads it with the sanction." in text_of(incomplete)
    assert Sanction.objects.get(user=bert).kind == "mute"
    closed = text_of(client.get(f"{QUEUE}{case.number}/change/"))
    assert f"iris has decided case {case.number}: muted" in closed
    assert "Sanction: no messages until" in closed
    assert "This case is closed." in closed
    assert not client.get(QUEUE).context["cl"].result_list
    assert client.get(f"{QUEUE}?state=decided").context["cl"].result_list


def test_the_timeline_has_disputes_too_but_not_those_of_the_reader(
    reader: Reader, case: PersonCase, world: World, iris: User, anna: User, bert: User, begin: Callable[..., Game]
) -> None:
    dispute = disputing.open_dispute(world.ended.number, anna, category="abuse", text="He calls me names.")
    ruling.decided(dispute, iris, Verdict.WARNED, against=bert)
    own = disputing.open_dispute(begin(white=iris, black=bert).number, iris, category="abuse", text="Me too.")
    ruling.decided(own, User.objects.create_user("olga"), Verdict.DISMISSED)

    page = text_of(reader(iris).get(f"{QUEUE}{case.number}/change/"))

    assert f"Dispute {dispute.number} of anna (abuse in messages) was decided: warning" in page
    assert f"Dispute {own.number} of" not in page


def test_other_accounts_with_the_address_are_shown_to_those_who_decide(
    reader: Reader, staff: Staff, case: PersonCase, iris: User, bert: User, person: Callable[..., User]
) -> None:
    EmailAddress.objects.create(user=bert, email="bert@example.net", verified=True)
    ConfirmedAddress.objects.create(user=bert, email="bert@example.net")
    former, later = person("former"), person("later")
    ConfirmedAddress.objects.create(user=former, email="bert@example.net", removed_at=case.opened_at)
    client = reader(iris)
    press(client, case, "take")
    press(client, case, "decide", verdict="suspended", reason="Seen.", days=3)
    erasure.close(bert, ending=True)
    erasure.finish(bert.pk)
    address_confirmed.send(sender=User, user=later, email="bert@example.net")

    found = [account.username for account in client.get(f"{QUEUE}person/{later.pk}/").context["accounts"]]
    helper = reader(staff("hugo", "helper")).get(f"{QUEUE}person/{later.pk}/")

    bert.refresh_from_db()
    assert bert.username in found
    assert helper.context["accounts"] is None
    assert "Other accounts" not in text_of(helper)
    assert Sanction.objects.get(user=later).person_case == case.pk
