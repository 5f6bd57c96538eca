"""Reports of anybody about anybody, and the cases that they make: one open case for each person."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.core.models.games import Game
from games.disputes.case_model import Case
from kit import database_time


class PersonCase(Case):
    """What was reported about one person until an arbiter decides; later reports open another case."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        TAKEN = "taken", _("under review")
        DECIDED = "decided", _("decided")

    class Verdict(models.TextChoices):
        WARNED = "warned", _("warning")
        MUTED = "muted", _("muted")
        SUSPENDED = "suspended", _("suspended")
        DISMISSED = "dismissed", _("dismissed")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="person_cases", verbose_name=_("player")
    )
    status = models.CharField(_("status"), max_length=9, choices=Status.choices, default=Status.OPEN)
    verdict = models.CharField(_("decision"), max_length=9, choices=Verdict.choices, blank=True)

    class Meta:
        verbose_name = _("case about a person")
        verbose_name_plural = _("cases about people")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=Q(status__in=["open", "taken"]), name="personcase_one_pending_a_person"
            ),
            models.CheckConstraint(
                condition=~Q(status="taken") | Q(taken_by__isnull=False, taken_at__isnull=False),
                name="personcase_taken_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(status="decided", decided_at__isnull=False, decided_by__isnull=False)
                & ~Q(verdict="")
                & ~Q(reason="")
                | ~Q(status="decided") & Q(decided_at=None, decided_by=None, verdict="", reason=""),
                name="personcase_has_verdict_iff_decided",
            ),
        ]
        indexes = [
            models.Index(fields=["opened_at"], name="personcase_pending", condition=Q(status__in=["open", "taken"]))
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.person_id}"


class Report(models.Model):
    """What somebody has reported. The person whom it is about never learns who it was."""

    class Subject(models.TextChoices):
        SPECTATOR_MESSAGE = "spectator_message", _("message in the spectator chat")
        NOTE = "note", _("note on a game")
        PROFILE = "profile", _("profile")
        CHALLENGE = "challenge", _("challenge")
        GAME = "game", _("game as a whole")
        CLUB_POST = "club_post", _("post on the noticeboard of a club")

    LONGEST = 1000

    case = models.ForeignKey(PersonCase, on_delete=models.PROTECT, related_name="reports", verbose_name=_("case"))
    reported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="reports",
        db_index=False,
        verbose_name=_("reported by"),
    )
    subject = models.CharField(_("subject"), max_length=17, choices=Subject.choices)
    # The number of the message, the game, the challenge, the post, or the account.
    subject_id = models.PositiveBigIntegerField(_("number of the subject"))
    game = models.ForeignKey(
        Game,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        null=True,
        blank=True,
        verbose_name=_("game"),
    )
    # What was to be read there at the time.
    quoted = models.TextField(_("what was written"), blank=True)
    text = models.CharField(_("text"), max_length=LONGEST)
    created_at = models.DateTimeField(_("reported"), default=database_time.now)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["case", "reported_by", "subject", "subject_id"], name="report_once"),
            models.CheckConstraint(condition=~Q(text=""), name="report_says_something"),
        ]
        indexes = [models.Index(fields=["reported_by", "-id"], name="report_of_reporter")]

    def __str__(self) -> str:
        return f"{self.case_id}: {self.subject}"
