"""The e-mail addresses of an account: allauth's page, with one rule more."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.views import EmailView
from django.contrib import messages
from django.http import HttpRequest, HttpResponse


class AddressesView(EmailView):  # type: ignore[misc]  # allauth is untyped
    """Only a confirmed address becomes the account's own: an unconfirmed one may be that of somebody else."""

    def _action_primary(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        address = self._get_email_address(request)
        if address is None or address.verified:
            answer: HttpResponse | None = super()._action_primary(request, *args, **kwargs)
            return answer
        get_adapter().add_message(request, messages.ERROR, "account/messages/unverified_primary_email.txt")
        return None
