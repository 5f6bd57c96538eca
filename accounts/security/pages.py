"""The page behind the link of a mail about security. It needs no login: whoever uses it may have lost theirs."""

from zoneinfo import ZoneInfo

from allauth.account.forms import default_token_generator
from allauth.account.internal.flows.password_reset import get_reset_password_from_key_url
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import language, names
from accounts.models import SecurityMail, User
from accounts.security import mails
from accounts.security.securing import LinkUsed, new_addresses, new_apps, secure
from kit import database_time


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def secure_account(request: HttpRequest, key: str) -> HttpResponse:
    """Explain what happens, and secure the account by POST; then a new password is chosen, in the same language."""
    mail = mails.mail_of_link(key)
    if mail is None or mail.user is None or mail.used_at is not None:
        return render(request, "accounts/security/link_used.html", status=410)
    with translation.override(mail.language), timezone.override(ZoneInfo(mail.time_zone)):
        if request.method != "POST":
            now = database_time.now()
            shown = {
                "mail": mail,
                "addresses": new_addresses(mail.user, mail.address, now=now).values_list("email", flat=True),
                "apps": new_apps(mail.user, now=now).values_list("name", flat=True),
                "name": _former_name(mail),
            }
            return render(request, "accounts/security/secure.html", shown)
        try:
            user = secure(mail, request=request)
        except LinkUsed:
            return render(request, "accounts/security/link_used.html", status=410)
    logout(request)
    answer = redirect(_new_password(request, user))
    language.remember(answer, mail.language)
    return answer


def _former_name(mail: SecurityMail) -> str:
    """The name that the owner gets back, or an empty text."""
    name = names.before(mail.user, mail.changed_at) if mail.user else None
    return "" if name is None or mail.user is None else name or mail.user.username


def _new_password(request: HttpRequest, user: User) -> str:
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    return str(get_reset_password_from_key_url(request, key))
