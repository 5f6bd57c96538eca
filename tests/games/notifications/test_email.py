"""The mails, as a mail server gets them."""

import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import pytest
import time_machine
from django.conf import LazySettings
from django.utils import translation

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.chat.messages import send_message
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.notifications import choices
from games.notifications.models import Delivery
from games.pictures import BLACK_BELOW, STYLES, BoardPicture, png_of
from games.play.actions import decline_draw, offer_draw, play_move, resign
from games.play.deadline_notifications import record_due
from games.play.ending_words import headline, reason
from games.play.timeouts import settle
from games.players import relations
from muehle.clocks.fischer import FischerBank
from muehle.clocks.total_time import TotalTime
from tests.conftest import NOON
from tests.games.notifications.postbox import PostBox, text_of
from tests.games.pictures.pngs import read
from tests.support.playing import fresh, let_time_run_out, play
from tests.support.reading import words

RunDelivery = Callable[[], None]


@pytest.fixture
def last_email(
    reachable: None, box: PostBox, run_delivery: RunDelivery, settings: LazySettings
) -> Callable[[], EmailMessage]:
    """Sends what is owed and returns the last mail that came of it."""
    settings.SITE_URL = "https://muehle.example.org"

    def last() -> EmailMessage:
        run_delivery()
        return box.emails[-1]

    return last


LastEmail = Callable[[], EmailMessage]


def test_your_move_says_what_was_played_and_how_the_board_stands(
    clock: time_machine.Traveller, game: Game, last_email: LastEmail
) -> None:
    play(game, "d6")

    email = last_email()

    assert (email["To"], email["Subject"]) == ("bert@example.org", f"Your move against anna (game {game.number})")
    end = email["List-Unsubscribe"].strip(" <>")
    move = re.search(r"without logging in: (\S+)", text_of(email))
    assert move is not None
    assert text_of(email) == YOUR_MOVE.format(number=game.number, move=move[1], end=end)


YOUR_MOVE = """\
Hello bert,

anna played d6. It is your move.

1 ·───────────·───────────·
  │           │           │
2 │   ·───────·───────·   │
  │   │       │       │   │
3 │   │   ·───·───·   │   │
  │   │   │       │   │   │
4 ·───·───·       ·───·───·
  │   │   │       │   │   │
5 │   │   ·───·───·   │   │
  │   │       │       │   │
6 │   ·───────○───────·   │
  │           │           │
7 ·───────────·───────────·
  g   f   e   d   c   b   a
○ anna (8 stones in hand) · ● bert (9 stones in hand)

You have 3 days left, until Thursday 5 March 2026, 13:00 (CET).

Open the game: https://muehle.example.org/games/{number}/
Play from here, without logging in: {move}

--\x20
You are receiving this email because you play at muehle.example.org.
Choose which emails you get: https://muehle.example.org/preferences/notifications/
Unsubscribe from these emails: {end}
"""


def test_a_mail_is_text_and_the_same_in_html(game: Game, last_email: LastEmail) -> None:
    play(game, "d6", "f4")

    email = last_email()

    html = text_of(email, "html")
    text, board = email.iter_parts()
    assert email.get_content_type() == "multipart/related"
    assert [part.get_content_type() for part in text.iter_parts()] == ["text/plain", "text/html"]
    assert board.get_content_type() == "image/png"
    assert f'href="https://muehle.example.org/games/{game.number}/"' in html
    assert "bert played <b>f4</b>." in html
    assert not {"<svg", "<script", "<link"} & set(html.replace(">", " ").split())


def test_the_board_is_in_the_mail_and_its_words_where_pictures_are_not_shown(game: Game, last_email: LastEmail) -> None:
    play(game, "d6", "f4")

    email = last_email()

    board = list(email.iter_parts())[1]
    picture = board.get_content()
    sources = re.findall(r'<img src="([^"]*)" width="280" height="280" alt="([^"]*)"', text_of(email, "html"))
    assert sources == [("cid:board@muehle", "White: d6; Black: f4.")]
    assert (board["Content-ID"], board.get_content_disposition()) == ("<board@muehle>", "inline")
    assert (read(picture).width, read(picture).height) == (560, 560)
    assert len(picture) < 100_000


def test_nothing_is_fetched_when_a_mail_is_opened(game: Game, last_email: LastEmail) -> None:
    play(game, "d6")

    html = text_of(last_email(), "html")

    assert not re.search(r"(src|background|poster|srcset)=(?!\"cid:)|url\(", html)


