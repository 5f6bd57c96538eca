"""What is said of webhooks that are owed something."""

from datetime import timedelta

from django.db.models.functions import Now

from games.webhooks.models import Webhook, WebhookDelivery
from tests.support.metrics import of_server

HOUR = timedelta(hours=1)


def owe(hook: Webhook) -> None:
    for hours in (5.5, 2.5, -1):
        WebhookDelivery.objects.create(webhook=hook, next_attempt_at=Now() - hours * HOUR)
    WebhookDelivery.objects.create(webhook=hook, next_attempt_at=Now() - 9 * HOUR, status="delivered")


def test_deliveries_that_are_due_are_counted_and_the_oldest_has_an_age(hook: Webhook) -> None:
    owe(hook)

    found = of_server()

    assert found.value("muehle_deliveries_due", channel="webhook") == 2
    assert found.value("muehle_deliveries_oldest_seconds", channel="webhook") // 3600 == 5


def test_a_webhook_that_is_off_is_owed_nothing(hook: Webhook) -> None:
    owe(hook)
    Webhook.objects.update(disabled_at=Now(), disabled_reason="owner")

    found = of_server()

    assert found.value("muehle_deliveries_due", channel="webhook") == 0
    assert found.value("muehle_deliveries_oldest_seconds", channel="webhook") == 0
