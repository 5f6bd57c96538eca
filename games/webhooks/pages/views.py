"""Pages of webhooks: set one up, look at what was sent to it, try it, change it, switch it off."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.pages.requests import fresh_to_change
from games.web.requests import SignedInRequest, post_only, spend
from games.webhooks import actions
from games.webhooks.errors import WebhookAddressRefused
from games.webhooks.models import Webhook
from games.webhooks.pages.forms import WebhookForm
from games.webhooks.signing import secret_of
from kit import database_time
from kit.errors import Refusal
from kit.pages import get_or_404, page_of, run_or_message

DELIVERIES_A_PAGE = 20
# As in the API: what causes a request or a look-up counts as ten calls.
COST = 10
# Session key of the nonce whose secret the owner has not seen yet.
NEW_SECRET = "webhook_with_new_secret"  # noqa: S105  (a key)


@fresh_to_change
def webhooks(request: SignedInRequest) -> HttpResponse:
    """The reader's webhooks, and a form for one more."""
    if request.method != "POST":
        return _list(request, WebhookForm())
    form = WebhookForm(request.POST)
    webhook = _saved(request, form, lambda values: actions.create(request.user, **values))
    if webhook is None:
        return _list(request, form, status=422)
    request.session[NEW_SECRET] = webhook.nonce
    messages.success(request, _("The webhook is set up. Send it a ping to see whether it arrives."))
    return redirect("webhook", webhook.pk)


@fresh_to_change
def webhook(request: SignedInRequest, pk: int) -> HttpResponse:
    """One webhook: its state, its deliveries, and a form to change it. A new secret is shown once."""
    shown = get_or_404(lambda: actions.webhook_of(request.user, pk))
    if request.method != "POST":
        secret = _secret_shown_once(request, shown)
        return _page(request, shown, WebhookForm(initial=_values_of(shown)), secret=secret)
    form = WebhookForm(request.POST)
    if _saved(request, form, lambda values: actions.change(request.user, pk, **values)) is None:
        return _page(request, shown, form, status=422)
    messages.success(request, _("Your changes are saved."))
    return redirect("webhook", pk)


@post_only
def ping_webhook(request: SignedInRequest, pk: int) -> HttpResponse:
    """Have a ping sent."""
    if _may_call(request) and run_or_message(request, lambda: actions.ping(request.user, pk)) is not None:
        messages.success(request, _("A ping is on its way. Its answer appears in the list of deliveries."))
    return redirect("webhook", pk)


@post_only
def redeliver(request: SignedInRequest, pk: int) -> HttpResponse:
    """Have the delivery that the button names sent again."""
    number = request.POST.get("delivery", "")
    delivery = int(number) if number.isdecimal() and len(number) < 19 else 0
    if (
        _may_call(request)
        and run_or_message(request, lambda: actions.redeliver(request.user, pk, delivery)) is not None
    ):
        messages.success(request, _("Being sent again."))
    return redirect("webhook", pk)


@post_only
@fresh_to_change
def switch_webhook(request: SignedInRequest, pk: int) -> HttpResponse:
    """Switch it on or off, as the button says."""
    is_on = request.POST.get("active") == "on"
    if run_or_message(request, lambda: actions.change(request.user, pk, active=is_on)):
        text = _("Switched on: events from now on are sent.") if is_on else _("Switched off.")
        messages.success(request, text)
    return redirect("webhook", pk)


@post_only
@fresh_to_change
def rotate_secret(request: SignedInRequest, pk: int) -> HttpResponse:
    """Make another secret."""
    if rotated := run_or_message(request, lambda: actions.rotate_secret(request.user, pk)):
        request.session[NEW_SECRET] = rotated.nonce
        messages.success(
            request, _("Here is the new secret. For 24 hours, everything is signed with the old one as well.")
        )
    return redirect("webhook", pk)


@post_only
def delete_webhook(request: SignedInRequest, pk: int) -> HttpResponse:
    """Delete it with its log."""
    get_or_404(lambda: actions.delete(request.user, pk))
    messages.info(request, _("The webhook is deleted."))
    return redirect("webhooks")


def _saved(request: SignedInRequest, form: WebhookForm, save: Callable[[dict[str, Any]], Webhook]) -> Webhook | None:
    """The webhook as the form wants it, or None after the refusal has been put into the form."""
    if not form.is_valid() or not _may_call(request):
        return None
    try:
        return save(form.cleaned_data)
    except WebhookAddressRefused as refusal:
        form.add_error("url", refusal.message)
    except Refusal as refusal:
        form.add_error(None, refusal.message)
    return None


def _may_call(request: SignedInRequest) -> bool:
    """Whether the reader's rate limit allows a request to a receiver; if not, show a message."""
    is_over = spend(request, cost=COST).is_over
    if is_over:
        messages.error(request, _("That was too fast. Please try again later."))
    return not is_over


def _values_of(webhook: Webhook) -> dict[str, Any]:
    return {"url": webhook.url, "description": webhook.description, "types": webhook.types}


def _secret_shown_once(request: SignedInRequest, webhook: Webhook) -> str:
    if request.session.get(NEW_SECRET) != webhook.nonce:
        return ""
    del request.session[NEW_SECRET]
    return secret_of(webhook)


def _list(request: SignedInRequest, form: WebhookForm, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "webhooks": actions.webhooks_of(request.user)}
    return render(request, "webhooks/list.html", context, status=status)


def _page(
    request: SignedInRequest, webhook: Webhook, form: WebhookForm, *, secret: str = "", status: int = 200
) -> HttpResponse:
    deliveries = page_of(actions.deliveries_of(webhook), request, size=DELIVERIES_A_PAGE)
    has_former = webhook.previous_until is not None and webhook.previous_until > database_time.now()
    context = {"webhook": webhook, "form": form, "page": deliveries}
    context |= {"secret": secret, "has_former": has_former}
    answer = render(request, "webhooks/webhook.html", context, status=status)
    answer["Cache-Control"] = "no-store"
    return answer
