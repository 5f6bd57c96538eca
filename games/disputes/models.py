"""Disputes, notes of staff on their cases, and the audit log."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import OuterRef, Q, Subquery
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.core.models.games import Game
from games.disputes import verdict_kinds
from games.disputes.case_model import Case
from games.disputes.verdict_kinds import TO_A_PLAYER, TO_THE_GAME
from games.players.verdict_reasons import LONGEST_REASON
from games.time_off.models import Freeze
from kit import database_time


class DisputeQuerySet(models.QuerySet["Dispute"]):
    def pending(self) -> "DisputeQuerySet":
        """Disputes that are not decided."""
        return self.filter(status__in=Dispute.PENDING)

    def with_freezes(self) -> "DisputeQuerySet":
        """With the ends of their freezes, in the same query."""
        freezes = Freeze.objects.filter(case_number=OuterRef("pk"))
        return self.annotate(freeze_end=Subquery(freezes.values("ends_at")))


class Dispute(Case):
    """A player's complaint about a game. The server decides it if the rules do, otherwise an arbiter."""

    class Category(models.TextChoices):
        DRAW = "draw", _("draw not recognised")
        REPETITION = "repetition", _("repetition")
        STALLING = "stalling", _("stalling")
        TIMEOUT = "timeout", _("wrongly lost on time")
        ABUSE = "abuse", _("abuse in messages")
        COMPUTER_HELP = "computer_help", _("computer help")
        OTHER = "other", _("something else")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        TAKEN = "taken", _("under review")
        DECIDED = "decided", _("decided")
        WITHDRAWN = "withdrawn", _("withdrawn")

    class ClocksRun(models.TextChoices):
        """Why a dispute about the end of a game that goes on stops no clock."""

        COUNTED = "counted", _("appeal against the server’s count")
        GAME_LIMIT = "game_limit", _("has stopped the clocks of this game too often")
        PLAYER_LIMIT = "player_limit", _("has stopped clocks too often lately")

    # A verdict may change how the game ends: the clocks stand, and an end that the players bring about settles it.
    ABOUT_THE_END = (Category.DRAW, Category.REPETITION)
    # The opponent is notified of these; of a dispute about a person, only the sanctioned player is.
    ABOUT_THE_GAME = (Category.DRAW, Category.REPETITION, Category.TIMEOUT, Category.OTHER)
    # The part of the evidence that players may see; the rest is about both of them.
    TOLD_EVIDENCE = ("claims", "marked", "confirmed", "clocks_run")
    LONGEST = LONGEST_REASON
    MOST_PLIES = 50

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="disputes", db_index=False, verbose_name=_("game")
    )
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="disputes", verbose_name=_("opened by")
    )
    category = models.CharField(_("category"), max_length=16, choices=Category.choices)
    text = models.CharField(_("text"), max_length=LONGEST, blank=True)
    # The half-moves that the player has marked, in order.
    plies = ArrayField(models.PositiveSmallIntegerField(), default=list, blank=True, verbose_name=_("half-moves"))
    # The findings of the server when the dispute was opened.
    evidence = models.JSONField(_("evidence"), default=dict)
    # Each side may appeal once.
    appeal_of = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        related_name="appeals",
        null=True,
        blank=True,
        verbose_name=_("appeal against"),
    )
    status = models.CharField(_("status"), max_length=9, choices=Status.choices, default=Status.OPEN)
    # Set by a helper who cannot decide a case that is urgent; it ends when somebody takes the case.
    escalated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
        verbose_name=_("marked as urgent by"),
    )
    escalated_at = models.DateTimeField(_("marked as urgent"), null=True, blank=True)
    verdict = models.CharField(_("decision"), max_length=9, choices=verdict_kinds.choices, blank=True)

    objects = DisputeQuerySet.as_manager()

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        ordering = ["number"]
        # Permissions of staff; disputes/roles.py says which role has which.
        permissions = [
            ("note", "Can write internal notes"),
            ("decide_games", "Can decide games"),
            ("impose", "Can warn, mute and suspend players"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "opened_by"],
                condition=Q(status__in=["open", "taken"], appeal_of=None),
                name="dispute_one_pending_a_player_and_game",
            ),
            models.UniqueConstraint(
                fields=["appeal_of", "opened_by"],
                condition=Q(appeal_of__isnull=False),
                name="dispute_one_appeal_a_player",
            ),
            models.CheckConstraint(
                condition=~Q(status="taken") | Q(taken_by__isnull=False, taken_at__isnull=False),
                name="dispute_taken_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(escalated_by=None, escalated_at=None)
                | Q(escalated_by__isnull=False, escalated_at__isnull=False),
                name="dispute_escalated_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(status="decided", decided_at__isnull=False) & ~Q(verdict="")
                | ~Q(status="decided") & Q(decided_at=None, decided_by=None, verdict=""),
                name="dispute_has_verdict_iff_decided",
            ),
            models.CheckConstraint(condition=Q(decided_by=None) | ~Q(reason=""), name="dispute_arbiter_gives_a_reason"),
        ]
        indexes = [
            models.Index(fields=["game", "number"], name="dispute_of_game"),
            models.Index(fields=["opened_at"], name="dispute_pending", condition=Q(status__in=["open", "taken"])),
        ]

    def __str__(self) -> str:
        return f"{self.number}: #{self.game_id}"

    @property
    def claims(self) -> list[dict[str, Any]]:
        """The draws that the server has looked for when it was opened, with the figures of each."""
        found: list[dict[str, Any]] = self.evidence.get("claims", [])
        return found

    @property
    def marked(self) -> dict[str, Any] | None:
        """What the server has found of the half-moves that were marked; None where there is nothing to say of them."""
        found: dict[str, Any] | None = self.evidence.get("marked")
        return found

    @property
    def confirmed(self) -> dict[str, Any] | None:
        """The draw that the server confirms and an arbiter decides: the `claim`, and the `ply` after which it could
        first be claimed. None where it confirms none."""
        found: dict[str, Any] | None = self.evidence.get("confirmed")
        return found

    @property
    def then(self) -> dict[str, Any] | None:
        """What was known of both players when it was opened; None where nothing was kept."""
        found: dict[str, Any] | None = self.evidence.get("then")
        return found

    @property
    def clocks_run(self) -> str | None:
        """A ClocksRun, as it was when it was opened; None where it has stopped the clocks, or was not to."""
        found: str | None = self.evidence.get("clocks_run")
        return found

    @property
    def is_escalated(self) -> bool:
        """Whether it has been made urgent, and nobody has taken it since."""
        return self.status == self.Status.OPEN and self.escalated_at is not None

    @property
    def hearers(self) -> tuple[int, ...]:
        """The players who are told of it: both where it is about the game or has changed it, else who has opened it,
        and who has read the verdict that an appeal has attacked."""
        is_for_both = self.category in self.ABOUT_THE_GAME or self.verdict in TO_THE_GAME
        if is_for_both:
            return self.game.player_ids
        return tuple(each for each in self.game.player_ids if each == self.opened_by_id or self._answers(each))

    def concerns(self, user_id: int) -> bool:
        """Whether the user may read it and appeal. A warned player gets a notification of the warning itself."""
        return user_id in self.hearers or (self.verdict in TO_A_PLAYER and self.game.has_player(user_id))

    def _answers(self, user_id: int) -> bool:
        """Whether it says what has become, on appeal, of a verdict that the user has read."""
        return bool(self.verdict) and self.appeal_of is not None and self.appeal_of.concerns(user_id)

    def text_for(self, user_id: int) -> str:
        """The text of the dispute; not shown to the opponent if it is about them."""
        is_shown = user_id == self.opened_by_id or self.category in self.ABOUT_THE_GAME
        return self.text if is_shown else ""

    def held_until(self, *, now: datetime) -> datetime | None:
        """Until when it holds the clocks of its game; None where it does not, or not any more."""
        return self.freeze_ends_at if self.freeze_ends_at is not None and now < self.freeze_ends_at else None

    @cached_property
    def freeze_ends_at(self) -> datetime | None:
        """When the clocks that it has stopped run again, or did; None where it has stopped none."""
        if "freeze_end" in vars(self):
            known: datetime | None = vars(self)["freeze_end"]
            return known
        return Freeze.objects.filter(case_number=self.pk).values_list("ends_at", flat=True).first()

    @property
    def is_appeal(self) -> bool:
        return self.appeal_of_id is not None


