"""Takes pictures of all pages, in both languages and looks, into build/screenshots/, with a gallery in its README.md.

Not a test. It looks at an instance that runs with the demo (dev.py run, dev.py demo):

    .venv/bin/python -m tests.e2e.screenshots [--url http://127.0.0.1:8000] [--admin NAME] [--samples FOLDER]
        [--documents] [NAME …]

Error pages and mails are taken from the folder that `dev.py manage samples` has written. With --documents, the pictures
that documents show, those in docs/screenshots/, are replaced by the new ones.
"""

import argparse
import shutil
import sys
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from tests.e2e.chromium import chromium
from tests.e2e.palette import with_palette
from tools.launcher.workspace import ROOT

DIRECTORY = ROOT / "build" / "screenshots"
SHOWN_BY_DOCUMENTS = ROOT / "docs" / "screenshots"
# What `dev.py demo` prints; the models it stands beside cannot be imported without a database.
PASSWORD = "muehle demo"
# A game's page is ready once its board has hands.
READY = ".game[data-ready], main:not(:has(.game)), body:not(:has(main))"


class Screen(NamedTuple):
    """A size of window, and the language that is read there."""

    name: str
    size: ViewportSize
    language: str


class ReaderLook(NamedTuple):
    """How a reader likes it: the style of the board, and light or dark."""

    style: str
    scheme: Literal["light", "dark"]


@dataclass(frozen=True)
class Picture:
    """What to photograph: an address, who looks, and which links lead on from there to what is meant; or a sample."""

    name: str
    title: str
    address: str
    who: str = ""
    links: tuple[str, ...] = ()
    is_sample: bool = False


def sample(name: str, title: str) -> Picture:
    """What `manage.py samples` has written under this name, shown as if it were a page of the site."""
    return Picture(name, title, f"/samples/{{language}}/{name}.html", is_sample=True)


# Stands for whoever `--admin` names; `dev.py admin` makes one, and the demo does not.
ADMIN = "an administrator"

