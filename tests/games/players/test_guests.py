"""Guests: how a visitor becomes one, what a guest may do, and how there are not too many."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client

from accounts import guests as rows
from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.chat import messages, notes, spectators
from games.chat.models import Message, Note
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import decline_draw, offer_draw, play_move, resign
from games.players.errors import (
    GuestIsBusy,
    GuestsChallengeNobody,
    GuestsDoNotWrite,
    GuestsNotWelcome,
    GuestsPlayCasual,
)
from games.players.pages import new_guests
from kit.errors import Refusal
from tests.support.people import new_guest
from tests.support.playing import unchanged
from tests.support.reading import messages_in, text_of

CASUAL = Agreement(rated=False)

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(db: None) -> User:
    return new_guest()


@pytest.fixture
def posted(anna: User) -> Challenge:
    return actions.challenge_anyone(anna, Proposal(agreement=CASUAL, colour="black"))


@pytest.fixture
def played(guest: User, posted: Challenge) -> Game:
    game = actions.accept_challenge(posted.number, guest).game
    assert game is not None
    return game


def ways_in(anna: User) -> list[str]:
    """The pages with an open challenge and an invitation of Anna's that guests may accept."""
    posted = actions.challenge_anyone(anna, Proposal(agreement=CASUAL))
    _challenge, secret = actions.invite_by_link(anna, Proposal(agreement=CASUAL))
    return [f"/challenges/{posted.number}/", f"/invitations/{secret}/"]


# --- From visitor to guest --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", [0, 1])
def test_a_visitor_who_accepts_is_a_guest_in_a_casual_game(client: Client, anna: User, which: int) -> None:
    page = ways_in(anna)[which]

    answer = client.post(f"{page}accept/")

    game = Game.objects.get()
    guest = User.objects.get(is_guest=True)
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.number}/")
    assert (set(game.player_ids), game.rated) == ({anna.pk, guest.pk}, False)
    assert (guest.email, guest.has_usable_password()) == ("", False)
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_a_visitor_who_posts_an_open_challenge_is_a_guest(client: Client, anna: User) -> None:
    fields = {
        "kind": "open",
        "rules": "standard",
        "clock_system": "days_per_move",
        "days_per_move": "3",
        "colour": "lot",
    }

    answer = client.post("/challenges/new/", fields)

    posted = Challenge.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/challenges/{posted.number}/")
    assert (posted.challenger.is_guest, posted.rated, posted.allows_guests) == (True, False, True)


def test_looking_at_pages_makes_no_guest(client: Client, anna: User) -> None:
    for page in [*ways_in(anna), "/", "/lobby/", "/challenges/new/"]:
        client.get(page)
        client.get(f"{page}accept/")

    assert not User.objects.filter(is_guest=True).exists()


def test_without_a_csrf_token_nobody_becomes_a_guest(anna: User) -> None:
    browser = Client(enforce_csrf_checks=True)

    answers = [browser.post(f"{page}accept/") for page in ways_in(anna)]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert not User.objects.filter(is_guest=True).exists()


def test_a_refused_acceptance_leaves_no_guest(client: Client, anna: User, bert: User) -> None:
    page = ways_in(anna)[0]
    actions.accept_challenge(int(page.split("/")[2]), bert)

    with unchanged():
        answer = client.post(f"{page}accept/", follow=True)

    assert messages_in(answer) == ["This challenge is no longer open."]
    assert not User.objects.filter(is_guest=True).exists()
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("rated", [True, False])
def test_an_open_challenge_that_does_not_allow_guests_leads_visitors_to_the_login(
    client: Client, anna: User, rated: bool
) -> None:
    proposal = Proposal(agreement=Agreement(rated=rated), allows_guests=rated)
    posted = actions.challenge_anyone(anna, proposal)
    page = f"/challenges/{posted.number}/"

    with unchanged():
        answer = client.post(f"{page}accept/")

    assert answer["Location"] == f"/accounts/login/?next={page}"
    assert "Create account" in text_of(client.get(page))


