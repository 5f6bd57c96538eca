"""The draw stories of players, each from the first click to the verdict: on both players’ pages and in their mails.

Where players come from, whoever sees a draw writes to the people who run the site, with the numbers of three moves, and
somebody plays the game through by hand. Here the server counts, and what it cannot tell goes to an arbiter.
"""

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings
from django.test import Client

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes.models import AuditEntry, Dispute
from games.players.models import Sanction
from games.players.verdict_reasons import StandardReason
from tests.games.notifications.conftest import box, reachable, run_delivery
from tests.games.notifications.postbox import PostBox
from tests.games.notifications.postbox import text_of as text_of_email
from tests.support.api import Api
from tests.support.browsing import follow, submit
from tests.support.pages import Reader
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at, unchanged
from tests.support.reading import text_of, words

__all__ = ["box", "reachable", "run_delivery"]

Begin = Callable[..., Game]
CLAIMS = Agreement(rules="brettspielnetz")
SOMETHING_IS_WRONG = "Is something wrong with this game?"
STANDS_STILL = "This game is under dispute. Until it is decided, nobody can move and both clocks are stopped."


class Post:
    """The mails that players get while a story goes on."""

    def __init__(self, box: PostBox, run_delivery: Callable[[], None]) -> None:
        self._box, self._run = box, run_delivery
        self._read = 0

    def to(self, user: User) -> list[EmailMessage]:
        """What has come since mails were asked for last."""
        return [email for email in self._new if email["To"] == user.email]

    def come(self) -> None:
        """Deliver what is owed; what came before is read."""
        self._read = len(self._box.emails)
        self._run()

    @property
    def _new(self) -> list[EmailMessage]:
        return self._box.emails[self._read :]


@pytest.fixture
def post(reachable: None, box: PostBox, run_delivery: Callable[[], None], settings: LazySettings) -> Post:
    settings.SITE_URL = "https://muehle.example.org"
    return Post(box, run_delivery)


class PlayerBrowser:
    """A player in front of the pages of one game."""

    def __init__(self, user: User, browser: Client, game: Game) -> None:
        self.user, self.browser, self.game = user, browser, game

    def look(self) -> Any:
        """The page of the game."""
        return self.browser.get(f"/games/{self.game.number}/")

    def dispute(self, **written: Any) -> Any:
        """From the page of the game to the page of the dispute that is opened there."""
        return submit(self.browser, follow(self.browser, self.look(), SOMETHING_IS_WRONG), **written)

    def read(self) -> str:
        """The words of the newest dispute, found by the reader’s own list."""
        rows = self.browser.get("/disputes/")
        game = self.game
        return text_of(follow(self.browser, rows, f"Game {game.number}: {game.white} – {game.black}"))


@pytest.fixture
def sit(reader: Reader, post: Post) -> Callable[..., tuple[PlayerBrowser, PlayerBrowser]]:
    """Both players at a game; what was to be told of it has been told."""

    def down(game: Game) -> tuple[PlayerBrowser, PlayerBrowser]:
        post.come()
        return PlayerBrowser(game.white, reader(game.white), game), PlayerBrowser(game.black, reader(game.black), game)

    return down


Sit = Callable[[Game], tuple[PlayerBrowser, PlayerBrowser]]


def subjects(emails: list[EmailMessage]) -> list[str]:
    return sorted(str(email["Subject"]) for email in emails)


# From the first half-move: Black’s 40th move closes the only mill, so that White’s 41st is the first without.
UP_TO_MOVE_40 = """
    e3 e5 b6 c4 d1 f6 b2 c5 d3 e4 f4 d7 d5 a7 g1 b4 d6 g4
    d3-c3 d7-g7 d1-d2 b4-a4 b2-b4 a7-d7 c3-d3 a4-a1 d3-c3 d7-a7 f4-f2 g7-d7 g1-d1 g4-g1 f2-f4 a1-a4 f4-f2 d7-g7
    f2-f4 a4-a1 f4-g4 a1-a4 d1-a1 f6-f4 b4-b2 g7-d7 d2-f2 c4-b4 f2-d2 g1-d1 g4-g1 f4-f6 c3-d3 d7-g7 g1-g4 d1-g1
    d2-d1 g7-d7 d3-c3 d7-g7 e3-d3 g7-d7 g4-g7 e4-f4 c3-c4 g1-g4 d1-g1 f4-e4 b2-d2 b4-b2 d2-f2 e4-e3 g1-d1 b2-b4
    d1-g1 g4-f4 a1-d1 e3-e4 d3-c3 a4-a1 g7-g4 b4-a4xb6
"""

