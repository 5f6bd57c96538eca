"""Whose rows staff may change: only superusers change those of staff.

Whoever has a password, an address, a second factor or a device of somebody with more rights in their hands would have
these rights.
"""

from typing import Any

from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User

OUT_OF_REACH = _("Only superusers can change what belongs to staff accounts. Those entries were left as they are.")


class WithinReach:
    """Keeps changes, deletions and actions on lists away from rows that refer to staff, unless by superusers."""

    def has_change_permission(self, request: HttpRequest, row: Model | None = None) -> bool:
        return super().has_change_permission(request, row) and is_in_reach(request, row)  # type: ignore[misc]

    def has_delete_permission(self, request: HttpRequest, row: Model | None = None) -> bool:
        return super().has_delete_permission(request, row) and is_in_reach(request, row)  # type: ignore[misc]

    def formfield_for_foreignkey(self, column: Any, request: HttpRequest, **options: Any) -> Any:
        if column.related_model is User:
            options["queryset"] = within_reach(request, User.objects.all())
        return super().formfield_for_foreignkey(column, request, **options)  # type: ignore[misc]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Those that ask for a permission. One that asks for none would be for everybody who sees the list."""
        actions: dict[str, Any] = super().get_actions(request)  # type: ignore[misc]
        return {name: action for name, action in actions.items() if getattr(action[0], "allowed_permissions", None)}

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        within = within_reach(request, queryset)
        ticked = request.POST.getlist(ACTION_CHECKBOX_NAME)
        if queryset.filter(pk__in=ticked).exclude(pk__in=within.values("pk")).exists():
            messages.error(request, OUT_OF_REACH)
        return super().response_action(request, within)  # type: ignore[misc]


def is_in_reach(request: HttpRequest, row: Model | None) -> bool:
    return row is None or within_reach(request, type(row)._base_manager.filter(pk=row.pk)).exists()  # noqa: SLF001


def within_reach(request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
    """The rows that the user of the request may change, if their permissions are sufficient."""
    if request.user.is_superuser:
        return rows
    for prefix in _prefixes(rows.model):
        rows = rows.exclude(Q(**{f"{prefix}is_staff": True}) | Q(**{f"{prefix}is_superuser": True}))
    return rows


def _prefixes(model: type[Model]) -> list[str]:
    """What leads from a row to each account that it refers to."""
    if model is User:
        return [""]
    columns = model._meta.concrete_fields  # noqa: SLF001  (the name under which Django documents it)
    return [f"{column.name}__" for column in columns if column.related_model is User]
