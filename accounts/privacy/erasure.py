"""Deleting accounts: an account is closed, apps end what is ongoing, and then all its data is erased at once.

Deletions that their owners have asked for wait first: accounts/privacy/waiting.py. Closing is final and quick. The
other steps can be interrupted at any point and are safe to repeat; a worker repeats them. What belongs to others too
(games and their messages) stays, under an anonymous name.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.crypto import salted_hmac

from accounts import programs, sessions
from accounts.models import AccessToken, App, Deletion, User
from accounts.oauth import registration
from accounts.security import mails
from accounts.signals import renamed
from kit import database_time

PREFIX = "deleted-"
ROUNDS = 3
# For this time after the erasure an account is erased again, to catch what concurrent requests have left.
LOOKED_AT_AGAIN_FOR = timedelta(days=1)
# Columns of the account that stay: its id, when it was created, and whether it was a bot.
KEPT_COLUMNS = {"id", "date_joined", "bot_since"}
# Columns that refer to the account and whose rows are deleted. Apps and connections are ended before.
GONE = (
    "accounts.AccessToken.user",
    "accounts.App.owner",
    "accounts.ConfirmedAddress.user",
    "accounts.Connection.user",
    "accounts.DataExport.user",
    "accounts.FormerName.user",
    "accounts.FormerPassword.user",
    "accounts.KeptAnswer.user",
    "accounts.SecurityMail.user",
    "account.EmailAddress.user",
    "mfa.Authenticator.user",
    "usersessions.UserSession.user",
)


# Columns of rows that every account has, whether it is used or not.
OF_EVERY_ACCOUNT = ("account.EmailAddress.user", "accounts.NameKey.user")


class GamesOngoing(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """Deleting would give up this many ongoing games, and the user has not agreed to it."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class AccountIsStaff(Exception):  # noqa: N818
    """The account is staff, and must hand over its rights first; or it is a computer of this server, which stays."""


@dataclass(frozen=True, slots=True)
class AppErasure:
    """The steps of an app when an account is deleted; see `add`."""

    gone: tuple[str, ...]
    of_every_account: tuple[str, ...]
    running: Callable[[User], int]
    leave: Callable[[User], object]
    leaves_first: bool
    is_left: Callable[[User], bool]
    erase: Callable[[User], object]


_erasures: list[AppErasure] = []


def add(
    *,
    gone: tuple[str, ...] = (),
    of_every_account: tuple[str, ...] = (),
    running: Callable[[User], int] = lambda _user: 0,
    leave: Callable[[User], object] = lambda _user: None,
    leaves_first: bool = False,
    is_left: Callable[[User], bool] = lambda _user: True,
    erase: Callable[[User], object] = lambda _user: None,
) -> None:
    """Take part in the deletion of accounts, from the module `personal_data` of an app. Each step is optional:

    - `gone`: columns that refer to the account, `chat.Note.author`; their rows are deleted.
    - `of_every_account`: those of them whose rows do not say that the account was used.
    - `running(user)` counts the games that the user would give up.
    - `leave(user)` ends what is ongoing, by the usual actions and in transactions of its own.
    - `leaves_first` says that this is done also when a deletion begins to wait: accounts/privacy/waiting.py.
    - `is_left(user)` says whether nothing ongoing is left.
    - `erase(user)` runs in the transaction that erases the account.

    Apps erase in reverse order, so that rows are deleted before those they refer to.
    """
    _erasures.append(AppErasure(gone, of_every_account, running, leave, leaves_first, is_left, erase))


def deleted_columns() -> set[str]:
    """All columns whose rows are deleted with an account."""
    return {*GONE, *(column for each in _erasures for column in each.gone)}


def columns_of_every_account() -> set[str]:
    """Columns whose rows do not say that an account was used."""
    return {*OF_EVERY_ACCOUNT, *(column for each in _erasures for column in each.of_every_account)}


def running(user: User) -> int:
    return sum(each.running(user) for each in _erasures)


def locked(user: User, *, ending: bool) -> User:
    """The row of the account, locked. Raises GamesOngoing, unless `ending`, and AccountIsStaff."""
    # Waits for a game that is just beginning, and prevents new ones afterwards.
    account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if account.is_staff or account.is_superuser or account.is_computer:
        raise AccountIsStaff
    count = running(account)
    if count and not ending:
        raise GamesOngoing(count)
    return account


