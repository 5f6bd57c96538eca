"""Ratings, reliability, blocks and mutes, sanctions, and when a player was last on the home page."""

from dataclasses import astuple
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.core import rule_sets
from games.core.models.games import Game
from games.core.models.terms import Pool
from games.players.glicko import Strength, after_idleness, after_period
from games.players.verdict_reasons import LONGEST_REASON, translated_reason
from kit import database_time

PROVISIONAL_ABOVE = 110
# The number of latest games with a result that count for reliability, and the number from which on a figure is shown.
WINDOW, SHOWN_FROM = 100, 5


class Standing(NamedTuple):
    """A rating as its last rated game has left it. A fixed one is that of a computer, which nothing changes."""

    strength: Strength = Strength()
    rated_at: datetime | None = None
    is_fixed: bool = False

    def strength_at(self, at: datetime) -> Strength:
        """The strength at this time: the deviation grows with the time since the last rated game."""
        if self.is_fixed or self.rated_at is None:
            return self.strength
        return after_idleness(self.strength, at - self.rated_at)


class Rating(models.Model):
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="ratings",
        db_index=False,
        verbose_name=_("player"),
    )
    rules = models.CharField(_("rules"), max_length=20, choices=rule_sets.choices)
    pool = models.CharField(_("pool"), max_length=6, choices=Pool.choices, default=Pool.PEOPLE, db_default=Pool.PEOPLE)
    value = models.FloatField(_("rating"), default=1500.0)
    deviation = models.FloatField(_("deviation"), default=350.0)
    volatility = models.FloatField(_("volatility"), default=0.06)
    games = models.PositiveIntegerField(_("rated games"), default=0)
    # That of a computer: no game changes it, and time neither.
    is_fixed = models.BooleanField(_("fixed"), default=False, db_default=False)
    # When the last rated game ended, to which the deviation belongs.
    rated_at = models.DateTimeField(_("last rated game"), null=True, blank=True)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(fields=["user", "rules", "pool"], name="rating_one_a_player_rules_and_pool"),
            models.CheckConstraint(condition=models.Q(pool__in=["people", "bots"]), name="rating_pool_is_known"),
        ]
        indexes = [models.Index(fields=["rules", "pool", "-value", "-id"], name="rating_in_ranking")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.get_rules_display()}: {self.value:.0f}"

    @property
    def standing(self) -> Standing:
        return Standing(Strength(self.value, self.deviation, self.volatility), self.rated_at, self.is_fixed)

    @property
    def current_deviation(self) -> float:
        return self.standing.strength_at(database_time.now()).deviation

    @property
    def is_provisional(self) -> bool:
        """Whether there are too few games, or none for too long, for the rating to mean much."""
        return self.current_deviation > PROVISIONAL_ABOVE


class RatingChange(models.Model):
    """A rating before and after a rated game; there is one of each player.

    Ratings follow from these rows alone (see recomputing.py), in the order of `id`: a player's next game is rated after
    this one. The strength before the game is as the game before has left it, at `rated_at`.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="rating_changes", db_index=False, verbose_name=_("game")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name=_("opponent")
    )
    rules = models.CharField(_("rules"), max_length=20)
    pool = models.CharField(_("pool"), max_length=6)
    # 1, ½ or 0.
    score = models.FloatField(_("score"))
    finished_at = models.DateTimeField(_("finished"))

    is_fixed = models.BooleanField(_("fixed"), default=False)
    rated_at = models.DateTimeField(_("rated game before"), null=True)
    value = models.FloatField(_("rating before"))
    deviation = models.FloatField(_("deviation before"))
    volatility = models.FloatField(_("volatility before"))
    new_value = models.FloatField(_("rating"))
    new_deviation = models.FloatField(_("deviation"))
    new_volatility = models.FloatField(_("volatility"))
    # Before the game.
    opponent_value = models.FloatField(_("rating of the opponent"))

    # The game counts no more, for its result was changed. recomputing.py deletes the row.
    is_void = models.BooleanField(_("counts no more"), default=False)
    # Whether the row of the game has this change, too.
    is_on_game = models.BooleanField(_("shown on the game"), default=True)

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(is_void=False), name="ratingchange_counts_once"
            ),
            models.CheckConstraint(condition=Q(score__in=[0.0, 0.5, 1.0]), name="ratingchange_score_is_known"),
        ]
        indexes = [
            models.Index(fields=["rules", "pool", "id"], name="ratingchange_in_order"),
            models.Index(fields=["user", "rules", "pool", "-id"], name="ratingchange_of_user"),
            models.Index(fields=["user", "opponent", "-id"], name="ratingchange_of_pair"),
            models.Index(fields=["rules", "pool"], name="ratingchange_void", condition=Q(is_void=True)),
            models.Index(fields=["game"], name="ratingchange_not_on_game", condition=Q(is_on_game=False)),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.user_id}: {self.value:.0f} → {self.new_value:.0f}"

    @property
    def before(self) -> Standing:
        return Standing(Strength(self.value, self.deviation, self.volatility), self.rated_at, self.is_fixed)

    @property
    def after(self) -> Standing:
        strength = Strength(self.new_value, self.new_deviation, self.new_volatility)
        return Standing(strength, self.finished_at, self.is_fixed)

    @property
    def change(self) -> int:
        """The change of the rounded rating."""
        return round(self.new_value) - round(self.value)

    def rate(self, before: Standing, opponent: Standing) -> None:
        """Store this strength, and the one that follows from the score against the opponent's."""
        at = self.finished_at
        after = after_period(before.strength_at(at), [(opponent.strength_at(at), self.score)])
        if before.is_fixed:
            after = before.strength
        self.is_fixed, self.rated_at = before.is_fixed, before.rated_at
        self.value, self.deviation, self.volatility = astuple(before.strength)
        self.new_value, self.new_deviation, self.new_volatility = astuple(after)
        self.opponent_value = opponent.strength.value


