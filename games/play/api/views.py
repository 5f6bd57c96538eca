"""Games over the API: lists, moves, offers, endings. Each view calls an action or a query."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.chat.scopes import MESSAGE_WRITE
from games.core import pubsub
from games.core.api.callers import caller
from games.core.errors import NotAPlayer
from games.core.models.games import Game
from games.core.presenters import Data
from games.core.queries import current_game, game_for_viewer, moves_of, position_after
from games.core.scopes import GAME_PLAY, GAME_READ
from games.play import conditional_moves, loading, opponent_reminders
from games.play.actions import (
    abort,
    accept_draw,
    accept_pause,
    accept_takeback,
    ask_takeback,
    claim_draw,
    claim_timeout,
    decline_draw,
    decline_pause,
    decline_takeback,
    give_time,
    offer_draw,
    offer_pause,
    play_move,
    resign,
    withdraw_pause,
)
from games.play.api.answers import game_answer
from games.play.api.serializers import (
    ClaimInput,
    ConditionalMovesInput,
    ConditionalMovesSerializer,
    GameQuery,
    GameSerializer,
    GamesQuery,
    GameSummarySerializer,
    GameZwickmuehlenSerializer,
    MoveInput,
    MovesPageSerializer,
    PauseInput,
    ProvenClaimSerializer,
    ReasonInput,
    ZwickmuehlenQuery,
)
from games.play.errors import ZwickmuehlenWithheld
from games.play.models import ConditionalMoves
from games.play.presenters import conditional_moves_data, game_summary, moves_data, sided_zwickmuehlen_data
from games.play.queries import may_see_zwickmuehlen
from games.play.timeouts import settle_among
from games.players.api.answers import player_named
from kit import database_time
from kit.endpoints import Endpoint
from kit.fields import HIGHEST_NUMBER, NumberField
from kit.pagination import CursorPagination, page_answer, whole_answer
from kit.requests import body_of, query_of
from muehle.programme import Programme


class GamesView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": None}
    # No games wait for a visitor.
    refusals = {"GET": (NotAuthenticated,)}

    @extend_schema(
        operation_id="list_games", summary="Games", parameters=[GamesQuery], responses=GameSummarySerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        """Games that match the filters. With a `status`, ongoing games are ordered by deadline, most urgent first, and
        finished and aborted games by the date of their end, latest first. Without a `status`, the newest come first."""
        rows = _filtered(request, query_of(request, GamesQuery))
        settle_among(rows)
        return page_answer(request, rows, _summaries)


class GameView(Endpoint):
    required_scopes = {"GET": None}

    @extend_schema(operation_id="get_game", summary="One game", parameters=[GameQuery], responses=GameSerializer)
    def get(self, request: Request, number: int) -> Response:
        """The game as it stands. If its deadline has passed, it is ended first."""
        wanted = query_of(request, GameQuery)
        game = current_game(number)
        return game_answer(request, game, with_legal_moves=wanted["legal_moves"])


class MovesView(Endpoint):
    required_scopes = {"GET": None, "POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (play_move,)}

    @extend_schema(operation_id="list_moves", summary="Moves of a game", responses=MovesPageSerializer)
    def get(self, request: Request, number: int) -> Response:
        """All moves of the game on one page."""
        game = current_game(number)
        return whole_answer(moves_data(moves_of(game)))

    @extend_schema(
        operation_id="play_move",
        summary="Play a move",
        request=MoveInput,
        responses={201: GameSerializer, 200: GameSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Play a half-move, including its removal. You can send a draw offer, a message and conditional moves with it.
        Your opponent's conditional moves are played at once, so it may be your turn again. If you send the same move
        for the same `ply` again, the response is 200 and nothing is played twice."""
        wanted = body_of(request, MoveInput)
        lines = wanted.pop("conditional_moves")
        played = play_move(number, caller(request), wanted.pop("move"), lines=lines, **wanted)
        return game_answer(request, played.game, status=201 if played.is_new else 200)


