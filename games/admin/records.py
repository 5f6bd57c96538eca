"""The records as arbiters see them: to search and to read. Nothing here can change a game, a log or a rating."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from accounts.admin import UserAdmin
from accounts.models import User
from accounts.staff_deeds import ReadOnly
from games.disputes import roles
from games.engine import Move as PlayedMove
from games.fair_play import fair_play_of
from games.models import (
    Challenge,
    Delivery,
    DrawOffer,
    Event,
    Game,
    Message,
    Move,
    Rating,
    RoomMessage,
    Webhook,
    WebhookDelivery,
)
from games.pictures import BoardPicture
from games.reliability import percent_of
from games.templatetags.webhooks import event_words
from games.wording import stones_in_words

# Generic for the type checker only.
if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline


class ReadOnlyAdmin(ReadOnly, ModelAdmin):
    """A list and a page to look at."""

    show_full_result_count = False
    list_per_page = 50


class ReadOnlyInline(ReadOnly, TabularInline):
    """Rows below another one, to look at; whoever they name is read with them."""

    extra = 0
    can_delete = False
    related: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*self.related) if self.related else rows


def of_own_games(request: HttpRequest) -> Q:
    """In rows about games, those of the reader: what arbiters do there he learns as a player."""
    return Q(game__white=request.user.pk) | Q(game__black=request.user.pk)


def events_for(request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
    """Events, but for those that tell whoever is of the staff what is said of him, and messages for whom they are."""
    if not request.user.has_perm("games.view_message"):
        rows = rows.exclude(type=Event.Type.MESSAGE_SENT)
    return rows.exclude(of_own_games(request), type__in=(Event.Type.DISPUTE_OPENED, Event.Type.DISPUTE_DECIDED))


class MoveInline(ReadOnlyInline):
    model = Move
    fields = ["ply", "notation", "position", "played_at", "seconds_spent", "deadline_at"]


class DrawOfferInline(ReadOnlyInline):
    model = DrawOffer
    fields = ["ply", "offered_by", "reason", "status", "created_at", "answered_at"]
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
    inlines = [MoveInline, DrawOfferInline, MessageInline, EventInline]
    fieldsets = [
        (None, {"fields": [("number", "rules", "rated"), ("white", "black", "colours_by_lot"), "board"]}),
        (
            _("Standing"),
            {"fields": [("status", "result", "termination"), ("ply", "last_move", "repetitions"), "position"]},
        ),
        (
            _("Clock"),
            {
                "fields": [
                    ("clock_system", "clock_parameters"),
                    ("on_move", "turn_started_at", "deadline_at"),
                    ("white_seconds", "black_seconds", "white_leave_seconds", "black_leave_seconds"),
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
        last_move = PlayedMove.parse(game.last_move) if game.last_move else None
        picture = BoardPicture(position=game.board, colours=game.ruleset.colours, last_move=last_move)
        return format_html(
            '<div class="game-board" role="img" aria-label="{}">{}</div>',
            stones_in_words(game.board, game.ruleset),
            mark_safe(picture.svg()),  # noqa: S308  (shapes alone)
        )


@admin.register(RoomMessage)
class RoomMessageAdmin(ReadOnlyAdmin):
    """What spectators say, or took back: as many as like, so that it is a list of its own."""

    list_display = ["id", "game", "ply", "author", "text", "created_at", "deleted_at"]
    list_select_related = ["game", "author"]
    search_fields = ["=game__number", "author__username"]
    search_help_text = _("Number of the game, or the name of a player")
    date_hierarchy = "created_at"


@admin.register(Challenge)
class ChallengeAdmin(ReadOnlyAdmin):
    list_display = ["number", "kind", "status", "challenger", "opponent", "rules", "game", "created_at", "expires_at"]
    list_display_links = ["number"]
    list_filter = ["status", "kind", "rules", "rated"]
    list_select_related = ["challenger", "opponent", "game"]
    search_fields = ["=number", "challenger__username", "opponent__username"]
    search_help_text = _("Number of the challenge, or the name of a player")
    date_hierarchy = "created_at"
    exclude = ["link_digest"]


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ["id", "type", "game", "challenge", "actor", "created_at", "dispatched_at"]
    list_filter = ["type"]
    list_select_related = ["game", "challenge", "actor"]
    search_fields = ["=game__number", "=challenge__number", "actor__username"]
    search_help_text = _("Number of a game or challenge, or the name of a player")
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        return events_for(request, super().get_queryset(request))


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    list_display = ["id", "event", "user", "channel", "status", "attempts", "next_attempt_at", "sent_at", "error"]
    list_filter = ["status", "channel"]
    list_select_related = ["event", "user"]
    search_fields = ["user__username", "=event__game__number"]
    date_hierarchy = "next_attempt_at"


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    list_display = ["user", "rules", "value", "deviation", "games", "updated_at"]
    list_filter = ["rules"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    date_hierarchy = "updated_at"


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """Where webhooks lead and how they are; their secrets are not in the database."""

    list_display = [
        "id",
        "owner",
        "host",
        "description",
        "failing_since",
        "disabled_at",
        "disabled_reason",
        "created_at",
    ]
    list_filter = ["disabled_reason", ("failing_since", admin.EmptyFieldListFilter)]
    list_select_related = ["owner"]
    search_fields = ["owner__username", "host"]
    date_hierarchy = "created_at"


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnlyAdmin):
    list_display = [
        "id", "webhook", "event", "status", "attempts", "next_attempt_at", "delivered_at", "status_code", "error",
    ]  # fmt: skip
    list_filter = ["status", "error"]
    list_select_related = ["webhook", "user_event__event"]
    search_fields = ["=webhook__id", "webhook__owner__username"]
    date_hierarchy = "created_at"
    # Whom an address answers what is between it and its owner.
    exclude = ["excerpt", "history"]

    @admin.display(description=_("event"))
    def event(self, delivery: WebhookDelivery) -> str:
        return event_words(delivery.type)


def _name_of_group(group: Any) -> str:
    return str(roles.NAMES.get(group.name, group.name))


admin.site.unregister(User)


@admin.register(User)
class PlayerAdmin(UserAdmin):
    """An account, and below it what its games say of how the player behaves at the board."""

    fieldsets = [*UserAdmin.fieldsets, (_("Fair play"), {"fields": ["fair_play"]})]
    readonly_fields = [*UserAdmin.readonly_fields, "fair_play"]

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **options: Any) -> Any:
        """The groups that are roles by what those are called in the reader’s language."""
        field = super().formfield_for_manytomany(db_field, request, **options)
        if db_field.name == "groups" and field is not None:
            # A form’s field is one of its own, made for this request.
            setattr(field, "label_from_instance", _name_of_group)  # noqa: B010  (a method, which types forbid to set)
        return field

    @admin.display(description=_("his games"))
    def fair_play(self, player: User) -> SafeString:
        """Counts with links to the games."""
        found = fair_play_of(player.pk, now=timezone.now())
        return render_to_string("games/staff_fair_play.html", {"found": found, "percent": percent_of(player.pk)})