Mover = Callable[[Game, str], Game]


def over_the_api(api: Api, game: Game) -> Mover:
    """How the two players move: each by a program with its own token."""
    sides = (api(game.white), api(game.black))

    def move(game: Game, notation: str) -> Game:
        ply = fresh(game).ply
        answer = sides[ply % 2].send(f"games/{game.number}/moves/", move=notation, ply=ply + 1)
        assert answer.status_code == 201, answer.json()
        return fresh(game)

    return move


def wandering(game: Game, half_moves: int, move_on: Mover) -> Game:
    """Play so many half-moves without a mill, none of which brings a position for the third time."""
    seen: dict[str, int] = {}
    for _step in range(half_moves):
        board = fresh(game).board
        quiet = [move for move in board.legal_moves(game.ruleset) if not move.removed]
        rarest = min(quiet, key=lambda move: (seen.get(board.play(move, game.ruleset).key, 0), str(move)))
        key = board.play(rarest, game.ruleset).key
        seen[key] = seen.get(key, 0) + 1
        game = move_on(game, str(rarest))
    assert max(seen.values()) < 3
    return game


# --- The server decides -----------------------------------------------------------------------------------------------


def test_a_repetition_is_claimed_with_its_three_half_moves_and_proven_at_once(
    begin: Begin, sit: Sit, post: Post, anna: User, bert: User
) -> None:
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE, *SHUFFLE)
    white, black = sit(game)

    verdict = text_of(white.dispute(category="repetition", plies=["18", "22", "26"]))

    for page in (verdict, white.read(), black.read()):
        assert "The claim is justified: by the rules the game is a draw." in page
        assert "occurred 3 times (3 needed) (after half-moves 18 , 22 , 26 ). That is a draw." in page
        assert "by the server" in page
    for seat in (white, black):
        assert "Claimed and proved: the position was on the board after half-moves 18 , 22 , 26 ." in text_of(
            seat.look()
        )
    post.come()
    for player, other in ((anna, "bert"), (bert, "anna")):
        (email,) = post.to(player)
        assert email["Subject"] == f"The dispute about your game against {other} has been decided (game {game.number})"
        assert "occurred 3 times (3 needed) (after half-moves 18, 22, 26). That is a draw." in text_of_email(email)
    assert "anna had opened the dispute: repetition." in text_of_email(post.to(bert)[0])
    assert not AuditEntry.objects.exists()


def test_from_move_41_to_move_91_is_counted_right(
    begin: Begin, sit: Sit, post: Post, api: Api, anna: User, bert: User
) -> None:
    """“If the first move had the number 41, the game is drawn from the 91st on, if nothing has happened until then.”"""
    game = begin(CLAIMS)
    move_on = over_the_api(api, game)
    for notation in UP_TO_MOVE_40.split():
        game = move_on(game, notation)
    assert (game.ply, game.quiet_half_moves) == (80, 0)
    # Up to White’s 90th move.
    white, black = sit(wandering(game, 99, move_on))

    too_soon = text_of(black.dispute(category="draw"))

    for page in (too_soon, white.read()):
        assert "99 half-moves have been played without a mill (100 needed). That is not a draw yet." in page
    post.come()
    for player in (anna, bert):
        (email,) = post.to(player)
        assert "- 99 half-moves have been played without a mill (100 needed). That is not a draw yet." in text_of_email(
            email
        )

    wandering(game, 1, move_on)
    in_time = text_of(white.dispute(category="draw"))

    for page in (in_time, black.read()):
        assert "100 half-moves have been played without a mill (100 needed). That is a draw." in page
    ended = fresh(game)
    assert (ended.ply, ended.result, ended.termination) == (180, "1/2-1/2", "quiet_limit")
    for seat in (white, black):
        shown = text_of(seat.look())
        assert "Claimed and proved: 100 half-moves without a mill (100 needed)." in shown
    post.come()
    for player in (anna, bert):
        (email,) = post.to(player)
        assert "by the rules the game is a draw." in text_of_email(email)
        assert "100 half-moves have been played without a mill (100 needed)." in text_of_email(email)


