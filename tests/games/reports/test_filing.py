"""Reports: what can be reported by whom, how they are gathered, and how many there may be."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.chat import notes, spectators
from games.chat.models import SpectatorMessage
from games.core.models.games import Game
from games.disputes.errors import ReasonMissing
from games.players import relations
from games.reports import cases, filing
from games.reports.cases import Decision
from games.reports.errors import AlreadyReported, OwnReport, TooManyReports
from games.reports.models import PersonCase, Report
from kit.errors import NotFound, Refusal, TextTooLong
from tests.games.reports.conftest import World
from tests.support.playing import unchanged
from tests.support.racing import at_once

Person = Callable[..., User]
SUBJECTS = ("spectator_message", "note", "profile", "challenge", "game")
QUOTED = {
    "spectator_message": "Both of you are fools.",
    "note": "Anna is a fool.",
    "profile": "",
    "challenge": "Fools, come here.",
    "game": "",
}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_anybody_reports_what_they_can_see(world: World, person: Person, bert: User, subject: str) -> None:
    report = filing.report(person("dora"), subject=subject, text="Look at that.", **world.subjects()[subject])

    assert (report.subject, report.quoted, report.text) == (subject, QUOTED[subject], "Look at that.")
    assert (report.case.person, report.case.status) == (bert, "open")


def test_all_about_one_person_are_one_case(world: World, person: Person, carla: User, bert: User) -> None:
    dora, subjects = person("dora"), world.subjects()
    for subject in SUBJECTS[:3]:
        filing.report(dora, subject=subject, text="Look at that.", **subjects[subject])
    filing.report(carla, subject="note", text="Look at that.", **subjects["note"])
    filing.report(carla, subject="profile", text="Look at that.", against="dora")

    assert {case.person: case.reports.count() for case in PersonCase.objects.all()} == {bert: 4, dora: 1}


def test_what_comes_after_the_verdict_is_another_case(world: World, person: Person, iris: User) -> None:
    dora = person("dora")
    first = filing.report(dora, subject="profile", against="bert", text="Look at that.").case
    cases.take(first.pk, iris)
    cases.decide(first.pk, iris, Decision(verdict=PersonCase.Verdict.DISMISSED, reason="Nothing."))

    second = filing.report(dora, subject="profile", against="bert", text="Look again.").case

    assert second.pk != first.pk
    assert second.is_pending


def delete_the_message(world: World, bert: User, dora: User) -> None:
    message = SpectatorMessage.objects.get(pk=world.message)
    spectators.delete(message.game_id, bert, message.pk)


def hide_the_note(world: World, bert: User, dora: User) -> None:
    notes.save(world.ended.number, bert, "Anna is a fool.")


def shun_the_author(world: World, bert: User, dora: User) -> None:
    relations.change(dora, bert, muted=True)


@pytest.mark.parametrize(
    ("subject", "change"),
    [
        ("spectator_message", delete_the_message),
        ("spectator_message", shun_the_author),
        ("note", hide_the_note),
        ("note", shun_the_author),
    ],
)
def test_what_somebody_cannot_read_they_cannot_report(
    world: World, person: Person, bert: User, subject: str, change: Callable[[World, User, User], None]
) -> None:
    dora = person("dora")
    change(world, bert, dora)

    with unchanged(), pytest.raises(NotFound):
        filing.report(dora, subject=subject, text="Look at that.", **world.subjects()[subject])


def test_a_player_does_not_learn_of_the_spectators_chat(world: World, anna: User) -> None:
    with unchanged(), pytest.raises(NotFound):
        filing.report(anna, subject="spectator_message", number=world.message, text="What do they say?")


@pytest.mark.parametrize(
    "what",
    [
        {"subject": "spectator_message", "number": 2**62},
        {"subject": "challenge", "number": 2**62},
        {"subject": "game", "number": 2**62, "against": "bert"},
        {"subject": "profile", "against": "nobody"},
        {"subject": "profile"},
        {"subject": "note"},
    ],
)
def test_what_is_not_there_is_not_reported(person: Person, what: dict[str, Any]) -> None:
    dora = person("dora")

    with unchanged(), pytest.raises(NotFound):
        filing.report(dora, text="Look at that.", **what)


def test_a_game_is_reported_against_one_of_its_players(world: World, person: Person, carla: User) -> None:
    dora = person("dora")

    with unchanged(), pytest.raises(NotFound):
        filing.report(dora, subject="game", number=world.ended.number, against="carla", text="Look.")


@pytest.mark.parametrize(("text", "refusal"), [("  ", ReasonMissing), ("x" * 1001, TextTooLong)])
def test_a_report_says_what_is_wrong(bert: User, anna: User, text: str, refusal: type[Refusal]) -> None:
    with unchanged(), pytest.raises(refusal):
        filing.report(anna, subject="profile", against="bert", text=text)


def test_nobody_reports_themselves(anna: User) -> None:
    with unchanged(), pytest.raises(OwnReport):
        filing.report(anna, subject="profile", against="anna", text="I am bad.")


def test_the_same_is_reported_once_and_one_person_three_times(world: World, person: Person) -> None:
    dora, subjects = person("dora"), world.subjects()
    for subject in SUBJECTS[:3]:
        filing.report(dora, subject=subject, text="Look at that.", **subjects[subject])

    with unchanged(), pytest.raises(AlreadyReported):
        filing.report(dora, subject="profile", against="bert", text="Look again.")
    with unchanged(), pytest.raises(TooManyReports) as refusal:
        filing.report(dora, subject="game", text="Look at that.", **subjects["game"])
    assert refusal.value.details == {"most": 3}


def test_ten_reports_a_day_are_enough(clock: time_machine.Traveller, anna: User, person: Person) -> None:
    names = [f"player{number}" for number in range(11)]
    for name in names:
        person(name)
    for name in names[:10]:
        filing.report(anna, subject="profile", against=name, text="Look at that.")

    with unchanged(), pytest.raises(TooManyReports) as refusal:
        filing.report(anna, subject="profile", against=names[10], text="Look at that.")

    assert refusal.value.details == {"most": 10}
    clock.shift(timedelta(days=1))
    filing.report(anna, subject="profile", against=names[10], text="Look at that.")


@pytest.mark.django_db(transaction=True)
def test_two_reports_at_once_are_one_case(game: Game, person: Person) -> None:
    people = [person(name) for name in ("dora", "emil", "fritz")]

    made = at_once(
        *(partial(filing.report, one, subject="profile", against="bert", text="Look at that.") for one in people)
    )

    assert all(isinstance(each, Report) for each in made)
    assert PersonCase.objects.get().reports.count() == 3
