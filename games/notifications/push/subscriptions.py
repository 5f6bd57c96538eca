"""Browsers that may be sent notifications: how one is set up, and how it ends. What is not one's own is not found.

An endpoint is an address that a stranger gives us, and is treated like that of a webhook: it must lead into the public
internet, when it is given and whenever something is sent there.
"""

from datetime import timedelta
from typing import Any, Final

import structlog
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare

from accounts import access
from accounts.lasting_access import valid
from accounts.models import AccessToken, User
from accounts.models.tokens import digest_of
from accounts.security import mails
from games.notifications.errors import NOT_YOUR_BROWSER, PushEndpointRefused, TooManyPushSubscriptions
from games.notifications.models import PushSubscription
from kit import database_time
from kit.errors import NotFound, raises
from kit.outgoing import addresses

log = structlog.get_logger(__name__)

Reason = PushSubscription.OffReason

MOST: Final = 10
# A subscription is switched off after this time without a success.
PATIENCE: Final = timedelta(hours=24)


def subscriptions_of(user: User) -> QuerySet[PushSubscription]:
    """The user's browsers, the newest first."""
    return PushSubscription.objects.filter(valid(), user=user).order_by("-id")


def active_of(user: User) -> QuerySet[PushSubscription]:
    """Those of them that something is sent to."""
    return subscriptions_of(user).filter(disabled_at=None)


@raises(PushEndpointRefused, TooManyPushSubscriptions)
def subscribe(
    user: User,
    *,
    endpoint: str,
    p256dh: str,
    auth: str,
    device: str = "",
    token: AccessToken | None = None,
    session_key: str = "",
) -> PushSubscription:
    """Send the user's notifications to a browser from now on; one that is known is switched on again.

    That ends with the token, or with the session if its user logs it out. A browser that another account had before
    changes hands. The keys are in order already (encryption.check_keys).
    """
    # As the browser writes it, so that it knows it again.
    endpoint, target = endpoint.strip(), _target(user, endpoint.strip())
    values = {"host": target.host, "p256dh": p256dh, "auth": auth, "device": device[: PushSubscription.LONGEST_DEVICE]}
    values["session_digest"] = digest_of(session_key) if session_key else ""
    with transaction.atomic():
        access.hold(user)
        return _switched_on(_locked(user, endpoint, values), user, **values, token=token)


def _switched_on(subscription: PushSubscription, user: User, **values: str | AccessToken | None) -> PushSubscription:
    subscription.user, subscription.failing_since = user, None
    subscription.disabled_at, subscription.disabled_reason = None, ""
    for name, value in values.items():
        setattr(subscription, name, value)
    subscription.save()
    return subscription


def _locked(user: User, endpoint: str, values: dict[str, str]) -> PushSubscription:
    """The row of this browser, made if there was none, and held until the transaction ends."""
    own = subscriptions_of(user)
    if not own.filter(endpoint=endpoint).exists():
        if own.count() >= MOST:
            raise TooManyPushSubscriptions(most=MOST)
        mails.record(user, mails.Kind.PUSH_SET_UP, detail=values["host"])
    # Two accounts of one browser may come at the same moment.
    PushSubscription.objects.bulk_create(
        [PushSubscription(user=user, endpoint=endpoint, **values)], ignore_conflicts=True
    )
    subscription = PushSubscription.objects.select_for_update().get(endpoint=endpoint)
    _require_same_browser(subscription, user, auth=values["auth"])
    return subscription


@raises(NotFound, PushEndpointRefused)
def renew(*, former_endpoint: str, former_auth: str, endpoint: str, p256dh: str, auth: str) -> PushSubscription:
    """Put the subscription that a browser has got by itself in the place of its former one.

    Its session may have expired: it is known by the former address and the secret that belongs to it. It stays the
    same row, so that what has reached the browser is not sent there again.
    """
    former = PushSubscription.objects.filter(valid(), endpoint=former_endpoint.strip()).select_related("user").first()
    if former is None or not constant_time_compare(former.auth, former_auth):
        raise NotFound
    # Names are looked up before any lock: that may take long, and games of the user would wait.
    endpoint, target = endpoint.strip(), _target(former.user, endpoint.strip())
    values = {"endpoint": endpoint, "host": target.host, "p256dh": p256dh, "auth": auth}
    with transaction.atomic():
        access.hold(former.user)
        rows = PushSubscription.objects.select_for_update().filter(user=former.user)
        held = rows.filter(pk=former.pk, auth=former.auth).first()
        if held is None:
            raise NotFound
        known = PushSubscription.objects.filter(endpoint=endpoint).exclude(pk=held.pk).first()
        if known is not None:
            # Its page was faster.
            _require_same_browser(known, former.user, auth=auth)
            known.delete()
        return _switched_on(held, former.user, **values)


@raises(NotFound)
def unsubscribe(user: User, pk: int) -> None:
    """Forget one of the user's browsers."""
    gone, _rows = subscriptions_of(user).filter(pk=pk).delete()
    if not gone:
        raise NotFound


def end_with_session(*, instance: Session, **_signal: Any) -> None:
    """A receiver of Django's signal after a deletion: a browser that is logged out is told nothing more. One whose
    session has expired is."""
    if instance.expire_date > database_time.now():
        PushSubscription.objects.filter(session_digest=digest_of(instance.session_key)).delete()


def note_accepted(subscription: PushSubscription) -> None:
    """Its push service has taken a message."""
    PushSubscription.objects.filter(pk=subscription.pk).update(last_accepted_at=database_time.now(), failing_since=None)


def note_gone(subscription: PushSubscription) -> None:
    """Its push service says that there is no such browser any more."""
    _give_up(subscription, Reason.GONE)


def note_failed(subscription: PushSubscription) -> None:
    """It could not be sent to; after a day without a success it is given up."""
    now = database_time.now()
    PushSubscription.objects.filter(pk=subscription.pk, failing_since=None).update(failing_since=now)
    if subscription.failing_since is not None and now - subscription.failing_since >= PATIENCE:
        _give_up(subscription, Reason.FAILING)


def _give_up(subscription: PushSubscription, reason: "PushSubscription.OffReason") -> None:
    # A browser that has subscribed anew meanwhile has other keys.
    ours = PushSubscription.objects.filter(pk=subscription.pk, auth=subscription.auth, disabled_at=None)
    if ours.update(disabled_at=database_time.now(), disabled_reason=reason):
        log.warning("push_switched_off", subscription=subscription.pk, user=subscription.user_id, reason=str(reason))


def _target(user: User, endpoint: str) -> addresses.Target:
    try:
        return addresses.check(endpoint, user=user.pk)
    except addresses.Unfit as unfit:
        raise PushEndpointRefused(reason=unfit.reason, why=addresses.REASONS[unfit.reason]) from unfit


def _require_same_browser(known: PushSubscription, user: User, *, auth: str) -> None:
    """Refuse the address of another user's browser without its secret."""
    if known.user_id != user.pk and known.auth != auth:
        raise PushEndpointRefused(reason="not_yours", why=NOT_YOUR_BROWSER)
