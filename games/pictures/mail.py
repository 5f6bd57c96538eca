"""A game in mails: its board as a picture that is attached, as words and as lines of text."""

from typing import Any, Final

from accounts.models import User
from games.core.labels import as_seen, shown_colour, side_name, stones_in_words
from games.core.models.games import Game
from games.core.notifications import page_url
from games.pictures import BLACK_BELOW, STYLES, UPRIGHT, BoardPicture
from games.pictures.drawing import SIGNS, as_text, drawing
from muehle import Color, Move, RuleSet

# The Content-ID of the picture.
PICTURE_ID: Final = "board@muehle"


def game_context(game: Game, reader: User) -> dict[str, Any]:
    """The context of mail templates for a game, as the reader sees it."""
    color = game.color_of(reader.pk) or Color.WHITE
    rules = as_seen(game.ruleset, reader.board_style)
    drawn = drawing(game.board, rules, is_flipped=color is Color.BLACK)
    return {
        "game": game,
        "opponent": game.player(color.opponent),
        "side": side_name(rules, color),
        "url": page_url("game", number=game.number),
        "picture": _picture(game, reader),
        "picture_id": PICTURE_ID,
        "picture_words": stones_in_words(game.board, rules),
        "board_text": as_text(drawn),
        "hands": _hands(game, rules),
    }


def _picture(game: Game, reader: User) -> BoardPicture:
    """The board as on the reader's game page: in their style, their side below, the last move marked."""
    return BoardPicture(
        position=game.board,
        style=STYLES[reader.board_style],
        colours=game.ruleset.colours,
        lies=BLACK_BELOW if reader.pk == game.black_id else UPRIGHT,
        last_move=Move.parse(game.last_move) if game.last_move and reader.marks else None,
    )


def _hands(game: Game, rules: RuleSet) -> list[dict[str, Any]]:
    """For each player, White first: name, colour in words and as a sign, stones still to be placed."""
    return [
        {
            "player": player.shown_name,
            "side": side_name(rules, color),
            "sign": SIGNS[shown_colour(rules, color)],
            "count": game.board.hand(color),
        }
        for color, player in ((Color.WHITE, game.white), (Color.BLACK, game.black))
    ]