@pytest.mark.django_db(transaction=True)
def test_two_requests_of_a_browser_at_once_make_one_guest(anna: User) -> None:
    _challenge, secret = actions.invite_by_link(anna, Proposal(agreement=CASUAL))
    challenges = [actions.challenge_anyone(anna, Proposal(agreement=CASUAL)) for _time in range(2)]
    pages = [*(f"/challenges/{each.number}/" for each in challenges), *[f"/invitations/{secret}/"] * 2]
    browser = Client(enforce_csrf_checks=True)
    form = browser.get(pages[0])
    token = form.context["csrf_token"]

    def accept(page: str) -> str:
        double = Client(enforce_csrf_checks=True)
        double.cookies.update(browser.cookies)
        try:
            return double.post(f"{page}accept/", {"csrfmiddlewaretoken": str(token)})["Location"]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        led_to = list(pool.map(accept, pages))

    guest = User.objects.get(is_guest=True)
    games = {f"/games/{game.number}/" for game in Game.objects.of(guest.pk)}
    assert len(games) == 3
    assert set(led_to) == games
    assert led_to[2] == led_to[3]


# --- How many ---------------------------------------------------------------------------------------------------------


def test_beyond_the_most_guests_a_visitor_is_told_so(client: Client, anna: User, settings: LazySettings) -> None:
    settings.MOST_GUESTS = 1
    first, second = ways_in(anna)
    Client().post(f"{first}accept/")

    with unchanged():
        answer = client.post(f"{second}accept/", follow=True)

    assert messages_in(answer) == [
        "There are too many guests right now. Create an account to play, or try again later."
    ]
    assert User.objects.filter(is_guest=True).count() == 1


def test_an_address_makes_so_many_guests_an_hour(client: Client, anna: User, settings: LazySettings) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "new_guests": "2/hour"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    pages = [page for _time in range(2) for page in ways_in(anna)]

    for page in pages:
        Client(REMOTE_ADDR="203.0.113.77").post(f"{page}accept/")

    assert User.objects.filter(is_guest=True).count() == 2


def test_a_site_without_guests_shows_no_button(client: Client, anna: User, settings: LazySettings) -> None:
    settings.MOST_GUESTS = 0

    for page in ways_in(anna):
        assert "Create account" in text_of(client.get(page))
        assert client.post(f"{page}accept/")["Location"] == f"/accounts/login/?next={page}"
    assert client.get("/challenges/new/").status_code == 302
    assert "/accept/" not in client.get("/lobby/").content.decode()


# --- What they may do -------------------------------------------------------------------------------------------------


def test_a_guest_plays_a_game_as_everybody(played: Game, guest: User, anna: User) -> None:
    play_move(played.number, guest, "d6", ply=1, canned="good_luck")
    play_move(played.number, anna, "f4", ply=2, offer_draw=True)
    decline_draw(played.number, guest)

    assert Game.objects.get().ply == 2


def test_a_rated_game_with_a_guest_is_refused(guest: User, anna: User) -> None:
    rated = Proposal(agreement=Agreement())
    for begin in (
        lambda: actions.challenge_player(anna, guest, rated),
        lambda: actions.challenge_anyone(guest, rated),
        lambda: actions.invite_by_link(guest, rated),
    ):
        with unchanged(), pytest.raises(GuestsPlayCasual):
            begin()


def test_a_rated_challenge_never_allows_guests(guest: User, anna: User) -> None:
    posted = actions.challenge_anyone(anna, Proposal(agreement=Agreement(), allows_guests=True))

    with unchanged(), pytest.raises(GuestsNotWelcome):
        actions.accept_challenge(posted.number, guest)
    assert not posted.allows_guests


def test_a_guest_has_three_games_and_three_open_challenges(guest: User, anna: User) -> None:
    challenges = [actions.challenge_anyone(anna, Proposal(agreement=CASUAL)) for _time in range(4)]
    for each in challenges[:3]:
        actions.accept_challenge(each.number, guest)
    mine = [actions.challenge_anyone(guest, Proposal(agreement=CASUAL)) for _time in range(3)]

    with unchanged(), pytest.raises(GuestIsBusy):
        actions.accept_challenge(challenges[3].number, guest)
    with unchanged(), pytest.raises(GuestIsBusy):
        actions.accept_challenge(mine[0].number, anna)
    with unchanged(), pytest.raises(Refusal, match="already have 3 open challenges"):
        actions.challenge_anyone(guest, Proposal(agreement=CASUAL))


