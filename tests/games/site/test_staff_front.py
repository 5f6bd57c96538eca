"""The first page of the administration: what waits, what was done, the search, and what each role finds there."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.core.models.games import Game
from games.disputes import assignment, filing
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.reports import filing as reports
from tests.support.pages import Reader
from tests.support.reading import text_of
from tests.support.ruling import Staff, decided

Begin = Callable[..., Game]
DAY = timedelta(days=1)


def opened(begin: Begin, player: User, *, days_ago: int = 0, category: str = "other", **terms: User) -> Dispute:
    dispute = filing.open_dispute(begin(**terms).number, player, category=category, text="Look at that.")
    Dispute.objects.filter(pk=dispute.pk).update(opened_at=dispute.opened_at - days_ago * DAY)
    return dispute


def front_of(client: Client, search: str = "") -> str:
    return text_of(client.get("/admin/", {"q": search} if search else {}))


@pytest.fixture
def iris(staff: Staff) -> User:
    return staff("iris", "arbiter")


def test_an_arbiter_sees_what_waits_with_links_to_it(
    reader: Reader, iris: User, begin: Begin, anna: User, bert: User, carla: User
) -> None:
    old, taken = opened(begin, anna, days_ago=20), opened(begin, anna)
    assignment.take_case(taken.number, iris)
    reports.report(carla, subject="profile", against="bert", text="Look at that.")
    client = reader(iris)

    page = client.get("/admin/")

    text, html = text_of(page), page.content.decode()
    for part in (
        "1 unassigned",
        "1 overdue",
        "1 mine",
        f"The oldest case: № {old.number}",
        f"Next case: № {old.number}",
    ):
        assert part in text
    assert "Cases about people 1 unassigned 0 mine" in text
    for link in ("?state=open", "?due=overdue", "?whose=appeals", "?state=taken&amp;whose=mine"):
        assert f'href="/admin/disputes/dispute/{link}"' in html
    assert '<details class="front__records">' in html


def test_the_figures_are_of_thirty_days_and_leave_out_the_games_of_the_reader(
    reader: Reader, staff: Staff, iris: User, begin: Begin, anna: User, bert: User
) -> None:
    jonas = staff("jonas", "arbiter")
    first = decided(opened(begin, anna, days_ago=2), jonas, Verdict.DISMISSED)
    decided(filing.appeal(first.number, anna, text="Again."), iris, Verdict.RESUMED)
    past = decided(opened(begin, anna, days_ago=40), jonas, Verdict.DISMISSED)
    Dispute.objects.filter(pk=past.pk).update(decided_at=past.opened_at + DAY)
    decided(opened(begin, anna, days_ago=30, white=anna, black=iris), jonas, Verdict.DISMISSED)
    opened(begin, anna, white=anna, black=iris)

    of_iris, of_jonas = front_of(reader(iris)), front_of(reader(jonas))

    assert "decided by arbiters 2 half of them within 0 minutes" in of_iris
    assert "decisions reversed on appeal 1 of 1" in of_iris
    assert "0 unassigned" in of_iris
    assert "decided by arbiters 3 half of them within 2 days" in of_jonas
    assert "1 unassigned" in of_jonas


@pytest.mark.parametrize("role", ["none", "helper", "arbiter", "administrator"])
def test_each_role_sees_its_part(reader: Reader, staff: Staff, begin: Begin, anna: User, role: str) -> None:
    opened(begin, anna)

    page = reader(staff("somebody", role)).get("/admin/", {"q": "anna"})

    text = text_of(page)
    assert ("Open cases" in text) is (role in ("helper", "arbiter"))
    assert ("Next case" in text) is (role == "arbiter")
    assert ("Found" in text) is (role in ("helper", "arbiter"))
    assert ('<details class="front__records" open>' in page.content.decode()) is (role == "administrator")


def test_a_search_finds_cases_games_and_players_by_number_and_name(
    reader: Reader, iris: User, begin: Begin, anna: User, bert: User, carla: User
) -> None:
    dispute = opened(begin, anna)
    reports.report(carla, subject="profile", against="bert", text="Look at that.")
    client, case = reader(iris), f"case № {dispute.number}: #{dispute.game_id} anna – bert"

    by_number, by_name = front_of(client, str(dispute.game_id)), front_of(client, "Bert")

    assert case in by_number
    assert f"game #{dispute.game_id} anna – bert" in by_number
    assert case in by_name
    assert "player bert" in by_name
    assert "case about a person №" in by_name
    for nothing in ("nobody-of-that-name", "9" * 40, "\0"):
        assert client.get("/admin/", {"q": nothing}).status_code == 200
    assert "Nothing was found." in front_of(client, "nobody-of-that-name")


def test_a_search_finds_no_case_in_which_the_reader_takes_part(
    reader: Reader, iris: User, begin: Begin, anna: User, bert: User, carla: User
) -> None:
    dispute = opened(begin, anna, white=anna, black=iris)
    reports.report(iris, subject="profile", against="bert", text="Look at that.")
    reports.report(carla, subject="profile", against="iris", text="Look at that.")

    found = [front_of(reader(iris), search) for search in ("anna", "bert", "iris", str(dispute.number))]

    assert "case №" not in " ".join(found)
    assert "case about a person" not in " ".join(found)
    assert "player iris" not in " ".join(found)


def test_the_first_page_costs_the_same_however_many_cases_wait(
    reader: Reader, iris: User, begin: Begin, anna: User
) -> None:
    client, costs = reader(iris), []
    for _round in range(2):
        opened(begin, anna)
        client.get("/admin/")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get("/admin/")
        costs.append(len(queries))
    session, user, rights = 1, 1, 2
    counts, oldest, following, done, persons = 1, 1, 1, 1, 1

    assert costs == [session + user + rights + counts + oldest + following + done + persons] * 2
