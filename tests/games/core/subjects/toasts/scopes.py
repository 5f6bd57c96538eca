"""The scope for toasts."""

from django.utils.translation import gettext_lazy as _

from kit.scopes import Scope, declare

TOAST_WRITE = declare(Scope(name="toast:write", label=_("message sent"), order=65, is_for_guests=True))
