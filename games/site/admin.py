"""Games and players in the administration."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

import muehle
from accounts.admin import UserAdmin
from accounts.models import User
from games.chat.models import Message
from games.core.admin import ReadOnlyAdmin, ReadOnlyInline, events_for
from games.core.labels import stones_in_words
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.moves import Move
from games.disputes import roles
from games.disputes.behaviour import behaviour_statistics_of
from games.pictures import BoardPicture
from games.play.models import DrawOffer, Takeback
from games.players.reliability import percent_of
from games.time_off.models import PauseOffer
from kit import database_time


class MoveInline(ReadOnlyInline):
    model = Move
    fields = ["ply", "notation", "position", "played_at", "seconds_spent", "deadline_at"]


class DrawOfferInline(ReadOnlyInline):
    model = DrawOffer
    fields = ["ply", "offered_by", "reason", "status", "created_at", "answered_at"]
    related = ("offered_by",)


class TakebackInline(ReadOnlyInline):
    model = Takeback
    fields = ["ply", "asked_by", "status", "moves", "created_at", "answered_at"]
    related = ("asked_by",)


class PauseOfferInline(ReadOnlyInline):
    model = PauseOffer
    fields = ["ply", "offered_by", "until", "status", "created_at", "answered_at"]
    related = ("offered_by",)


class MessageInline(ReadOnlyInline):
    model = Message
    fields = ["ply", "author", "text", "created_at"]
    related = ("author",)


class EventInline(ReadOnlyInline):
    model = Event
    classes = ["collapse"]
    fields = ["id", "type", "actor", "data", "created_at", "dispatched_at"]
    related = ("actor",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return events_for(request, super().get_queryset(request))


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = [
        "number", "white", "black", "rules", "status", "result", "termination", "ply", "started_at",
        "deadline_at",
    ]  # fmt: skip
    list_display_links = ["number"]
    list_filter = ["status", "termination", "rules", "rated", "clock_system"]
    list_select_related = ["white", "black"]
    search_fields = ["=number", "white__username", "black__username"]
    search_help_text = _("Number of the game, or the name of a player")
    date_hierarchy = "started_at"
    inlines = [MoveInline, TakebackInline, PauseOfferInline, DrawOfferInline, MessageInline, EventInline]
    fieldsets = [
        (None, {"fields": [("number", "rules", "rated"), ("white", "black", "colours_by_lot"), "board"]}),
        (
            _("Current state"),
            {"fields": [("status", "result", "termination"), ("ply", "last_move", "repetitions"), "position"]},
        ),
        (
            _("Time control"),
            {
                "fields": [
                    ("clock_system", "clock_parameters"),
                    ("on_move", "turn_started_at", "deadline_at"),
                    ("white_seconds", "black_seconds", "white_leave_seconds", "black_leave_seconds"),
                    ("total_days", "white_total_seconds", "black_total_seconds"),
                    ("leave_days", "days_off", "timeout", "grace_until"),
                    ("started_at", "finished_at"),
                ]
            },
        ),
        (
            _("Ratings"),
            {"fields": [("white_rating", "white_rating_change"), ("black_rating", "black_rating_change")]},
        ),
    ]
    readonly_fields = ["board"]

    @admin.display(description=_("board"))
    def board(self, game: Game) -> SafeString:
        """The position as a picture."""
        last_move = muehle.Move.parse(game.last_move) if game.last_move else None
        picture = BoardPicture(position=game.board, colours=game.ruleset.colours, last_move=last_move)
        return format_html(
            '<div class="game-board" role="img" aria-label="{}">{}</div>',
            stones_in_words(game.board, game.ruleset),
            mark_safe(picture.svg()),  # noqa: S308  (only shapes)
        )


def _name_of_group(group: Any) -> str:
    return str(roles.NAMES.get(group.name, group.name))


admin.site.unregister(User)


@admin.register(User)
class PlayerAdmin(UserAdmin):
    """An account, and below it what its games say of how the player behaves at the board."""

    fieldsets = [*UserAdmin.fieldsets, (_("Behaviour statistics"), {"fields": ["behaviour_statistics"]})]
    readonly_fields = [*UserAdmin.readonly_fields, "behaviour_statistics"]

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **options: Any) -> Any:
        """The groups that are roles by what those are called in the reader’s language."""
        field = super().formfield_for_manytomany(db_field, request, **options)
        if db_field.name == "groups" and field is not None:
            # A form’s field is one of its own, made for this request.
            setattr(field, "label_from_instance", _name_of_group)  # noqa: B010  (a method, which types forbid to set)
        return field

    @admin.display(description=_("their games"))
    def behaviour_statistics(self, player: User) -> SafeString:
        """Counts with links to the games."""
        found = behaviour_statistics_of(player.pk, now=database_time.now())
        return render_to_string(
            "disputes/staff_behaviour_statistics.html", {"found": found, "percent": percent_of(player.pk)}
        )
