"""Imported records: import, change, delete and read them. Only their owner can see them.

A text is imported as a whole or not at all. Every game in it is played out; errors name the game, the line and the
half-move.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.analysis.board import Analysis, analyse, play_out
from games.analysis.errors import (
    RecordIllegal,
    RecordMalformed,
    RecordsRefused,
    TooManyGames,
    TooManyRecords,
    TooManyTags,
)
from games.analysis.exports.texts import ExportFormat
from games.analysis.json_records import JsonFault, JsonRecord, is_json_lines, json_records
from games.analysis.models import Record
from games.core.labels import why_unreadable
from games.core.presenters import Data, rfc3339
from kit import database_time
from kit.errors import NotFound, Refusal, TextTooLong, raises
from kit.json_lines import compact_line
from kit.replica import Replica
from kit.texts import cleaned
from muehle import MalformedRecord, Notation, Position, Termination, errors, format_record, parse_records
from muehle import moves as muehle_moves
from muehle import record as muehle_record
from muehle.outcome import UNFINISHED

# A game of a text, or why it is none.
Found = muehle_record.Record | MalformedRecord | JsonRecord | JsonFault

MOST_RECORDS = 2000
MOST_AT_ONCE = 500
LONGEST_TEXT = 300_000
MOST_TAGS = 40
LONGEST_TAG = 500
# More faults than anybody corrects at once.
MOST_FAULTS = 50
RECORDS_A_PIECE = 50

# Tags that are computed from the record itself when it is written.
OWN_TAGS = {"Result", "PlyCount", "Variant", "Position", "Termination"}
OFF_THE_BOARD = {Termination.AGREEMENT, Termination.RESIGNATION, Termination.TIMEOUT, Termination.ADJUDICATION}
WITHOUT_RESULT = {Termination.ABORT, Termination.ABORTED}
UNKNOWN = ("", "?", "-")


# --- Reading a text ---------------------------------------------------------------------------------------------------


@raises(TextTooLong, RecordMalformed, TooManyGames, RecordsRefused)
def read_records(text: str, *, rules: str, notation: Notation | None = None) -> list[Record]:
    """The games in the text, unsaved and without owner, played out under their tag `Variant` or under `rules`.

    Reading stops where there are too many games or faults. RecordMalformed is raised where there is no game, or no
    plain text; RecordsRefused names what is wrong with games.
    """
    if len(text) > LONGEST_TEXT:
        raise TextTooLong(longest=LONGEST_TEXT)
    read, faults = [], []
    for number, found in enumerate(_games(text, notation), start=1):
        if number > MOST_AT_ONCE:
            raise TooManyGames(most=MOST_AT_ONCE)
        try:
            read.append(_record(found, rules=rules))
        except Refusal as refusal:
            faults.append(_fault(refusal, game=number, found=found))
        if len(faults) == MOST_FAULTS:
            break
    if faults:
        raise RecordsRefused(count=len(faults), games=len(faults) + len(read), faults=faults)
    return read


def _games(text: str, notation: Notation | None) -> Iterator[Found]:
    if is_json_lines(text):
        yield from json_records(text)
        return
    found = None
    try:
        for found in parse_records(text, notation=notation):
            yield found
    except MalformedRecord as error:
        raise _malformed(error) from error
    if found is None:
        raise _malformed(MalformedRecord(errors.RecordFault.NO_GAME, line=1))


def _malformed(error: MalformedRecord) -> RecordMalformed:
    place = {"line": error.line} | ({"ply": error.ply} if error.ply else {})
    return RecordMalformed(reason=error.fault.value, why=why_unreadable(error), **place)


def _fault(refusal: Refusal, *, game: int, found: Found) -> Data:
    details = refusal.details
    return {
        "game": game,
        "line": details.get("line", found.game.line if isinstance(found, JsonRecord) else found.line),
        "ply": details.get("ply"),
        "code": refusal.code,
        "reason": details.get("reason"),
        "why": details.get("why", refusal.message),
    }


def _record(found: Found, *, rules: str) -> Record:
    if isinstance(found, MalformedRecord):
        raise _malformed(found)
    if isinstance(found, JsonFault):
        raise RecordMalformed(reason="no_record", why=found.why, line=found.line)
    if isinstance(found, JsonRecord):
        record = _record(found.game, rules=rules)
        record.title = cleaned(found.title, longest=Record.LONGEST_TITLE)
        record.note = cleaned(found.note, longest=Record.LONGEST_NOTE)
        return record
    played = play_out(found, rules=rules)
    result, termination = _ending(found, played)
    tags = _tags(found.tags)
    return Record(
        white=_name(tags, "White"),
        black=_name(tags, "Black"),
        tags=tags,
        rules=played.rules.name,
        start=played.start.text,
        moves=" ".join(move.notation for move in found.moves),
        ply=len(found.moves),
        position=played.position.text,
        result=result,
        termination=termination,
        notation=found.notation.value,
    )


def _ending(found: muehle_record.Record, played: Analysis) -> tuple[str, str]:
    """The result and its reason on the board, or those of the record if the game did not end there."""
    outcome = played.outcome
    if outcome is None:
        return found.result, _recorded_reason(found, played)
    if found.result not in (outcome.result, UNFINISHED):
        line = found.lines[-1] if found.lines else found.line
        why = _("the game record says %(said)s, but on the board the game ended %(found)s")
        raise RecordIllegal(
            line=line,
            ply=len(found.moves),
            move=str(found.moves[-1]) if found.moves else "–",
            reason="wrong_result",
            why=why % {"said": found.result, "found": outcome.result},
        )
    return outcome.result, outcome.termination.value


def _recorded_reason(found: muehle_record.Record, played: Analysis) -> str:
    said = found.tags.get("Termination", "").lower()
    if found.result == UNFINISHED:
        return said if said in WITHOUT_RESULT else ""
    claimed = said in played.match.claimable_draws() and found.result == "1/2-1/2"
    return said if said in OFF_THE_BOARD or claimed else ""


def _tags(tags: Mapping[str, str]) -> dict[str, str]:
    """The tags to store."""
    if len(tags) > MOST_TAGS or any(len(name) > LONGEST_TAG for name in tags):
        raise TooManyTags(most=MOST_TAGS)
    return {name: cleaned(value, longest=LONGEST_TAG) for name, value in tags.items() if name not in OWN_TAGS}


def _name(tags: Mapping[str, str], side: str) -> str:
    name = tags.get(side, "")
    return "" if name in UNKNOWN else name[: Record.LONGEST_NAME]


# --- Actions ----------------------------------------------------------------------------------------------------------


@raises(read_records, TooManyRecords)
def import_records(owner: User, text: str, *, rules: str, notation: Notation | None = None) -> list[Record]:
    """Store all games of the text, or none."""
    read = read_records(text, rules=rules, notation=notation)
    now = database_time.now()
    for record in read:
        record.owner, record.imported_at = owner, now
    with transaction.atomic():
        # Locked so that two concurrent imports cannot exceed the limit together.
        User.objects.select_for_update(no_key=True).only("pk").get(pk=owner.pk)
        count = Record.objects.filter(owner=owner).count()
        if count + len(read) > MOST_RECORDS:
            raise TooManyRecords(count=count, most=MOST_RECORDS)
        return Record.objects.bulk_create(read)


@raises(cleaned, NotFound)
def describe_record(owner: User, number: int, **texts: str) -> Record:
    """Change the title, the note, or both."""
    longest = {"title": Record.LONGEST_TITLE, "note": Record.LONGEST_NOTE}
    with transaction.atomic():
        record = Record.objects.select_for_update().filter(owner=owner, number=number).first()
        if record is None:
            raise NotFound
        for name, text in texts.items():
            setattr(record, name, cleaned(text, longest=longest[name]))
        record.save(update_fields=list(texts))
    return record


@raises(NotFound)
def delete_record(owner: User, number: int) -> None:
    """Delete the record permanently."""
    deleted, _by_table = Record.objects.filter(owner=owner, number=number).delete()
    if not deleted:
        raise NotFound


# --- Reading what is stored -------------------------------------------------------------------------------------------


@raises(NotFound)
def record_for(user_id: int | None, number: int) -> Record:
    """The record, for its owner."""
    record = Record.objects.filter(owner=user_id, number=number).first()
    if record is None or user_id is None:
        raise NotFound
    return record


def records_of(owner: User) -> QuerySet[Record]:
    """The owner's records, newest first."""
    return Record.objects.filter(owner=owner).order_by("-number")


