"""The page of a game is as large as the window: in every size, state, language and colour nothing on it leaves the
window, nothing overlaps, and nothing but a name is cut."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page

from accounts.models import User
from games.challenges.actions import ask_rematch
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from games.play.actions import accept_pause, ask_takeback, decline_draw, offer_draw, offer_pause, resign
from tests.e2e.conftest import NewContext
from tests.e2e.table import resize, signed_in
from tests.support.playing import SHUFFLE, SHUFFLING, drawn, play, stand_at

pytestmark = pytest.mark.e2e

Begin = Callable[..., Game]

# Phones upright and on their side, tablets, laptops, a large screen, and a laptop at 200 % (640 × 325).
SIZES = [
    (320, 568),
    (360, 640),
    (390, 844),
    (740, 360),
    (667, 375),
    (640, 325),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1280, 650),
    (1280, 800),
    (1366, 650),
    (1366, 768),
    (1536, 730),
    (1920, 1080),
]
HARDEST = [(320, 568), (740, 360), (640, 325), (768, 1024), (1024, 768), (1280, 650)]
# The longest bars, and one page of each kind.
FEW = ("draft or a claim", "planning", "take-back", "frozen", "rematch")
# 30 characters each, with umlauts.
LONG = {"anna": "Änne-Katharina Müßiggängerin84", "bert": "Wölfchen-Übermüller-Großböhmer"}

# The tab, and not the sheet that it opens where there is little room.
OPEN = """(tab) => {
  document.getElementById(`tab-${tab}`).click();
  document.getElementById("desk-close").click();
}"""
# What is wrong with what the page shows now, in sentences.
FAULTS = (Path(__file__).parent / "layout_faults.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Situation:
    """A game in one state, and what its page is to be made ready with."""

    name: str
    game: Game
    touched: tuple[str, ...] = ()
    tab: str = ""


@pytest.fixture
def situations(begin: Begin, anna: User, bert: User, carla: User) -> list[Situation]:
    """Anna's games in every state of the bar."""

    def begun(**colours: User) -> Game:
        return play(begin(**colours), "d6", "f4", "g7", "b2")

    ended, again, offered = begun(), begun(), begun()
    resign(ended.number, bert)
    resign(again.number, bert)
    ask_rematch(again.number, bert)
    offer_draw(offered.number, bert)
    frozen = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    offer_draw(frozen.number, anna)
    decline_draw(frozen.number, bert)
    filing.open_dispute(frozen.number, anna, category="draw", text="Nobody can win this.")
    claimable = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE, *SHUFFLE)
    moving = stand_at(begin(), drawn(white="a7 d7 g4 e3 c3", black="b6 d6 f4 b2 d2"))
    waiting = begun(black=carla)
    # As long in words as times get.
    Game.objects.filter(pk=waiting.pk).update(deadline_at=timezone.now() + timedelta(days=22, hours=22, minutes=30))
    regretted = play(begun(), "a1")
    Game.objects.filter(pk=regretted.pk).update(rated=False)
    ask_takeback(regretted.number, bert)
    asked, asking, paused = (play(begun(), "a1") for _ in range(3))
    for resting, player in ((asked, bert), (asking, anna), (paused, bert)):
        offer_pause(resting.number, player, until=timezone.now() + timedelta(days=58))
    accept_pause(paused.number, anna)
    return [
        Situation("move", moving),
        Situation("about", moving, tab="about"),
        Situation("half a move", moving, ("g4",)),
        Situation("draft", moving, ("g4", "g7", "b6")),
        Situation("claim", claimable),
        Situation("half a move or a claim", claimable, ("a7",)),
        Situation("draft or a claim", claimable, ("a7", "d7")),
        Situation("wait", play(begun(), "a1")),
        Situation("conditional", play(begun(), "a1"), ("d2",), tab="conditional-moves"),
        Situation("offer", offered),
        Situation("take-back", regretted),
        Situation("pause offer", asked),
        Situation("own pause offer", asking),
        Situation("paused", paused),
        Situation("frozen", frozen),
        Situation("over", ended),
        Situation("rematch", again),
    ]


# A state of the page, and the sizes at which it is looked at.
Look = tuple[Situation, list[tuple[int, int]]]


def faults_in(page: Page, sizes: list[tuple[int, int]]) -> Iterator[tuple[str, str]]:
    """What is wrong with the page, by size."""
    for width, height in sizes:
        resize(page, width, height)
        yield from ((f"{width}x{height}", fault) for fault in page.evaluate(FAULTS))


def measure(context: BrowserContext, url: str, viewer: User, looks: Iterable[Look]) -> dict[str, set[str]]:
    """Each fault, and where it is."""
    page = signed_in(context, viewer, url)
    found: dict[str, set[str]] = {}
    for situation, sizes in looks:
        page.goto(f"{url}/games/{situation.game.number}/")
        page.locator("#game[data-ready]").wait_for(state="attached")
        page.evaluate("document.fonts.ready.then(() => null)")
        if situation.tab:
            page.evaluate(OPEN, situation.tab)
            page.locator(".board--playable").wait_for(state="attached")
        for point in situation.touched:
            page.locator(f"button[data-point={point}]").click()
        for size, fault in faults_in(page, sizes):
            found.setdefault(fault, set()).add(f"{size} {situation.name}")
    return found


@pytest.mark.smoke
def test_the_hardest_sizes_show_everything_with_long_names(
    live_server_url: str, new_context: NewContext, situations: list[Situation], anna: User
) -> None:
    """Some states, each at two of the six sizes, in German; the test below has all states at all sizes."""
    for username, name in LONG.items():
        User.objects.filter(username=username).update(display_name=name, language="de")

    chosen = [each for each in situations if each.name in FEW]
    looks = [(situation, HARDEST[index % 3 :: 3]) for index, situation in enumerate(chosen)]

    assert measure(new_context(has_touch=True), live_server_url, anna, looks) == {}


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_size_shows_everything_to_a_spectator(
    live_server_url: str, new_context: NewContext, situations: list[Situation], carla: User, language: str
) -> None:
    User.objects.filter(pk=carla.pk).update(language=language)
    of_others = [(each, SIZES) for each in situations if each.name in ("move", "frozen", "over")]

    assert measure(new_context(), live_server_url, carla, of_others) == {}


@pytest.mark.parametrize("names", ["short", "long"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_size_shows_everything_in_every_state(
    live_server_url: str,
    new_context: NewContext,
    situations: list[Situation],
    anna: User,
    names: str,
    scheme: str,
    language: str,
) -> None:
    User.objects.filter(username__in=LONG).update(language=language)
    for username, name in LONG.items() if names == "long" else ():
        User.objects.filter(username=username).update(display_name=name)

    context = new_context(has_touch=scheme == "light", color_scheme=scheme)

    assert measure(context, live_server_url, anna, [(each, SIZES) for each in situations]) == {}
