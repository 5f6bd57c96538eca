"""Challengers hear what has become of their challenges, once, by every channel."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import translation

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.core import event_subjects, notifications
from games.core.models.events import UserEvent
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.core.notifications import NotificationLine
from games.notifications import bell, choices
from games.notifications.models import Delivery
from games.players import relations
from tests.games.notifications.postbox import PostBox, text_of
from tests.support.computers import Against

RunDelivery = Callable[[], None]
AS_BLACK = Proposal(agreement=Agreement(), colour="black")
AS_WHITE = Proposal(agreement=Agreement(), colour="white")


def lines_of(user: User) -> list[NotificationLine]:
    """The user's bell in English, newest first."""
    items = list(bell.items_of(user, choices.settings_of(user)))
    event_subjects.attach(item.event for item in items)
    with translation.override("en"):
        return [notifications.line_of(item.event, user) for item in items]


def texts_of(user: User) -> list[str]:
    return [line.text for line in lines_of(user)]


def subjects(box: PostBox, user: User) -> list[str]:
    return [str(mail["Subject"]) for mail in box.emails if mail["To"] == user.email]


def expire(clock: time_machine.Traveller) -> None:
    clock.shift(timedelta(days=60))
    actions.expire_challenges()


def test_a_challenge_that_is_accepted_is_on_the_bell_and_in_a_mail(
    anna: User, bert: User, reachable: None, box: PostBox, run_delivery: RunDelivery
) -> None:
    sent = actions.challenge_player(anna, bert, AS_BLACK)
    actions.accept_challenge(sent.number, bert)
    run_delivery()

    game = Game.objects.get()
    answer = lines_of(anna)[0]
    assert (answer.text, answer.more, answer.url) == (
        "bert has accepted your challenge",
        "Your game has begun.",
        f"/games/{game.number}/",
    )
    assert subjects(box, anna) == ["bert has accepted your challenge"]
    (mail,) = [mail for mail in box.emails if mail["To"] == anna.email]
    assert f"/games/{game.number}/" in text_of(mail)
    assert f"/games/{game.number}/" in text_of(mail, "html")


def test_white_gets_one_mail_when_the_game_begins_and_both_on_the_bell(
    anna: User, bert: User, reachable: None, box: PostBox, run_delivery: RunDelivery
) -> None:
    sent = actions.challenge_player(anna, bert, AS_WHITE)
    actions.accept_challenge(sent.number, bert)
    run_delivery()

    assert subjects(box, anna) == [f"Your game against bert has begun (game {Game.objects.get().number})"]
    assert texts_of(anna) == ["Your game against bert has begun", "bert has accepted your challenge"]


def test_white_without_mails_of_moves_gets_the_answer(
    anna: User, bert: User, reachable: None, box: PostBox, run_delivery: RunDelivery
) -> None:
    choices.change(anna, table={"your_move": {"email": False}})
    sent = actions.challenge_player(anna, bert, AS_WHITE)
    actions.accept_challenge(sent.number, bert)
    run_delivery()

    assert subjects(box, anna) == ["bert has accepted your challenge"]


@pytest.mark.parametrize("reason", ["", "No time this month."])
def test_a_refusal_comes_with_its_reason(
    anna: User, bert: User, reachable: None, box: PostBox, run_delivery: RunDelivery, reason: str
) -> None:
    sent = actions.challenge_player(anna, bert, AS_WHITE)
    actions.decline_challenge(sent.number, bert, reason=reason)
    run_delivery()

    [line] = lines_of(anna)
    assert (line.text, line.more, line.url) == (
        "bert has declined your challenge",
        reason,
        f"/challenges/{sent.number}/",
    )
    (mail,) = [mail for mail in box.emails if mail["To"] == anna.email]
    assert mail["Subject"] == "bert has declined your challenge"
    assert reason in text_of(mail)
    assert reason in text_of(mail, "html")


def test_what_a_muted_player_wrote_is_left_out(anna: User, bert: User) -> None:
    sent = actions.challenge_player(anna, bert, AS_WHITE)
    relations.change(anna, bert, muted=True)
    actions.decline_challenge(sent.number, bert, reason="No time, you fool.")

    assert lines_of(anna)[0].more == ""


def test_the_owner_of_an_open_challenge_hears_who_has_accepted_it(
    anna: User, bert: User, reachable: None, box: PostBox, run_delivery: RunDelivery
) -> None:
    seat = actions.challenge_anyone(anna, AS_BLACK)
    actions.accept_challenge(seat.number, bert)
    run_delivery()

    assert texts_of(anna)[0] == "bert has accepted your open challenge"
    assert subjects(box, anna) == ["bert has accepted your open challenge"]


def test_who_has_invited_hears_that_the_invitation_is_used(
    anna: User, bert: User, reachable: None, box: PostBox, run_delivery: RunDelivery
) -> None:
    _invitation, secret = actions.invite_by_link(anna, AS_BLACK)
    actions.accept_link(secret, bert)
    run_delivery()

    assert texts_of(anna)[0] == "bert has accepted your invitation"
    assert subjects(box, anna) == ["bert has accepted your invitation"]


def test_a_challenge_that_expires_says_so_to_its_challenger_only(
    clock: time_machine.Traveller, anna: User, bert: User, reachable: None, box: PostBox, run_delivery: RunDelivery
) -> None:
    actions.challenge_player(anna, bert, AS_WHITE)
    actions.challenge_anyone(anna, AS_WHITE)
    actions.invite_by_link(anna, AS_WHITE)
    expire(clock)
    run_delivery()

    expected = {
        "bert did not answer your challenge in time",
        "Nobody accepted your open challenge in time",
        "Nobody accepted your invitation in time",
    }
    assert set(texts_of(anna)) == set(subjects(box, anna)) == expected
    assert subjects(box, bert) == []
    assert Challenge.objects.filter(status="expired").count() == 3


def test_who_answers_hears_nothing_of_their_own_answer(
    anna: User, bert: User, reachable: None, box: PostBox, run_delivery: RunDelivery
) -> None:
    sent = actions.challenge_player(anna, bert, AS_WHITE)
    actions.accept_challenge(sent.number, bert)
    run_delivery()

    # The challenge itself was no longer due.
    assert subjects(box, bert) == []
    assert texts_of(bert) == ["anna challenges you to a game of Mühle"]


def test_who_does_not_want_answers_gets_none(
    anna: User, bert: User, reachable: None, run_delivery: RunDelivery
) -> None:
    choices.change(anna, table={"challenge_answer": {"email": False, "bell": False}})
    sent = actions.challenge_player(anna, bert, AS_WHITE)
    actions.decline_challenge(sent.number, bert)
    run_delivery()

    assert not Delivery.objects.exists()
    assert texts_of(anna) == []
    assert UserEvent.objects.filter(user=anna, event__type="challenge_declined").exists()


def test_what_a_computer_accepts_at_once_is_neither_on_the_bell_nor_in_a_mail(
    anna: User, reachable: None, against: Against, box: PostBox, run_delivery: RunDelivery
) -> None:
    """Whoever has challenged it sees the game; and the computer moves first here."""
    against(anna, colour="black")
    run_delivery()

    assert Challenge.objects.get().status == "accepted"
    assert texts_of(anna) == []
    assert subjects(box, anna) == []
    assert not Delivery.objects.filter(user=anna).exists()
