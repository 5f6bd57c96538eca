"""Errors of push subscriptions."""

from django.utils.translation import gettext_lazy as _

from kit.errors import Refusal

NOT_YOUR_BROWSER = _("it belongs to somebody else’s browser")


class PushEndpointRefused(Refusal):
    """`reason` is a code, `why` the same in words."""

    code = "push_endpoint_refused"
    status = 422
    text = _("No push notifications can be sent to this address: %(why)s.")


class TooManyPushSubscriptions(Refusal):
    code = "too_many_push_subscriptions"
    status = 409
    text = _("You already have %(most)s browsers with push notifications; remove one first.")