def played_out(record: Record, *, ply: int | None = None) -> Analysis:
    """Play out the record up to a half-move, or completely."""
    return analyse(record.move_list[:ply], rules=record.rules, start=record.start)


def record_text(record: Record, notation: Notation = Notation.PGN) -> str:
    """The record as PGN-like text, which can be imported again."""
    own = {"Variant": record.rules}
    if record.start != Position.start().text:
        own["Position"] = record.start
    if record.termination:
        own["Termination"] = record.termination
    moves = tuple(muehle_moves.Move.parse(move) for move in record.move_list)
    return format_record(muehle_record.Record({**record.tags, **own}, moves, record.result), notation)


def record_summary(record: Record) -> Data:
    """A record in a list."""
    return {
        "number": record.number,
        "title": record.title,
        "white": record.white,
        "black": record.black,
        "event": record.event,
        "date": record.date,
        "rules": record.rules,
        "result": record.result,
        "termination": record.termination or None,
        "ply": record.ply,
        "notation": record.notation,
        "imported_at": rfc3339(record.imported_at) if record.number else None,
    }


def record_data(record: Record) -> Data:
    """A record with all its data."""
    more = {"note": record.note, "tags": record.tags, "start": record.start, "position": record.position}
    return {**record_summary(record), **more, "moves": record.move_list}


def record_pieces(owner: User, *, form: ExportFormat, notation: Notation) -> Iterator[bytes]:
    """All records of the owner, oldest first, in pieces of one short query each."""
    last, replica = 0, Replica()
    while rows := replica.read(partial(_next_records, owner, after=last)):
        texts = [_line(row) if form is ExportFormat.NDJSON else record_text(row, notation) for row in rows]
        yield ("\n" if form is ExportFormat.PGN else "").join([*texts, ""]).encode()
        last = rows[-1].number


def _line(record: Record) -> str:
    return compact_line(record_data(record)) + "\n"


def _next_records(owner: User, *, after: int) -> Sequence[Record]:
    return list(Record.objects.filter(owner=owner, number__gt=after).order_by("number")[:RECORDS_A_PIECE])
