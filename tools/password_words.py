"""Make accounts/passwords/words.txt from unpacked copies of two packages. docs/dependencies.md has the commands."""

import json
import sys
import textwrap
from pathlib import Path

from accounts.passwords.estimate import plain

FILE = Path(__file__).parent.parent / "accounts" / "passwords" / "words.txt"
# In each list the most common come first. Of the last, the words that follow are rare.
WORDS = {"commonWords": None, "firstnames": None, "lastnames": None, "wikipedia": 16_000}
SHORTEST_WORD = 3
# Shorter passwords are refused before anything is estimated.
SHORTEST_PASSWORD = 10


def main() -> None:
    german, common = map(Path, sys.argv[1:])
    lists = [filter(_is_word, _read(german, name)[:most]) for name, most in WORDS.items()]
    passwords = [each for each in _read(common, "passwords") if len(each) >= SHORTEST_PASSWORD]
    blocks = merged([*(list(dict.fromkeys(each)) for each in lists), passwords])
    text = "\n\n".join(textwrap.fill(" ".join(block), 120, break_on_hyphens=False) for block in blocks)
    FILE.write_text(f"{text}\n", encoding="utf-8")


def merged(lists: list[list[str]]) -> list[list[str]]:
    """The lists, each word only where it stands earliest."""
    places: dict[str, tuple[int, int]] = {}
    for number, each in enumerate(lists):
        for rank, word in enumerate(each):
            places[word] = min((rank, number), places.get(word, (rank, number)))
    return [[word for word in each if places[word][1] == number] for number, each in enumerate(lists)]


def _read(package: Path, name: str) -> list[str]:
    return [plain(each) for each in json.loads((package / "src" / f"{name}.json").read_text(encoding="utf-8"))]


def _is_word(text: str) -> bool:
    return len(text) >= SHORTEST_WORD and text.isascii() and text.isalpha()


if __name__ == "__main__":
    main()
