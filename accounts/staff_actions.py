"""Changes by staff in the administration. They need a reason, and are announced by a signal for the audit log."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar, cast

from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ActionForm
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import staff_proof
from accounts.models import User
from accounts.signals import staff_acted

Rows = TypeVar("Rows", bound=QuerySet[Any])
ListAction = Callable[[Any, HttpRequest, Rows], None]

LONGEST = 2000
WHY = _("Reason")
LATE = _("Nothing has been changed. Check what you have entered and save it again.")
NO_REASON = _("Please give a reason. Nothing has been changed.")
# For these fields the audit log has the values before and after. For all others it has the names only, because a person
# may have their data deleted one day.
WITH_VALUES = ("is_active", "closed_by_staff", "is_staff", "is_superuser", "groups", "user_permissions")


class ReasonForm(ActionForm):
    """The form above a list: the action for the selected rows, and the reason."""

    why = forms.CharField(label=WHY, max_length=LONGEST, required=False)


class Late:
    """A form that is refused whatever is in it."""

    def clean(self) -> Any:
        self.add_error(None, LATE)  # type: ignore[attr-defined]
        return super().clean()  # type: ignore[misc]


class ReadOnly:
    """Permissions of a table that staff cannot change."""

    def has_add_permission(self, _request: HttpRequest, _object: Model | None = None) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _object: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _object: Model | None = None) -> bool:
        return False


class Recorded:
    """Announces each change by a form, each deletion and each action on a list, with the reason."""

    action_form = ReasonForm

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Run an action on a list and its record in one transaction, as forms do."""
        with transaction.atomic():
            return super().changelist_view(request, extra_context)  # type: ignore[misc, no-any-return]

    def get_form(self, request: HttpRequest, *row: Any, **options: Any) -> Any:
        """A form that has waited too long for a proof is shown with what was typed, and is to be sent again."""
        form = super().get_form(request, *row, **options)  # type: ignore[misc]
        return type(form.__name__, (Late, form), {}) if staff_proof.is_late(request) else form

    def construct_change_message(self, request: HttpRequest, form: "forms.ModelForm[Any]", *rest: Any) -> Any:
        _keep_changes(request, form)
        return super().construct_change_message(request, form, *rest)  # type: ignore[misc]

    def log_addition(self, request: HttpRequest, row: Model, message: Any) -> Any:
        announce(request, "add", [row])
        return super().log_addition(request, row, message)  # type: ignore[misc]

    def log_change(self, request: HttpRequest, row: Model, message: Any) -> Any:
        announce(request, "change", [row], **getattr(request, "changes", {}))
        return super().log_change(request, row, message)  # type: ignore[misc]

    def log_deletions(self, request: HttpRequest, rows: QuerySet[Any]) -> Any:
        announce(request, "delete", rows)
        return super().log_deletions(request, rows)  # type: ignore[misc]


def announce(request: HttpRequest, action: str, rows: Iterable[Model], **details: Any) -> None:
    """Announce the user's action on the rows; `details` may have former, before, after and reason."""
    for row in rows:
        table = row._meta.label_lower  # noqa: SLF001  (the name under which Django documents it)
        is_gone = action == "delete" and isinstance(row, User)
        staff_acted.send(
            sender=type(row),
            actor=request.user,
            action=f"{action}_{row._meta.model_name}",  # noqa: SLF001
            user=None if is_gone else _owner_of(row),
            row=row,
            former=details.get("former", {}),
            before={"row": f"{table}:{row.pk}", **details.get("before", {})},
            after=details.get("after", {}),
            reason=details.get("reason", ""),
        )


def with_reason(act: ListAction[Rows]) -> ListAction[Rows]:
    """Decorate an action on a list: it needs a reason, and is announced by its name before it runs."""

    @wraps(act)
    def done(admin: Any, request: HttpRequest, rows: Rows) -> None:
        why = request.POST.get("why", "").strip()
        if not why:
            messages.error(request, NO_REASON)
            return
        announce(request, act.__name__.strip("_"), rows, reason=why)
        act(admin, request, rows)

    return done


@with_reason
def take_away(admin: Any, request: HttpRequest, rows: QuerySet[Any]) -> None:
    """Delete second factors or devices."""
    # A session goes on without its entry in the list of devices.
    gone = [row.end() if isinstance(row, UserSession) else row.delete() for row in rows]
    text = ngettext("%(count)s removed.", "%(count)s removed.", len(gone)) % {"count": len(gone)}
    admin.message_user(request, text, messages.SUCCESS if gone else messages.WARNING)


take_away.short_description = _("Remove selected")  # type: ignore[attr-defined]
take_away.allowed_permissions = ["take_away"]  # type: ignore[attr-defined]


def _keep_changes(request: HttpRequest, form: "forms.ModelForm[Any]") -> None:
    changed = [name for name in form.changed_data if name != "why" and not name.startswith("password")]
    named = [name for name in changed if name in WITH_VALUES]
    changes = {
        "former": form.initial,
        "before": {name: _plain(form.initial.get(name)) for name in named},
        "after": {name: _plain(form.cleaned_data.get(name)) for name in named} | {"changed": changed},
        "reason": form.cleaned_data.get("why", ""),
    }
    request.changes = changes  # type: ignore[attr-defined]


def _plain(value: Any) -> Any:
    """The value as JSON; groups and permissions by name."""
    return value if isinstance(value, bool | None) else sorted(str(each) for each in value)


def _owner_of(row: Model) -> User | None:
    owner = row if isinstance(row, User) else getattr(row, "user", None) or getattr(row, "owner", None)
    return cast("User | None", owner)
