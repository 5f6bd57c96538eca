"""A game outside its own page: framed by others, printed, shared, and previewed where its link is pasted."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.chat.models import Message
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import offer_draw, resign
from tests.e2e.table import WHOLE_GAME
from tests.support.pages import Reader
from tests.support.playing import play
from tests.support.reading import heading, language_of, markup_of, text_of, words

SITE = "https://muehle.example"
PAGES = [
    "/",
    "/lobby/",
    "/rules/",
    "/accounts/login/",
    "/players/anna/",
    "/games/{n}/",
    "/games/{n}/print/",
    "/nowhere/",
]


@pytest.fixture
def begun(game: Game) -> Game:
    """Anna against Bert, two half-moves played: d6 and f4."""
    return play(game, "d6", "f4")


def social_of(page: Any) -> dict[str, str]:
    """What the page tells those who preview its link, by name."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page.content.decode())
    return {name: html.unescape(value) for name, value in found}


def canonical_of(page: Any) -> str | None:
    found = re.search(r'<link rel="canonical" href="([^"]*)">', page.content.decode())
    return found[1] if found else None


# --- The frame --------------------------------------------------------------------------------------------------------


def test_the_embedded_board_may_be_framed_by_anybody(client: Client, begun: Game) -> None:
    for query in ("", "?ply=99"):
        answer = client.get(f"/games/{begun.number}/embed/{query}")

        assert "X-Frame-Options" not in answer.headers
        assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("address", PAGES)
def test_no_other_page_may_be_framed(client: Client, begun: Game, address: str) -> None:
    answer = client.get(address.format(n=begun.number))

    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_the_embedded_board_is_the_same_for_everybody_and_leaves_no_cookie(
    client: Client, reader: Reader, begun: Game, anna: User
) -> None:
    offer_draw(begun.number, anna, reason="between us")
    Message.objects.create(game=begun, author=anna, ply=2, text="in private")
    User.objects.filter(pk=anna.pk).update(language="de")

    answers = [browser.get(f"/games/{begun.number}/embed/") for browser in (client, reader(anna))]

    assert answers[0].content == answers[1].content
    assert [dict(answer.cookies) for answer in answers] == [{}, {}]
    assert "Cookie" not in answers[1].headers["Vary"]
    assert "between us" not in answers[1].content.decode()
    assert "in private" not in answers[1].content.decode()
    assert "csrf" not in answers[1].content.decode()


def test_it_shows_the_players_the_board_the_moves_and_the_way_to_the_game(client: Client, begun: Game) -> None:
    page = client.get(f"/games/{begun.number}/embed/?ply=1&style=slate&turned=1")

    body = markup_of(page)
    assert text_of(page).startswith("anna – bert anna")
    assert "1/2" in text_of(page)
    assert 'data-style="slate"' in body
    assert f'src="/games/{begun.number}/board.svg?ply=1&amp;style=slate&amp;turned=1"' in body
    assert re.findall(r'href="(\?[^"]*)" data-ply="(\d)"( aria-current="true")?', body) == [
        ("?ply=1&amp;style=slate&amp;turned=1", "1", ' aria-current="true"'),
        ("?ply=2&amp;style=slate&amp;turned=1", "2", ""),
    ]
    assert f'href="/games/{begun.number}/" target="_blank" rel="noopener"' in body


def test_its_language_is_that_of_its_address_or_else_the_browsers(client: Client, begun: Game) -> None:
    address = f"/games/{begun.number}/embed/"

    asked, spoken = client.get(f"{address}?language=de"), client.get(address, headers={"Accept-Language": "de"})

    assert (language_of(asked), language_of(spoken), language_of(client.get(address))) == ("de", "de", "en")
    assert "anna ist am Zug" in text_of(asked)


def test_a_look_without_news_costs_nothing(client: Client, begun: Game) -> None:
    first = client.get(f"/games/{begun.number}/embed/")

    again = client.get(f"/games/{begun.number}/embed/", headers={"If-None-Match": first.headers["ETag"]})

    assert (again.status_code, again.content) == (304, b"")


def test_an_ended_game_is_not_looked_for_again(client: Client, begun: Game, anna: User) -> None:
    assert 'data-poll="20"' in client.get(f"/games/{begun.number}/embed/").content.decode()

    resign(begun.number, anna)

    page = client.get(f"/games/{begun.number}/embed/")
    assert 'data-poll="0"' in page.content.decode()
    assert "bert won: anna resigned" in text_of(page)


def test_a_frame_asked_for_wrongly_says_what_is_wrong(client: Client, begun: Game) -> None:
    answer = client.get(f"/games/{begun.number}/embed/?ply=3")

    assert answer.status_code == 400
    assert answer.content.decode() == "ply: Half-move 3 has not been played yet; the last one is 2.\n"


# --- Paper ------------------------------------------------------------------------------------------------------------


def test_on_paper_are_players_terms_moves_and_the_final_position(client: Client, begun: Game) -> None:
    page = client.get(f"/games/{begun.number}/print/")

    text = text_of(page)
    assert heading(page) == "anna – bert"
    assert f"Game {begun.number} · Standard · 3 days per move · rated" in text
    assert "White anna 1500 Black bert 1500" in text
    assert "1. d6 f4" in text
    assert text.endswith("After half-move 2, f4")
    assert "White: d6; Black: f4." in page.content.decode()
    assert "<nav" not in page.content.decode()


def test_diagrams_are_printed_after_the_half_moves_that_are_asked_for(client: Client, begun: Game) -> None:
    page = client.get(f"/games/{begun.number}/print/?plies=2,+0,1,1&style=contrast")

    pictures = re.findall(r"board\.svg\?ply=(\d+)&amp;style=([a-z]+)", page.content.decode())
    assert pictures == [("0", "contrast"), ("1", "contrast"), ("2", "contrast")]
    assert "The empty board" in text_of(page)


