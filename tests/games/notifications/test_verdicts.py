"""A verdict that ends a game is told once by each channel: with the verdict, which says how the game ended."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.notifications import bell, choices
from games.notifications.delivery import deliver, dispatch
from games.notifications.models import Delivery, PushSubscription
from games.play.actions import decline_draw, offer_draw, resign
from games.play.timeouts import settle
from tests.games.notifications.postbox import PostBox, text_of
from tests.support.playing import SHUFFLE, SHUFFLING, let_time_run_out, play, stand_at
from tests.support.ruling import decided

Begin = Callable[..., Game]
BOTH = {"game_finished", "dispute_decided"}
CHANNELS = ["bell", "email", "push"]


def subscribed(user: User) -> None:
    address = f"https://push.example.org/{user.pk}"
    PushSubscription.objects.create(user=user, endpoint=address, host="push.example.org", p256dh="x", auth="x")


def notified(user: User, channel: str) -> set[str]:
    """What the channel tells the user of the two events."""
    if channel == "bell":
        types = [row.event.type for row in bell.items_of(user, choices.settings_of(user))]
    else:
        dispatch()
        rows = Delivery.objects.filter(user=user, channel=channel)
        types = list(rows.values_list("event__type", flat=True))
    assert len(set(types) & BOTH) == len([each for each in types if each in BOTH])
    return BOTH.intersection(types)


def want(user: User, channel: str, *, dispute: bool, game_over: bool) -> None:
    choices.change(user, table={"dispute": {channel: dispute}, "game_over": {channel: game_over}})
    user.refresh_from_db()


@pytest.fixture
def disputed(begin: Begin, anna: User, bert: User, reachable: None) -> Dispute:
    subscribed(anna)
    subscribed(bert)
    return filing.open_dispute(begin().number, anna, category="other", text="Look at this.")


@pytest.mark.parametrize("channel", CHANNELS)
@pytest.mark.parametrize(
    ("dispute", "game_over", "expected"),
    [
        (True, True, {"dispute_decided"}),
        (True, False, {"dispute_decided"}),
        (False, True, {"game_finished"}),
        (False, False, set()),
    ],
)
def test_an_end_by_verdict_is_sent_once_and_to_whom_wants_either(
    disputed: Dispute, iris: User, bert: User, channel: str, dispute: bool, game_over: bool, expected: set[str]
) -> None:
    want(bert, channel, dispute=dispute, game_over=game_over)

    decided(disputed, iris, Verdict.WHITE_WON)

    assert notified(bert, channel) == expected


def test_one_channel_decides_nothing_about_another(disputed: Dispute, iris: User, anna: User) -> None:
    want(anna, "email", dispute=False, game_over=True)

    decided(disputed, iris, Verdict.DRAW)

    assert [notified(anna, channel) for channel in CHANNELS] == [
        {"dispute_decided"},
        {"game_finished"},
        {"dispute_decided"},
    ]


@pytest.mark.parametrize("channel", CHANNELS)
def test_a_player_who_was_accused_is_notified_of_a_verdict_that_ends_the_game(
    begin: Begin, iris: User, anna: User, bert: User, reachable: None, channel: str
) -> None:
    subscribed(bert)
    dispute = filing.open_dispute(begin().number, anna, category="computer_help", text="He plays like one.")

    decided(dispute, iris, Verdict.WHITE_WON)

    assert notified(bert, channel) == {"dispute_decided"}


@pytest.mark.parametrize("channel", CHANNELS)
def test_a_proven_claim_is_sent_once(begin: Begin, anna: User, bert: User, reachable: None, channel: str) -> None:
    subscribed(bert)
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE, *SHUFFLE)

    filing.open_dispute(game.number, anna, category="repetition")

    assert notified(bert, channel) == {"dispute_decided"}


@pytest.mark.parametrize("channel", CHANNELS)
def test_an_end_that_settles_a_dispute_is_sent_besides(
    begin: Begin, anna: User, bert: User, reachable: None, channel: str
) -> None:
    """That nobody had to decide does not say who has won."""
    subscribed(bert)
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    dispute = filing.open_dispute(game.number, anna, category="draw", text="Nobody can win this.")
    resign(game.number, anna)

    dispute.refresh_from_db()
    assert dispute.verdict == Verdict.SETTLED
    assert notified(bert, channel) == BOTH


@pytest.mark.parametrize("channel", CHANNELS)
def test_an_end_after_a_verdict_is_sent_besides(disputed: Dispute, iris: User, bert: User, channel: str) -> None:
    decided(disputed, iris, Verdict.DISMISSED)
    let_time_run_out()
    settle(disputed.game_id)

    assert notified(bert, channel) == BOTH


def test_the_mail_of_a_verdict_says_the_rating(
    disputed: Dispute, iris: User, anna: User, bert: User, box: PostBox, run_delivery: Callable[[], None]
) -> None:
    decided(disputed, iris, Verdict.WHITE_WON, reason="He had help.")

    run_delivery()

    game = Game.objects.get()
    assert game.white_rating is not None
    assert game.white_rating_change
    (email,) = [each for each in box.emails if each["To"] == anna.email and "has been decided" in each["Subject"]]
    rating = game.white_rating + game.white_rating_change
    assert f"anna has won the game. Your rating is now {rating} (+{game.white_rating_change})." in text_of(email)
    assert f"Your rating is now <b>{rating}</b>" in text_of(email, "html")
    assert not [each for each in box.emails if each["Subject"].startswith("You won")]


def test_the_mail_of_a_dismissed_appeal_says_that_the_first_verdict_stands(
    disputed: Dispute, arbiter: User, iris: User, anna: User, bert: User, box: PostBox, run_delivery: Callable[[], None]
) -> None:
    decided(disputed, arbiter, Verdict.WHITE_WON)
    run_delivery()
    appeal = filing.appeal(disputed.number, bert, text="I had no help.")
    User.objects.filter(pk=bert.pk).update(language="de")
    box.emails.clear()

    decided(appeal, iris, Verdict.DISMISSED, reason="You had.")
    run_delivery()

    to = {email["To"]: text_of(email) for email in box.emails if "You had." in text_of(email)}
    assert "The first decision stands." in to[anna.email]
    assert "Die erste Entscheidung bleibt bestehen." in to[bert.email]
    assert "stays as it is" not in to[anna.email]


def test_gathered_news_of_a_verdict_say_how_the_game_ended(
    clock: time_machine.Traveller, begin: Begin, disputed: Dispute, iris: User, anna: User, box: PostBox
) -> None:
    choices.change(anna, pace="hourly")
    begin()
    decided(disputed, iris, Verdict.WHITE_WON)
    dispatch()
    clock.shift(timedelta(hours=1))

    deliver(seconds=30)

    (email,) = [each for each in box.emails if each["To"] == anna.email]
    for kind in ("plain", "html"):
        assert "anna has won the game." in text_of(email, kind)