def test_a_claim_that_does_not_hold_is_refuted_with_the_figures_and_the_game_goes_on(
    begin: Begin, sit: Sit, post: Post, anna: User, bert: User
) -> None:
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE)
    white, black = sit(game)

    verdict = text_of(white.dispute(category="draw", text="This is a draw.", plies=["18", "22"]))

    for page in (verdict, white.read(), black.read()):
        assert "The claim is not justified." in page
        assert "occurred 2 times (3 needed) (after half-moves 18 , 22 ). That is not a draw yet." in page
        assert "4 half-moves have been played without a mill (100 needed). That is not a draw yet." in page
    for seat in (white, black):
        assert STANDS_STILL not in text_of(seat.look())
    post.come()
    for player, other in ((anna, "bert"), (bert, "anna")):
        (email,) = post.to(player)
        assert email["Subject"] == f"The dispute about your game against {other} has been decided (game {game.number})"
        assert "The claim is not justified." in text_of_email(email)
        assert "(after half-moves 18, 22). That is not a draw yet." in text_of_email(email)
        assert "An arbiter" not in text_of_email(email)
    submit(white.browser, white.look(), "move/", notation="a7-d7")
    assert fresh(game).last_move == "a7-d7"


# --- The server confirms, and an arbiter decides ---------------------------------------------------------------------


WAITS = "Waiting for an arbiter. Until then, at the latest"


def confirmed_story(post: Post, white: PlayerBrowser, black: PlayerBrowser, opened: str, sentence: str) -> None:
    """What both players read of a claim that White has filed, and that nobody moves."""
    game = white.game
    for page in (opened, black.read()):
        assert WAITS in page
        assert "both clocks are stopped and nobody can move." in page
        assert f"{sentence} Confirmed by the server. An arbiter decides." in page
        assert "The claim is not justified." not in page
    for seat in (white, black):
        assert STANDS_STILL in text_of(seat.look())
    on_move = white if fresh(game).on_move_id == white.user.pk else black
    legal = min(map(str, fresh(game).board.legal_moves(game.ruleset)))
    with unchanged():
        assert submit(on_move.browser, on_move.look(), "move/", notation=legal).status_code == 409
    post.come()
    (email,) = post.to(black.user)
    assert email["Subject"] == f"anna has opened a dispute about your game (game {game.number})"


def take_and_accept(browser: Client, dispute: Dispute, *, warn: str) -> Any:
    """From the queue to the verdict that the server proposes."""
    queue = browser.get("/admin/disputes/dispute/")
    assert "confirmed by the server" in text_of(queue)
    case = follow(browser, queue, f"№ {dispute.number}")
    assert "Confirmed by the server:" in text_of(case)
    taken = submit(browser, case, "take/do/")
    return submit(browser, taken, "accept/do/", warn=warn)


