"""Staff looks at personal data: announced for the audit log.

The announcement has numbers only, no search texts: rows of the log stay when an account is deleted.
"""

from typing import Any

from django.contrib.admin.utils import unquote
from django.db.models import Model
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.signals import staff_looked


class Watched:
    """Announces which rows are shown on a page, and which in a list.

    A table sets `has_personal_list = False` if its list has nothing personal, and has a method `also_about(row)` if
    rows concern accounts that their columns do not name.
    """

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        answer: Any = super().changelist_view(request, extra_context)  # type: ignore[misc]
        found = (getattr(answer, "context_data", None) or {}).get("cl")
        is_personal = getattr(self, "has_personal_list", True)
        if is_personal and request.method == "GET" and found is not None:
            rows = list(found.result_list)
            if rows:
                table = _label(rows[0])
                seen = {"table": table, "rows": sorted(row.pk for row in rows)}
                staff_looked.send(sender=type(rows[0]), actor=request.user, action=_action("list", rows[0]), seen=seen)
        return answer  # type: ignore[no-any-return]

    def change_view(self, request: HttpRequest, object_id: str, *rest: Any, **more: Any) -> HttpResponse:
        return self._watched(request, object_id, super().change_view(request, object_id, *rest, **more))  # type: ignore[misc]

    def delete_view(self, request: HttpRequest, object_id: str, *rest: Any, **more: Any) -> HttpResponse:
        return self._watched(request, object_id, super().delete_view(request, object_id, *rest, **more))  # type: ignore[misc]

    def history_view(self, request: HttpRequest, object_id: str, *rest: Any, **more: Any) -> HttpResponse:
        return self._watched(request, object_id, super().history_view(request, object_id, *rest, **more))  # type: ignore[misc]

    def _watched(self, request: HttpRequest, object_id: str, answer: HttpResponse) -> HttpResponse:
        if request.method == "GET" and answer.status_code == 200:
            row = self.get_object(request, unquote(object_id))  # type: ignore[attr-defined]
            if row is not None:
                announce_look(request.user, row, *getattr(self, "also_about", _nobody)(row))
        return answer


def announce_look(actor: Any, row: Model, *also_about: int) -> None:
    """Announce that the actor sees the row, and whom it concerns."""
    seen = {"row": f"{_label(row)}:{row.pk}", "people": sorted(_people_of(row).union(also_about))}
    staff_looked.send(sender=type(row), actor=actor, action=_action("view", row), seen=seen)


def _nobody(_row: Model) -> tuple[int, ...]:
    return ()


def _people_of(row: Model) -> set[int]:
    """The accounts to which the row refers, and those of the players of its game."""
    if isinstance(row, User):
        return {row.pk}
    columns = row._meta.concrete_fields  # noqa: SLF001  (the name under which Django documents it)
    found = {getattr(row, column.attname) for column in columns if column.related_model is User}
    if getattr(row, "game_id", None) is not None:
        found |= _people_of(row.game)  # type: ignore[attr-defined]
    return found - {None}


def _label(row: Model) -> str:
    return str(row._meta.label_lower)  # noqa: SLF001


def _action(verb: str, row: Model) -> str:
    return f"{verb}_{row._meta.model_name}"  # noqa: SLF001