def test_the_board_of_a_mail_is_the_readers_own(game: Game, bert: User, last_email: LastEmail) -> None:
    play(game, "d6")
    User.objects.filter(pk=bert.pk).update(board_style="slate", marks=False)

    email = last_email()

    drawn = BoardPicture(position=fresh(game).board, style=STYLES["slate"], lies=BLACK_BELOW)
    assert list(email.iter_parts())[1].get_content() == png_of(drawn.svg(), width=560)


def test_the_first_mail_says_that_the_game_has_begun(game: Game, last_email: LastEmail) -> None:
    email = last_email()

    assert email["Subject"] == f"Your game against bert has begun (game {game.number})"
    assert "Your game against bert has begun. You make the first move." in text_of(email)


def test_what_came_with_the_move_is_in_the_mail(game: Game, anna: User, last_email: LastEmail) -> None:
    play_move(game.number, anna, "d6", ply=1, offer_draw=True, message="<b>Remis?</b>")

    email = last_email()

    assert "anna offers you a draw." in text_of(email)
    assert "anna writes: <b>Remis?</b>" in text_of(email)
    assert "&lt;b&gt;Remis?&lt;/b&gt;" in text_of(email, "html")


def test_the_same_delivery_has_the_same_name_and_a_games_mails_are_one_thread(
    game: Game, anna: User, last_email: LastEmail, box: PostBox
) -> None:
    play(game, "d6")
    first = last_email()
    Delivery.objects.update(status="waiting", next_attempt_at="2026-01-01T00:00Z")
    again = last_email()
    resign(game.number, anna)
    other = last_email()

    assert first["Message-ID"] == again["Message-ID"] != other["Message-ID"]
    assert first["Message-ID"].endswith("@muehle.example.org>")
    assert first["References"] == other["References"] == f"<game-{game.number}@muehle.example.org>"
    assert first["Auto-Submitted"] == "auto-generated"


# --- Endings ----------------------------------------------------------------------------------------------------------


def test_the_winner_reads_why_they_have_won_and_what_it_is_worth(game: Game, anna: User, last_email: LastEmail) -> None:
    resign(game.number, anna)

    email = last_email()

    assert email["Subject"] == f"You won against anna (game {game.number})"
    assert "You won against anna. anna has resigned.\nYour rating is now 1662 (+162)." in text_of(email)


@pytest.mark.casual
def test_a_time_out_is_sent_to_both_in_their_own_words(
    game: Game, reachable: None, box: PostBox, run_delivery: RunDelivery
) -> None:
    let_time_run_out()
    settle(game.number)

    run_delivery()

    said = {email["To"]: text_of(email).splitlines()[2] for email in box.emails}
    assert said == {
        "anna@example.org": "You lost against bert. You did not move in time.",
        "bert@example.org": "You won against anna. anna did not move in time.",
    }


@pytest.mark.parametrize(
    ("termination", "result", "rules", "words"),
    [
        ("stones", "0-1", "standard", "You lost against bert. You have fewer than three stones left."),
        ("stones", "1-0", "standard", "You won against bert. bert has fewer than three stones left."),
        ("blocked", "0-1", "standard", "You lost against bert. You have no legal move left."),
        ("blocked", "1-0", "standard", "You won against bert. bert has no legal move left."),
        ("repetition", "1/2-1/2", "standard", "Draw against bert. The same position occurred for the third time."),
        (
            "repetition",
            "1/2-1/2",
            "applet",
            "Draw against bert. The same sequence of moves was played three times in a row.",
        ),
        ("quiet_limit", "1/2-1/2", "standard", "Draw against bert. 100 half-moves were played without a mill."),
        ("agreement", "1/2-1/2", "standard", "Draw against bert. You agreed on a draw."),
        ("resignation", "0-1", "standard", "You lost against bert. You have resigned."),
        ("adjudication", "1-0", "standard", "You won against bert. An arbiter has decided the game."),
        (
            "abort",
            "*",
            "standard",
            "The game against bert was aborted. bert aborted the game at the start. It does not count.",
        ),
    ],
)
def test_every_ending_has_its_sentence(
    game: Game, anna: User, termination: str, result: str, rules: str, words: str
) -> None:
    game.termination, game.result, game.rules = termination, result, rules
    game.status = "aborted" if result == "*" else "finished"

    with translation.override("en"):
        assert f"{headline(game, anna)}. {reason(game, anna)}" == words


