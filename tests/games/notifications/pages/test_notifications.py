"""The page of notifications, and the addresses in mails that end mails of one kind."""

import hashlib
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.test import Client as Browser
from django.utils import timezone

from accounts.models import User
from accounts.models.tokens import digest_of
from games.chat.messages import send_message
from games.core.models.games import Game
from games.notifications import bounces, choices
from games.notifications.delivery import deliver, dispatch
from games.notifications.models import Delivery, NotificationSettings, PushSubscription
from games.notifications.outgoing import PushChannel
from games.notifications.push import delivery as push_delivery
from games.notifications.push import subscriptions
from games.play import deadline_steps
from games.play.deadline_notifications import record_due
from games.webhooks import actions
from games.webhooks.delivery import write_down
from kit.outgoing.places import Places
from tests.games.notifications.browser import Browser as Keys
from tests.games.notifications.postbox import PostBox
from tests.support.pages import Reader
from tests.support.reading import heading, messages_in, mistakes, text_of

PAGE = "/preferences/notifications/"
FORM = {"pace": "daily", "daily_hour": "19", "quiet_from": "22", "quiet_until": "7", "message.email": "on"}


def test_what_is_ticked_and_chosen_is_kept(reader: Reader, anna: User) -> None:
    browser = reader(anna)

    answer = browser.post(PAGE, FORM)

    anna.refresh_from_db()
    row = choices.settings_of(anna)
    table = choices.table_of(anna, row)
    assert messages_in(answer) == ["Your notification settings are saved."]
    assert [name for name, cells in table.items() if cells[choices.Channel.EMAIL]] == ["message"]
    assert (row.pace, row.daily_hour, row.quiet_from, row.quiet_until) == ("daily", 19, 22, 7)
    page = browser.get(PAGE)
    assert heading(page) == "Notifications"
    assert 'name="message.email" id="id_message.email" checked' in page.content.decode()


def test_webhooks_are_a_column_for_those_who_have_one(reader: Reader, anna: User) -> None:
    browser = reader(anna)
    without = browser.get(PAGE).content.decode()
    few = actions.create(anna, url="https://9.9.9.9/few/", types=["move_played", "message_sent"])
    some = browser.get(PAGE).content.decode()
    actions.change(anna, few.pk, active=False)
    off = browser.get(PAGE).content.decode()

    assert [page.count(".webhook") for page in (without, off)] == [0, 0]
    assert some.count('name="message.webhook"') == 1
    assert 'name="message.webhook" id="id_message.webhook" checked' in some
    # It gets moves, and not the beginning of a game.
    assert 'name="your_move.webhook" id="id_your_move.webhook" checked' not in some


def test_a_tick_for_webhooks_changes_all_of_them_and_nothing_else(reader: Reader, anna: User) -> None:
    everything = actions.create(anna, url="https://9.9.9.9/all/")
    few = actions.create(anna, url="https://9.9.9.9/few/", types=["move_played", "message_sent"])
    table = choices.table_of(anna, None)
    form = FORM | {f"{name}.webhook": "on" for name, cells in table.items() if cells["webhook"] and name != "message"}

    reader(anna).post(PAGE, form | {"reminder.webhook": "on"})

    everything.refresh_from_db()
    few.refresh_from_db()
    assert few.types == ["move_played", "opponent_reminded"]
    assert not everything.hears("message_sent")
    assert everything.hears("move_played")
    assert everything.hears("challenge_received")


def test_what_is_saved_unchanged_changes_no_webhook(reader: Reader, anna: User) -> None:
    everything = actions.create(anna, url="https://9.9.9.9/all/")
    few = actions.create(anna, url="https://9.9.9.9/few/", types=["move_played"])
    table = choices.table_of(anna, None)

    reader(anna).post(PAGE, FORM | {f"{name}.webhook": "on" for name, cells in table.items() if cells["webhook"]})

    everything.refresh_from_db()
    few.refresh_from_db()
    assert (everything.types, few.types) == ([], ["move_played"])


