"""Clubs, their members, who wants to be one, and what members write on the noticeboard.

A club and a membership know nothing of games: club tournaments and team matches can point to both.
"""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from kit import database_time

SHORTEST_NAME: Final = 3
LONGEST_NAME: Final = 40
LONGEST_ABOUT: Final = 1000
LONGEST_POST: Final = 1000
LONGEST_SLUG: Final = 60


class Role(models.IntegerChoices):
    """What a member may do; a lower number may more. roles.py says what."""

    OWNER = 1, pgettext_lazy("role in a club", "owner")
    OFFICER = 2, pgettext_lazy("role in a club", "officer")
    MEMBER = 3, pgettext_lazy("role in a club", "member")

    @property
    def code(self) -> str:
        """As the API calls it."""
        return self.name.lower()


class Club(models.Model):
    """A club. It has one owner as long as it has members."""

    class Admission(models.TextChoices):
        OPEN = "open", _("Everyone can join")
        REQUEST = "request", _("On request, which an officer accepts")
        LINK = "link", _("By a link from the club only")

    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    # Its address, which never changes.
    slug = models.SlugField(_("address"), max_length=LONGEST_SLUG, unique=True)
    about = models.CharField(_("about the club"), max_length=LONGEST_ABOUT, blank=True)
    admission = models.CharField(_("how one joins"), max_length=7, choices=Admission.choices, default=Admission.OPEN)
    # Of the link by which one joins, if there is one; the secret is shown once.
    link_digest = models.CharField(max_length=64, null=True, blank=True, unique=True, editable=False)
    founded_at = models.DateTimeField(_("founded"), default=database_time.now)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(Lower("name"), name="club_name_once"),
            models.CheckConstraint(condition=Q(admission__in=["open", "request", "link"]), name="club_admission_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def owner(self) -> User | None:
        """Whose club it is, for the audit log."""
        row = self.memberships.select_related("user").filter(role=Role.OWNER).first()
        return row.user if row else None


class Membership(models.Model):
    """A player is a member of a club. Who has been one for longer has a lower id."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="memberships", db_index=False, verbose_name=_("club")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    role = models.PositiveSmallIntegerField(_("role"), choices=Role.choices, default=Role.MEMBER)
    since = models.DateTimeField(_("member since"), default=database_time.now)

    class Meta:
        verbose_name = _("member of a club")
        verbose_name_plural = _("members of clubs")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="membership_once"),
            models.UniqueConstraint(fields=["club"], condition=Q(role=1), name="membership_one_owner"),
            models.CheckConstraint(condition=Q(role__in=[1, 2, 3]), name="membership_role_known"),
        ]
        indexes = [models.Index(fields=["club", "role", "id"], name="membership_of_club")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.user_id}"


class JoinRequest(models.Model):
    """Somebody outside a club who has asked to join it, or whom an officer has removed from it.

    Who was removed joins again only if an officer accepts it, whatever the admission.
    """

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="requests", db_index=False, verbose_name=_("club")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    # Waits for an answer; afterwards the row says when one may ask again.
    is_open = models.BooleanField(_("open"), default=True)
    was_removed = models.BooleanField(_("was removed from the club"), default=False)
    # Or when the player was removed.
    asked_at = models.DateTimeField(_("asked"), default=database_time.now)

    class Meta:
        verbose_name = _("request to join a club")
        verbose_name_plural = _("requests to join clubs")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="joinrequest_once")]
        indexes = [
            models.Index(fields=["club", "id"], name="joinrequest_to_answer", condition=Q(is_open=True)),
            models.Index(
                fields=["asked_at"], name="joinrequest_to_forget", condition=Q(is_open=False, was_removed=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.user_id}"


class Post(models.Model):
    """What a member has written on the noticeboard of a club. A removed one leaves a mark there."""

    class RemovedBy(models.TextChoices):
        AUTHOR = "author", _("Removed by the author")
        OFFICER = "officer", _("Removed by an officer of the club")
        STAFF = "staff", _("Removed by an arbiter")

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="posts", db_index=False, verbose_name=_("club")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("author")
    )
    # Of a removed one, staff can read it for noticeboard.KEPT; then it is emptied.
    text = models.CharField(_("text"), max_length=LONGEST_POST, blank=True)
    created_at = models.DateTimeField(_("written"), default=database_time.now)
    removed_at = models.DateTimeField(_("removed"), null=True, blank=True)
    removed_by = models.CharField(_("removed by"), max_length=7, choices=RemovedBy.choices, blank=True)

    class Meta:
        verbose_name = _("post on a noticeboard")
        verbose_name_plural = _("posts on noticeboards")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(text="") | Q(removed_at__isnull=False), name="post_has_a_text"),
            models.CheckConstraint(
                condition=Q(removed_at=None, removed_by="") | Q(removed_at__isnull=False) & ~Q(removed_by=""),
                name="post_removed_by_somebody",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "-id"], name="post_of_club"),
            models.Index(fields=["author", "-id"], name="post_of_author"),
            models.Index(
                fields=["removed_at"], name="post_to_empty", condition=Q(removed_at__isnull=False) & ~Q(text="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.author_id}: {self.text[:40]}"

    @property
    def owner(self) -> User:
        """Whose words they are, for the audit log."""
        return self.author