# --- Challenges -------------------------------------------------------------------------------------------------------


def test_a_challenge_says_on_which_terms_and_until_when(
    anna: User, bert: User, clock: time_machine.Traveller, last_email: LastEmail
) -> None:
    agreement = Agreement(clock=FischerBank(), rules="classic", rated=False, leave_days=7, timeout="claim")
    proposal = Proposal(agreement=agreement, colour="white", message="Shall we?")
    challenge = actions.challenge_player(anna, bert, proposal)

    email = last_email()

    text = text_of(email)
    assert (email["To"], email["Subject"]) == ("bert@example.org", "anna challenges you to a game of Mühle")
    assert "anna writes: Shall we?" in text
    assert "Rules: Classic (before 2010)" in text
    assert "Leave and days off: up to 7 days of leave, days off" in text
    assert "When time runs out: the opponent may claim the win" in text
    assert "Rating: casual" in text
    assert "Colours: you play second" in text
    assert "You can accept until Monday 16 March 2026, 13:00 (CET)." in text
    assert f"https://muehle.example.org/challenges/{challenge.number}/" in text


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Time control: 30 days for the whole game"), ("de", "Bedenkzeit: 30\u00a0Tage für die ganze Partie")],
)
def test_a_challenge_says_that_its_time_is_for_the_whole_game(
    anna: User, bert: User, last_email: LastEmail, language: str, words: str
) -> None:
    User.objects.filter(pk=bert.pk).update(language=language)
    actions.challenge_player(anna, bert, Proposal(agreement=Agreement(clock=TotalTime())))

    assert words in text_of(last_email())


def test_a_rematch_is_asked_for_in_its_own_words(game: Game, anna: User, bert: User, last_email: LastEmail) -> None:
    resign(game.number, anna)
    last_email()
    actions.ask_rematch(game.number, bert)

    email = last_email()

    assert (email["To"], email["Subject"]) == ("anna@example.org", "bert offers you a rematch")
    assert f"bert would like a rematch of game {game.number}." in text_of(email)


# --- Languages --------------------------------------------------------------------------------------------------------


@pytest.fixture
def german_bert(bert: User) -> User:
    User.objects.filter(pk=bert.pk).update(language="de", time_zone="America/New_York")
    bert.refresh_from_db()
    return bert


def test_who_reads_german_is_written_to_in_german(
    clock: time_machine.Traveller, game: Game, german_bert: User, last_email: LastEmail
) -> None:
    play(game, "d6")

    email = last_email()

    assert email["Subject"] == f"Du bist am Zug gegen anna (Partie {game.number})"
    assert "anna hat d6 gespielt. Du bist am Zug." in text_of(email)
    assert "Du hast noch 3\xa0Tage Zeit, bis Donnerstag, 5. März 2026, 07:00 Uhr (EST)." in text_of(email)
    assert '<html lang="de">' in text_of(email, "html")


def test_the_endings_are_sent_in_german(game: Game, anna: User, german_bert: User, last_email: LastEmail) -> None:
    resign(game.number, anna)

    email = last_email()

    assert email["Subject"] == f"Du hast gegen anna gewonnen (Partie {game.number})"
    assert "anna hat aufgegeben.\nDeine Wertung ist jetzt 1662 (+162)." in text_of(email)


def test_a_challenge_comes_in_german(anna: User, german_bert: User, last_email: LastEmail) -> None:
    actions.challenge_player(anna, german_bert, Proposal(agreement=Agreement()))

    email = last_email()

    assert email["Subject"] == "anna fordert dich zu einer Partie Mühle heraus"
    assert "Farben: werden ausgelost" in text_of(email)


def test_a_mail_leaves_the_language_and_the_zone_as_they_were(
    game: Game, german_bert: User, last_email: LastEmail
) -> None:
    play(game, "d6")
    with translation.override("en"):
        last_email()

        assert translation.get_language() == "en"


# --- What else there is to tell ---------------------------------------------------------------------------------------