class DisputeNote(models.Model):
    """A note of staff about a case, shown to staff only."""

    LONGEST = 2000

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="notes", verbose_name=_("dispute"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name=_("author")
    )
    text = models.CharField(_("text"), max_length=LONGEST)
    created_at = models.DateTimeField(_("created"), default=database_time.now)

    class Meta:
        verbose_name = _("internal note")
        verbose_name_plural = _("internal notes")
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~models.Q(text=""), name="dispute_note_says_something")]

    def __str__(self) -> str:
        return f"{self.dispute_id} {self.author_id}: {self.text[:40]}"


class AuditEntry(models.Model):
    """An action of staff. The server may not change or delete rows, and a trigger refuses it; audit_log.py says what
    `digest` covers."""

    append_only_except = ()

    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name=_("who")
    )
    action = models.CharField(_("what"), max_length=32)
    dispute = models.ForeignKey(
        "disputes.Dispute", on_delete=models.PROTECT, related_name="audit", null=True, verbose_name=_("dispute")
    )
    game = models.ForeignKey(
        "core.Game", on_delete=models.PROTECT, related_name="audit", null=True, verbose_name=_("game")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, verbose_name=_("whom")
    )
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    reason = models.TextField(_("reason"), blank=True)
    created_at = models.DateTimeField(_("when"), default=database_time.now)
    # Random, in hex; and SHA-256 over it and everything above. Both are empty in rows of the former form.
    salt = models.CharField(_("salt"), max_length=32, db_default="", editable=False)
    content = models.CharField(_("content hash"), max_length=64, db_default="")
    # SHA-256 in hex, over the digest of the row before and the content hash.
    digest = models.CharField(_("seal"), max_length=64, unique=True)

    class Meta:
        verbose_name = _("entry of the audit log")
        verbose_name_plural = _("audit log")
        ordering = ["id"]
        indexes = [models.Index(fields=["actor", "created_at"], name="auditentry_of_actor")]

    def __str__(self) -> str:
        return f"№ {self.id}"
