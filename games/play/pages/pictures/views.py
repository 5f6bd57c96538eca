"""Pictures: boards of games and positions, link previews, and QR codes."""

from io import BytesIO

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.core.models.games import Game
from games.core.queries import current_game
from games.pictures import BoardPicture, Card
from games.play.pages.pictures.answers import MEDIA_TYPES, picture_answer, refusal_answer
from games.play.pages.pictures.forms import GamePictureForm, PictureForm, PositionPictureForm
from games.play.pages.pictures.games import PictureOfGame
from kit.pages import get_or_404
from muehle import RULESETS, STANDARD, Move, Position

# A middle game with something going on for both sides; it is to be looked at and not to be solved.
PICTURE, LAST_MOVE = Position.parse("W..BWB..W.BW..B.W.WB.BW. w 0 0 4"), Move.parse("f4-g4")


@require_safe
def board_of_game(request: HttpRequest, number: int, form: str) -> HttpResponse:
    """The board as it stands, or with ?ply=12 as it stood; also ?style=paper and ?turned=1, with Black's side below."""
    if form not in MEDIA_TYPES:
        raise Http404
    wanted = GamePictureForm(request.GET, game=_game(number))
    if not wanted.is_valid():
        return refusal_answer(wanted.complaints, status=400)
    picture = _picture(wanted)
    with translation.override(wanted.chosen_language):
        svg = picture.board.svg()
    return picture_answer(request, svg, form=form, is_final=picture.is_final, modified_at=picture.modified_at)


@require_safe
def card_of_game(request: HttpRequest, number: int) -> HttpResponse:
    """The picture that goes with a link to the game; its words are in ?language=."""
    wanted = GamePictureForm(request.GET, game=_game(number))
    if not wanted.is_valid():
        return refusal_answer(wanted.complaints, status=400)
    picture = _picture(wanted)
    with translation.override(wanted.chosen_language):
        svg = picture.card.svg()
    return picture_answer(request, svg, form="png", is_final=picture.is_final, modified_at=picture.modified_at)


@require_safe
def site_card(request: HttpRequest) -> HttpResponse:
    """The picture that goes with a link to any other page."""
    wanted = PictureForm(request.GET)
    if not wanted.is_valid():
        return refusal_answer(wanted.complaints, status=400)
    board = BoardPicture(position=PICTURE, last_move=LAST_MOVE, style=wanted.chosen_style)
    with translation.override(wanted.chosen_language):
        card = Card(board=board, headline=_("Mühle, one move at a time"))
    return picture_answer(request, card.svg(), form="png", is_final=False)


@require_safe
def board_of_position(request: HttpRequest, form: str) -> HttpResponse:
    """Any ?position=, perhaps with the ?move= that led to it, in the colours of ?rules=."""
    if form not in MEDIA_TYPES:
        raise Http404
    wanted = PositionPictureForm(request.GET)
    if not wanted.is_valid():
        return refusal_answer(wanted.complaints, status=400)
    position = wanted.cleaned_data["position"]
    board = BoardPicture(
        position=position,
        style=wanted.chosen_style,
        colours=RULESETS[wanted.cleaned_data["rules"] or STANDARD.name].colours,
        lies=wanted.lies,
        last_move=wanted.cleaned_data["move"],
        title=position.text,
    )
    return picture_answer(request, board.svg(), form=form, is_final=True)


@require_safe
def qr_of_game(request: HttpRequest, number: int) -> HttpResponse:
    """The address of the game, or of ?ply=12 in it, for a telephone's camera."""
    wanted = GamePictureForm(request.GET, game=_game(number))
    if not wanted.is_valid():
        return refusal_answer(wanted.complaints, status=400)
    ply = wanted.cleaned_data["ply"]
    address = settings.SITE_URL + reverse("game", args=[number]) + (f"?ply={ply}" if ply is not None else "")
    drawn = BytesIO()
    segno.make(address, error="m").save(drawn, kind="svg", xmldecl=False, scale=8, dark="#2a241e", light="#fff")
    return picture_answer(request, drawn.getvalue().decode(), form="svg", is_final=True)


def _game(number: int) -> Game:
    return get_or_404(lambda: current_game(number))


def _picture(wanted: GamePictureForm) -> PictureOfGame:
    return PictureOfGame(
        game=wanted.game,
        asked_ply=wanted.cleaned_data["ply"],
        style=wanted.chosen_style,
        lies=wanted.lies,
        has_caption=wanted.cleaned_data["caption"] == "1",
    )