class StoredReliability(models.Model):
    """How many of the latest games a player has not lost on time; without a row, no game counts.

    It follows from the games: reliability.py counts them and writes the row in the transaction that changes them.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="stored_reliability",
        primary_key=True,
        verbose_name=_("player"),
    )
    games = models.PositiveSmallIntegerField(_("games"), default=0)
    on_time = models.PositiveSmallIntegerField(_("not lost on time"), default=0)
    # Null while there are too few games for a figure.
    percent = models.PositiveSmallIntegerField(_("reliability in percent"), null=True, blank=True)

    class Meta:
        verbose_name = _("reliability")
        verbose_name_plural = _("reliability")
        constraints = [
            models.CheckConstraint(
                condition=Q(games__lte=WINDOW, on_time__lte=F("games")), name="reliability_counts_latest_games"
            ),
            models.CheckConstraint(
                condition=Q(games__lt=SHOWN_FROM, percent=None)
                | Q(games__gte=SHOWN_FROM, percent__isnull=False, percent__lte=100),
                name="reliability_percent_from_enough_games",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.on_time} / {self.games}"


class Relation(models.Model):
    """Whether `owner` has blocked or muted `other`; without a row, neither."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("player")
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("other player")
    )
    # Neither of the two can challenge the other or send them messages.
    blocked = models.BooleanField(_("blocked"), default=False)
    # The owner does not see what the other writes; the other is not notified.
    muted = models.BooleanField(_("muted"), default=False)
    changed_at = models.DateTimeField(_("changed"), default=database_time.now)

    class Meta:
        verbose_name = _("blocked or muted player")
        verbose_name_plural = _("blocked and muted players")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "other"], name="relation_one_a_pair"),
            models.CheckConstraint(condition=~Q(owner=F("other")), name="relation_not_to_oneself"),
            models.CheckConstraint(condition=Q(blocked=True) | Q(muted=True), name="relation_says_something"),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id}/{self.other_id}"


class Sanction(models.Model):
    """A sanction that an arbiter imposes: a warning to acknowledge, or a mute or suspension until a given time."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        MUTE = "mute", _("no messages")
        SUSPENSION = "suspension", _("suspended")

        @property
        def lasts(self) -> bool:
            """Whether it lasts until a given time; a warning is acknowledged instead."""
            return self is not Sanction.Kind.WARNING

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sanctions", db_index=False,
        verbose_name=_("player"),
    )  # fmt: skip
    # The number of the dispute, and its game; or the number of the case about the person, which needs no game.
    case_number = models.PositiveBigIntegerField(_("case"), db_index=True, null=True, blank=True)
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="+", db_index=False, null=True, blank=True, verbose_name=_("game")
    )
    person_case = models.PositiveBigIntegerField(_("case about the person"), db_index=True, null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    imposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("imposed by")
    )
    imposed_at = models.DateTimeField(_("imposed"), default=database_time.now)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    acknowledged_at = models.DateTimeField(_("acknowledged"), null=True, blank=True)
    # When it was lifted on appeal. From then on it counts as ended and as acknowledged.
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-imposed_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="warning", until=None) | ~Q(kind="warning") & Q(until__isnull=False),
                name="sanction_ends_unless_a_warning",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="sanction_has_a_reason"),
            models.CheckConstraint(
                condition=Q(case_number__isnull=False, game__isnull=False, person_case=None)
                | Q(case_number=None, game=None, person_case__isnull=False),
                name="sanction_of_one_case",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-imposed_at"], name="sanction_of_user"),
            models.Index(
                fields=["user"], name="sanction_to_acknowledge", condition=Q(kind="warning", acknowledged_at=None)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.user_id}"

    @property
    def translated_reason(self) -> str:
        return translated_reason(self.reason)


class SanctionedAddress(models.Model):
    """A confirmed address of a sanctioned player, as a keyed digest, while the sanction runs.

    A new account with the address gets the sanction as well; see sanctioned_addresses.py.
    """

    sanction = models.ForeignKey(
        Sanction, on_delete=models.CASCADE, related_name="addresses", verbose_name=_("sanction")
    )
    digest = models.CharField(_("digest"), max_length=64, db_index=True)

    class Meta:
        verbose_name = _("address of a sanctioned player")
        verbose_name_plural = _("addresses of sanctioned players")
        constraints = [models.UniqueConstraint(fields=["sanction", "digest"], name="sanctionedaddress_once")]

    def __str__(self) -> str:
        return f"{self.sanction_id}: {self.digest[:8]}"


class LastSeen(models.Model):
    """When a player last looked at the home page. Views in close succession are one visit; see last_seen.py."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True, verbose_name=_("player")
    )
    seen_at = models.DateTimeField(_("last look"))
    # The last view of the visit before this one. What happened after it is new.
    news_since = models.DateTimeField(_("news since"))

    class Meta:
        verbose_name = _("last seen")
        verbose_name_plural = _("last seen")
        indexes = [models.Index(fields=["seen_at"], name="lastseen_lately")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.seen_at}"