def _filtered(request: Request, wanted: dict[str, Any]) -> QuerySet[Game]:
    columns = {name: wanted[name] for name in ("status", "result", "termination", "rules", "rated") if name in wanted}
    rows = Game.objects.with_players().filter(**columns)
    if "status" in wanted:
        # What follows from the status, for the sake of the indexes.
        rows = rows.ongoing() if wanted["status"] == Game.Status.ONGOING else rows.ended()
    for name in ("player", "opponent"):
        if name in wanted:
            rows = rows.of(player_named(name, wanted[name]).pk)
    if wanted["waiting"]:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        rows = rows.waiting_for(request.user.pk)
    return rows.order_by(*_order(wanted))


def _order(wanted: dict[str, Any]) -> tuple[str, ...]:
    if wanted["waiting"] or wanted.get("status") == Game.Status.ONGOING:
        return ("deadline_at", "number")
    return ("-finished_at", "-number") if "status" in wanted else ("-number",)


def _summaries(games: list[Game]) -> list[Data]:
    now = database_time.now()
    return [game_summary(game, now=now) for game in games]


# --- Conditional moves ------------------------------------------------------------------------------------------------


class ConditionalMovesView(Endpoint):
    required_scopes = {"GET": GAME_READ, "PUT": GAME_PLAY, "DELETE": GAME_PLAY}
    refusals = {
        "GET": (NotAPlayer,),
        "PUT": (conditional_moves.keep_lines, conditional_moves.keep_programme),
        "DELETE": (conditional_moves.drop,),
    }

    @extend_schema(
        operation_id="get_conditional_moves", summary="My conditional moves", responses=ConditionalMovesSerializer
    )
    def get(self, request: Request, number: int) -> Response:
        """Your conditional moves in a game. Only you can see them."""
        game = game_for_viewer(number)
        if not game.has_player(caller(request).pk):
            raise NotAPlayer(game)
        return Response(conditional_moves_data(game, conditional_moves.stored_for(game, caller(request).pk)))

    @extend_schema(
        operation_id="put_conditional_moves",
        summary="Set my conditional moves",
        request=ConditionalMovesInput,
        responses=ConditionalMovesSerializer,
    )
    def put(self, request: Request, number: int) -> Response:
        """Store answers to your opponent's next moves while it is their turn: an answer is played immediately and takes
        no time. Or let a Zwickmühle work by itself until your opponent threatens a mill or has three stones left, or
        anything else changes. The new conditional moves replace the previous ones."""
        wanted, player = body_of(request, ConditionalMovesInput), caller(request)
        stored: ConditionalMoves | None
        if wanted["programme"]:
            programme = Programme(**{**wanted["programme"], "take": tuple(wanted["programme"]["take"])})
            stored = conditional_moves.keep_programme(number, player, programme, ply=wanted["ply"])
        else:
            stored = conditional_moves.keep_lines(number, player, wanted["lines"], ply=wanted["ply"])
        return Response(conditional_moves_data(game_for_viewer(number), stored))

    @extend_schema(operation_id="drop_conditional_moves", summary="Delete my conditional moves", responses={204: None})
    def delete(self, request: Request, number: int) -> Response:
        """Delete your conditional moves, if there are any."""
        conditional_moves.drop(number, caller(request))
        return Response(status=204)


# --- Draws ------------------------------------------------------------------------------------------------------------


