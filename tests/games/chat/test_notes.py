"""Private notes: one a player and game, nobody else's business, and shown after the end where that is wanted."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.chat.models import Note
from games.chat.notes import save
from games.chat.queries import revealed_notes
from games.core.errors import NotAPlayer
from games.core.models.events import Event
from games.core.models.games import Game
from games.play.actions import resign
from games.players import relations
from games.players.errors import Silenced
from games.players.models import Sanction
from kit.errors import NotFound, Refusal, TextMalformed, TextTooLong
from tests.support.playing import fresh, unchanged


def test_a_note_is_kept_replaced_and_forgotten(game: Game, anna: User, bert: User) -> None:
    save(game.number, anna, "  Mind a7.\n")
    save(game.number, bert, "He hurries.")
    assert set(Note.objects.values_list("author", "text")) == {(anna.pk, "Mind a7."), (bert.pk, "He hurries.")}

    save(game.number, anna, "Mind a7 and d7.", revealed=True)
    assert Note.objects.values_list("text", "revealed").get(author=anna) == ("Mind a7 and d7.", True)

    assert save(game.number, anna, " \n") is None
    assert not Note.objects.filter(author=anna).exists()


def test_it_changes_nothing_else(game: Game, anna: User) -> None:
    before = Game.objects.values().get(), Event.objects.count()

    save(game.number, anna, "Mind a7.")

    assert (Game.objects.values().get(), Event.objects.count()) == before


@pytest.mark.parametrize(("text", "refusal"), [("x" * 4001, TextTooLong), ("a\x00", TextMalformed)])
def test_what_cannot_be_stored_is_refused(game: Game, anna: User, text: str, refusal: type[Refusal]) -> None:
    save(game.number, anna, "Mind a7.")

    with unchanged(), pytest.raises(refusal):
        save(game.number, anna, text)


def test_only_players_keep_notes(game: Game, anna: User, carla: User) -> None:
    with unchanged(), pytest.raises(NotAPlayer):
        save(game.number, carla, "Hm.")
    with unchanged(), pytest.raises(NotFound):
        save(4711, anna, "Hm.")


def test_what_is_to_be_shown_is_shown_after_the_end_and_may_be_withdrawn(game: Game, anna: User, bert: User) -> None:
    def shown_to(user: User | None) -> list[str]:
        return [note.text for note in revealed_notes(fresh(game), user.pk if user else None)]

    save(game.number, anna, "Mind a7.", revealed=True)
    save(game.number, bert, "He hurries.")
    assert (shown_to(bert), shown_to(None)) == ([], [])

    resign(game.number, anna)
    assert (shown_to(bert), shown_to(None)) == (["Mind a7."], ["Mind a7."])

    relations.change(bert, anna, muted=True)
    assert (shown_to(bert), shown_to(None)) == ([], ["Mind a7."])

    save(game.number, anna, "Mind a7.")
    assert shown_to(None) == []


@pytest.mark.parametrize("kind", ["mute", "suspension"])
def test_who_is_silenced_shows_no_note(game: Game, anna: User, bert: User, kind: str) -> None:
    until = timezone.now() + timedelta(days=3)
    Sanction.objects.create(
        user=anna, game=game, case_number=1, kind=kind, reason="Seen.", imposed_by=bert, until=until
    )

    with unchanged(), pytest.raises(Silenced):
        save(game.number, anna, "A word to all.", revealed=True)

    note = save(game.number, anna, "For my eyes only.")
    assert note is not None
    assert (note.text, note.revealed) == ("For my eyes only.", False)
