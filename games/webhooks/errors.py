"""Errors of webhooks."""

from django.utils.translation import gettext_lazy as _

from kit.errors import Refusal


class WebhookAddressRefused(Refusal):
    """`reason` is a code, `why` the same in words."""

    code = "webhook_address_refused"
    status = 422
    text = _("A webhook cannot use this address: %(why)s.")


class WebhookOff(Refusal):
    code = "webhook_off"
    status = 409
    text = _("This webhook is switched off; switch it on first.")


class TooManyWebhooks(Refusal):
    code = "too_many_webhooks"
    status = 409
    text = _("You have %(most)s webhooks already; delete one first.")