def test_steps_before_a_deadline_are_chosen_and_ended(reader: Reader, anna: User) -> None:
    browser = reader(anna)
    browser.post(PAGE, FORM | {"deadline_hours": ["72", "24", "6"], "email_while_open": "on"})
    chosen = deadline_steps.steps_of(anna), choices.settings_of(anna).email_while_open
    page = browser.get(PAGE).content.decode()
    many = browser.post(PAGE, FORM | {"deadline_hours": ["168", "120", "72", "48", "24", "12"]})
    browser.post(PAGE, FORM)

    assert chosen == ([72, 24, 6], True)
    assert page.count('name="deadline_hours"') == 9
    assert many.status_code == 422
    assert deadline_steps.steps_of(anna) == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"pace": "sometimes"}, "pace"),
        ({"daily_hour": "24"}, "daily_hour"),
        ({"quiet_until": ""}, "quiet_until"),
        ({"quiet_from": "25"}, "quiet_from"),
    ],
)
def test_what_cannot_be_is_shown_beside_its_field(
    reader: Reader, anna: User, change: dict[str, str], field: str
) -> None:
    page = reader(anna).post(PAGE, FORM | change)

    assert (page.status_code, list(mistakes(page))) == (422, [field])
    assert not NotificationSettings.objects.exists()


def test_webhooks_are_named_beside_the_table(reader: Reader, anna: User) -> None:
    assert "A webhook can also notify" in text_of(reader(anna).get(PAGE))


# --- Ending mails from a mail -----------------------------------------------------------------------------------------


@pytest.fixture
def address(game: Game, reachable: None, box: PostBox, settings: LazySettings) -> str:
    """Where the one mail to Anna says that mails of its kind are ended."""
    settings.SITE_URL = "http://testserver"
    dispatch()
    deliver(seconds=30)
    (email,) = box.emails
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    return str(email["List-Unsubscribe"].strip(" <>"))


def by_email(user: User) -> set[str]:
    user.refresh_from_db()
    table = choices.table_of(user, choices.settings_of(user))
    return {name for name, cells in table.items() if cells[choices.Channel.EMAIL]}