def test_a_repetition_that_is_gone_from_the_board_is_confirmed_and_drawn_with_a_warning(
    begin: Begin, sit: Sit, post: Post, reader: Reader, anna: User, bert: User, iris: User
) -> None:
    game = stand_at(begin(CLAIMS), SHUFFLING, ply=36)
    white, black = sit(play(game, *SHUFFLE, *SHUFFLE, *SHUFFLE[:3]))

    opened = text_of(white.dispute(category="repetition", plies=["36", "40", "44"]))

    confirmed_story(
        post,
        white,
        black,
        opened,
        "The marked half-moves (36, 40, 44) led to one and the same position. It was on the board after: "
        "36, 40, 44. After half-move 44 a draw could be claimed, but only while this position was on the "
        "board.",
    )

    closed = text_of(take_and_accept(reader(iris), Dispute.objects.get(), warn="1"))

    assert "This case is closed." in closed
    assert (fresh(game).result, fresh(game).termination) == ("1/2-1/2", "adjudication")
    reason, warning = (each.in_language("en") for each in (StandardReason.WAS_A_DRAW, StandardReason.PLAYED_ON))
    for page in (white.read(), black.read()):
        assert "The game is a draw." in page
        assert reason in page
    for sentence in ("An arbiter has warned you", warning):
        assert sentence in text_of(black.look())
        assert sentence not in text_of(white.look())
    post.come()
    assert len(post.to(anna)) == 1
    assert any("warned you" in str(email["Subject"]) for email in post.to(bert))
    (decision,) = AuditEntry.objects.filter(action="decide")
    assert (decision.actor, decision.user, decision.reason) == (iris, bert, reason)


def test_the_moves_41_to_91_are_confirmed_when_a_mill_has_been_closed_since(
    begin: Begin, sit: Sit, post: Post, reader: Reader, anna: User, bert: User, iris: User
) -> None:
    game = wandering(play(begin(CLAIMS), *UP_TO_MOVE_40.split()), 100, play)
    assert (game.ply, game.quiet_half_moves) == (180, 100)
    # Nobody claims, and the next to find a mill closes it.
    while game.quiet_half_moves:
        moves = game.board.legal_moves(game.ruleset)
        closing = [move for move in moves if move.removed]
        game = play(game, str(min(closing, key=str))) if closing else wandering(game, 1, play)
    white, black = sit(game)

    opened = text_of(white.dispute(category="draw", plies=["180"]))

    sentence = "The limit of half-moves without a mill was reached after: 180."
    confirmed_story(post, white, black, opened, sentence)

    take_and_accept(reader(iris), Dispute.objects.get(), warn="")

    assert (fresh(game).result, fresh(game).termination) == ("1/2-1/2", "adjudication")
    for page in (white.read(), black.read()):
        assert StandardReason.WAS_A_DRAW.in_language("en") in page
    assert "warned" not in text_of(black.look())
    assert not Sanction.objects.exists()


# --- An arbiter decides -----------------------------------------------------------------------------------------------


def take_and_decide(browser: Client, dispute: Dispute, **verdict: Any) -> Any:
    """From the queue to the page of a case that is closed."""
    case = follow(browser, browser.get("/admin/disputes/dispute/"), f"№ {dispute.number}")
    taken = submit(browser, case, "take/do/")
    return submit(browser, taken, "decide/do/", **verdict)


@pytest.fixture
def even(clock: time_machine.Traveller, begin: Begin) -> Game:
    """Neither side gets on, but no rule makes a draw of it yet."""
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE)
    # What comes in the same instant as a move is told with the move.
    clock.shift(timedelta(hours=1))
    return game


