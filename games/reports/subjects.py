"""What can be reported, as far as the reporter can see it."""

from dataclasses import dataclass

from accounts.models import User
from games.challenges.queries import challenge_for_viewer
from games.chat.models import SpectatorMessage
from games.chat.queries import may_use_spectator_chat, revealed_notes, spectator_messages_for
from games.clubs.noticeboard import post_for
from games.core.models.games import Game
from games.core.queries import current_game
from games.people.profiles import profile_of
from games.players.queries import player_by_name
from games.reports.models import Report
from kit.errors import NotFound, raises

Subject = Report.Subject


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What is reported: the person whom it is about, and what is to be read there."""

    subject: Report.Subject
    number: int
    person: User
    game: Game | None = None
    quoted: str = ""


@raises(NotFound)
def find(subject: str, number: int | None, against: str, *, reader: User) -> Found:
    """The subject of a report. `number` is that of the message, game, challenge or post; `against` names the person
    where that is not the author of it. What the reader cannot see is not found."""
    kind = Subject(subject)
    if kind is Subject.PROFILE:
        person = player_by_name(against)
        return Found(subject=kind, number=person.pk, person=person, quoted=profile_of(person).about)
    if number is None:
        raise NotFound
    if kind is Subject.SPECTATOR_MESSAGE:
        return _message(number, reader)
    if kind is Subject.CHALLENGE:
        challenge = challenge_for_viewer(number, reader.pk)
        return Found(subject=kind, number=number, person=challenge.challenger, quoted=challenge.message)
    if kind is Subject.CLUB_POST:
        post = post_for(number, reader)
        return Found(subject=kind, number=number, person=post.author, quoted=post.text)
    game = current_game(number)
    return _note(game, against, reader) if kind is Subject.NOTE else _game(game, against)


def _message(number: int, reader: User) -> Found:
    game_number = SpectatorMessage.objects.filter(pk=number).values_list("game_id", flat=True).first()
    if game_number is None:
        raise NotFound
    game = current_game(game_number)
    message = spectator_messages_for(game, reader.pk).filter(pk=number).first()
    if message is None or not may_use_spectator_chat(game, reader.pk):
        raise NotFound
    kind = Subject.SPECTATOR_MESSAGE
    return Found(subject=kind, number=number, person=message.author, game=game, quoted=message.text)


def _note(game: Game, against: str, reader: User) -> Found:
    note = revealed_notes(game, reader.pk).filter(author__username__iexact=against).first()
    if note is None:
        raise NotFound
    return Found(subject=Subject.NOTE, number=game.number, person=note.author, game=game, quoted=note.text)


def _game(game: Game, against: str) -> Found:
    for player in (game.white, game.black):
        if player.username.casefold() == against.casefold():
            return Found(subject=Subject.GAME, number=game.number, person=player, game=game)
    raise NotFound
