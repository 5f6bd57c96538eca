"""The catalogues of texts: what the code says is in them, and nothing else."""

import subprocess
from pathlib import Path

import polib

from tools.launcher.errors import LauncherError
from tools.launcher.instance import manage_command
from tools.launcher.workspace import ROOT


def renew_catalogues() -> None:
    """Add new texts without a translation and drop unused ones. The others stay as and where they are.

    Raises LauncherError with what makemessages said where it fails.
    """
    for catalogue in sorted(ROOT.glob("*/locale/de/LC_MESSAGES/*.po")):
        merge(catalogue, _texts_of_the_code(catalogue))


def merge(catalogue: Path, found: polib.POFile) -> None:
    """Give the catalogue the entries of `found`: a new one stands after the one that it follows there."""
    known = polib.pofile(str(catalogue))
    wanted = {_identity(entry) for entry in found if not entry.obsolete}
    entries = [entry for entry in known if _identity(entry) in wanted]
    places = {_identity(entry) for entry in entries}
    previous = None
    for entry in found:
        identity = _identity(entry)
        if identity in wanted and identity not in places:
            at = next((at for at, other in enumerate(entries, 1) if _identity(other) == previous), 0)
            entries.insert(at, _untranslated(entry))
        previous = identity
    if [_identity(entry) for entry in entries] != [_identity(entry) for entry in known]:
        known[:] = entries
        known.save()


def _texts_of_the_code(catalogue: Path) -> polib.POFile:
    """The catalogue as makemessages writes it; the file itself is left as it was."""
    before = catalogue.read_bytes()
    arguments = ["makemessages", "--locale=de", f"--domain={catalogue.stem}", "--no-location", "--no-obsolete"]
    try:
        answer = subprocess.run(manage_command(arguments), check=False, cwd=ROOT, capture_output=True, text=True)
        if answer.returncode != 0:
            raise LauncherError(f"The texts cannot be collected:\n{answer.stdout}{answer.stderr}")
        return polib.pofile(str(catalogue))
    finally:
        catalogue.write_bytes(before)


def _identity(entry: polib.POEntry) -> tuple[str | None, str]:
    return entry.msgctxt, entry.msgid


def _untranslated(entry: polib.POEntry) -> polib.POEntry:
    """A new entry, without what msgmerge guesses."""
    return polib.POEntry(
        msgctxt=entry.msgctxt,
        msgid=entry.msgid,
        msgid_plural=entry.msgid_plural,
        msgstr_plural=dict.fromkeys(entry.msgstr_plural, ""),
        comment=entry.comment,
        flags=[flag for flag in entry.flags if flag != "fuzzy"],
    )
