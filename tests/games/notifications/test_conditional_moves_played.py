"""A player hears that a conditional move was played for them, and what came of it."""

from collections.abc import Callable

from django.utils import translation

from accounts.models import User
from games.core import notifications
from games.core.models.events import UserEvent
from games.core.models.games import Game
from games.core.notifications import NotificationLine
from games.notifications import bell, choices
from games.play import conditional_moves
from games.play.actions import play_move
from muehle import Color
from tests.games.notifications.postbox import PostBox, text_of
from tests.support.playing import drawn, fresh, play, stand_at

RunDelivery = Callable[[], None]


def keep(game: Game, player: User, *lines: str) -> None:
    conditional_moves.keep_lines(game.number, player, [line.split() for line in lines], ply=fresh(game).ply + 1)


def line_of(user: User) -> NotificationLine:
    """The newest line of the bell about conditional moves, in English."""
    row = choices.settings_of(user)
    found = [item for item in bell.items_of(user, row) if item.event.type == "conditional_moves_played"]
    with translation.override("en"):
        return notifications.line_of(found[0].event, user)


def told(user: User) -> list[dict[str, object]]:
    rows = (
        UserEvent.objects.filter(user=user, event__type="conditional_moves_played")
        .order_by("seq")
        .select_related("event")
    )
    return [row.event.data for row in rows]


def test_a_conditional_move_that_was_played_says_so(
    game: Game, anna: User, bert: User, reachable: None, box: PostBox, run_delivery: RunDelivery
) -> None:
    play(game, "d6")
    run_delivery()
    keep(game, anna, "f4 d2")
    box.emails.clear()
    play_move(game.number, bert, "f4", ply=2)
    run_delivery()

    line = line_of(anna)
    assert (line.text, line.more, line.url) == (
        "Your conditional move d2 against bert was played",
        "",
        f"/games/{game.number}/",
    )
    (mail,) = [mail for mail in box.emails if mail["To"] == anna.email]
    assert mail["Subject"] == line.text
    assert f"/games/{game.number}/" in text_of(mail)
    assert "A conditional move was played" in text_of(mail, "html")
    assert told(bert) == []


def test_several_at_once_are_told_once_with_each_move(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")
    keep(game, anna, "f4 d2 b4 f2")
    play_move(game.number, bert, "f4", ply=2, lines=[["d2", "b4"]])

    assert told(anna) == [{"ply": 5, "moves": ["d2", "f2"]}]
    assert told(bert) == [{"ply": 5, "moves": ["b4"]}]
    assert line_of(anna).text == "Your conditional moves d2, f2 against bert were played"


def test_one_that_ends_the_game_says_how(
    game: Game, anna: User, bert: User, reachable: None, box: PostBox, run_delivery: RunDelivery
) -> None:
    stand_at(game, drawn(white="a7 d7 g4 c3", black="a1 d1 f2", turn=Color.BLACK))
    keep(game, anna, "f2-f4 g4-g7xa1")
    play(game, "f2-f4")
    run_delivery()

    line = line_of(anna)
    assert line.more == "You won against bert. bert has fewer than three stones left."
    (mail,) = [mail for mail in box.emails if "conditional" in str(mail["Subject"])]
    assert line.more in text_of(mail)
