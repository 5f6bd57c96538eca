"""The switch of language, for guests by cookie and for accounts for good."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.models import User


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Take over the posted language and go back to where the switch was used; an unknown one changes nothing."""
    answer = HttpResponseRedirect(_page_to_return_to(request))
    language = request.POST.get("language", "")
    if language in User.Language.values:
        keep_language(request, answer, language)
    return answer


def keep_language(request: HttpRequest, answer: HttpResponse, language: str) -> None:
    """Set the language's cookie and, for a signed-in reader, the account's language."""
    if request.user.is_authenticated and request.user.language != language:
        request.user.language = language
        request.user.save(update_fields=["language"])
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=365 * 24 * 60 * 60,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )


def _page_to_return_to(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_ours else "/"
