"""Log lines about logins. They name the account by its number, never what was entered: it may be a password."""

from typing import Any

import structlog
from allauth.account import signals
from allauth.mfa import signals as mfa_signals
from django.contrib.auth.signals import user_logged_out, user_login_failed
from django.dispatch import receiver

from accounts import known_browsers
from accounts.models import User

log = structlog.get_logger(__name__)


@receiver(signals.authentication_step_completed)
def _proved(user: User, method: str, **details: Any) -> None:
    log.info("authenticated", user=user.pk, method=details.get("type", method))


@receiver(signals.user_logged_in)
def _logged_in(user: User, **_signal: Any) -> None:
    log.info("logged_in", user=user.pk)


@receiver(user_logged_out)
def _logged_out(user: User | None, **_signal: Any) -> None:
    if user is not None:
        log.info("logged_out", user=user.pk)


def failed(user: User | None, method: str, *, event: str = "login_failed") -> None:
    log.warning(event, user=user.pk if user else None, method=method)


@receiver(user_login_failed)
def _password_failed(credentials: dict[str, Any], **_signal: Any) -> None:
    account = known_browsers.account_of(known_browsers.login_in(credentials))
    failed(account, "password", event="login_refused" if credentials.get("is_refused") else "login_failed")


@receiver(mfa_signals.authentication_failed)
def _second_factor_failed(user: User, authenticator: Any, **_signal: Any) -> None:
    failed(user, str(authenticator.type))


@receiver(signals.login_code_rejected)
def _code_failed(user: User, **_signal: Any) -> None:
    failed(user, "code")
