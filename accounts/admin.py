"""Accounts, API tokens and apps in the administration."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangosUserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, UserChangeForm
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import names, programs, sessions
from accounts.models import AccessToken, App, DataExport, SecurityMail, User
from accounts.models.tokens import AccessTokenQuerySet
from accounts.oauth import registration
from accounts.preferences import NAMES
from accounts.security import mails
from accounts.staff_actions import LONGEST, NO_REASON, WHY, ReadOnly, with_reason
from kit import database_time

# Generic for the type checker only.
if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[AccessToken]
    AppsModelAdmin = admin.ModelAdmin[App]
    ExportsModelAdmin = admin.ModelAdmin[DataExport]
    StockUserAdmin = DjangosUserAdmin[User]
    StockUserForm = UserChangeForm[User]
    StockPasswordForm = AdminPasswordChangeForm[User]
else:
    ModelAdmin = AppsModelAdmin = ExportsModelAdmin = admin.ModelAdmin
    StockUserAdmin = DjangosUserAdmin
    StockUserForm = UserChangeForm
    StockPasswordForm = AdminPasswordChangeForm

POWERS = ["is_staff", "is_superuser", "groups", "user_permissions"]

admin.site.site_header = _("Mühle: administration")
admin.site.site_title = _("Mühle: administration")
admin.site.index_title = _("Overview")
admin.site.unregister(Group)


class AccountForm(StockUserForm):
    """Asks for a reason. A bot or a guest must not become staff."""

    why = forms.CharField(
        label=WHY, max_length=LONGEST, required=False, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Recorded in the audit log."),
    )  # fmt: skip

    def clean_display_name(self) -> str:
        return names.checked(self.instance, self.cleaned_data["display_name"], None)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if self.has_changed() and not values.get("why"):
            self.add_error("why", NO_REASON)
        for stands, refusal in (
            (self.instance.is_bot, _("A bot cannot administer the site.")),
            (self.instance.is_guest, _("A guest cannot administer the site.")),
        ):
            for name in ("is_staff", "is_superuser"):
                if stands and values.get(name):
                    self.add_error(name, refusal)
        return values


class NewPasswordForm(StockPasswordForm):
    """Asks for a reason, and tells the owner."""

    why = forms.CharField(
        label=WHY,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Recorded in the audit log."),
    )

    def save(self, commit: bool = True) -> User:
        with transaction.atomic():
            self.user.refresh_from_db(from_queryset=User.objects.select_for_update(no_key=True))
            mails.record(self.user, mails.Kind.PASSWORD_CHANGED)
            return super().save(commit)


@admin.register(User)
class UserAdmin(StockUserAdmin):
    """Accounts. A closed account cannot log in; its games and its name stay."""

    form = AccountForm
    change_password_form = NewPasswordForm
    change_user_password_template = "admin/accounts/new_password.html"  # noqa: S105  (a template)
    list_display = ["username", "email", "language", "is_active", "is_staff", "date_joined", "last_login"]
    list_filter = [
        *("is_active", "is_staff", "is_superuser"),
        *(("bot_since", admin.EmptyFieldListFilter), "is_guest", "language"),
        ("deletion_due_at", admin.EmptyFieldListFilter),
    ]
    search_fields = ["=id", "username", "display_name", "former_names__name", "email"]
    search_help_text = _("Name, email address or number of an account")
    date_hierarchy = "date_joined"
    ordering = ["username"]
    filter_horizontal = ["groups", "user_permissions"]
    fieldsets = [
        (None, {"fields": ["username", "display_name", "former_display_names", "email", "password"]}),
        (_("Preferences"), {"fields": list(NAMES)}),
        (_("Permissions"), {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (_("Bot"), {"fields": ["bot_since", "operator", "computer_level"]}),
        (_("Guest"), {"fields": ["is_guest"]}),
        (_("Dates"), {"fields": ["last_login", "date_joined", "deletion_due_at"]}),
    ]
    add_fieldsets = [
        (None, {"classes": ["wide"], "fields": ["username", "email", "usable_password", "password1", "password2"]}),
    ]
    readonly_fields = [
        *("former_display_names", "last_login", "date_joined", "deletion_due_at", "bot_since", "is_guest"),
        "computer_level",
    ]

    @admin.display(description=_("former display names"))
    def former_display_names(self, user: User) -> str:
        return "; ".join(former.sentence for former in user.former_names.exclude(name="")) or "–"

    def has_change_permission(self, request: HttpRequest, user: User | None = None) -> bool:
        """The computers of this server stay as they are."""
        return not (user and user.is_computer) and super().has_change_permission(request, user)

    def has_delete_permission(self, request: HttpRequest, user: User | None = None) -> bool:
        return not (user and user.is_computer) and super().has_delete_permission(request, user)

    def get_readonly_fields(self, request: HttpRequest, user: User | None = None) -> list[str]:
        """Only superusers may change who is staff, and with which rights."""
        return self.readonly_fields if request.user.is_superuser else [*self.readonly_fields, *POWERS]

    def save_model(self, request: HttpRequest, user: User, form: Any, change: bool) -> None:
        """A display name has rules of its own. Whoever closes an account ends all that lets in, for good, and what
        was mailed; whoever opens one that waits for its deletion keeps it."""
        if change:
            # Django stores the whole row: what the form has not changed stays as it is by now.
            kept = {field.name for field in User._meta.concrete_fields} - {*form.changed_data}  # noqa: SLF001
            user.refresh_from_db(fields=kept, from_queryset=User.objects.select_for_update(no_key=True))
        is_closed = change and not user.is_active and {"is_active", "closed_by_staff"} & {*form.changed_data}
        if is_closed:
            user.links_since = database_time.now()
            # The mail about the opening, if there is one, has a link again.
            SecurityMail.objects.filter(user=user).update(can_secure=False)
        if user.is_active:
            user.deletion_due_at, user.closed_by_staff = None, False
        if change and "display_name" in form.changed_data:
            names.replace(user, user.display_name)
        super().save_model(request, user, form, change)
        if change and not user.is_active:
            sessions.end_all(user)
            programs.end_all(user)

    def get_fieldsets(self, request: HttpRequest, user: User | None = None) -> Any:
        """Show the field for the reason to those who may change the account. One that waits for its deletion is closed
        already, so it has a field of its own for that."""
        waits = [(_("Deletion"), {"fields": ["closed_by_staff"]})] if user and user.deletion_due_at else []
        asked = [(None, {"fields": ["why"]})] if user and self.has_change_permission(request, user) else []
        return [*super().get_fieldsets(request, user), *waits, *asked]


@admin.register(AccessToken)
class AccessTokenAdmin(ReadOnly, ModelAdmin):
    """Tokens can be viewed, without their secret, and revoked."""

    list_display = ["description", "user", "created_at", "expires_at", "last_used_at", "revoked_at"]
    list_filter = [("revoked_at", admin.EmptyFieldListFilter), ("last_used_at", admin.EmptyFieldListFilter)]
    list_select_related = ["user"]
    search_fields = ["description", "user__username"]
    date_hierarchy = "created_at"
    exclude = ["digest"]
    actions = ["revoke"]

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Revoking is the only change there is, so the permission to change is required."""
        return request.user.has_perm("accounts.change_accesstoken")

    @admin.action(description=_("Revoke the selected tokens"), permissions=["revoke"])
    @with_reason
    def revoke(self, request: HttpRequest, tokens: AccessTokenQuerySet) -> None:
        count = tokens.revoke()
        text = ngettext("%(count)s token revoked.", "%(count)s tokens revoked.", count) % {"count": count}
        self.message_user(request, text, messages.SUCCESS)


