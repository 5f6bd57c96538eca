"""The current state of games; their history is in moves and events. Only modules of games/play change a game."""

from datetime import datetime
from typing import Final, NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from games.core.models.sides import TwoSidedQuerySet
from games.core.models.terms import Pool, Terms
from kit import database_time
from muehle import RULESETS, Color, Position, RuleSet
from muehle.clocks import DAY
from muehle.clocks.pauses import Course, standstills_from

# A side has at most this for its first move in a rated game, in seconds; then the game is aborted (ADR 23).
FIRST_MOVE = 7 * DAY

# When a game is judged; the key of the index game_due.
DUE_AT = Coalesce("grace_until", "deadline_at")
# Conditions of indexes and of what they are for. They have no value: a statement that is prepared has parameters in the
# place of values, and PostgreSQL cannot know of those that they meet the condition of an index.
ONGOING, ENDED = Q(finished_at=None), Q(finished_at__isnull=False)


def about_games_of(player: int) -> Q:
    """The condition that a row refers, by its column `game`, to a game of the player with this key."""
    return Q(game__white=player) | Q(game__black=player)


class PlayedMove(NamedTuple):
    """A move as it is read most: without a model's weight."""

    ply: int
    notation: str
    played_at: datetime
    position: str
    # Only where it was asked for.
    seconds_spent: int | None = None


def side_of(ply: int) -> Color:
    """The side that makes a half-move; the first one is White's."""
    return Color.WHITE if ply % 2 else Color.BLACK


# As many half-moves as the column can count.
LONGEST_GAME: Final = 32_767
LONGEST_NOTATION: Final = len("d6-f6xa1")
LONGEST_POSITION: Final = 48


class GameQuerySet(TwoSidedQuerySet["Game"]):
    sides = ("white_id", "black_id")

    def ongoing(self) -> "GameQuerySet":
        return self.filter(ONGOING)

    def ended(self) -> "GameQuerySet":
        return self.filter(ENDED)

    def overdue(self, *, now: datetime) -> "GameQuerySet":
        return self.ongoing().alias(due_at=DUE_AT).filter(due_at__lt=now)

    def waiting_for(self, user_id: int) -> "GameQuerySet":
        """Games in which the user is on move and no dispute stops them from moving."""
        return self.ongoing().filter(on_move=user_id).exclude(frozen_until__gt=database_time.now())

    def with_players(self) -> "GameQuerySet":
        return self.select_related("white", "black")


