"""A game as a record to keep: PGN-like text, or one line of JSON."""

import json
from collections.abc import Iterable
from typing import Any, ClassVar

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games import selectors
from games.engine import Move, Record, format_record
from games.engine.clock import DaysPerMove
from games.models import Game
from games.shapes import game_shape


class RecordRenderer(BaseRenderer):
    """For text that is ready."""

    charset = "utf-8"

    def render(self, data: Any, *_context: object) -> bytes:
        return str(data).encode()


class PgnRenderer(RecordRenderer):
    media_type = "application/x-muehle-pgn"
    format = "pgn"


class NdjsonRenderer(RecordRenderer):
    media_type = "application/x-ndjson"
    format = "ndjson"


class RecordNegotiation(DefaultContentNegotiation):
    """By Accept, or by ?form= for those who can only write an address."""

    forms: ClassVar[tuple[str, ...]] = (PgnRenderer.format, NdjsonRenderer.format)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        form = request.query_params.get("form")
        if form is None:
            chosen: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
            return chosen
        if form not in self.forms:
            raise ValidationError({"form": [_("This is not one of %(forms)s.") % {"forms": ", ".join(self.forms)}]})
        renderer = next(renderer for renderer in renderers if renderer.format == form)
        return renderer, renderer.media_type


def pgn_of(game: Game) -> str:
    """The game as the engine writes records."""
    moves = tuple(Move.parse(move.notation) for move in selectors.moves_of(game))
    return format_record(Record(tags_of(game), moves, game.result))


def line_of(game: Game) -> str:
    """The game as one line of JSON, as everybody may see it."""
    shape = game_shape(game, viewer_id=None, now=timezone.now())
    return json.dumps(shape, ensure_ascii=False, separators=(",", ":")) + "\n"


def tags_of(game: Game) -> dict[str, str]:
    """The tags of a game's record; who reads them elsewhere finds the game again by its number."""
    tags = {
        "Event": f"Correspondence game {game.number}",
        "Site": settings.SITE_URL,
        "Date": f"{game.started_at:%Y.%m.%d}",
        "Round": "-",
        "White": game.white.username,
        "Black": game.black.username,
        "Variant": game.rules,
        "TimeControl": _time_control(game),
    }
    return tags | ({"Termination": game.termination} if game.termination else {})


def _time_control(game: Game) -> str:
    """As PGN writes it: 1/259200 is a move in so many seconds, 259200+86400 a bank and its increment."""
    clock = game.clock
    if isinstance(clock, DaysPerMove):
        return f"1/{clock.initial_seconds}"
    return f"{clock.initial_seconds}+{clock.increment_seconds}"