@admin.register(DataExport)
class DataExportAdmin(ReadOnly, ExportsModelAdmin):
    """Requested data exports and their state, without their content."""

    list_display = ["user", "state", "requested_at", "ready_at", "told_at", "expires_at", "size", "attempts"]
    list_filter = ["state"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    date_hierarchy = "requested_at"


@admin.register(App)
class AppAdmin(ReadOnly, AppsModelAdmin):
    """Apps can be viewed, and switched off and on.

    Their names and redirect addresses are for their owners to change.
    """

    list_display = ["name", "owner", "client_id", "homepage", "created_at", "switched_off_at", "held_at"]
    list_filter = [("switched_off_at", admin.EmptyFieldListFilter)]
    list_select_related = ["owner"]
    search_fields = ["name", "owner__username", "=client_id", "homepage"]
    date_hierarchy = "created_at"
    readonly_fields = ["client_id", "created_at", "changed_at", "switched_off_at", "held_at"]
    actions = ["switch_off", "switch_on"]

    def has_switch_permission(self, request: HttpRequest) -> bool:
        """Switching is the only change there is, so the permission to change is required."""
        return request.user.has_perm("accounts.change_app")

    @admin.action(description=_("Switch off the selected apps and disconnect everyone"), permissions=["switch"])
    @with_reason
    def switch_off(self, request: HttpRequest, apps: QuerySet[App]) -> None:
        for app in apps:
            registration.switch_off(app)
        self.message_user(request, _("The apps are switched off."), messages.SUCCESS)

    @admin.action(description=_("Switch on the selected apps"), permissions=["switch"])
    @with_reason
    def switch_on(self, request: HttpRequest, apps: QuerySet[App]) -> None:
        for app in apps:
            registration.switch_on(app)
        self.message_user(request, _("The apps are switched on."), messages.SUCCESS)
