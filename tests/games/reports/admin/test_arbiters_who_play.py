"""An arbiter who plays does not see what arbiters do with cases in which they take part, nor who does it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client

from accounts.models import User
from accounts.privacy.parts import all_parts
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import assignment, case_notes, filing
from games.disputes.models import AuditEntry, Dispute
from games.disputes.roles import Role
from games.disputes.verdict_kinds import Verdict
from games.players.models import Sanction
from games.reports import cases
from games.reports import filing as reports
from games.reports.cases import Decision
from games.reports.models import PersonCase
from tests.conftest import begun
from tests.support.administration import pages_of
from tests.support.api import Api
from tests.support.pages import Reader
from tests.support.people import new_person
from tests.support.ruling import decided
from tests.support.savepoints import kept_for_a_module
from tests.support.signing_in import sign_in
from tools.launcher.workspace import ROOT

# Like no other word on any page.
NAME = "Zebulonarbiter"
TABLES = (AuditEntry, Dispute, PersonCase, Sanction)
OF_PLAYERS = ("/", "/disputes/", "/notifications/", "/players/judith/", "/games/", "/reports/")


@pytest.fixture(scope="module")
def _judge(django_db_setup: None, django_db_blocker: Any) -> Iterator[User]:
    with kept_for_a_module(django_db_blocker, build) as judge:
        yield judge


@pytest.fixture
def judge(_judge: User, db: None) -> User:
    """An arbiter who was warned and muted by another one, plays in games with cases, and has reported Bert."""
    return User.objects.get(pk=_judge.pk)


@pytest.fixture
def bert(judge: User) -> User:
    return User.objects.get(username="bert")


def arbiter_called(name: str) -> User:
    user = new_person(name, is_staff=True)
    user.groups.add(Group.objects.get(name=Role.ARBITER))
    return user


def build() -> User:
    judge, other = arbiter_called("judith"), arbiter_called(NAME)
    anna, bert = new_person("anna"), new_person("bert")

    def begin() -> Game:
        return begun(judge, bert, Agreement())

    for by, verdict in ((judge, Verdict.WARNED), (bert, Verdict.MUTED)):
        case = filing.open_dispute(begin().number, by, category="abuse", text="Look.")
        case_notes.note(case.number, other, "Here we go again.")
        decided(case, other, verdict, against=judge, days=3 if verdict == Verdict.MUTED else 0)
    taken = filing.open_dispute(begin().number, judge, category="other", text="Nobody can win.")
    assignment.take_case(taken.number, other)
    urgent = filing.open_dispute(begin().number, judge, category="other", text="Nobody can win.")
    case_notes.escalate(urgent.number, other, "It is one of us.")
    for reporter, whom in ((anna, judge), (judge, bert)):
        about = reports.report(reporter, subject="profile", against=whom.username, text="Look.").case
        cases.take(about.pk, other)
        cases.decide(about.pk, other, Decision(verdict=PersonCase.Verdict.MUTED, reason="Seen.", days=3))
    client = sign_in(Client(), other)
    for model, page in ((Dispute, "change"), (Dispute, "report"), (PersonCase, "change"), (Sanction, "change")):
        base = f"/admin/{model._meta.label_lower.replace('.', '/')}/"
        for pk in model._default_manager.values_list("pk", flat=True):
            client.get(f"{base}{pk}/{page}/")
    return judge


def test_no_page_names_the_arbiter(reader: Reader, judge: User, bert: User) -> None:
    client, found = reader(judge), {}
    addresses = [*OF_PLAYERS, f"/admin/reports/personcase/person/{bert.pk}/"]
    for model in TABLES:
        base = f"/admin/{model._meta.label_lower.replace('.', '/')}/"
        addresses += [f"{base}?q={word}" for word in ("judith", "bert", NAME)] + [f"{base}?state=all"]
        addresses += [f"{base}{pk}/{page}/" for pk in model._default_manager.values_list("pk", flat=True)
                      for page in ("change", "history", "report")]  # fmt: skip
    addresses += [f"/disputes/{pk}/" for pk in Dispute.objects.values_list("pk", flat=True)]

    for address, answer in [*pages_of(client), *((address, client.get(address)) for address in addresses)]:
        found[address] = NAME in answer.content.decode().replace(f'value="{NAME}"', "").replace(f"q={NAME}", "")

    assert len(found) > 50
    assert {address for address, names in found.items() if names} == set()


def test_no_answer_of_the_api_names_the_arbiter(api: Api, judge: User) -> None:
    client, found = api(judge), {}
    paths = yaml.safe_load((ROOT / "docs/openapi.yaml").read_text(encoding="utf-8"))["paths"]
    numbers: dict[str, type[Model]] = {"games": Game, "disputes": Dispute}
    for path in (path for path, operations in paths.items() if "get" in operations):
        # The directory lists all accounts. It does not say which of them are arbiters.
        if path == "/api/v1/players/":
            continue
        filled = path.replace("{username}", "judith")
        rows = numbers.get(path.split("/")[3])
        pks = rows._default_manager.values_list("pk", flat=True) if rows else []
        for address in [filled.replace("{number}", str(pk)) for pk in pks] if "{number}" in filled else [filled]:
            if "{" not in address:
                found[address] = client.get(address)

    said = {address for address, answer in found.items() if NAME in _text_of(answer)}

    assert sum(answer.status_code == 200 for answer in found.values()) > 40
    assert said == set()


def test_the_copy_of_their_data_does_not_name_the_arbiter(judge: User) -> None:
    copy = {part.file: b"".join(part.content(judge)).decode() for part in all_parts()}

    assert re.search(r"muted?", copy["sanctions.json"])
    assert [file for file, content in copy.items() if NAME in content] == []


def test_they_neither_read_nor_handle_such_cases_as_staff(reader: Reader, judge: User) -> None:
    client = reader(judge)
    disputes, persons = list(Dispute.objects.all()), list(PersonCase.objects.all())

    lists = [
        client.get(f"/admin/{table}/?state=all").context["cl"] for table in ("disputes/dispute", "reports/personcase")
    ]
    pages: list[Any] = [
        client.get(f"/admin/disputes/dispute/{row.pk}/{page}/") for row in disputes for page in ("change", "report")
    ]
    pages += [client.get(f"/admin/reports/personcase/{row.pk}/change/") for row in persons]
    pages += [client.post(f"/admin/disputes/dispute/{row.pk}/take/do/") for row in disputes]
    pages += [client.post(f"/admin/reports/personcase/{row.pk}/take/do/") for row in persons]

    assert [found.result_count for found in lists] == [0, 0]
    assert {page.status_code for page in pages} == {404}
    assert not Dispute.objects.filter(taken_by=judge).exists()


def _text_of(answer: Any) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return content.decode()
