"""A push message, or one of a chat app, lies on a locked screen: it has nothing that somebody has written, unless its
reader wants it.
"""

import json
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.utils import translation

from accounts.models import User
from games.challenges import actions as challenges
from games.challenges.actions import Proposal
from games.chat import messages
from games.chat_apps.delivery import text_of
from games.core import event_subjects
from games.core.models.events import UserEvent
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.core.notifications import RELATED, kind_of, line_of
from games.disputes import filing
from games.disputes.verdict_kinds import Verdict
from games.notifications import choices
from games.notifications.models import Delivery
from games.notifications.push import subscriptions
from games.notifications.push.messages import content_of
from games.notifications.testing import send_test
from games.play.actions import decline_draw, offer_draw, resign
from games.reports import cases
from games.reports import filing as reports
from games.reports.cases import Decision
from games.reports.models import PersonCase
from tests.games.notifications.browser import Browser
from tests.games.notifications.test_push import run
from tests.games.webhooks.receiver import receiving
from tests.support.playing import play
from tests.support.ruling import decided

WORD = "Geheimnis"
# The kinds of notifications that have somebody's words.
WITH_WORDS = {"message", "challenge", "challenge_answer", "draw_offer", "dispute", "report"}


@pytest.fixture
def told(begin: Callable[..., Game], anna: User, bert: User, carla: User, arbiter: User) -> list[Delivery]:
    """What Bert and Anna are told of after the word was written wherever one can write."""
    game: Game = begin()
    play(game, "d6", "d2")
    messages.send_message(game.number, anna, WORD)
    offer_draw(game.number, anna, reason=WORD)
    decline_draw(game.number, bert, reason=WORD)
    proposal = Proposal(agreement=Agreement(), message=WORD)
    challenges.decline_challenge(challenges.challenge_player(anna, bert, proposal).number, bert, reason=WORD)
    challenges.challenge_player(anna, bert, proposal)
    resign(game.number, bert)
    dispute = filing.open_dispute(game.number, anna, category="other", text=WORD)
    decided(dispute, arbiter, Verdict.WARNED, reason=WORD, against=bert)
    case = reports.report(carla, subject="profile", against="bert", text=WORD).case
    cases.take(case.pk, arbiter)
    cases.decide(case.pk, arbiter, Decision(verdict=PersonCase.Verdict.MUTED, reason=WORD, days=3))
    rows = UserEvent.objects.filter(user__in=(anna, bert)).select_related(*RELATED, "event__game", "user")
    event_subjects.attach(row.event for row in rows)
    return [Delivery(event=row.event, user=row.user) for row in rows if kind_of(row.event)]


def name_of(delivery: Delivery) -> str:
    kind = kind_of(delivery.event)
    assert kind is not None
    return kind.name


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_kind_of_push_message_has_what_somebody_has_written(told: list[Delivery], language: str) -> None:
    with translation.override(language):
        contents = [json.dumps(content_of(each, with_texts=False), ensure_ascii=False) for each in told]
        written = {name_of(each) for each in told if WORD in str(line_of(each.event, each.user))}

    assert written == WITH_WORDS
    assert [each for each in contents if WORD in each] == []


@pytest.mark.parametrize("with_texts", [False, True])
def test_chat_apps_get_it_only_if_the_reader_wants_it(told: list[Delivery], with_texts: bool) -> None:
    written = {name_of(each) for each in told if WORD in text_of(each, with_texts=with_texts)}

    assert written == (WITH_WORDS if with_texts else set())


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_kind_of_push_message_has_it_if_the_reader_wants_it(told: list[Delivery], language: str) -> None:
    with translation.override(language):
        contents = {name_of(each): content_of(each, with_texts=True)["body"] for each in reversed(told)}
        written = {name_of(each) for each in told if WORD in content_of(each, with_texts=True)["body"]}

    assert written == WITH_WORDS
    assert contents


@pytest.mark.parametrize("name", ["game_over"])
def test_sentences_of_the_server_are_there_in_any_case(told: list[Delivery], name: str) -> None:
    bodies = {name_of(each): content_of(each, with_texts=False)["body"] for each in told}

    assert bodies[name]


@pytest.mark.parametrize("is_on", [None, False, True])
def test_the_words_leave_the_server_only_if_the_reader_has_said_so(
    settings: LazySettings, game: Game, anna: User, bert: User, is_on: bool | None
) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = True
    browser = Browser()
    if is_on is not None:
        choices.change(bert, push_texts=is_on)
    with receiving() as sink:
        sink.status = 201
        subscriptions.subscribe(bert, endpoint=f"http://127.0.0.1:{sink.port}/1", **browser.keys, device="Firefox")
        messages.send_message(game.number, anna, WORD)
        send_test(bert)
        run()
        sent = [browser.json(request.body) for request in sink.requests]

    [message] = [each for each in sent if each["tag"].startswith("message")]
    assert (message["title"], message["body"]) == ("anna sent you a message", WORD if is_on else "")