SCREENS = (
    Screen("phone", {"width": 390, "height": 844}, "de"),
    Screen("desktop", {"width": 1280, "height": 900}, "en"),
)
LOOKS = (ReaderLook("wood", "light"), ReaderLook("slate", "dark"))
PICTURES = (
    Picture("welcome", "The first page, for guests", "/"),
    Picture("home", "The first page, for players", "/", "anna"),
    Picture("game", "A game: my move", "/", "anna", (".game-card .cover",)),
    Picture("game-over", "A game that has ended", "/games/", "anna", ("a.row--game >> nth=6",)),
    Picture("embed", "A game on another page", "/games/7/embed/"),
    Picture("print", "A game on paper", "/games/", "anna", ("a.row--game >> nth=6", "a[href$='/print/']")),
    Picture("lobby", "The lobby", "/lobby/", "anna"),
    Picture("challenge", "A challenge", "/", "anna", (".open-challenge .more",)),
    Picture("new-challenge", "A new challenge", "/challenges/new/", "anna"),
    Picture("games", "All my games", "/games/", "anna"),
    Picture("records", "Imported games", "/records/", "anna"),
    Picture("record", "One of them", "/records/", "anna", (".rows .row",)),
    Picture("player", "A specific player", "/players/anna/", "david"),
    Picture("rules", "The rules", "/rules/"),
    Picture("solved", "The solved game", "/solved/"),
    Picture("rule-set", "A rule set", "/rules/classic/#all-protected"),
    Picture("learn", "The first lesson", "/learn/"),
    Picture("lesson", "A step of it", "/learn/take/"),
    Picture("analysis", "The analysis board", "/analysis/?moves=d6,f4,d2,b4,f6,d7,b6xf4"),
    Picture("two", "Two players, one screen", "/analysis/?players=2&moves=d6,f4,d2"),
    Picture(
        "conditional-moves",
        "Conditional moves",
        "/",
        "anna",
        ("section[aria-labelledby=their-move] .row--game", "#tab-conditional-moves"),
    ),
    Picture("notifications", "The bell", "/notifications/", "anna"),
    Picture("preferences", "Preferences", "/preferences/", "anna"),
    Picture("notifications", "Notifications: which, where and when", "/preferences/notifications/", "anna"),
    Picture("arrival", "Test notifications", "/preferences/notifications/arrival/", "anna"),
    Picture("leave", "Leave", "/preferences/leave/", "anna"),
    Picture("days-off", "Days off", "/preferences/days-off/", "anna"),
    Picture("calendar", "A calendar feed", "/preferences/calendar/", "anna"),
    Picture("relations", "Blocked and muted", "/preferences/relations/", "anna"),
    Picture("disputes", "Disputes", "/disputes/", "anna"),
    Picture("dispute", "A dispute", "/disputes/", "anna", ("main .row a",)),
    Picture("new-dispute", "Opening one", "/", "anna", (".game-card .cover", "a[href$='/dispute/']")),
    Picture("export", "My data", "/preferences/export/", "anna"),
    Picture("is-it-you", "The password, asked for again", "/preferences/delete/", "anna"),
    Picture("tokens", "Tokens for programs", "/preferences/tokens/", "anna"),
    Picture("webhooks", "Webhooks", "/preferences/webhooks/", "anna"),
    Picture("webhook", "A webhook", "/preferences/webhooks/", "anna", (".row--hook >> nth=1",)),
    Picture("bot", "An account for a bot", "/preferences/bot/", "anna"),
    Picture("apps", "Connected apps", "/preferences/apps/", "anna"),
    Picture("developers", "For developers", "/developers/"),
    Picture("email", "Email addresses", "/accounts/email/", "anna"),
    Picture("password", "Choose a new password", "/accounts/password/change/", "anna"),
    Picture("second-factor", "The second factor", "/accounts/2fa/", "anna"),
    Picture("devices", "Devices", "/accounts/sessions/", "anna"),
    Picture("offline", "No connection", "/offline/{language}/"),
    Picture("unanswered", "No response", "/unanswered/{language}/"),
    Picture("reset", "A forgotten password", "/accounts/password/reset/"),
    Picture("login", "Logging in", "/accounts/login/"),
    Picture("sign-up", "Making an account", "/accounts/signup/"),
    sample("403", "What is not allowed"),
    sample("404", "What is not there"),
    sample("500", "Something went wrong"),
    sample("503", "Something is away"),
    sample("mail-confirm", "A mail: confirm your address"),
    sample("mail-reset", "A mail: a new password"),
    sample("mail-no-account", "A mail: no account with this address"),
    sample("mail-account-exists", "A mail: there is an account already"),
    sample("mail-challenge", "A mail: a challenge"),
    sample("mail-rematch", "A mail: a rematch"),
    sample("mail-game-begins", "A mail: the game begins"),
    sample("mail-your-move", "A mail: your move"),
    sample("mail-deadline", "A mail: little time is left"),
    sample("mail-draw-offer", "A mail: a draw is offered"),
    sample("mail-message", "A mail: a message"),
    sample("mail-game-over", "A mail: the game is over"),
    sample("mail-dispute", "A mail: a dispute is opened"),
    sample("mail-emergency-day", "A mail: a day of leave has saved the game"),
    sample("mail-leave-ends", "A mail: leave ends"),
    sample("mail-reminder", "A mail: the opponent looks forward to a move"),
    sample("mail-digest", "A mail: news of several games"),
    sample("mail-webhook", "A mail: a webhook is switched off"),
    Picture("admin", "The administration", "/admin/", ADMIN),
    Picture("admin-games", "The administration: games", "/admin/core/game/", ADMIN),
    Picture("admin-game", "The administration: a game", "/admin/core/game/7/change/", ADMIN),
    Picture("queue", "The disputes, for arbiters", "/admin/disputes/dispute/", ADMIN),
    # Whoever looks takes the case, once.
    Picture(
        "case", "A case", "/admin/disputes/dispute/2/change/", ADMIN, (".case__first, #verdict legend", "#players")
    ),
    Picture("verdict", "The verdicts", "/admin/disputes/dispute/2/change/", ADMIN, (".verdicts--against legend",)),
    Picture("report", "A game, checked", "/admin/disputes/dispute/2/report/", ADMIN),
)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(p.name for p in PICTURES)}")
    parser.add_argument("--admin", metavar="NAME", help="an administrator whose password is that of the demo")
    parser.add_argument("--samples", type=Path, metavar="FOLDER", help="what `dev.py manage samples` has written")
    parser.add_argument("--documents", action="store_true", help="renew the pictures in docs/screenshots/ as well")
    options = parser.parse_args(arguments)
    wanted = [picture for picture in PICTURES if not options.names or picture.name in options.names]
    wanted = [picture for picture in wanted if options.samples or not picture.is_sample]
    wanted = [_as(options.admin, picture) for picture in wanted if options.admin or picture.who != ADMIN]
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for screen, look in product(SCREENS, LOOKS):
            take_all(browser, options, wanted, screen, look)
        browser.close()
    (DIRECTORY / "README.md").write_text(gallery(), encoding="utf-8")
    if options.documents:
        renew_documents()
    return 0