def test_a_deadline_is_sent_with_the_time_that_is_left(
    clock: time_machine.Traveller, game: Game, last_email: LastEmail
) -> None:
    Game.objects.update(
        turn_started_at=NOON - timedelta(days=3), deadline_at=NOON + timedelta(hours=2), deadline_notification_at=NOON
    )
    record_due()

    email = last_email()

    assert email["Subject"] == f"Your time against bert is running out (game {game.number})"
    assert "You have 2 hours left, until Monday 2 March 2026, 15:00 (CET)." in text_of(email)
    assert "you lose on time" in text_of(email, "html")


def test_what_comes_without_a_move_is_a_mail_of_its_own(
    game: Game, anna: User, bert: User, last_email: LastEmail, box: PostBox
) -> None:
    offer_draw(game.number, bert, reason="It is even.")
    offer = last_email()
    send_message(game.number, bert, "<i>Well?</i>")
    message = last_email()

    assert offer["Subject"] == f"bert offers you a draw (game {game.number})"
    assert "bert writes: It is even." in text_of(offer)
    assert message["Subject"] == f"bert sent you a message (game {game.number})"
    assert "bert writes: <i>Well?</i>" in text_of(message)
    assert "&lt;i&gt;Well?&lt;/i&gt;" in text_of(message, "html")


@pytest.mark.parametrize(
    ("language", "subject", "says"),
    [
        ("en", "bert declined your draw offer (game {})", "bert has declined your draw offer. The game continues."),
        ("de", "bert hat dein Remisangebot abgelehnt (Partie {})", "bert hat dein Remisangebot abgelehnt. Die Partie"),
    ],
)
def test_a_no_to_a_draw_comes_with_its_reason(
    game: Game, anna: User, bert: User, last_email: LastEmail, language: str, subject: str, says: str, box: PostBox
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    offer_draw(game.number, anna)
    decline_draw(game.number, bert, reason="I have <b>a plan</b>.")

    email = last_email()

    assert (email["To"], email["Subject"]) == (anna.email, subject.format(game.number))
    assert says in text_of(email)
    assert ": I have <b>a plan</b>." in text_of(email)
    assert f"https://muehle.example.org/games/{game.number}/" in text_of(email)
    assert says in words(text_of(email, "html"))
    assert "I have &lt;b&gt;a plan&lt;/b&gt;." in text_of(email, "html")


def test_a_no_without_a_word_says_no_more(game: Game, anna: User, bert: User, last_email: LastEmail) -> None:
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)

    assert "writes" not in text_of(last_email())


def test_the_words_of_whom_one_has_muted_stay_out_of_a_no(
    game: Game, anna: User, bert: User, last_email: LastEmail
) -> None:
    offer_draw(game.number, anna)
    decline_draw(game.number, bert, reason="Never, you fool.")
    relations.change(anna, bert, muted=True)

    email = last_email()

    assert email["Subject"] == f"bert declined your draw offer (game {game.number})"
    for kind in ("plain", "html"):
        assert "fool" not in text_of(email, kind)


def test_who_wants_to_hear_of_no_offers_hears_of_no_answers(
    game: Game, anna: User, bert: User, run_delivery: Callable[[], None], reachable: None, box: PostBox
) -> None:
    run_delivery()
    before = len(box.emails)
    choices.change(anna, table={"draw_offer": {"email": False}})
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)

    run_delivery()

    assert [email["To"] for email in box.emails[before:]] == []


def test_what_comes_with_a_move_comes_in_the_mail_about_the_move(
    game: Game, anna: User, box: PostBox, last_email: LastEmail
) -> None:
    play_move(game.number, anna, "d6", ply=1, offer_draw=True, message="Remis?")

    last_email()

    assert [email["Subject"] for email in box.emails] == [f"Your move against anna (game {game.number})"]


def test_who_wants_no_word_of_moves_still_gets_what_came_with_one(
    game: Game, anna: User, bert: User, box: PostBox, last_email: LastEmail
) -> None:
    choices.change(bert, table={"your_move": {"email": False}, "draw_offer": {"email": False}})
    play_move(game.number, anna, "d6", ply=1, offer_draw=True, message="Remis?")

    last_email()

    assert [email["Subject"] for email in box.emails] == [f"anna sent you a message (game {game.number})"]


def test_a_ready_made_sentence_comes_in_the_readers_language(
    game: Game, anna: User, bert: User, last_email: LastEmail, box: PostBox
) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")

    send_message(game.number, bert, canned="good_luck")

    assert "Viel Glück und viel Spaß!" in text_of(last_email())
