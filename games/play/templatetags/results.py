"""How a game ended, in words: for a reader who played it, and for everybody else."""

from django import template

from accounts.models import User
from games.core.models.games import Game
from games.play import ending_words
from games.players.ratings import signed
from muehle import Color

register = template.Library()
register.filter(ending_words.ending)
register.filter(ending_words.ending_reason)
register.filter(ending_words.outcome_for)


@register.filter
def rating_change_for(game: Game, user: User) -> str:
    """By how much the reader's rating changed, with its sign; empty where it did not count."""
    change = game.white_rating_change if game.color_of(user.pk) is Color.WHITE else game.black_rating_change
    return "" if change is None else signed(change)


@register.filter
def opponent_of(game: Game, user: User) -> User:
    """The opponent of the reader."""
    return game.opponent_of(user.pk)


@register.filter
def color_for(game: Game, user: User) -> str:
    """The side that the reader plays, as `seat` wants it."""
    return (game.color_of(user.pk) or Color.WHITE).value


@register.simple_tag
def outcome_word(outcome: str) -> str:
    """The badge's text for a word of `outcome_for`."""
    return str(ending_words.OUTCOMES[outcome].tag)