def renew_documents() -> None:
    """Copy the new pictures over those that documents show."""
    for kept in SHOWN_BY_DOCUMENTS.glob("*.png"):
        taken = DIRECTORY / kept.name
        if taken.exists():
            shutil.copyfile(taken, kept)


def _as(admin: str, picture: Picture) -> Picture:
    return replace(picture, who=admin) if picture.who == ADMIN else picture


def take_all(
    browser: Browser, options: argparse.Namespace, pictures: list[Picture], screen: Screen, look: ReaderLook
) -> None:
    """Photograph pages on one screen in one look, each person in a browser of their own."""
    for who in sorted({picture.who for picture in pictures}):
        page = browser_of(browser, options.url, who, screen, look).new_page()
        if options.samples:
            page.route("**/samples/**", lambda route: route.fulfill(path=_file_at(route.request.url, options.samples)))
        if who:
            log_in(page, who, screen, look)
        for picture in pictures:
            if picture.who == who:
                take(page, picture, DIRECTORY / file_of(picture, screen, look), screen)
        page.context.close()


def _file_at(url: str, samples: Path) -> Path:
    return samples / url.partition("/samples/")[2]


def browser_of(browser: Browser, url: str, who: str, screen: Screen, look: ReaderLook) -> BrowserContext:
    """A fresh browser; a guest's knows the look by its cookie."""
    context = browser.new_context(
        viewport=screen.size,
        locale=screen.language,
        # That of the demo: with another one each page asks which of the two is meant.
        timezone_id="Europe/Berlin",
        color_scheme=look.scheme,
        reduced_motion="reduce",
        base_url=url,
    )
    if not who:
        context.add_cookies([{"name": "look", "value": f"{look.style}.{look.scheme}.off.on.off", "url": url}])
    return context


def log_in(page: Page, name: str, screen: Screen, look: ReaderLook) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    page.goto("/preferences/")
    for field, value in (("language", screen.language), ("board_style", look.style), ("color_scheme", look.scheme)):
        page.locator(f"main [type=radio][name={field}][value={value}]").check(force=True)
    page.locator(".form__end button").click()
    page.goto("/rules/")


def take(page: Page, picture: Picture, file: Path, screen: Screen) -> None:
    page.goto(picture.address.format(language=screen.language))
    for link in picture.links:
        page.locator(link).first.click()
    page.locator(READY).first.wait_for()
    page.wait_for_load_state("load")
    page.evaluate("() => document.fonts.ready")
    easel = page.context.new_page()
    easel.goto("about:blank")
    file.write_bytes(with_palette(easel, page.screenshot()))
    easel.close()


def file_of(picture: Picture, screen: Screen, look: ReaderLook) -> str:
    return f"{picture.name}-{screen.name}-{look.style}.png"


def gallery() -> str:
    """The page of all pictures."""
    lines = [
        "# Screenshots",
        "",
        "Every page on a desktop in English and on a phone in German, with wooden boards by day and on slate by night.",
        "",
    ]
    for picture in PICTURES:
        lines += [f"## {picture.title}", ""]
        for screen, width in ((SCREENS[1], 480), (SCREENS[0], 200)):
            for look in LOOKS:
                words = f"{picture.title}, {screen.name}, {look.style}"
                lines.append(f'<img src="{file_of(picture, screen, look)}" width="{width}" alt="{words}">')
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
