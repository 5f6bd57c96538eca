"""What players of the demo have beside their games."""

from importlib.resources import files

from accounts.models import User
from games import records
from games.models.terms import Rules

TITLE = "Gerdas Zwickmühle"
NOTE = "Ab Zug 21 hat Schwarz keine Antwort mehr. Beim nächsten Mal früher nach c4!"


def bring_records(owner: User) -> None:
    """Three games from elsewhere, in three notations; of one of them there is something to say."""
    text = files("games.management.demo").joinpath("brought.txt").read_text(encoding="utf-8")
    *_others, last = records.import_records(owner, text, rules=Rules.STANDARD)
    records.describe_record(owner, last.number, title=TITLE, note=NOTE)
