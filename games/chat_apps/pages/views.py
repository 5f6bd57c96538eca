"""The page of chat apps: connect one, try it, switch it off, forget it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.pages.requests import fresh_to_change
from games.chat_apps import actions, supported
from games.chat_apps.pages.forms import ChatAppForm
from games.web.requests import SignedInRequest, post_only, spend
from kit.errors import Refusal
from kit.pages import get_or_404, run_or_message

# As in the API: what causes a request or a look-up counts as ten calls.
COST = 10


@fresh_to_change
def chat_apps(request: SignedInRequest) -> HttpResponse:
    """The reader's chat apps, and a form for each that can be connected."""
    name = request.POST.get("service", "")
    if request.method != "POST" or name not in {service.name for service in supported.services()}:
        return _page(request)
    form = ChatAppForm(request.POST, service=supported.service_named(name))
    if not form.is_valid() or not _may_call(request) or not _connected(request, form):
        return _page(request, form, status=422)
    messages.success(request, _("Connected. Send a test to see whether it arrives."))
    return redirect("chat_apps")


def _connected(request: SignedInRequest, form: ChatAppForm) -> bool:
    """Whether it could be connected; if not, the refusal is in the form."""
    try:
        actions.connect(request.user, **form.cleaned_data)
    except Refusal as refusal:
        form.add_error(None, refusal.message)
        return False
    return True


@post_only
def test_chat_app(request: SignedInRequest, pk: int) -> HttpResponse:
    """Have a test sent."""
    if _may_call(request) and run_or_message(request, lambda: actions.ask_test(request.user, pk)) is not None:
        messages.success(request, _("A test is on its way. The result will appear here."))
    return redirect("chat_apps")


@post_only
@fresh_to_change
def switch_chat_app(request: SignedInRequest, pk: int) -> HttpResponse:
    """Switch it on or off, as the button says."""
    is_on = request.POST.get("active") == "on"
    get_or_404(lambda: actions.switch(request.user, pk, on=is_on))
    text = _("Switched on: events from now on are sent.") if is_on else _("Switched off.")
    messages.success(request, text)
    return redirect("chat_apps")


@post_only
def delete_chat_app(request: SignedInRequest, pk: int) -> HttpResponse:
    """Forget it with its address."""
    get_or_404(lambda: actions.disconnect(request.user, pk))
    messages.info(request, _("The chat app has been removed."))
    return redirect("chat_apps")


def _may_call(request: SignedInRequest) -> bool:
    """Whether the reader's rate limit allows a request to a chat app; if not, show a message."""
    is_over = spend(request, cost=COST).is_over
    if is_over:
        messages.error(request, _("That was too fast. Please try again later."))
    return not is_over


def _page(request: SignedInRequest, form: ChatAppForm | None = None, *, status: int = 200) -> HttpResponse:
    forms = [
        form if form is not None and form.chat_app == service else ChatAppForm(service=service)
        for service in supported.services()
    ]
    connections = [
        {"row": row, "label": supported.service_named(row.service).label}
        for row in actions.connections_of(request.user)
    ]
    context = {"forms": forms, "connections": connections, "is_full": len(connections) >= actions.MOST}
    answer = render(request, "chat_apps/list.html", context, status=status)
    answer["Cache-Control"] = "no-store"
    return answer