def test_a_mail_program_ends_mails_of_this_kind_with_one_request(address: str, anna: User) -> None:
    before = by_email(anna)

    answer = Browser(enforce_csrf_checks=True).post(address, {"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200
    assert before - by_email(anna) == {"your_move"}


def test_looking_at_the_address_changes_nothing_and_a_button_does(address: str, anna: User) -> None:
    browser = Browser()
    before = by_email(anna)

    page = browser.get(address)
    after_looking = by_email(anna)
    ended = browser.post(address)
    after_ending = by_email(anna)
    browser.post(address, {"again": "on"})

    assert "It is my move" in text_of(page)
    assert heading(ended) == "You have unsubscribed from these emails"
    assert (after_looking, before - after_ending, by_email(anna)) == (before, {"your_move"}, before)


@pytest.mark.parametrize(
    "spoil", [lambda url: url[:-3] + "x/", lambda url: url.replace("unsubscribe/", "unsubscribe/x")]
)
def test_an_address_that_was_tampered_with_is_not_found(address: str, anna: User, spoil: Callable[[str], str]) -> None:
    before = by_email(anna)

    answer = Browser().post(spoil(address))

    assert (answer.status_code, by_email(anna)) == (404, before)


def test_addresses_in_older_mails_can_be_made_invalid(address: str, reader: Reader, anna: User) -> None:
    before = by_email(anna)

    answer = reader(anna).post(f"{PAGE}links/")

    assert messages_in(answer) == ["The unsubscribe links in your older emails no longer work."]
    assert (Browser().post(address).status_code, Browser().get(address).status_code) == (404, 404)
    assert by_email(anna) == before


# --- The bell ---------------------------------------------------------------------------------------------------------


def test_what_has_happened_is_listed_and_counted_until_it_has_been_seen(
    reader: Reader, game: Game, anna: User, bert: User
) -> None:
    send_message(game.number, anna, "<b>Well?</b>")
    browser = reader(bert)

    page = browser.get("/notifications/")
    before = browser.get("/waiting/").json()
    answer = browser.post("/notifications/seen/", {"seq": str(page.context["last_seq"])})

    assert "anna sent you a message" in text_of(page)
    assert "&lt;b&gt;Well?&lt;/b&gt;" in page.content.decode()
    assert (before["unread"], before["unread_words"]) == (2, ", 2 new")
    assert answer.headers["Location"] == "/notifications/"
    assert browser.get("/waiting/").json()["unread"] == 0


def test_the_menu_has_the_latest_and_the_page_goes_on(reader: Reader, game: Game, anna: User, bert: User) -> None:
    for number in range(35):
        send_message(game.number, anna, f"No. {number}")
    browser = reader(bert)

    menu, first = browser.get("/notifications/?menu=1"), browser.get("/notifications/")
    second = browser.get(f"/notifications/?before={first.context['items'][-1]['user_event'].seq}")

    assert (len(menu.context["items"]), len(first.context["items"]), len(second.context["items"])) == (6, 30, 6)
    assert b"<html" not in menu.content


@pytest.mark.parametrize("seq", ["", "x", "9" * 30, "-1"])
def test_a_number_that_is_none_marks_nothing(reader: Reader, game: Game, bert: User, seq: str) -> None:
    browser = reader(bert)

    browser.post("/notifications/seen/", {"seq": seq})

    assert browser.get("/waiting/").json()["unread"] == 1


# --- Do they arrive? --------------------------------------------------------------------------------------------------

ARRIVAL = "/preferences/notifications/arrival/"


def test_a_test_is_sent_and_its_receipts_are_shown(reader: Reader, anna: User, reachable: None, box: PostBox) -> None:
    browser = reader(anna)

    asked = browser.post(ARRIVAL)
    waiting = text_of(browser.get(ARRIVAL))
    dispatch()
    deliver(seconds=30)
    page = text_of(browser.get(ARRIVAL))

    assert messages_in(asked) == ["The test notification has been sent. The results appear below."]
    assert "waiting" in waiting
    assert "accepted" not in waiting
    assert "accepted" in page
    assert [email["Subject"] for email in box.emails] == ["Your notifications work"]


def test_everything_that_was_sent_is_in_the_log(
    reader: Reader, game: Game, anna: User, bert: User, reachable: None, box: PostBox
) -> None:
    dispatch()
    deliver(seconds=30)

    assert "Your game against bert has begun Email" in text_of(reader(anna).get(ARRIVAL))
    assert "Nothing has been sent yet." in text_of(reader(bert).get(ARRIVAL))


@pytest.mark.parametrize(("months", "text"), [(1, "this month and last month"), (3, "in the 3 months before")])
def test_the_page_says_for_how_many_months_deliveries_are_kept(
    reader: Reader, game: Game, anna: User, reachable: None, settings: LazySettings, months: int, text: str
) -> None:
    settings.DELIVERIES_KEPT_MONTHS = months
    dispatch()

    assert f"{text} are kept." in text_of(reader(anna).get(ARRIVAL))


def test_the_log_can_be_narrowed_to_deadline_notifications(
    reader: Reader, game: Game, anna: User, reachable: None, box: PostBox
) -> None:
    now = timezone.now()
    Game.objects.update(deadline_at=now + timedelta(hours=2), quarter_at=now, deadline_notification_at=now)
    Game.objects.update(turn_started_at=timezone.now() - timedelta(days=2))
    assert record_due() == 1
    dispatch()
    deliver(seconds=30)

    whole, narrowed = (text_of(reader(anna).get(ARRIVAL + query)) for query in ("", "?only=time"))

    assert ("has begun Email" in whole, "Your time against bert is running out" in whole) == (True, True)
    assert ("has begun Email" in narrowed, "Your time against bert is running out" in narrowed) == (False, True)


def test_webhooks_that_hear_of_no_tests_are_pinged(reader: Reader, anna: User) -> None:
    actions.create(anna, url="https://8.8.8.8/all/")
    few = actions.create(anna, url="https://9.9.9.9/few/", types=["game_started"])
    off = actions.create(anna, url="https://1.1.1.1/off/", types=["game_started"])
    actions.change(anna, off.pk, active=False)
    browser = reader(anna)

    browser.post(ARRIVAL)
    write_down()
    page = text_of(browser.get(ARRIVAL))

    assert [delivery.user_event for delivery in few.deliveries.all()] == [None]
    assert ("Webhook to 8.8.8.8 waiting" in page, "Webhook to 9.9.9.9 waiting" in page) == (True, True)
    assert "1.1.1.1" not in page


def test_every_page_of_the_account_and_the_first_one_say_that_mail_is_off(
    reader: Reader, anna: User, reachable: None
) -> None:
    bounces.switch_off(anna, anna.email, bounces.Reason.BOUNCED)
    browser = reader(anna)
    warned = [
        "sent to anna@example.org, because the address was rejected as unknown" in text_of(browser.get(page))
        for page in ("/", PAGE)
    ]

    browser.post("/preferences/notifications/mail/")

    assert warned == [True, True]
    assert "rejected as unknown" not in text_of(browser.get("/"))


def test_tests_without_end_are_slowed_down(reader: Reader, anna: User, settings: LazySettings) -> None:
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {
        "DEFAULT_THROTTLE_RATES": settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | {"user": "15/minute"}
    }
    browser = reader(anna)

    said = [messages_in(browser.post(ARRIVAL)) for _time in range(2)]

    assert said[1][-1] == "That was too fast. Please try again later."


# --- Browsers ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def browser_of_anna(anna: User) -> PushSubscription:
    program = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
    return subscriptions.subscribe(anna, endpoint="https://8.8.8.8/send", **Keys().keys, device=program)


def test_browsers_are_listed_and_their_owner_can_have_them_forgotten(
    reader: Reader, anna: User, bert: User, browser_of_anna: PushSubscription
) -> None:
    address = f"/preferences/notifications/browsers/{browser_of_anna.pk}/"

    listed = text_of(reader(anna).get(PAGE))
    by_another = reader(bert).post(address).status_code
    kept = PushSubscription.objects.count()
    gone = reader(anna).post(address)

    assert "Firefox on Windows" in listed
    assert (by_another, kept) == (404, 1)
    assert messages_in(gone) == ["Push notifications are now off in this browser."]
    assert not PushSubscription.objects.exists()


def test_the_page_says_that_push_notifications_end_with_the_logout(
    reader: Reader, anna: User, browser_of_anna: PushSubscription
) -> None:
    browser = reader(anna)
    PushSubscription.objects.update(session_digest=digest_of(str(browser.session.session_key)))

    page = text_of(browser.get(PAGE))
    browser.post("/accounts/logout/")

    assert "even when no page is open, until you log out" in page
    assert not PushSubscription.objects.exists()


def test_the_page_knows_a_browser_by_what_follows_from_its_address(
    reader: Reader, anna: User, browser_of_anna: PushSubscription
) -> None:
    page = reader(anna).get(PAGE)

    digest = hashlib.sha256(b"https://8.8.8.8/send").hexdigest()
    assert page.context["known"] == {digest: browser_of_anna.pk}
    assert "https://8.8.8.8/send" not in page.content.decode()


def test_the_pages_say_which_browser_has_gone(reader: Reader, anna: User, browser_of_anna: PushSubscription) -> None:
    subscriptions.note_gone(browser_of_anna)
    browser = reader(anna)
    warned = [
        "Push notifications in Firefox on Windows have stopped" in text_of(browser.get(page)) for page in ("/", PAGE)
    ]

    browser.post(f"/preferences/notifications/browsers/{browser_of_anna.pk}/")

    assert warned == [True, True]
    assert "Firefox on Windows" not in text_of(browser.get("/"))


def test_the_test_says_what_became_of_the_push_notification(
    reader: Reader, anna: User, browser_of_anna: PushSubscription
) -> None:
    browser = reader(anna)
    browser.post(ARRIVAL)
    dispatch()
    waiting = text_of(browser.get(ARRIVAL))
    push_delivery.take(Places(PushChannel.limits))
    in_hand = text_of(browser.get(ARRIVAL))
    Delivery.objects.filter(channel="push").update(status="sent", sent_at=timezone.now())

    assert "Push will be sent" in waiting
    assert "Push being sent" in in_hand
    assert "Push accepted" in text_of(browser.get(ARRIVAL))
