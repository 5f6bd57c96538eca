"""The switch of language, for guests by cookie and for accounts for good."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from accounts.language import remember
from accounts.models import User
from accounts.preferences import change
from accounts.web.requests import page_to_return_to


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Take over the posted language and go back to where the switch was used; an unknown one changes nothing."""
    answer = HttpResponseRedirect(page_to_return_to(request))
    language = request.POST.get("language", "")
    if language in User.Language.values:
        if request.user.is_authenticated:
            change(request.user, {"language": language})
        remember(answer, language)
    return answer
