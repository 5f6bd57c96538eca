"""Pictures of the pages for the README and for whoever judges the design: docs/screenshots/*.png.

Not a test. It looks at an instance that runs with the demo (dev.py run, dev.py demo):

    .venv/bin/python -m tests.e2e.screenshots [--url http://127.0.0.1:8000] [NAME …]
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.e2e.conftest import chromium

DIRECTORY = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
SCREENS: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "desktop": {"width": 1280, "height": 900},
}
# What `dev.py demo` prints; the models it stands beside cannot be imported without a database.
PASSWORD = "muehle demo"

Scheme = Literal["light", "dark"]


@dataclass(frozen=True)
class Picture:
    """What to photograph: an address, who looks, and which link on that page leads on to what is meant."""

    name: str
    address: str
    who: str = ""
    link: str = ""


PICTURES = (
    Picture("welcome", "/"),
    Picture("home", "/", who="anna"),
    Picture("game", "/", who="anna", link=".game-card .cover"),
    Picture("lobby", "/lobby/", who="anna"),
    Picture("new-challenge", "/challenges/new/", who="anna"),
    Picture("rules", "/rules/"),
    Picture("rule-set", "/rules/classic/#all-protected"),
    Picture("lesson", "/learn/take/"),
    Picture("player", "/players/anna/", who="david"),
)
# Each page once on a phone in German and dark, once on a desktop in English and light.
SHOTS: tuple[tuple[str, str, Scheme], ...] = (("phone", "de", "dark"), ("desktop", "en", "light"))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(p.name for p in PICTURES)}")
    options = parser.parse_args(arguments)
    wanted = [picture for picture in PICTURES if not options.names or picture.name in options.names]
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for picture in wanted:
            for screen, language, scheme in SHOTS:
                take(browser, options.url, picture, screen=screen, language=language, scheme=scheme)
        browser.close()
    return 0


def take(browser: Browser, url: str, picture: Picture, *, screen: str, language: str, scheme: Scheme) -> None:
    """Photograph one page on one screen, as NAME-SCREEN.png."""
    context = browser.new_context(
        viewport=SCREENS[screen], locale=language, color_scheme=scheme, reduced_motion="reduce", base_url=url
    )
    page = context.new_page()
    if picture.who:
        log_in(page, picture.who)
    page.goto("/rules/")
    page.locator(f"button[name=language][value={language}]").click()
    page.goto(picture.address)
    if picture.link:
        page.locator(picture.link).first.click()
    page.wait_for_load_state("load")
    page.evaluate("() => document.fonts.ready")
    page.screenshot(path=DIRECTORY / f"{picture.name}-{screen}.png")
    context.close()


def log_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").first.click()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
