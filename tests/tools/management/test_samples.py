"""`manage.py samples`: pages that say no and mails as HTML, in both languages."""

import re
from collections.abc import Callable
from pathlib import Path

from django.core.management import call_command

from accounts.emails import COLOURS, DARK
from games.core.models.games import Game
from tests.support.playing import play
from tools.launcher.workspace import ROOT
from tools.samples import ACCOUNT_EMAILS, BARE, DIGEST, DRESSED


def test_every_page_and_mail_is_written_in_both_languages(game: Game, tmp_path: Path) -> None:
    play(game, "d6")

    call_command("samples", str(tmp_path))

    for language in ("de", "en"):
        written = {path.stem: path.read_text(encoding="utf-8") for path in (tmp_path / language).iterdir()}
        emails = {*ACCOUNT_EMAILS, "mail-challenge", "mail-your-move", "mail-webhook"}
        emails |= {"mail-leave-ends", "mail-emergency-day", "mail-reminder"}
        assert set(written) == {*BARE, *DRESSED, *emails}
        assert [name for name, html in written.items() if f'<html lang="{language}"' not in html] == []
        assert 'src="data:image/png;base64,' in written["mail-your-move"]


def test_news_of_several_games_stand_in_one_mail(begin: Callable[..., Game], tmp_path: Path) -> None:
    for _game in range(DIGEST):
        play(begin(), "d6")

    call_command("samples", str(tmp_path))

    assert "4 updates from your games" in (tmp_path / "en" / "mail-digest.html").read_text(encoding="utf-8")


def test_nobody_is_changed_by_it(game: Game, tmp_path: Path) -> None:
    play(game, "d6")

    call_command("samples", str(tmp_path))

    game.black.refresh_from_db()
    assert game.black.language == "en"
    assert game.black.email not in (tmp_path / "de" / "mail-your-move.html").read_text(encoding="utf-8")


# By the way in which an element has a colour, and which: the classes of which one puts the dark colour in its place.
WAYS = {
    r"[\";]color:": {"ink", "muted", "accent", "accent-ink"},
    r"(?:bgcolor=\"|background:)": {"paper", "surface", "sunken", "filled"},
    r"border[-a-z]*:[^;]*": {"line", "bar"},
}
NAMES = {"filled": "accent", "bar": "accent", "accent-ink": "accent_ink"}


def test_whatever_has_a_colour_in_a_mail_has_a_dark_one(begin: Callable[..., Game], tmp_path: Path) -> None:
    for _game in range(DIGEST):
        play(begin(), "d6")
    call_command("samples", str(tmp_path))
    files = (tmp_path / "en").glob("mail-*.html")
    emails = [re.sub(r"(?<=;)\s+", "", path.read_text(encoding="utf-8")) for path in files]

    bare = []
    for tag in (tag for message in emails for tag in re.findall(r"<[a-z]\w* [^>]*>", message)):
        classes = {*(re.search(r'class="([^"]*)"', tag) or ["", ""])[1].split()}
        for way, names in WAYS.items():
            light = {*re.findall(way + r"(#[0-9a-f]{6})", tag)}
            bare += [tag] if light != {COLOURS[NAMES.get(name, name)] for name in names & classes} else []

    assert len(emails) > 8
    assert bare == []
    rules = dict(re.findall(r"\.([a-z-]+)\{[a-z-]+:(#[0-9a-f]{6})!important;\}", emails[0]))
    assert rules == {name: DARK[NAMES.get(name, name)] for names in WAYS.values() for name in names}


def test_mails_have_the_colours_of_the_site() -> None:
    tokens = (ROOT / "games/web/static/web/css/tokens.css").read_text(encoding="utf-8")
    of_site = {name: pair for name, *pair in re.findall(r"--([a-z-]+): light-dark\((#\w+), (#\w+)\);", tokens)}
    called = {"sunken": "surface-sunken", "muted": "ink-muted", "accent_ink": "accent-ink"}

    assert {name: [COLOURS[name], DARK[name]] for name in DARK} == {
        name: of_site[called.get(name, name)] for name in COLOURS
    }
