"""Accounts and their preferences."""

import zoneinfo
from datetime import datetime
from typing import Any, ClassVar
from unicodedata import bidirectional

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import DEFAULT_DB_ALIAS, models, transaction
from django.db.models.functions import Coalesce, Lower
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.signals import password_replaced
from accounts.time_zones import place_of
from accounts.validators import validate_username
from kit import database_time
from kit.times import day_and_time

LONGEST_OPERATOR = 100
# Django has `!` and a random text in place of a password that is taken away. So much of it stays before the hash.
MARK = 16
ISOLATE, END_OF_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
# The classes of letters that are written from right to left.
FROM_RIGHT = {"R", "AL"}
# Usernames of guests begin with it, and those of nobody else: the word is reserved.
GUEST_PREFIX = "guest-"
# Those of the computers of this server, one for each level; the word is reserved too.
COMPUTER_PREFIX = "computer-"
# Their names, weakest first.
COMPUTER_NAMES: list[Promise] = [_("Chalk"), _("Sandstone"), _("Slate"), _("Marble"), _("Granite"), _("Diamond")]


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless name is an IANA time zone such as Europe/Berlin."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("%(name)s is not a known time zone."), params={"name": name})


class User(AbstractUser):
    """A player. The username is public, and unique regardless of case."""

    class Language(models.TextChoices):
        GERMAN = "de", _("German")
        ENGLISH = "en", _("English")

    class BoardStyle(models.TextChoices):
        WOOD = "wood", _("Wood")
        PAPER = "paper", _("Paper")
        SLATE = "slate", _("Slate")
        PINK_GREEN = "pink-green", _("Pink and green")
        CONTRAST = "contrast", _("High contrast")

    class ColorScheme(models.TextChoices):
        SYSTEM = "system", _("Same as device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    username = models.CharField(_("username"), max_length=30, unique=True, validators=[validate_username])
    # Checked by accounts/names.py, which keeps the keys of both names.
    display_name = models.CharField(_("display name"), max_length=30, blank=True, default="", db_default="")
    # None if it has never changed, or if it is older than this column.
    display_name_since = models.DateTimeField(_("display name since"), null=True, blank=True, editable=False)
    # The confirmed primary address, or what staff have entered. Those that wait are rows of allauth.
    email = models.EmailField(_("email address"), blank=True)
    # Of accounts made on the sign-up page. If they are not used either, they go: accounts/unused.py.
    never_confirmed = models.BooleanField(_("has never confirmed an address"), default=False, db_default=False)
    # Of an address that was removed, and of which nothing else is kept: accounts/security/addresses.py.
    confirmed_long_ago = models.BooleanField(
        _("confirmed an address long ago"), default=False, db_default=False, editable=False
    )
    language = models.CharField(_("language"), max_length=2, choices=Language.choices, default=Language.GERMAN)
    # The one before a change, and when it was changed last: see accounts/language.py.
    former_language = models.CharField(
        _("former language"),
        max_length=2,
        choices=Language.choices,
        blank=True,
        default="",
        db_default="",
        editable=False,
    )
    language_since = models.DateTimeField(_("language since"), null=True, blank=True, editable=False)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="Europe/Berlin", validators=[validate_time_zone]
    )
    email_on_your_move = models.BooleanField(_("email when it is my move"), default=True)
    email_on_game_over = models.BooleanField(_("email when a game is finished"), default=True)
    emergency_day = models.BooleanField(_("use an emergency day before losing on time"), default=True, db_default=True)
    # With database defaults, so that the previous version of the code can create accounts during a deployment.
    board_style = models.CharField(
        _("board"), max_length=20, choices=BoardStyle.choices, default=BoardStyle.WOOD, db_default=BoardStyle.WOOD
    )
    color_scheme = models.CharField(
        _("light or dark"),
        max_length=10,
        choices=ColorScheme.choices,
        default=ColorScheme.SYSTEM,
        db_default=ColorScheme.SYSTEM,
    )
    marks = models.BooleanField(_("last move and mills are marked"), default=True, db_default=True)
    confirm_moves = models.BooleanField(_("moves are confirmed"), default=True, db_default=True)
    touch_move = models.BooleanField(_("touch-move"), default=False, db_default=False)
    go_on = models.BooleanField(_("go to the next game after a move"), default=True, db_default=True)
    sounds = models.BooleanField(_("sounds"), default=False, db_default=False)
    # Never unset: a trigger of the table refuses every other value. Only games/players/bots.py sets it.
    bot_since = models.DateTimeField(_("a bot since"), null=True, blank=True, editable=False)
    # Plays without an account, from one browser: accounts/guests.py.
    is_guest = models.BooleanField(_("a guest"), default=False, db_default=False, editable=False)
    # When a closed account is deleted, unless its owner keeps it: accounts/privacy/waiting.py.
    deletion_due_at = models.DateTimeField(_("to be deleted"), null=True, blank=True, editable=False)
    # Its owner cannot keep it, for staff has closed it since.
    closed_by_staff = models.BooleanField(
        _("closed by staff: the owner cannot cancel the deletion"), default=False, db_default=False
    )
    # Links and codes in mails work if they were mailed since. None if the account was never closed.
    links_since = models.DateTimeField(_("links in emails valid since"), null=True, blank=True, editable=False)
    operator = models.CharField(_("operated by"), max_length=LONGEST_OPERATOR, blank=True, default="", db_default="")
    # Of a computer that this server plays with, weakest first: games/computer. Nobody logs in as one.
    computer_level = models.PositiveSmallIntegerField(
        _("level of a computer"), null=True, blank=True, unique=True, editable=False
    )

    # Set before another password is saved, if what programs have stays.
    keeps_programs = False
    # Whether the password was taken away, which is not stored yet.
    _has_lost_password = False

    objects: ClassVar[UserManager["User"]] = UserManager()  # type: ignore[assignment]  # AbstractUser binds its own

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(Lower("username"), name="user_username_unique_ignoring_case"),
            models.UniqueConstraint(
                Lower("email"), condition=~models.Q(email=""), name="user_email_unique_ignoring_case"
            ),
            models.CheckConstraint(
                condition=models.Q(board_style__in=["wood", "paper", "slate", "pink-green", "contrast"]),
                name="user_board_style_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(color_scheme__in=["system", "light", "dark"]), name="user_color_scheme_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(computer_level=None)
                | models.Q(
                    computer_level__range=(1, 6),
                    password__startswith="!",  # noqa: S106  (no password)
                    email="",
                    bot_since__isnull=False,
                    is_guest=False,
                    is_active=True,
                    is_staff=False,
                    is_superuser=False,
                ),
                name="user_computer_lets_nobody_in",
            ),
        ]
        indexes = [
            models.Index(
                Coalesce("last_login", "date_joined"),
                name="user_never_confirmed",
                condition=models.Q(never_confirmed=True),
            ),
            models.Index(fields=["date_joined"], name="user_guest", condition=models.Q(is_guest=True)),
            models.Index(
                fields=["deletion_due_at"],
                name="user_to_delete",
                condition=models.Q(deletion_due_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, **options: Any) -> None:
        # Django keeps a password here that was set and is not stored yet.
        is_set = getattr(self, "_password", None) is not None
        is_replaced = (is_set or self._has_lost_password) and not self._state.adding
        with transaction.atomic():
            # Locked, so that of two changes at once the second finds the password of the first.
            stored = User.objects.select_for_update(no_key=True).filter(pk=self.pk).first() if is_replaced else None
            super().save(*args, **options)
            if is_replaced:
                password_replaced.send(User, user=self, former=stored.former_password if stored else "")
        self._has_lost_password = False

    @property
    def former_password(self) -> str:
        """The hash of the password that is in force, or was the last one; an empty text if there was none."""
        kept = self.password if self.has_usable_password() else self.password[MARK:]
        return kept if "$" in kept else ""

    def set_unusable_password(self) -> None:
        """Keep the hash behind a mark until there is a new password, which must not be the same.

        Links to a new password are made of this text. Its random part ends those of before.
        """
        former = self.former_password
        super().set_unusable_password()
        if former:
            self.password = self.password[:MARK] + former
        self._has_lost_password = True

    @property
    def plain_name(self) -> str:
        """The display name, or else the username, for programs. Those of guests and computers are in the reader's
        language."""
        if self.is_guest:
            return gettext("Guest %(number)s") % {"number": self.username.removeprefix(GUEST_PREFIX)}
        if self.computer_level is not None:
            return str(COMPUTER_NAMES[self.computer_level - 1])
        return self.display_name or self.username

    @property
    def name(self) -> str:
        """The same for people, in a text or beside others: one from right to left does not turn what follows it."""
        name = self.plain_name
        return f"{ISOLATE}{name}{END_OF_ISOLATE}" if FROM_RIGHT & set(map(bidirectional, name)) else name

    @property
    def shown_name(self) -> str:
        """The name in running text; a bot's is marked as such."""
        return gettext("%(name)s (bot)") % {"name": self.name} if self.is_bot else self.name

    @property
    def time_zone_place(self) -> str:
        """The place by which the time zone is listed: Berlin."""
        return place_of(self.time_zone)

    @property
    def is_bot(self) -> bool:
        """Whether the account is played by a program."""
        return self.bot_since is not None

    @property
    def is_computer(self) -> bool:
        """Whether the account is played by this server itself."""
        return self.computer_level is not None


class NameKey(models.Model):
    """What all names that look alike have in common. An account has those of its username and its display name.

    Those of a name that it has given up are held for a while, so that nobody poses as its former owner. When it is
    deleted, digests take their place.
    """

    key = models.CharField(_("key"), max_length=120, primary_key=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", verbose_name=_("player"))
    # None for names that the account has; far away for usernames of deleted accounts.
    held_until = models.DateTimeField(_("reserved until"), null=True, blank=True)

    class Meta:
        verbose_name = _("key of a name")
        verbose_name_plural = _("keys of names")

    def __str__(self) -> str:
        return self.key


class FormerName(models.Model):
    """A display name that an account had, for staff to look up. It is never public."""

    class Ended(models.TextChoices):
        # Only these count for how often a name may change.
        CHANGED = "changed", _("changed")
        CORRECTED = "corrected", _("corrected soon afterwards")
        TAKEN_AWAY = "taken_away", _("removed by staff")
        UNDONE = "undone", _("undone when the account was secured")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="former_names", verbose_name=_("player"))
    # Empty for a time without a display name between two of them.
    name = models.CharField(_("display name"), max_length=30, blank=True)
    # None if it is older than the table.
    since = models.DateTimeField(_("since"), null=True, blank=True)
    until = models.DateTimeField(_("until"))
    ended = models.CharField(_("finished"), max_length=10, choices=Ended.choices)

    class Meta:
        verbose_name = _("former display name")
        verbose_name_plural = _("former display names")
        ordering = ["-until", "-id"]

    def __str__(self) -> str:
        return self.name

    @property
    def sentence(self) -> str:
        """The name, its times, and how it ended, for staff."""
        since, until = (day_and_time(moment) if moment else "?" for moment in (self.since, self.until))
        words = {"name": self.name, "since": since, "until": until, "ended": self.get_ended_display()}
        return gettext("%(name)s (%(since)s to %(until)s, %(ended)s)") % words


class FormerPassword(models.Model):
    """The hash of a password that was replaced. It lets in nobody: see accounts/passwords/former.py."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", verbose_name=_("player"))
    password = models.CharField(_("former password"), max_length=128, editable=False)
    replaced_at = models.DateTimeField(_("replaced"), default=database_time.now, db_index=True)

    class Meta:
        verbose_name = _("former password")
        verbose_name_plural = _("former passwords")

    def __str__(self) -> str:
        return f"{self.user_id}"


# The columns of a user that are shown with a game.
SHOWN_COLUMNS = ("username", "display_name", "bot_since", "is_guest", "computer_level")


def user_from_columns(
    user_id: int,
    username: str,
    display_name: str,
    bot_since: datetime | None,
    is_guest: bool,
    computer_level: int | None,
) -> User:
    """The user with these columns; others are fetched on access."""
    values = [user_id, username, display_name, bot_since, is_guest, computer_level]
    return User.from_db(DEFAULT_DB_ALIAS, ["id", *SHOWN_COLUMNS], values)