def leave_first(user: User) -> None:
    """End what does not go on while a deletion waits."""
    for each in reversed(_erasures):
        if each.leaves_first:
            each.leave(user)


def close(user: User, *, ending: bool) -> None:
    """Close the account for good; `finish` does the rest. Raises GamesOngoing, unless `ending`, and AccountIsStaff."""
    with transaction.atomic():
        account = locked(user, ending=ending)
        User.objects.filter(pk=account.pk).update(is_active=False, deletion_due_at=None)
        Deletion.objects.get_or_create(user=account)
        AccessToken.objects.filter(user=account).revoke()
        mails.record(account, mails.Kind.DELETED)


def finish(user_id: int) -> bool:
    """End everything ongoing of a closed account, and erase it; False if a worker must repeat it."""
    user = User.objects.get(pk=user_id)
    for _round in range(ROUNDS):
        for each in reversed(_erasures):
            each.leave(user)
        if _erase(user):
            return True
    return False


def finish_all() -> None:
    """Finish all deletions that were interrupted."""
    for user_id in Deletion.objects.filter(erased_at=None).values_list("user", flat=True):
        finish(user_id)


def erase_again() -> None:
    """Erase recently erased accounts again."""
    lately = Deletion.objects.filter(erased_at__gt=database_time.now() - LOOKED_AT_AGAIN_FOR)
    for user_id in lately.values_list("user", flat=True):
        finish(user_id)


def is_reserved(username: str) -> bool:
    """Whether the name belonged to a deleted account, or looks like the name of one."""
    is_like_one = username.lower().startswith(PREFIX)
    return is_like_one or Deletion.objects.filter(name_digest=_digest(username)).exists()


def _digest(username: str) -> str:
    return salted_hmac("accounts.deletion", username.lower(), algorithm="sha256").hexdigest()


def _erase(user: User) -> bool:
    """Erase the account in one transaction; False if something new has begun meanwhile."""
    with transaction.atomic():
        account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if not all(each.is_left(account) for each in _erasures):
            return False
        deletion = Deletion.objects.get(user=account)
        old, new = account.username, account.username
        if deletion.erased_at is None:
            new = _free_name(account)
            deletion.erased_at, deletion.name_digest = database_time.now(), _digest(old)
            deletion.save()
            renamed.send(User, user=account, old=old, new=new)
        for each in reversed(_erasures):
            each.erase(account)
            delete_rows(account, each.gone)
        _erase_keys(account)
        _erase_logged(account, new)
        # Last, because changing the name locks the row against new references.
        _empty(account, new)
    return True


def _free_name(account: User) -> str:
    wanted = f"{PREFIX}{account.pk}"
    return f"{wanted}-1" if User.objects.filter(username__iexact=wanted).exclude(pk=account.pk).exists() else wanted


def _erase_keys(account: User) -> None:
    """Delete apps, tokens, sessions and connections. Open streams are notified after commit."""
    for app in App.objects.filter(owner=account):
        registration.delete(app)
    programs.end_all(account)
    sessions.end_all(account)
    delete_rows(account, GONE)


def delete_rows(account: User, columns: tuple[str, ...]) -> None:
    """Delete the rows that refer to the account by these columns, such as chat.Note.author."""
    for column in columns:
        label, _dot, name = column.rpartition(".")
        apps.get_model(label)._default_manager.filter(**{name: account}).delete()  # noqa: SLF001


def _erase_logged(account: User, new: str) -> None:
    """Replace the name in the administration's log."""
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=kind, object_id=str(account.pk)).update(object_repr=new)


def _empty(account: User, new: str) -> None:
    account.groups.clear()
    account.user_permissions.clear()
    fields = [field for field in User._meta.concrete_fields if field.name not in KEPT_COLUMNS]  # noqa: SLF001
    values = {field.name: field.get_default() for field in fields}
    values |= {"username": new, "is_active": False, "password": make_password(None)}
    User.objects.filter(pk=account.pk).update(**values)