def test_a_refusal_without_a_reason_goes_to_an_arbiter_who_draws_the_game(
    even: Game, sit: Sit, post: Post, reader: Reader, anna: User, bert: User, iris: User
) -> None:
    game = even
    white, black = sit(game)
    submit(white.browser, white.look(), "draw-offer/", reason="Nobody can win this.")
    post.come()
    assert subjects(post.to(bert)) == [f"anna offers you a draw (game {game.number})"]
    submit(black.browser, black.look(), "draw-refusal/")

    assert "bert has declined your draw offer. No reason was given." in text_of(white.look())
    form = follow(white.browser, white.look(), "Ask an arbiter")
    words = "Nobody can win this, and Bert says nothing."
    opened = text_of(submit(white.browser, form, category="draw", text=words, plies=["22"]))

    for page in (opened, black.read()):
        assert "Waiting for an arbiter. Until then, at the latest Mon 9 Mar, 14:00, both clocks are stopped" in page
        assert words in page
    for seat in (white, black):
        assert STANDS_STILL in text_of(seat.look())
    with unchanged():
        refused = submit(white.browser, white.look(), "move/", notation="a7-d7")
    assert refused.status_code == 409
    assert STANDS_STILL in text_of(refused)
    post.come()
    assert subjects(post.to(bert)) == [f"anna has opened a dispute about your game (game {game.number})"]
    still = "Subject: draw not recognised. Both clocks are stopped and nobody can move until an arbiter decides,"
    sent = " ".join(text_of_email(post.to(bert)[0]).split())
    assert f"{still} at the latest until Monday 9 March 2026, 14:00 (CET)." in sent
    assert still in text_of(black.browser.get("/notifications/"))
    assert post.to(anna) == []

    dispute, arbiter = Dispute.objects.get(), reader(iris)
    reason = "With four stones each neither side can force a mill."
    case = take_and_decide(arbiter, dispute, verdict="draw", reason=reason)

    assert "This case is closed." in text_of(case)
    for page in (white.read(), black.read()):
        assert "The game is a draw." in page
        assert reason in page
        assert "by an arbiter" in page
    for seat in (white, black):
        assert "Draw decided by an arbiter" in text_of(seat.look())
    post.come()
    for player, other in ((anna, "bert"), (bert, "anna")):
        (email,) = post.to(player)
        assert email["Subject"] == f"The dispute about your game against {other} has been decided (game {game.number})"
        assert "The game is a draw." in text_of_email(email)
        assert f"The arbiter writes: {reason}" in text_of_email(email)
        assert "not a draw yet" not in text_of_email(email)


@pytest.fixture
def stalled(clock: time_machine.Traveller, begin: Begin) -> Game:
    """Bert answers every time in the last hours of the three days."""
    game = begin()
    for white, black in (("d6", "f4"), ("d2", "b4"), ("g7", "a1")):
        play(game, white)
        clock.shift(timedelta(hours=70))
        play(game, black)
    return play(game, "a7")


def test_stalling_is_warned_and_the_warning_is_read_before_the_next_move(
    stalled: Game, sit: Sit, post: Post, reader: Reader, anna: User, bert: User, iris: User
) -> None:
    User.objects.filter(pk=bert.pk).update(language="de")
    white, black = sit(fresh(stalled))

    opened = text_of(white.dispute(category="stalling", text="He waits for the last hour with every move."))

    assert "Waiting for an arbiter." in opened
    assert STANDS_STILL not in text_of(white.look())
    assert "Keine Streitfälle." in text_of(black.browser.get("/disputes/"))
    post.come()
    assert post.to(anna) == post.to(bert) == []

    dispute, arbiter = Dispute.objects.get(), reader(iris)
    case = text_of(arbiter.get(f"/admin/disputes/dispute/{dispute.number}/change/"))
    assert "Moves near the deadline ≠ 0 3" in case
    assert words("Late answers otherwise ≠ 0% (0 of 3) 100% (3 of 3)") in case
    take_and_decide(arbiter, dispute, verdict="warned", ready="stalling", against=str(bert.pk))

    english, german = (StandardReason.STALLING.in_language(code) for code in ("en", "de"))
    assert "A player has been warned." in white.read()
    assert english in white.read()
    assert german in text_of(black.look())
    assert "Die Spielleitung hat dich verwarnt" in text_of(black.look())
    assert "warned" not in text_of(white.look())
    post.come()
    assert subjects(post.to(anna)) == [
        f"The dispute about your game against bert has been decided (game {stalled.number})"
    ]
    assert english in text_of_email(post.to(anna)[0])
    assert subjects(post.to(bert)) == [f"Die Spielleitung hat dich verwarnt (Partie {stalled.number})"]
    assert german in text_of_email(post.to(bert)[0])

    with unchanged():
        refused = submit(black.browser, black.look(), "move/", notation="d7")
    assert refused.status_code == 409
    submit(black.browser, black.look(), "acknowledge/")
    assert german not in text_of(black.look())
    submit(black.browser, black.look(), "move/", notation="d7")

    assert fresh(stalled).last_move == "d7"
    post.come()
    assert subjects(post.to(anna)) == [f"Your move against bert (game {stalled.number})"]
