"""The switches of board, light, sound and hands: for accounts for good, for guests by cookie."""

from dataclasses import replace

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from accounts.looks import look_of, remember
from accounts.preferences import change
from accounts.web.forms.looks import LookForm
from accounts.web.requests import page_to_return_to


@require_POST
def choose_look(request: HttpRequest) -> HttpResponse:
    """Take over what is posted and go back to where the switch was used; scripts, which stay there, get no page."""
    form = LookForm(request.POST)
    if not form.is_valid():
        raise BadRequest(form.errors.as_json())
    wants_page = request.accepts("text/html")
    answer = HttpResponseRedirect(page_to_return_to(request)) if wants_page else HttpResponse(status=204)
    if request.user.is_authenticated:
        change(request.user, form.changes)
    remember(answer, replace(look_of(request), **form.changes))
    return answer
