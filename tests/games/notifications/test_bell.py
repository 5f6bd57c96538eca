"""The bell tells of the same events as every other channel, and counts what is news."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module

import pytest
from django.db import connection

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.chat.messages import send_message
from games.core.models.events import UserEvent
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.core.notifications import kind_named, line_of
from games.notifications import bell, choices
from games.notifications.delivery import dispatch
from games.notifications.models import Delivery, NotificationSettings
from games.play import conditional_moves
from games.play.actions import abort, accept_draw, decline_draw, offer_draw, play_move
from games.play.deadline_notifications import record_due
from games.play.timeouts import settle
from tests.support.playing import SHUFFLING, play, stand_at

Begin = Callable[..., Game]


def settings_of(user: User) -> NotificationSettings:
    return choices.settings_of(user)


def types_listed(user: User) -> list[str]:
    """What the bell says, the oldest first."""
    return [row.event.type for row in reversed(bell.items_of(user, settings_of(user)))]


def unread(user: User) -> int:
    return bell.unread_count(user, settings_of(user))


def everything(begin: Begin, anna: User, bert: User) -> None:
    """One event of every kind, in games of Anna's and Bert's."""
    one, two, three, four = begin(), begin(), begin(), begin(white=bert, black=anna)
    play_move(one.number, anna, "d6", ply=1, offer_draw=True, message="Remis?")
    accept_draw(one.number, bert)
    send_message(two.number, bert, "Hello.")
    abort(two.number, bert)
    over = {"turn_started_at": "2025-12-01T00:00Z", "deadline_at": "2025-12-04T00:00Z"}
    Game.objects.filter(pk=three.pk).update(**over)
    settle(three.number)
    stand_at(four, SHUFFLING)
    record_due(now=Game.objects.get(pk=four.pk).started_at + timedelta(hours=60))
    actions.challenge_player(anna, bert, Proposal(agreement=Agreement()))


def test_what_is_sent_by_email_is_on_the_bell_of_its_reader(
    begin: Begin, anna: User, bert: User, reachable: None
) -> None:
    everything(begin, anna, bert)
    dispatch()

    for user in (anna, bert):
        listed = {row.event_id for row in bell.items_of(user, settings_of(user))}
        sent = set(Delivery.objects.filter(user=user).values_list("event", flat=True))
        assert len(sent) >= 2
        assert sent <= listed
        assert len(set(types_listed(user))) >= 4


def test_the_bell_lists_the_notifications_of_a_player_in_their_order(begin: Begin, anna: User, bert: User) -> None:
    everything(begin, anna, bert)

    rows = UserEvent.objects.filter(is_notification=True)
    for user in (anna, bert):
        told = list(rows.filter(user=user).order_by("seq").values_list("event__type", flat=True))
        assert types_listed(user) == told


def test_events_of_before_notify_those_whom_they_notified_then(begin: Begin, anna: User, bert: User) -> None:
    everything(begin, anna, bert)
    columns = ("pk", "event__type", "is_notification", "covered_by")
    rows = UserEvent.objects.order_by("pk").values_list(*columns)
    recorded = list(rows.all())
    assert {is_notification for _pk, _type, is_notification, _kind in recorded} == {True, False}

    UserEvent.objects.update(is_notification=None, covered_by="")
    with connection.cursor() as cursor:
        cursor.execute(import_module("games.core.migrations.0010_notifications").NOTIFICATIONS)

    # Of those that cover others, only what hides a line of the bell counts for what was sent long ago.
    assert list(rows.all()) == [(*row[:3], row[3] if row[3] == "dispute" else "") for row in recorded]


def test_every_line_has_words_and_leads_somewhere(begin: Begin, anna: User, bert: User) -> None:
    everything(begin, anna, bert)

    lines = [line_of(row.event, bert) for row in bell.items_of(bert, settings_of(bert))]

    assert "anna played d6" in [line.text for line in lines]
    assert all(line.text and line.url.startswith("/") for line in lines)


def test_a_no_to_a_draw_rings_with_its_reason_and_leads_to_the_game(game: Game, anna: User, bert: User) -> None:
    bell.mark_seen(anna, 100)
    offer_draw(game.number, anna)
    decline_draw(game.number, bert, reason="I like my position.")

    news = bell.items_of(anna, settings_of(anna))[0]
    line = line_of(news.event, anna)
    assert (line.text, line.more) == ("bert declined your draw offer", "I like my position.")
    assert line.url == f"/games/{game.number}/"
    assert "draw_declined" not in types_listed(bert)


def test_conditional_moves_that_have_ended_ring_for_their_player_alone_and_are_sent_nowhere(
    game: Game, anna: User, bert: User
) -> None:
    play(game, "d6")
    conditional_moves.keep_lines(game.number, anna, [["f4", "d2"]], ply=2)
    play(game, "b4")

    news = bell.items_of(anna, settings_of(anna))[0]
    line = line_of(news.event, anna)
    assert line.text == "Your conditional moves against bert have ended"
    assert line.more == "Your conditional moves have ended: they had no answer to this move."
    assert line.url == f"/games/{game.number}/"
    assert "conditional_moves_stopped" not in types_listed(bert)
    kind, wishes = kind_named("conditional_moves_stopped"), settings_of(anna)
    assert [channel for channel in choices.channel_labels() if choices.is_wanted(anna, wishes, kind, channel)] == [
        "bell"
    ]


def test_that_conditional_moves_have_ended_is_no_news_when_one_has_moved(game: Game, anna: User) -> None:
    play(game, "d6")
    conditional_moves.keep_lines(game.number, anna, [["f4", "d2"]], ply=2)
    before = unread(anna)
    play(game, "b4")
    waiting = unread(anna)
    play(game, "d2")

    assert (before, waiting, unread(anna)) == (0, 2, 0)


def test_of_a_bell_that_was_never_opened_the_newest_events_are_counted(
    game: Game, anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        send_message(game.number, bert, f"Hello {number}.")
    before = unread(anna)
    monkeypatch.setattr(bell, "MOST_LOOKED_AT", 3)

    assert (before >= 5, unread(anna)) == (True, 3)


def test_what_has_been_seen_is_no_news(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")
    before = unread(bert)
    bell.mark_seen(bert, 4)
    bell.mark_seen(bert, 1)
    after = unread(bert)
    send_message(game.number, anna, "Well?")

    assert (before, after, unread(bert)) == (2, 0, 1)


def test_a_move_that_has_been_answered_is_no_news(game: Game, anna: User, bert: User) -> None:
    bell.mark_seen(bert, 2)
    play(game, "d6")
    waiting = unread(bert)
    play(game, "f4")

    assert (waiting, unread(bert), unread(anna)) == (1, 0, 1)
    assert types_listed(bert)[-1] == "move_played"


def test_the_bell_is_silent_where_it_is_to_be(game: Game, anna: User, bert: User) -> None:
    choices.change(bert, table={"your_move": {"bell": False}})
    play(game, "d6")

    assert types_listed(bert) == ["challenge_received"]
