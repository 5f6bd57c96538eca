"""Challenges: to one player, to all who are eligible, or by an invitation link."""

import hashlib
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.core.models.games import Game
from games.core.models.sides import TwoSidedQuerySet
from games.core.models.terms import Pool, Terms
from kit import database_time

# Maximum length of a challenge's message, and of the reason for declining one.
LONGEST_TEXT = 500
HIGHEST_RATING = 5_000


def link_digest_of(secret: str) -> str:
    """The SHA-256 of an invitation's secret. The link is a bearer secret, so only the digest is stored."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


# The condition of the indexes of open challenges. It has no value, so that prepared statements use them too.
UNANSWERED = Q(answered_at=None)


class ChallengeQuerySet(TwoSidedQuerySet["Challenge"]):
    sides = ("challenger_id", "opponent_id")

    def open(self, *, now: datetime) -> "ChallengeQuerySet":
        # Not by expires_at > now, which nearly all open challenges meet: PostgreSQL expects few, and reads them all.
        return self.filter(UNANSWERED).exclude(pk__in=Challenge.objects.run_out(now=now).values("pk"))

    def run_out(self, *, now: datetime) -> "ChallengeQuerySet":
        return self.filter(UNANSWERED, expires_at__lte=now)

    def in_status(self, status: str, *, now: datetime) -> "ChallengeQuerySet":
        """Filter by status. Open challenges that have run out count as expired even before the task closes them."""
        if status == Challenge.Status.OPEN:
            return self.open(now=now)
        if status == Challenge.Status.EXPIRED:
            return self.filter(status=status) | self.run_out(now=now)
        return self.filter(status=status)


class Challenge(Terms):
    class Kind(models.TextChoices):
        DIRECT = "direct", _("to one player")
        OPEN = "open", _("open to all")
        LINK = "link", _("by invitation link")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        CANCELLED = "cancelled", _("withdrawn")
        EXPIRED = "expired", _("expired")

    # A game has at most one rematch that is open or accepted.
    REMATCH_STATUSES = (Status.OPEN, Status.ACCEPTED)

    class Colour(models.TextChoices):
        WHITE = "white", _("White")
        BLACK = "black", _("Black")
        LOT = "lot", _("At random")

    class Answers(models.TextChoices):
        AT_ONCE = "at_once", _("immediately")
        LATER = "later", _("after minutes or hours")

    number = models.BigAutoField(_("number"), primary_key=True)
    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices)
    status = models.CharField(_("status"), max_length=9, choices=Status.choices, default=Status.OPEN)
    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="challenges_sent",
        db_index=False,
        verbose_name=_("challenger"),
    )
    # The challenged player; for an open challenge or a link, the player who accepted it.
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="challenges_received",
        null=True,
        blank=True,
        db_index=False,
        verbose_name=_("opponent"),
    )
    colour = models.CharField(_("challenger’s colour"), max_length=5, choices=Colour.choices, default=Colour.LOT)
    min_rating = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    max_rating = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    # In percent; players who have no figure yet may accept the challenge.
    min_reliability = models.PositiveSmallIntegerField(_("lowest reliability"), null=True, blank=True)
    # In a person's challenge: a bot may accept it; in a challenge to a bot: the game may be rated.
    bots_welcome = models.BooleanField(_("bots may accept"), default=False, db_default=False)
    # Guests may accept it. Never so if it is rated.
    allows_guests = models.BooleanField(_("guests may accept it"), default=False, db_default=False)
    # When a computer of this server plays its moves; empty in challenges to others.
    answers = models.CharField(
        _("the computer answers"), max_length=7, choices=Answers.choices, blank=True, default="", db_default=""
    )
    message = models.CharField(_("message"), max_length=LONGEST_TEXT, blank=True)
    decline_reason = models.CharField(_("reason"), max_length=LONGEST_TEXT, blank=True)
    link_digest = models.CharField(max_length=64, null=True, blank=True, unique=True, editable=False)
    rematch_of = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="rematches", null=True, blank=True, verbose_name=_("rematch of")
    )
    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, related_name="challenge", null=True, blank=True, verbose_name=_("game")
    )
    created_at = models.DateTimeField(_("created"), default=database_time.now)
    expires_at = models.DateTimeField(_("expires"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    objects = ChallengeQuerySet.as_manager()

    class Meta(Terms.Meta):
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        ordering = ["-number"]
        constraints = [
            *Terms.Meta.constraints,
            models.CheckConstraint(
                condition=Q(opponent=None) | ~Q(opponent=F("challenger")), name="challenge_not_to_oneself"
            ),
            models.CheckConstraint(
                condition=~Q(kind="direct") | Q(opponent__isnull=False), name="challenge_direct_has_opponent"
            ),
            models.CheckConstraint(
                condition=Q(kind="link", link_digest__isnull=False) | (~Q(kind="link") & Q(link_digest=None)),
                name="challenge_has_secret_iff_link",
            ),
            models.CheckConstraint(
                condition=Q(status="accepted", game__isnull=False) | (~Q(status="accepted") & Q(game=None)),
                name="challenge_has_game_iff_accepted",
            ),
            models.CheckConstraint(
                condition=Q(status="open", answered_at=None) | (~Q(status="open") & Q(answered_at__isnull=False)),
                name="challenge_unanswered_iff_open",
            ),
            models.CheckConstraint(
                condition=Q(min_reliability=None) | Q(min_reliability__gte=1, min_reliability__lte=100),
                name="challenge_reliability_is_in_percent",
            ),
            models.CheckConstraint(
                condition=Q(rated=False) | Q(allows_guests=False), name="challenge_of_guests_is_casual"
            ),
            models.CheckConstraint(
                condition=Q(answers="") | Q(answers__in=["at_once", "later"], kind="direct"),
                name="challenge_answers_are_known",
            ),
            models.UniqueConstraint(
                fields=["rematch_of"],
                condition=Q(rematch_of__isnull=False, status__in=["open", "accepted"]),
                name="challenge_one_rematch_a_game",
            ),
        ]
        indexes = [
            models.Index(fields=["kind", "-number"], name="challenge_lobby", condition=UNANSWERED),
            models.Index(
                fields=["kind", "-allows_guests", "-number"], name="challenge_guests_first", condition=UNANSWERED
            ),
            models.Index(fields=["expires_at"], name="challenge_running_out", condition=UNANSWERED),
            models.Index(fields=["challenger"], name="challenge_open_sent", condition=UNANSWERED),
            models.Index(fields=["opponent"], name="challenge_open_received", condition=UNANSWERED),
            models.Index(fields=["challenger", "number"], name="challenge_of_challenger"),
            models.Index(fields=["opponent", "number"], name="challenge_of_opponent"),
        ]

    def __str__(self) -> str:
        return str(self.number)

    def is_open(self, *, now: datetime) -> bool:
        return self.status == self.Status.OPEN and now < self.expires_at

    @property
    def pool(self) -> Pool:
        """The rating pool of the game, as far as the players are known."""
        return Pool.between(self.challenger, self.opponent)

    def is_visible_to(self, user_id: int | None) -> bool:
        """Open challenges are public; others are visible to those who have sent, received or accepted them."""
        if self.kind == self.Kind.OPEN:
            return True
        return user_id is not None and user_id in (self.challenger_id, self.opponent_id)

    def is_for_rating(self, rating: int) -> bool:
        """Whether a player with this rounded rating may accept the challenge; the bounds are inclusive."""
        lowest = 0 if self.min_rating is None else self.min_rating
        highest = HIGHEST_RATING if self.max_rating is None else self.max_rating
        return lowest <= rating <= highest

    def is_for_reliability(self, percent: int | None) -> bool:
        """Whether a player of this reliability may accept the challenge; None always may."""
        return self.min_reliability is None or percent is None or percent >= self.min_reliability
