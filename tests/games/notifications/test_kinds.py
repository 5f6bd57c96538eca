"""Declaring a kind of notifications: what a new one gets without any change elsewhere."""

from collections.abc import Callable, Iterator
from typing import ClassVar

import pytest
from django.utils import timezone, translation
from django.utils.functional import lazystr

from accounts.models import User
from games.core import event_log, event_types, notifications
from games.core.event_log import Entry
from games.core.event_types import Audience
from games.core.models.events import Event
from games.core.notifications import NotificationKind, NotificationLine
from games.notifications import bell, choices
from games.notifications.models import Delivery
from games.notifications.push.messages import content_of
from tests.games.notifications.postbox import PostBox, text_of


class InvitedNotification(NotificationKind):
    """As small as a kind can be."""

    name = "invited"
    events: ClassVar[tuple[str, ...]] = ("invited",)
    label = lazystr("Invitation")
    help = lazystr("A club invites you.")

    def line(self, event: Event, reader: User) -> NotificationLine:
        return NotificationLine(f"{event.data['club']} invites you", "We meet on Fridays.", "/clubs/")


@pytest.fixture
def invited(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The kind and its type of events, for one test."""
    monkeypatch.setattr(event_types, "_registered", dict(event_types._registered))
    monkeypatch.setattr(notifications, "_registered", dict(notifications._registered))
    monkeypatch.setattr(notifications, "_of_type", dict(notifications._of_type))
    event_types.event_type("invited", lazystr("invited"), audience=Audience.RECIPIENTS)
    notifications.register(InvitedNotification)
    with translation.override("en"):
        yield


def invite(by: User, to: User) -> None:
    entry = Entry(type="invited", recipients=(by.pk, to.pk), actor_id=by.pk, data={"club": "Rochade"})
    event_log.record([entry], now=timezone.now())


def test_a_new_kind_is_the_last_row_of_the_preferences(invited: None, anna: User) -> None:
    table = choices.table_of(anna, choices.settings_of(anna))

    assert list(table)[-1] == "invited"
    # There is no webhook.
    assert table["invited"]["webhook"] is None
    assert {is_on for name, is_on in table["invited"].items() if name != "webhook"} == {True}


def test_a_new_kind_is_on_the_bell_of_its_recipients_without_its_actor(invited: None, anna: User, bert: User) -> None:
    invite(anna, bert)
    row = choices.settings_of(bert)

    (item,) = bell.items_of(bert, row)
    assert notifications.line_of(item.event, bert) == NotificationLine(
        "Rochade invites you", "We meet on Fridays.", "/clubs/"
    )
    assert bell.unread_count(bert, row) == 1
    assert not bell.items_of(anna, choices.settings_of(anna)).exists()


def test_a_new_kind_is_mailed_by_the_general_template(
    invited: None, anna: User, bert: User, reachable: None, box: PostBox, run_delivery: Callable[[], None]
) -> None:
    invite(anna, bert)
    run_delivery()

    (mail,) = box.emails
    assert (mail["To"], mail["Subject"]) == ("bert@example.org", "Rochade invites you")
    assert "Rochade invites you.\nWe meet on Fridays.\n\nRead more: http://localhost:8000/clubs/" in text_of(mail)
    assert "We meet on Fridays." in text_of(mail, "html")
    assert "List-Unsubscribe" in mail


def test_a_new_kind_is_pushed(invited: None, anna: User, bert: User) -> None:
    invite(anna, bert)

    delivery = Delivery(event=Event.objects.get(type="invited"), user=bert)

    content, short = (content_of(delivery, with_texts=with_texts) for with_texts in (True, False))

    assert (content["title"], content["body"], content["url"]) == (
        "Rochade invites you",
        "We meet on Fridays.",
        "/clubs/",
    )
    # As long as its kind does not say that it is no private text.
    assert short == content | {"body": ""}


def test_a_kind_that_is_switched_off_is_sent_nowhere(invited: None, anna: User, bert: User) -> None:
    choices.change(bert, table={"invited": {"bell": False}})
    invite(anna, bert)

    assert not bell.items_of(bert, choices.settings_of(bert)).exists()


def test_names_and_types_of_events_are_given_once(invited: None) -> None:
    class SameName(NotificationKind):
        name = "invited"
        events: ClassVar[tuple[str, ...]] = ()

    class SameType(NotificationKind):
        name = "uninvited"
        events: ClassVar[tuple[str, ...]] = ("invited",)

    with pytest.raises(ValueError, match="there is a notification kind 'invited' already"):
        notifications.register(SameName)
    with pytest.raises(ValueError, match="there is a notification kind of invited already"):
        notifications.register(SameType)


def test_kinds_have_their_order_whatever_the_order_of_apps() -> None:
    assert [kind.name for kind in notifications.choosable_kinds()] == [
        "your_move",
        "conditional_moves_played",
        "deadline_near",
        "emergency_day",
        "leave_ends",
        "game_over",
        "challenge",
        "challenge_answer",
        "followed_challenge",
        "draw_offer",
        "takeback",
        "pause",
        "message",
        "reminder",
        "club_request",
        "club_accepted",
        "dispute",
        "report",
        "rating_corrected",
    ]
