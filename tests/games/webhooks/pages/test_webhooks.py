"""The pages of webhooks: set one up, try it, read what became of it, switch it off and on."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.core.models.games import Game
from games.core.outgoing import worker
from games.webhooks import actions
from games.webhooks.models import Webhook, WebhookDelivery
from games.webhooks.signing import secret_of
from tests.games.webhooks.conftest import Names
from tests.games.webhooks.receiver import Receiver
from tests.support.pages import Reader
from tests.support.reading import heading, messages_in, mistakes, text_of

PAGE = "/preferences/webhooks/"


def test_a_webhook_is_set_up_tried_and_its_answer_read(reader: Reader, anna: User, receiver: Receiver) -> None:
    browser = reader(anna)
    made = browser.post(PAGE, {"url": receiver.url, "description": "My bot", "types": ["move_played"]})
    row = Webhook.objects.get()
    asked = browser.post(f"{PAGE}{row.pk}/ping/")
    worker.work_off(seconds=10)

    page = browser.get(f"{PAGE}{row.pk}/")

    assert (made.headers["Location"], asked.headers["Location"]) == (f"{PAGE}{row.pk}/", f"{PAGE}{row.pk}/")
    assert heading(page) == "My bot"
    for words in (receiver.url, "move played", "ping", "arrived", "200", "thank you"):
        assert words in text_of(page)
    assert page.headers["Cache-Control"] == "no-store"
    assert "My bot" in text_of(browser.get(PAGE))


def test_an_address_that_does_not_lead_out_is_shown_beside_its_field(reader: Reader, anna: User, names: Names) -> None:
    names["inside.example.org"] = ["10.0.0.1"]

    page = reader(anna).post(PAGE, {"url": "https://inside.example.org/"})

    assert page.status_code == 422
    assert mistakes(page) == {"url": ["A webhook cannot use this address: it does not lead to a public address."]}
    assert not Webhook.objects.exists()


def test_a_slow_one_is_said_to_be_slow(reader: Reader, anna: User, hook: Webhook) -> None:
    Webhook.objects.update(rests_until=timezone.now())

    browser = reader(anna)

    assert "slow" in text_of(browser.get(PAGE))
    assert "An answer took more than three seconds" in text_of(browser.get(f"{PAGE}{hook.pk}/"))


def test_ten_are_enough(reader: Reader, anna: User, receiver: Receiver) -> None:
    for _time in range(actions.MOST):
        actions.create(anna, url=receiver.url)

    page = reader(anna).post(PAGE, {"url": receiver.url})

    assert mistakes(page) == {"": ["You have 10 webhooks already; delete one first."]}


def test_what_failed_says_why_and_can_be_sent_again(
    reader: Reader, anna: User, hook: Webhook, game: Game, receiver: Receiver
) -> None:
    receiver.status, receiver.body = 500, b"<b>Oh</b> no."
    worker.work_off(seconds=10)
    browser = reader(anna)
    page = browser.get(f"{PAGE}{hook.pk}/")
    row = hook.deliveries.latest("id")

    answer = browser.post(f"{PAGE}{hook.pk}/redelivery/", {"delivery": row.pk})
    receiver.status = 200
    worker.work_off(seconds=10)

    for words in (
        "failing",
        "waiting",
        "500",
        "The status of the answer was not 2xx.",
        "<b>Oh</b> no.",
        "Next attempt",
    ):
        assert words in text_of(page)
    assert messages_in(answer) == ["Being sent again."]
    row.refresh_from_db()
    assert row.status == "delivered"
    later = text_of(browser.get(f"{PAGE}{hook.pk}/"))
    assert "All attempts" not in text_of(page)
    assert later.index("All attempts") < later.index("The status of the answer was not 2xx.")


def test_changes_are_saved(reader: Reader, anna: User, hook: Webhook, receiver: Receiver) -> None:
    answer = reader(anna).post(f"{PAGE}{hook.pk}/", {"url": receiver.url + "2", "types": ["game_started"]})

    hook.refresh_from_db()
    assert messages_in(answer) == ["Your changes are saved."]
    assert (hook.url, hook.types) == (receiver.url + "2", ["game_started"])


def test_a_secret_is_shown_once_after_the_webhook_was_set_up(reader: Reader, anna: User, receiver: Receiver) -> None:
    browser = reader(anna)
    made = browser.post(PAGE, {"url": receiver.url})
    secret = secret_of(Webhook.objects.get())

    pages = [text_of(browser.get(made.headers["Location"])) for _time in range(2)]

    assert [secret in page for page in pages] == [True, False]
    assert "Create new secret" in pages[1]


def test_another_secret_is_shown_once_and_the_former_one_named(reader: Reader, anna: User, hook: Webhook) -> None:
    browser, before = reader(anna), secret_of(hook)

    browser.post(f"{PAGE}{hook.pk}/secret/")
    pages = [text_of(browser.get(f"{PAGE}{hook.pk}/")) for _time in range(2)]

    hook.refresh_from_db()
    assert [secret_of(hook) in page for page in pages] == [True, False]
    assert all(before not in page for page in pages)
    assert all("signed with the old secret as well" in page for page in pages)


def test_a_new_secret_is_shown_on_the_page_of_its_webhook_alone(
    reader: Reader, anna: User, hook: Webhook, receiver: Receiver
) -> None:
    browser, other = reader(anna), actions.create(anna, url=receiver.url)
    browser.post(f"{PAGE}{hook.pk}/secret/")
    hook.refresh_from_db()

    elsewhere, here = (text_of(browser.get(f"{PAGE}{pk}/")) for pk in (other.pk, hook.pk))

    assert "whsec_" not in elsewhere
    assert secret_of(hook) in here


def test_off_on_and_gone(reader: Reader, anna: User, hook: Webhook) -> None:
    browser = reader(anna)

    browser.post(f"{PAGE}{hook.pk}/switch/", {"active": "off"})
    off = Webhook.objects.get().disabled_reason
    refused = browser.post(f"{PAGE}{hook.pk}/ping/")
    browser.post(f"{PAGE}{hook.pk}/switch/", {"active": "on"})
    on = Webhook.objects.get().is_on
    browser.post(f"{PAGE}{hook.pk}/delete/")

    assert (off, on, Webhook.objects.count()) == ("owner", True, 0)
    assert "This webhook is switched off; switch it on first." in messages_in(refused)
    assert not WebhookDelivery.objects.exists()


@pytest.mark.parametrize("reason", ["failing", "gone"])
def test_one_that_the_server_gave_up_is_shown_on_every_page_of_the_account(
    reader: Reader, anna: User, bert: User, hook: Webhook, reason: str
) -> None:
    Webhook.objects.update(disabled_at="2026-03-02T12:00Z", disabled_reason=reason)
    notification = "The webhook to 127.0.0.1 has been switched off"

    for address in ("/preferences/", "/preferences/tokens/", "/accounts/email/", PAGE):
        assert notification in text_of(reader(anna).get(address))
        assert notification not in text_of(reader(bert).get(address))
    own = text_of(reader(anna).get(f"{PAGE}{hook.pk}/"))
    assert notification not in own
    assert "switch the webhook on again" in own


def test_one_that_its_owner_switched_off_is_nobodys_news(reader: Reader, anna: User, hook: Webhook) -> None:
    actions.change(anna, hook.pk, active=False)

    assert "has been switched off:" not in text_of(reader(anna).get("/preferences/"))


@pytest.mark.parametrize("action", ["", "ping/", "redelivery/", "switch/", "secret/", "delete/"])
def test_nobody_elses_webhooks_are_found(reader: Reader, bert: User, hook: Webhook, action: str) -> None:
    before = Webhook.objects.values().get()

    answer = reader(bert).post(f"{PAGE}{hook.pk}/{action}", {"url": hook.url, "active": "off", "delivery": "1"})

    assert answer.status_code == 404
    assert Webhook.objects.values().get() == before


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 30, "²"])
def test_a_delivery_that_is_none_is_not_found(reader: Reader, anna: User, hook: Webhook, number: str) -> None:
    assert reader(anna).post(f"{PAGE}{hook.pk}/redelivery/", {"delivery": number}).status_code == 404


def test_an_action_is_done_by_post_only(reader: Reader, anna: User, hook: Webhook) -> None:
    browser = reader(anna)

    answers = [browser.get(f"{PAGE}{hook.pk}/{action}/").headers["Location"] for action in ("ping", "delete", "secret")]

    assert answers == [".."] * 3
    assert Webhook.objects.filter(pk=hook.pk, nonce=hook.nonce).exists()


def test_the_events_are_named_in_the_language_of_the_reader(reader: Reader, anna: User) -> None:
    page: dict[str, str] = {}
    for language in ("en", "de"):
        User.objects.filter(pk=anna.pk).update(language=language)
        page[language] = text_of(reader(anna).get(PAGE))

    assert "Game finished" in page["en"]
    assert "Partie beendet" in page["de"]
    assert "Game finished" not in page["de"]
