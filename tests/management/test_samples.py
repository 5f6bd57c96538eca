"""`manage.py samples`: pages that say no and letters as HTML, in both languages."""

from collections.abc import Callable
from pathlib import Path

from django.core.management import call_command

from games.management.samples import BARE, DIGEST, DRESSED, LETTERS_OF_ACCOUNTS
from games.models import Game
from tests.domain.playing import play


def test_every_page_and_letter_is_written_in_both_languages(game: Game, tmp_path: Path) -> None:
    play(game, "d6")

    call_command("samples", str(tmp_path))

    for language in ("de", "en"):
        written = {path.stem: path.read_text(encoding="utf-8") for path in (tmp_path / language).iterdir()}
        letters = {*LETTERS_OF_ACCOUNTS, "mail-challenge", "mail-your-move", "mail-webhook"}
        letters |= {"mail-leave-ends", "mail-emergency-day", "mail-nudge"}
        assert set(written) == {*BARE, *DRESSED, *letters}
        assert [name for name, html in written.items() if f'<html lang="{language}"' not in html] == []
        assert 'src="data:image/png;base64,' in written["mail-your-move"]


def test_news_of_several_games_stand_in_one_letter(begin: Callable[..., Game], tmp_path: Path) -> None:
    for _game in range(DIGEST):
        play(begin(), "d6")

    call_command("samples", str(tmp_path))

    assert "4 pieces of news from your games" in (tmp_path / "en" / "mail-digest.html").read_text(encoding="utf-8")


def test_nobody_is_changed_by_it(game: Game, tmp_path: Path) -> None:
    play(game, "d6")

    call_command("samples", str(tmp_path))

    game.black.refresh_from_db()
    assert game.black.language == "en"
    assert game.black.email not in (tmp_path / "de" / "mail-your-move.html").read_text(encoding="utf-8")