class Game(Terms):
    """One game of Mühle between two people, known to everybody by its number."""

    class Status(models.TextChoices):
        ONGOING = "ongoing", _("in progress")
        FINISHED = "finished", _("finished")
        ABORTED = "aborted", _("aborted")

    class Result(models.TextChoices):
        WHITE_WON = "1-0", "1-0"
        BLACK_WON = "0-1", "0-1"
        DRAWN = "1/2-1/2", "½-½"
        OPEN = "*", "*"

    class Termination(models.TextChoices):
        STONES = "stones", _("fewer than three stones")
        BLOCKED = "blocked", _("no legal move")
        REPETITION = "repetition", _("repetition")
        QUIET_LIMIT = "quiet_limit", _("too many moves without a mill")
        AGREEMENT = "agreement", _("agreement")
        RESIGNATION = "resignation", _("resignation")
        TIMEOUT = "timeout", _("time-out")
        ADJUDICATION = "adjudication", _("adjudication")
        # By a player, and by the server because a side has not made its first move.
        ABORT = "abort", _("aborted")
        ABORTED = "aborted", _("no first move")

    number = models.BigAutoField(_("number"), primary_key=True)
    white = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="games_as_white",
        db_index=False,
        verbose_name=_("White"),
    )
    black = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="games_as_black",
        db_index=False,
        verbose_name=_("Black"),
    )
    colours_by_lot = models.BooleanField(_("colours chosen at random"), default=False)

    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.ONGOING)
    result = models.CharField(_("result"), max_length=7, choices=Result.choices, default=Result.OPEN)
    termination = models.CharField(_("ended by"), max_length=12, choices=Termination.choices, blank=True)

    ply = models.PositiveSmallIntegerField(_("half-moves played"), default=0)
    position = models.CharField(_("position"), max_length=LONGEST_POSITION, default=Position.start().text)
    repetitions = models.PositiveSmallIntegerField(_("occurrences of the position"), default=1)
    last_move = models.CharField(_("last move"), max_length=LONGEST_NOTATION, blank=True)

    on_move = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
        verbose_name=_("side to move"),
    )
    white_seconds = models.PositiveIntegerField(_("White’s remaining time in seconds"))
    black_seconds = models.PositiveIntegerField(_("Black’s remaining time in seconds"))
    # Of the total length, if the terms have one.
    white_total_seconds = models.PositiveIntegerField(
        _("White’s rest of the total length in seconds"), null=True, blank=True
    )
    black_total_seconds = models.PositiveIntegerField(
        _("Black’s rest of the total length in seconds"), null=True, blank=True
    )
    turn_started_at = models.DateTimeField(_("turn began"))
    deadline_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    # When three quarters of the time for this turn have run.
    quarter_at = models.DateTimeField(_("a quarter of the time is left"), null=True, blank=True)
    # When the sweep for deadline notifications looks at the game next; null if nothing more is due in this turn.
    deadline_notification_at = models.DateTimeField(
        _("next check for deadline notifications"), null=True, blank=True, db_column="remind_at"
    )
    # The stretches of this turn in which the clock stands, as written by muehle/clocks/pauses.py.
    standstills = models.TextField(_("pauses in this turn"), blank=True, default="", db_default="")
    # Of the leave that the terms allow, used in the turns before this one.
    white_leave_seconds = models.PositiveIntegerField(_("White’s leave in seconds"), default=0, db_default=0)
    black_leave_seconds = models.PositiveIntegerField(_("Black’s leave in seconds"), default=0, db_default=0)
    # Set when time has run out in a game of claims: so long the player may still move, and the opponent claim.
    grace_until = models.DateTimeField(_("grace period until"), null=True, blank=True)

    # How often disputes have held its clocks, and until when one does; past, it holds them no more.
    freezes = models.PositiveSmallIntegerField(_("times stopped by disputes"), default=0, db_default=0)
    frozen_until = models.DateTimeField(_("stopped by a dispute until"), null=True, blank=True)

    # How many pauses the players have agreed on, and whether one was offered in the present turn (PauseOffer).
    pauses = models.PositiveSmallIntegerField(_("agreed pauses"), default=0, db_default=0)
    has_pause_offer = models.BooleanField(_("pause offered"), default=False, db_default=False)

    # Who has offered the draw that waits for an answer; its text and history are in DrawOffer.
    draw_offered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
        verbose_name=_("draw offered by"),
    )

    # The pool of a rated game; whether a user is a bot cannot change after their first game.
    pool = models.CharField(_("pool"), max_length=6, choices=Pool.choices, default=Pool.PEOPLE, db_default=Pool.PEOPLE)
    white_rating = models.PositiveSmallIntegerField(_("White’s rating"), null=True, blank=True)
    black_rating = models.PositiveSmallIntegerField(_("Black’s rating"), null=True, blank=True)
    white_rating_change = models.SmallIntegerField(_("change for White"), null=True, blank=True)
    black_rating_change = models.SmallIntegerField(_("change for Black"), null=True, blank=True)

    started_at = models.DateTimeField(_("begun"), default=database_time.now)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    # Whether anybody has stored conditional moves; where the row was not read to play a move, it may be so.
    has_conditional_moves = True
    # Whether a request to take a move back is open (Takeback); in the same way.
    has_takeback = True
    # Whether a player has a warning that they have not acknowledged (Sanction); in the same way.
    has_warned = True
    # The hours before a deadline at which each side wants to be notified (DeadlineSteps), where they were read with the
    # row; empty for those who have chosen none.
    white_deadline_hours: "list[int] | None" = None
    black_deadline_hours: "list[int] | None" = None
    # Its moves, where they were read together with the row (core.locking).
    known_moves: "list[PlayedMove] | None" = None
    # The time at which the row was locked (core.locking).
    locked_at: datetime

    objects = GameQuerySet.as_manager()

    class Meta(Terms.Meta):
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["-number"]
        constraints = [
            *Terms.Meta.constraints,
            models.CheckConstraint(condition=~Q(white=F("black")), name="game_players_differ"),
            models.CheckConstraint(
                condition=Q(status="ongoing", deadline_at__isnull=False, on_move__isnull=False)
                | (~Q(status="ongoing") & Q(deadline_at=None, on_move=None, draw_offered_by=None)),
                name="game_has_deadline_iff_ongoing",
            ),
            models.CheckConstraint(
                condition=Q(status="ongoing", finished_at=None) | (~Q(status="ongoing") & Q(finished_at__isnull=False)),
                name="game_has_end_date_iff_ended",
            ),
            models.CheckConstraint(
                condition=Q(status="ongoing", result="*", termination="")
                | Q(status="aborted", result="*", termination__in=["abort", "aborted", "adjudication"])
                | (Q(status="finished") & ~Q(result="*") & ~Q(termination__in=["", "abort", "aborted"])),
                name="game_result_matches_its_status",
            ),
            models.CheckConstraint(
                condition=Q(on_move=None) | Q(on_move=F("white")) | Q(on_move=F("black")),
                name="game_on_move_is_a_player",
            ),
            models.CheckConstraint(condition=Q(pool__in=["people", "bots"]), name="game_pool_is_known"),
            models.CheckConstraint(
                condition=Q(grace_until=None) | Q(status="ongoing", timeout="claim"), name="game_grace_is_for_claims"
            ),
            models.CheckConstraint(
                condition=Q(frozen_until=None) | Q(status="ongoing", freezes__gt=0), name="game_frozen_while_ongoing"
            ),
            models.CheckConstraint(
                condition=Q(total_days=None, white_total_seconds=None, black_total_seconds=None)
                | Q(total_days__isnull=False, white_total_seconds__isnull=False, black_total_seconds__isnull=False),
                name="game_total_is_of_both_sides",
            ),
        ]
        indexes = [
            models.Index(fields=["deadline_at"], name="game_overdue", condition=ONGOING),
            models.Index(DUE_AT, name="game_due", condition=ONGOING),
            models.Index(fields=["deadline_notification_at"], name="game_deadline_notification", condition=ONGOING),
            models.Index(fields=["on_move", "deadline_at"], name="game_on_move", condition=ONGOING),
            models.Index(fields=["white", "number"], name="game_of_white"),
            models.Index(fields=["black", "number"], name="game_of_black"),
            models.Index(fields=["white", "deadline_at"], name="game_ongoing_white", condition=ONGOING),
            models.Index(fields=["black", "deadline_at"], name="game_ongoing_black", condition=ONGOING),
            models.Index(
                fields=["white", "-finished_at"], name="game_ended_white", condition=Q(finished_at__isnull=False)
            ),
            models.Index(
                fields=["black", "-finished_at"], name="game_ended_black", condition=Q(finished_at__isnull=False)
            ),
            models.Index(fields=["-finished_at"], name="game_ended", condition=ENDED),
            models.Index(fields=["-number"], name="game_adjudicated", condition=Q(termination="adjudication")),
        ]

    def __str__(self) -> str:
        return f"#{self.number}"

    @property
    def ruleset(self) -> RuleSet:
        return RULESETS[self.rules]

    @property
    def board(self) -> Position:
        return Position.parse(self.position)

    @property
    def is_with_bot(self) -> bool:
        return self.pool == Pool.BOTS

    @property
    def is_ongoing(self) -> bool:
        return self.status == self.Status.ONGOING

    @property
    def turn(self) -> Color:
        """The side that moves next; a turn always passes, so the count of half-moves tells it."""
        return side_of(self.ply + 1)

    @property
    def player_ids(self) -> tuple[int, int]:
        return self.white_id, self.black_id

    def has_player(self, user_id: int | None) -> bool:
        return user_id in self.player_ids

    def color_of(self, user_id: int | None) -> Color | None:
        """The side that the user plays, or None for everybody else."""
        if user_id == self.white_id:
            return Color.WHITE
        return Color.BLACK if user_id == self.black_id else None

    def player_id(self, color: Color) -> int:
        return self.white_id if color is Color.WHITE else self.black_id

    def opponent_id(self, user_id: int) -> int:
        return self.black_id if user_id == self.white_id else self.white_id

    def player(self, color: Color) -> User:
        return self.white if color is Color.WHITE else self.black

    def opponent_of(self, user_id: int) -> User:
        return self.black if user_id == self.white_id else self.white

    def seconds_of(self, color: Color) -> int:
        """Seconds the side had for its move when its turn began, or will have when it begins."""
        return self.white_seconds if color is Color.WHITE else self.black_seconds

    def total_seconds_of(self, color: Color) -> int | None:
        """Seconds of the total length that the side had left when its turn began; None without a total length."""
        return self.white_total_seconds if color is Color.WHITE else self.black_total_seconds

    @property
    def awaits_first_move(self) -> bool:
        """Whether the side on move has not moved yet in this rated game: missing the deadline aborts it."""
        return self.rated and self.ply < 2

    @property
    def turn_seconds(self) -> int:
        """Seconds for this turn: those of the time control, or what is left of the total length if that is less."""
        seconds, total = self._controlled_seconds, self.total_seconds_of(self.turn)
        return seconds if total is None else min(seconds, total)

    @property
    def is_limited_by_total(self) -> bool:
        """Whether the total length, and not the time control, ends this turn."""
        return self.turn_seconds < self._controlled_seconds

    @property
    def _controlled_seconds(self) -> int:
        """Those of the clock; for a first move FIRST_MOVE at most, and what was added to it."""
        seconds = self.seconds_of(self.turn)
        return seconds - max(0, self.clock.initial_seconds - FIRST_MOVE) if self.awaits_first_move else seconds

    def moves_made(self, color: Color) -> int:
        return (self.ply + 1) // 2 if color is Color.WHITE else self.ply // 2

    def was_answered(self, user_id: int | None, *, since: int) -> bool:
        """Whether the opponent of a player has moved since so many half-moves had been played."""
        opponent = Color.WHITE if user_id == self.black_id else Color.BLACK
        return self.moves_made(opponent) > ((since + 1) // 2 if opponent is Color.WHITE else since // 2)

    def is_of_this_turn(self, ply: int, at: datetime | None) -> bool:
        """Whether what happened then, when so many half-moves had been played, belongs to the present turn.

        Where moves were taken back, another turn may have come after as many.
        """
        return ply == self.ply and at is not None and at >= self.turn_started_at

    def is_overdue(self, *, now: datetime) -> bool:
        """Whether the game is to be looked at and, where nothing saves it, ended on time.

        A move on the deadline itself is still in time.
        """
        due_at = self.grace_until or self.deadline_at
        return due_at is not None and now > due_at

    def is_frozen(self, *, now: datetime) -> bool:
        """Whether a dispute holds its clocks, and nobody may move."""
        return self.frozen_until is not None and now < self.frozen_until

    @property
    def course(self) -> Course:
        """The turn as it was last computed, with the stretches in which the clock stands."""
        return Course(self.turn_started_at, self.turn_seconds, standstills_from(self.standstills))

    def leave_seconds_of(self, color: Color) -> int:
        """Leave that the side has used in this game, up to the beginning of this turn."""
        return self.white_leave_seconds if color is Color.WHITE else self.black_leave_seconds

    def leave_used_by(self, color: Color, *, at: datetime) -> int:
        """Leave in seconds that the side has used in this game, the present turn included."""
        return self.leave_seconds_of(color) + (self.course.limited_seconds(at) if color is self.turn else 0)

    def total_left_of(self, color: Color, *, at: datetime) -> int | None:
        """Seconds of the total length that the side has left, the present turn included; None without one."""
        total = self.total_seconds_of(color)
        if total is None or color is not self.turn:
            return total
        return max(0, total - self.course.seconds_run(at))

    def was_ended_by_deadline_of(self, user_id: int) -> bool:
        """Whether the game has ended because the player did not move in time."""
        by_time = (self.Termination.TIMEOUT, self.Termination.ABORTED)
        return self.termination in by_time and self.player_id(self.turn) == user_id

    def can_be_aborted_by(self, color: Color) -> bool:
        """Either side may abort before its own second move."""
        return self.is_ongoing and self.moves_made(color) < 2

    @property
    def quiet_half_moves(self) -> int:
        return int(self.position.rsplit(" ", 1)[1])
