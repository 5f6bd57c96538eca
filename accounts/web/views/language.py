"""The switch of language, for guests by cookie and for accounts for good."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.language import remember
from accounts.models import User
from accounts.preferences import change


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Take over the posted language and go back to where the switch was used; an unknown one changes nothing."""
    answer = HttpResponseRedirect(_page_to_return_to(request))
    language = request.POST.get("language", "")
    if language in User.Language.values:
        if request.user.is_authenticated:
            change(request.user, {"language": language})
        remember(answer, language)
    return answer


def _page_to_return_to(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_ours else "/"
