"""Actions of owners on their webhooks, for the API and the pages. Webhooks of others are not found."""

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts import access
from accounts.lasting_access import valid
from accounts.models import AccessToken, User
from accounts.security import mails
from games.core import event_types
from games.core.models.events import UserStream
from games.webhooks.errors import TooManyWebhooks, WebhookAddressRefused, WebhookOff
from games.webhooks.models import Webhook, WebhookDelivery
from games.webhooks.signing import new_nonce
from kit import database_time
from kit.errors import NotFound, raises
from kit.outgoing import addresses
from kit.texts import cleaned

MOST = 10
# After a rotation, deliveries are signed with the former secret too for so long.
OVERLAP = timedelta(hours=24)
Status = WebhookDelivery.Status


def webhooks_of(owner: User) -> QuerySet[Webhook]:
    """The owner's webhooks, the newest first."""
    return Webhook.objects.filter(valid(), owner=owner)


@raises(NotFound)
def webhook_of(owner: User, pk: int) -> Webhook:
    """One of them."""
    webhook = webhooks_of(owner).filter(pk=pk).first()
    if webhook is None:
        raise NotFound
    return webhook


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """Its log, the newest first."""
    return WebhookDelivery.objects.filter(webhook=webhook).select_related("user_event__event").order_by("-id")


@raises(WebhookAddressRefused, TooManyWebhooks, cleaned)
def create(
    owner: User, *, url: str, description: str = "", types: Iterable[str] = (), token: AccessToken | None = None
) -> Webhook:
    """Set up a webhook that receives events from now on, until the token ends that it is set up with."""
    target = _target(owner, url)
    words = cleaned(description, longest=Webhook.LONGEST_DESCRIPTION)
    with transaction.atomic():
        access.hold(owner)
        if webhooks_of(owner).count() >= MOST:
            raise TooManyWebhooks(most=MOST)
        mails.record(owner, mails.Kind.WEBHOOK_SET_UP, detail=target.host)
        return Webhook.objects.create(
            owner=owner,
            url=str(target.url),
            host=target.host,
            description=words,
            types=sorted(set(types)),
            last_seq=_reached(owner),
            nonce=new_nonce(),
            token=token,
        )


@raises(webhook_of, WebhookAddressRefused, cleaned)
def change(
    owner: User,
    pk: int,
    *,
    url: str | None = None,
    description: str | None = None,
    types: Iterable[str] | None = None,
    active: bool | None = None,
    token: AccessToken | None = None,
) -> Webhook:
    """Change the given values. A webhook that is switched on again receives events from then on.

    With another address it ends with the token that has given it.
    """
    webhook_of(owner, pk)
    target = None if url is None else _target(owner, url)
    words = None if description is None else cleaned(description, longest=Webhook.LONGEST_DESCRIPTION)

    def apply(webhook: Webhook) -> None:
        if target is not None:
            if str(target.url) != webhook.url:
                mails.record(owner, mails.Kind.WEBHOOK_CHANGED, detail=target.host)
                webhook.token = token
            webhook.url, webhook.host, webhook.failing_since = str(target.url), target.host, None
        if words is not None:
            webhook.description = words
        if types is not None:
            webhook.types = sorted(set(types))
        if active is not None and active != webhook.is_on:
            _switch(webhook, owner, on=active)

    return _changed(owner, pk, apply)


def _switch(webhook: Webhook, owner: User, *, on: bool) -> None:
    if on:
        webhook.disabled_at, webhook.disabled_reason, webhook.failing_since = None, "", None
        webhook.last_seq = _reached(owner)
    else:
        webhook.disabled_at, webhook.disabled_reason = database_time.now(), Webhook.OffReason.OWNER


def choose_types(owner: User, types: Mapping[str, bool]) -> None:
    """Send these types of events to every webhook of the owner that is on, or to none of them; others stay as they are.

    A webhook that is left without any type is switched off, for none means all.
    """
    with transaction.atomic():
        for webhook in webhooks_of(owner).select_for_update().filter(disabled_at=None) if types else ():
            wanted = set(webhook.types or event_types.event_type_names())
            wanted |= {name for name, is_on in types.items() if is_on}
            wanted -= {name for name, is_on in types.items() if not is_on}
            if wanted >= set(event_types.event_type_names()):
                webhook.types = []
            elif wanted:
                webhook.types = sorted(wanted)
            else:
                _switch(webhook, owner, on=False)
            webhook.save()


@raises(NotFound)
def rotate_secret(owner: User, pk: int) -> Webhook:
    """Give the webhook another secret; for a day everything is signed with both."""

    def apply(webhook: Webhook) -> None:
        webhook.previous_nonce, webhook.nonce = webhook.nonce, new_nonce()
        webhook.previous_until = database_time.now() + OVERLAP
        mails.record(owner, mails.Kind.WEBHOOK_CHANGED, detail=webhook.host)

    return _changed(owner, pk, apply)


@raises(NotFound)
def delete(owner: User, pk: int) -> None:
    """Delete the webhook with its log."""
    with transaction.atomic():
        _locked(owner, pk).delete()


@raises(NotFound, WebhookOff)
def ping(owner: User, pk: int) -> WebhookDelivery:
    """Send a ping, in one attempt, unless one is waiting."""
    with transaction.atomic():
        webhook = _locked_and_on(owner, pk)
        waiting = webhook.deliveries.filter(user_event=None, status=Status.WAITING).first()
        return waiting or WebhookDelivery.objects.create(webhook=webhook)


@raises(NotFound, WebhookOff)
def redeliver(owner: User, pk: int, delivery_pk: int) -> WebhookDelivery:
    """Send a delivery again, with its id and with retries; one that waits is sent now."""
    with transaction.atomic():
        webhook = _locked_and_on(owner, pk)
        delivery = deliveries_of(webhook).filter(pk=delivery_pk).first()
        if delivery is None:
            raise NotFound
        if delivery.status != Status.WAITING:
            delivery.status, delivery.attempts, delivery.delivered_at = Status.WAITING, 0, None
        delivery.next_attempt_at = database_time.now()
        delivery.save()
        return delivery


def _target(owner: User, url: str) -> addresses.Target:
    try:
        return addresses.check(url.strip(), user=owner.pk)
    except addresses.Unfit as unfit:
        raise WebhookAddressRefused(reason=unfit.reason, why=addresses.REASONS[unfit.reason]) from unfit


def _reached(owner: User) -> int:
    """The last number of the owner's stream."""
    return UserStream.objects.filter(pk=owner.pk).values_list("last_seq", flat=True).first() or 0


def _changed(owner: User, pk: int, apply: Callable[[Webhook], None]) -> Webhook:
    with transaction.atomic():
        access.hold(owner)
        webhook = _locked(owner, pk)
        apply(webhook)
        webhook.save()
        return webhook


def _locked(owner: User, pk: int) -> Webhook:
    webhook = webhooks_of(owner).select_for_update().filter(pk=pk).first()
    if webhook is None:
        raise NotFound
    return webhook


def _locked_and_on(owner: User, pk: int) -> Webhook:
    webhook = _locked(owner, pk)
    if not webhook.is_on:
        raise WebhookOff
    return webhook