class DrawOfferView(Endpoint):
    required_scopes = {"POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (offer_draw,)}

    @extend_schema(
        operation_id="offer_draw", summary="Offer a draw", request=ReasonInput, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Offer a draw without a move, with an optional reason. The offer stands until your opponent accepts, declines
        or moves."""
        game = offer_draw(number, caller(request), **body_of(request, ReasonInput))
        return game_answer(request, game, status=201)


class DrawAcceptanceView(Endpoint):
    required_scopes = {"POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (accept_draw,)}

    @extend_schema(
        operation_id="accept_draw", summary="Accept a draw offer", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Accept your opponent's offer: the game ends in a draw by agreement."""
        body_of(request)
        return game_answer(request, accept_draw(number, caller(request)), status=201)


class DrawRefusalView(Endpoint):
    required_scopes = {"POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (decline_draw,)}

    @extend_schema(
        operation_id="decline_draw",
        summary="Decline a draw offer",
        request=ReasonInput,
        responses={201: GameSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Decline your opponent's offer, with an optional reason. A move declines it too."""
        game = decline_draw(number, caller(request), **body_of(request, ReasonInput))
        return game_answer(request, game, status=201)


class DrawClaimView(Endpoint):
    required_scopes = {"POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (claim_draw,)}

    @extend_schema(
        operation_id="claim_draw", summary="Claim a draw", request=ClaimInput, responses={201: ProvenClaimSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Claim a draw by repetition or by the quiet limit. You must be on move, and the rules must require a claim. If
        the server proves the claim, the game ends; otherwise the refusal says what the server found."""
        claim = body_of(request, ClaimInput)["claim"]
        game = claim_draw(number, caller(request), claim=claim)
        answer = game_answer(request, game, status=201)
        answer.data = {**loading.proof_as_data(loading.proof_of(game, claim)), "game": answer.data}
        return answer


# --- Take-backs -------------------------------------------------------------------------------------------------------


class TakebackView(Endpoint):
    required_scopes = {"POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (ask_takeback,)}

    @extend_schema(
        operation_id="ask_takeback", summary="Ask to take a move back", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Ask to take back your last half-move in a casual game, together with the answer to it if there is one. The
        request stands until your opponent accepts or declines, or somebody moves."""
        body_of(request)
        return game_answer(request, ask_takeback(number, caller(request)), status=201)


class TakebackAcceptanceView(Endpoint):
    required_scopes = {"POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (accept_takeback,)}

    @extend_schema(
        operation_id="accept_takeback",
        summary="Agree to take a move back",
        request=None,
        responses={201: GameSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Agree to the take-back: it is your opponent's turn again, in the position before their half-move. Draw offers
        and conditional moves end."""
        body_of(request)
        return game_answer(request, accept_takeback(number, caller(request)), status=201)


class TakebackRefusalView(Endpoint):
    required_scopes = {"POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (decline_takeback,)}

    @extend_schema(
        operation_id="decline_takeback",
        summary="Decline to take a move back",
        request=None,
        responses={201: GameSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Decline your opponent's request. A move declines it too."""
        body_of(request)
        return game_answer(request, decline_takeback(number, caller(request)), status=201)


# --- Pauses -----------------------------------------------------------------------------------------------------------


class PauseView(Endpoint):
    required_scopes = {"POST": GAME_PLAY, "DELETE": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (offer_pause,), "DELETE": (withdraw_pause,)}

    @extend_schema(
        operation_id="offer_pause", summary="Offer a pause", request=PauseInput, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Offer to pause both clocks, from your opponent's acceptance until a given time. The offer stands until your
        opponent accepts or declines, you withdraw it, or somebody moves."""
        game = offer_pause(number, caller(request), **body_of(request, PauseInput))
        return game_answer(request, game, status=201)

    @extend_schema(operation_id="withdraw_pause", summary="Withdraw a pause offer", responses={204: None})
    def delete(self, request: Request, number: int) -> Response:
        """Withdraw your own offer. A pause that your opponent has accepted cannot be withdrawn."""
        withdraw_pause(number, caller(request))
        return Response(status=204)


class PauseAcceptanceView(Endpoint):
    required_scopes = {"POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (accept_pause,)}

    @extend_schema(operation_id="accept_pause", summary="Accept a pause", request=None, responses={201: GameSerializer})
    def post(self, request: Request, number: int) -> Response:
        """Accept your opponent's offer: both clocks are paused from now until the end of the pause. Moves are still
        possible and do not end it."""
        body_of(request)
        return game_answer(request, accept_pause(number, caller(request)), status=201)


class PauseRefusalView(Endpoint):
    required_scopes = {"POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (decline_pause,)}

    @extend_schema(
        operation_id="decline_pause", summary="Decline a pause", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Decline your opponent's offer. A move declines it too."""
        body_of(request)
        return game_answer(request, decline_pause(number, caller(request)), status=201)


# --- Endings, and time ------------------------------------------------------------------------------------------------


class ResignationView(Endpoint):
    required_scopes = {"POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (resign,)}

    @extend_schema(operation_id="resign", summary="Resign a game", request=None, responses={201: GameSerializer})
    def post(self, request: Request, number: int) -> Response:
        """Resign the game, on either side's turn."""
        body_of(request)
        return game_answer(request, resign(number, caller(request)), status=201)


class AbortView(Endpoint):
    required_scopes = {"POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (abort,)}

    @extend_schema(operation_id="abort", summary="Abort a game", request=None, responses={201: GameSerializer})
    def post(self, request: Request, number: int) -> Response:
        """End the game without a result, before your own second move. This is possible in at most three rated games
        within 30 days, including those in which you did not make a first move."""
        body_of(request)
        return game_answer(request, abort(number, caller(request)), status=201)


class TimeGiftView(Endpoint):
    required_scopes = {"POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (give_time,)}

    @extend_schema(
        operation_id="give_time", summary="Give the opponent time", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Give your opponent one more day, on either side's turn, at most ten times in a game. If their time has run
        out in a game with `timeout` `claim`, they have a day from now."""
        body_of(request)
        return game_answer(request, give_time(number, caller(request)), status=201)


class TimeoutClaimView(Endpoint):
    required_scopes = {"POST": GAME_PLAY}
    location = "games/{number}/"
    refusals = {"POST": (claim_timeout,)}

    @extend_schema(
        operation_id="claim_timeout", summary="Claim a time-out", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Claim the win when your opponent’s time has run out in a game with `timeout` `claim`; `clock.grace_until` is
        then set."""
        body_of(request)
        return game_answer(request, claim_timeout(number, caller(request)), status=201)


# --- Reminders --------------------------------------------------------------------------------------------------------


class ReminderView(Endpoint):
    required_scopes = {"POST": MESSAGE_WRITE}
    location = "games/{number}/"
    refusals = {"POST": (opponent_reminders.remind,)}

    @extend_schema(
        operation_id="remind_opponent", summary="Remind the opponent", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Remind your opponent to move. You can do so once in a turn, after their clock has run for three days or for
        half of their time."""
        body_of(request)
        return game_answer(request, opponent_reminders.remind(number, caller(request)), status=201)


# --- Presence: a player has a game in view, so that no notifications about it are sent --------------------------------


class PresenceInput(serializers.Serializer[Any]):
    """The `seq` of the last event of the game's log that is shown."""

    event = NumberField(min_value=0, max_value=HIGHEST_NUMBER)


class PresenceView(Endpoint):
    required_scopes = {"PUT": GAME_PLAY, "DELETE": GAME_PLAY}
    refusals = {"PUT": (NotAPlayer,), "DELETE": (NotAPlayer,)}

    @extend_schema(
        operation_id="note_presence",
        summary="Mark me as looking at a game",
        request=PresenceInput,
        responses={204: None},
    )
    def put(self, request: Request, number: int) -> Response:
        """Report that you are looking at the game, and up to which `seq` of its log. For 90 seconds, notifications
        about the game are held back, and none are sent about what you have seen. Deadline notifications are sent
        regardless."""
        _require_player(request, number)
        pubsub.note_presence(user=caller(request).pk, game=number, event=body_of(request, PresenceInput)["event"])
        return Response(status=204)

    @extend_schema(operation_id="note_absence", summary="Mark me as gone from a game", responses={204: None})
    def delete(self, request: Request, number: int) -> Response:
        """Report that you are no longer looking at the game."""
        _require_player(request, number)
        pubsub.note_absence(user=caller(request).pk, game=number)
        return Response(status=204)


def _require_player(request: Request, number: int) -> None:
    game = game_for_viewer(number)
    if not game.has_player(caller(request).pk):
        raise NotAPlayer(game)


# --- Zwickmühlen ------------------------------------------------------------------------------------------------------


class ZwickmuehlenView(Endpoint):
    required_scopes = {"GET": None}
    refusals = {"GET": (ZwickmuehlenWithheld,)}

    @extend_schema(
        operation_id="list_zwickmuehlen",
        summary="Zwickmühlen in a game",
        parameters=[ZwickmuehlenQuery],
        responses=GameZwickmuehlenSerializer,
    )
    def get(self, request: Request, number: int) -> Response:
        """The Zwickmühlen of both sides, now or after an earlier half-move. Refused to the players of an ongoing rated
        game, for every half-move."""
        wanted = query_of(request, ZwickmuehlenQuery)
        game = current_game(number)
        # It depends on the user, not on the scopes of the token.
        if not may_see_zwickmuehlen(game, request.user.pk):
            raise ZwickmuehlenWithheld(game)
        ply = wanted.get("ply", game.ply)
        found = sided_zwickmuehlen_data(position_after(game, ply))
        return Response({"number": game.number, "ply": ply, "zwickmuehlen": found})