def test_a_guest_challenges_nobody_but_for_a_rematch(played: Game, guest: User, anna: User) -> None:
    with unchanged(), pytest.raises(GuestsChallengeNobody):
        actions.challenge_player(guest, anna, Proposal(agreement=CASUAL))
    resign(played.number, guest)

    rematch = actions.ask_rematch(played.number, guest)

    assert actions.accept_challenge(rematch.number, anna).game is not None


WORDS: dict[str, Callable[[Game, User, Challenge], object]] = {
    "message": lambda game, guest, _other: messages.send_message(game.number, guest, "Hello."),
    "with a move": lambda game, guest, _other: play_move(game.number, guest, "d6", ply=1, message="Hello."),
    "draw offer": lambda game, guest, _other: offer_draw(game.number, guest, reason="Hello."),
    "draw declined": lambda game, guest, _other: decline_draw(game.number, guest, reason="Hello."),
    "shown note": lambda game, guest, _other: notes.save(game.number, guest, "Hello.", revealed=True),
    "spectators": lambda game, guest, _other: spectators.write(_other_game(game), guest, "Hello."),
    "seat": lambda _game, guest, _other: actions.challenge_anyone(guest, Proposal(agreement=CASUAL, message="Hello.")),
    "link": lambda _game, guest, _other: actions.invite_by_link(guest, Proposal(agreement=CASUAL, message="Hello.")),
    "refusal": lambda _game, guest, other: actions.decline_challenge(other.number, guest, reason="Hello."),
}


def _other_game(game: Game) -> int:
    number: int = Game.objects.exclude(pk=game.pk).get().number
    return number


@pytest.mark.parametrize("way", list(WORDS))
def test_nobody_reads_words_of_a_guest(
    played: Game, guest: User, anna: User, bert: User, begin: Callable[..., Game], way: str
) -> None:
    begin(CASUAL)
    other = actions.challenge_player(anna, guest, Proposal(agreement=CASUAL))
    if way == "draw declined":
        play_move(played.number, guest, "d6", ply=1)
        play_move(played.number, anna, "f4", ply=2, offer_draw=True)

    with unchanged(), pytest.raises(GuestsDoNotWrite):
        WORDS[way](played, guest, other)


def test_a_guests_own_note_and_ready_made_sentences_are_kept(played: Game, guest: User) -> None:
    notes.save(played.number, guest, "Mind a7.")
    messages.send_message(played.number, guest, canned="good_luck")

    assert (Note.objects.get().text, Message.objects.get().canned) == ("Mind a7.", "good_luck")


def test_the_lobby_says_which_open_challenges_a_guest_may_accept(
    reader: Callable[[User], Client], guest: User, anna: User
) -> None:
    actions.challenge_anyone(anna, Proposal(agreement=Agreement()))

    page = reader(guest).get("/lobby/")

    assert "For players with an account." in text_of(page)
    assert "/accept/" not in page.content.decode()


def test_a_guest_is_called_so_in_the_language_of_the_reader(client: Client, played: Game, guest: User) -> None:
    number = guest.username.removeprefix("guest-")

    english = text_of(client.get(f"/games/{played.number}/", headers={"Accept-Language": "en"}))
    german = text_of(client.get(f"/games/{played.number}/", headers={"Accept-Language": "de"}))

    assert f"Guest {number}" in english
    assert f"Gast {number}" in german


def test_the_page_of_a_guest_has_no_ratings_and_no_challenge(client: Client, played: Game, guest: User) -> None:
    page = client.get(f"/players/{guest.username}/")

    assert "This is a guest without an account." in text_of(page)
    assert "Ratings" not in text_of(page)
    assert b'content="noindex"' in page.content


def test_guests_are_counted(guest: User, anna: User) -> None:
    assert new_guests.are_welcome()
    assert list(rows.present()) == [guest]
