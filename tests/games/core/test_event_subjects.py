"""Events name what they are about by type and number."""

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.challenges.actions import Proposal, challenge_player
from games.core import event_subjects
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement


def received() -> list[Event]:
    return list(Event.objects.filter(type="challenge_received").order_by("id"))


def test_subjects_of_many_events_are_loaded_in_one_query(
    anna: User, bert: User, carla: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    sent = [challenge_player(anna, other, Proposal(agreement=Agreement())) for other in (bert, carla)]
    events = received()

    with django_assert_num_queries(1):
        event_subjects.attach(events)
        found = [(event.subject, event.subject.challenger) for event in events]

    assert found == [(challenge, anna) for challenge in sent]


def test_the_subject_of_one_event_is_loaded_when_it_is_asked_for(anna: User, bert: User) -> None:
    challenge = challenge_player(anna, bert, Proposal(agreement=Agreement()))
    (event,) = received()

    assert (event.subject, event_subjects.numbers_of(event)) == (challenge, {"challenge": challenge.number})


def test_an_event_about_a_game_has_no_subject_beside_it(game: Game) -> None:
    event = Event.objects.filter(game=game)[0]

    assert (event.subject, event_subjects.numbers_of(event)) == (None, {"challenge": None})


def test_a_subject_that_is_gone_is_none(anna: User, bert: User) -> None:
    challenge_player(anna, bert, Proposal(agreement=Agreement())).delete()
    (event,) = received()

    assert event.subject is None


def test_no_type_is_declared_twice() -> None:
    with pytest.raises(ValueError, match="'challenge'"):
        event_subjects.subject_type("challenge", load=lambda _numbers: {})
