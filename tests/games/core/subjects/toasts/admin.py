"""Toasts in the administration."""

from django.contrib import admin

from games.core.admin import ReadOnlyAdmin
from tests.games.core.subjects.toasts.models import Toast


@admin.register(Toast)
class ToastAdmin(ReadOnlyAdmin):
    list_display = ["id", "game", "author", "text"]