@pytest.mark.parametrize(
    ("plies", "complaint"),
    [
        ("3", "The last half-move is 2."),
        ("one", "Enter the numbers of at most 12 half-moves, separated by commas."),
        ("-1", "Enter the numbers of at most 12 half-moves, separated by commas."),
        (",".join("1" * 13), "Enter the numbers of at most 12 half-moves, separated by commas."),
        ("²", "Enter the numbers of at most 12 half-moves, separated by commas."),
    ],
)
def test_diagrams_that_cannot_be_are_refused_beside_the_field(
    client: Client, begun: Game, plies: str, complaint: str
) -> None:
    page = client.get(f"/games/{begun.number}/print/", {"plies": plies})

    assert page.status_code == 400
    assert complaint in text_of(page)
    assert f'value="{plies}"' in page.content.decode()
    assert "1. d6 f4" in text_of(page)


def test_a_whole_game_has_the_end_of_placing_and_the_end(client: Client, game: Game) -> None:
    play(game, *WHOLE_GAME)

    text = text_of(client.get(f"/games/{game.number}/print/"))

    assert "After half-move 18, e5: all stones are placed" in text
    assert text.endswith("After half-move 27, d7-g7xf2: the end")


# --- Links ------------------------------------------------------------------------------------------------------------


def test_the_page_of_a_game_offers_what_can_be_kept_and_shared(client: Client, begun: Game) -> None:
    page = client.get(f"/games/{begun.number}/")
    body = page.content.decode()

    game = f"http://localhost:8000/games/{begun.number}/"
    for address in (f"{game}board.png", f"{game}board.svg", f"{game}qr.svg"):
        assert f'href="{address}"' in body
    assert f'value="{game}"' in body
    for form in ("pgn", "ndjson"):
        assert f'href="/api/v1/games/{begun.number}/record/?form={form}" download' in markup_of(page)
    code = html.unescape(re.findall(r"<textarea[^>]*data-embed[^>]*>(.*?)</textarea>", body, re.DOTALL)[0])
    assert code.startswith(f'<iframe src="{game}embed/" width="400" height="664" title="anna – bert, Mühle"')
    assert code.endswith("></iframe>")


def test_a_half_move_that_is_shown_can_be_shared_without_scripts(client: Client, begun: Game) -> None:
    body = client.get(f"/games/{begun.number}/?ply=1").content.decode()

    game = f"http://localhost:8000/games/{begun.number}/"
    assert f'id="share-ply" readonly value="{game}?ply=1"' in body
    assert f'href="{game}board.png?ply=1"' in body
    assert '<p class="field" id="share-position">' in body


def test_a_link_to_a_game_is_previewed_as_it_stands(client: Client, settings: Settings, begun: Game) -> None:
    settings.SITE_URL = SITE

    page = client.get(f"/games/{begun.number}/")

    social = social_of(page)
    assert canonical_of(page) == social["og:url"] == f"{SITE}/games/{begun.number}/"
    assert social["og:title"] == "anna – bert"
    assert social["og:description"] == f"Game {begun.number} of Mühle: anna to move, after half-move 2."
    assert social["og:image"] == f"{SITE}/games/{begun.number}/card.png?language=en"
    assert social["twitter:card"] == "summary_large_image"


def test_a_link_to_a_half_move_is_previewed_with_it(client: Client, settings: Settings, begun: Game) -> None:
    settings.SITE_URL = SITE

    page = client.get(f"/games/{begun.number}/?ply=1", headers={"Accept-Language": "de"})

    social = social_of(page)
    assert canonical_of(page) == f"{SITE}/games/{begun.number}/"
    assert social["og:url"] == f"{SITE}/games/{begun.number}/?ply=1"
    assert social["og:description"] == f"Mühle, Partie\xa0{begun.number}: Halbzug\xa01."
    assert social["og:image"] == f"{SITE}/games/{begun.number}/card.png?ply=1&language=de"


@pytest.mark.parametrize(
    ("address", "title"), [("/", "Mühle, one move at a time"), ("/players/anna/", "anna")], ids=["home", "player"]
)
def test_other_pages_are_previewed_with_the_sites_picture(
    client: Client, settings: Settings, anna: User, address: str, title: str
) -> None:
    settings.SITE_URL = SITE

    page = client.get(address)

    social = social_of(page)
    assert (canonical_of(page), social["og:title"]) == (SITE + address, title)
    assert social["og:image"] == f"{SITE}/card.png?language=en"
    assert client.get(social["og:image"].removeprefix(SITE)).status_code == 200


def test_the_preview_of_an_invitation_tells_neither_its_link_nor_its_terms(
    client: Client, invitation: tuple[Challenge, str]
) -> None:
    _challenge, secret = invitation

    page = client.get(f"/invitations/{secret}/")

    social = social_of(page)
    assert canonical_of(page) is None
    assert social["og:title"] == "anna would like to play Mühle"
    assert set(social) == {
        *("og:type", "og:site_name", "og:title", "og:description", "twitter:card"),
        *("og:image", "og:image:type", "og:image:width", "og:image:height", "og:image:alt"),
    }
    assert secret not in " ".join(social.values())
    assert "Standard" not in " ".join(social.values())


def test_the_message_of_a_challenge_is_not_in_its_preview(reader: Reader, anna: User, bert: User) -> None:
    proposal = Proposal(agreement=Agreement(), message="For your eyes only.")
    challenge = actions.challenge_player(anna, bert, proposal)

    page = reader(bert).get(f"/challenges/{challenge.number}/")

    assert "For your eyes only." in words(page.content.decode())
    assert "For your eyes only." not in " ".join(social_of(page).values())
