"""WCAG 2.2 A and AA by axe-core on what is seldom seen, pages that say no and mails; and whether it fits a phone."""

import pytest
from playwright.sync_api import Page

from accounts.models import SecurityMail, User
from accounts.security import mails
from games.challenges import actions
from games.challenges.actions import Proposal
from games.chat.messages import send_message
from games.core.models.terms import Agreement
from games.disputes import filing
from games.disputes.verdict_kinds import Verdict
from games.play.actions import decline_draw, offer_draw, resign
from games.players.verdict_reasons import StandardReason
from tests.e2e.axe import GUIDELINES, violations
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.test_accessibility import Begin, Reader, each_reader, nobody
from tests.e2e.test_every_page import ACROSS, faults_of
from tests.support.playing import SHUFFLE, SHUFFLING, play, stand_at
from tests.support.ruling import decided
from tools.samples import ACCOUNT_EMAILS, BARE, DRESSED, GAME_EMAILS, samples

pytestmark = pytest.mark.e2e

PAGES = [*BARE, *DRESSED]


@pytest.fixture
def told(begin: Begin, anna: User, bert: User, carla: User) -> None:
    """Something of which each mail of a game could tell."""
    begin(black=carla)
    going_on = play(begin(), "d6", "f4")
    offer_draw(going_on.number, bert, reason="?")
    send_message(going_on.number, bert, "Quite a game.")
    offered = play(begin(), "d6", "f4")
    offer_draw(offered.number, bert)
    decline_draw(offered.number, anna, reason="Too early.")
    actions.challenge_player(anna, carla, Proposal(agreement=Agreement(), message="A word."))
    ended = resign(play(begin(white=bert, black=carla), "d6", "f4").number, bert)
    actions.ask_rematch(ended.number, carla)
    disputed(begin, anna, bert)


def disputed(begin: Begin, anna: User, bert: User) -> None:
    """Two claims that the server answers; a dispute with a verdict and an appeal; two players with a sanction."""
    rules, arbiter = Agreement(rules="brettspielnetz"), User.objects.create_user("iris")
    for times, category in ((2, "repetition"), (1, "draw")):
        game = play(stand_at(begin(rules), SHUFFLING), *SHUFFLE * times)
        dispute = filing.open_dispute(game.number, anna, category=category)
    assert dispute.verdict == "refuted"
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    dispute = filing.open_dispute(game.number, anna, category="draw", text="Nobody can win this.")
    decided(dispute, arbiter, Verdict.DRAW, reason=StandardReason.NO_PROGRESS.in_language("en"))
    filing.appeal(dispute.number, bert, text="I was winning.")
    for verdict, reason in ((Verdict.WARNED, "STALLING"), (Verdict.MUTED, "ABUSE")):
        complaint = filing.open_dispute(begin().number, anna, category="stalling", text="He waits.")
        sentence = StandardReason[reason].in_language("en")
        decided(complaint, arbiter, verdict, reason=sentence, against=bert, days=7)


def show(page: Page, name: str, html: str) -> None:
    """Open it as if it came from the server, with the server's own sheets and faces."""
    page.route(f"**/samples/{name}/", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    page.goto(f"/samples/{name}/")


@each_reader
def test_pages_that_say_no(live_server_url: str, new_context: NewContext, reader: Reader) -> None:
    page = nobody(new_context, live_server_url, reader, viewport=PHONE)
    found = {}

    for name, html in samples(reader[0]):
        if name in PAGES:
            show(page, name, html)
            found[name] = (violations(page), faults_of(page))

    assert found == {name: ([], {}) for name in PAGES}


@each_reader
def test_mails(live_server_url: str, new_context: NewContext, told: None, reader: Reader) -> None:
    page = nobody(new_context, live_server_url, reader, viewport=PHONE)
    found = {}

    for name, html in samples(reader[0]):
        if name not in PAGES:
            show(page, name, html)
            found[name] = (violations(page, GUIDELINES), page.evaluate(ACROSS))

    # Time would have to pass for one of them.
    always = {"mail-webhook", "mail-digest", "mail-leave-ends", "mail-emergency-day", "mail-reminder"}
    expected = {*ACCOUNT_EMAILS, *GAME_EMAILS, *always} - {"mail-deadline"}
    assert found == {name: ([], 0) for name in expected}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_mail_about_a_long_address_fits_a_phone(browser_page: Page, anna: User, language: str) -> None:
    address = "wilhelmine.gruenwald-oesterreich.mit.einem.langen.namen@example.org"
    kind, about = SecurityMail.Kind.ADDRESS_ADDED, {"user": anna, "username": "anna", "time_zone": "UTC"}
    mail = SecurityMail.objects.create(kind=kind, detail=address, language=language, address=address, **about)
    [(html, _type)] = mails.message(mail).alternatives
    browser_page.set_viewport_size({"width": 320, "height": 900})

    browser_page.set_content(str(html))

    assert browser_page.evaluate(ACROSS) == 0
    assert violations(browser_page, GUIDELINES) == []
