"""muehle-verify: check that the audit log of a server was not changed. Needs Python 3.9 or newer and nothing else.

    python3 muehle_verify.py https://muehle.example                     # download rows and checkpoints, and check them
    python3 muehle_verify.py --rows audit.ndjson --checkpoints mine.json   # or files

Keep the checkpoints that you have seen (`--keep mine.json`), and pass them next time (`--checkpoints mine.json`, also
together with an address): only what you have kept yourself shows that the server has not rewritten everything. Pass the
key that you trust (`--key`); without it, the first key that is met is believed, and printed.

Exit status: 0 if all holds, 1 if something does not, 2 if it could not be checked.
"""

import argparse
import hashlib
import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urljoin

FIRST = "0" * 64
FORMAT = "muehle audit checkpoint 1"
TEXT = re.compile(FORMAT + r"\nsite: ([^\n]+)\nrows: ([0-9]+)\nseal: ([0-9a-f]{64})\nmade: ([^\n]+)\n")
HEX = re.compile("[0-9a-f]{64}")
SECONDS = 60


class BrokenError(Exception):
    """Something does not hold."""


class UnreadableError(Exception):
    """Something is missing or malformed."""


# --- Ed25519 (RFC 8032, section 6): verification only ---------------------------------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
# Extended coordinates: (X, Y, Z, T) with x = X/Z, y = Y/Z, x*y = T/Z.
Point = tuple[int, int, int, int]


def is_signed(key: bytes, text: bytes, signature: bytes) -> bool:
    """Whether the signature of the text was made with the private key of this public key."""
    if len(key) != 32 or len(signature) != 64:
        return False
    public, commitment = _decoded(key), _decoded(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if public is None or commitment is None or scalar >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + key + text).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    return _are_equal(_times(scalar, BASE), _plus(commitment, _times(challenge, public)))


def _plus(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(scalar: int, p: Point) -> Point:
    total = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = _plus(total, p)
        p = _plus(p, p)
        scalar >>= 1
    return total


def _are_equal(p: Point, q: Point) -> bool:
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


def _decoded(encoded: bytes) -> "Point | None":
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    x = _x_of(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def _x_of(y: int, sign: int) -> "int | None":
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if sign else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P:
        return None
    return P - x if x & 1 != sign else x


_Y = 4 * pow(5, P - 2, P) % P
BASE = _decoded(_Y.to_bytes(32, "little")) or (0, 1, 1, 0)


# --- The log --------------------------------------------------------------------------------------------------------


def check(
    rows: "Iterable[dict[str, Any]]", checkpoints: "list[dict[str, Any]]", key: "str | None"
) -> "tuple[int, str]":
    """The number of rows, and the key of the checkpoints. Raises BrokenError with the row where it breaks."""
    stated, key = _stated(checkpoints, key)
    first = min(stated, default=0)
    seal, count, number = FIRST, 0, 0
    _compare(stated.pop(0, {}), seal, count, number)
    for row in rows:
        if row["number"] <= number:
            raise BrokenError(f"Row {row['number']} comes after row {number}.")
        number, count = row["number"], count + 1
        seal = _next_seal(row, seal, is_old=count <= first)
        _compare(stated.pop(count, {}), seal, count, number)
    if stated:
        most, made = max((rows, max(seals.values())) for rows, seals in stated.items())
        raise BrokenError(f"There are {count} rows, but there were {most} on {made}: rows after {number} are missing.")
    return count, key


def _next_seal(row: "dict[str, Any]", seal: str, *, is_old: bool) -> str:
    content, found = str(row["content"]), str(row["seal"])
    if content == "" and is_old:
        return found
    if not HEX.fullmatch(content) or hashlib.sha256(f"{seal}\n{content}".encode()).hexdigest() != found:
        raise BrokenError(f"The chain breaks at row {row['number']}: its seal does not follow from the row before.")
    return found


def _stated(checkpoints: "list[dict[str, Any]]", key: "str | None") -> "tuple[dict[int, dict[str, str]], str]":
    """What was signed: by the number of rows, the seals and when they were signed."""
    stated: dict[int, dict[str, str]] = {}
    sites = set()
    for each in checkpoints:
        found = TEXT.fullmatch(each["text"])
        if found is None:
            raise UnreadableError("A checkpoint is not in the format that this program knows.")
        site, rows, seal, made = found.groups()
        sites.add(site)
        key = key or each["key"]
        if each["key"] != key:
            raise BrokenError(f"The checkpoint of {made} has another key: {each['key']}.")
        if not is_signed(bytes.fromhex(key), each["text"].encode(), bytes.fromhex(each["signature"])):
            raise BrokenError(f"The signature of the checkpoint of {made} is wrong.")
        stated.setdefault(int(rows), {})[seal] = made
    if len(sites) > 1:
        raise BrokenError(f"The checkpoints are of different servers: {', '.join(sorted(sites))}.")
    if not stated or not key:
        raise UnreadableError("There is no checkpoint.")
    return stated, key


def _compare(seals: "dict[str, str]", seal: str, count: int, number: int) -> None:
    for signed, made in seals.items():
        if signed != seal:
            raise BrokenError(
                f"The checkpoint of {made} has another seal for its last row ({count} rows, row {number}): "
                "a row up to this one was changed since."
            )


# --- Reading --------------------------------------------------------------------------------------------------------


def _lines(source: str) -> "Iterator[bytes]":
    with _opened(source) as file:
        yield from file


def _opened(source: str) -> Any:
    if re.match("https?://", source):
        request = urllib.request.Request(source, headers={"User-Agent": "muehle-verify", "Accept": "*/*"})  # noqa: S310
        return urllib.request.urlopen(request, timeout=SECONDS)  # noqa: S310
    return Path(source).open("rb")


def _rows(source: str) -> "Iterator[dict[str, Any]]":
    for line in _lines(source):
        row = json.loads(line)
        if not isinstance(row["number"], int) or not isinstance(row["content"], str) or not HEX.fullmatch(row["seal"]):
            raise UnreadableError("A row is not in the format that this program knows.")
        yield row


def _checkpoints(source: str) -> "list[dict[str, Any]]":
    """All pages of an address, or a file."""
    found, address = [], source
    while address:
        with _opened(address) as file:
            page = json.load(file)
        found += page["results"]
        address = urljoin(address, page["next"]) if page.get("next") else ""
    return [{name: each[name] for name in ("text", "key", "signature")} for each in found]


def _options(arguments: "list[str] | None") -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="muehle-verify", description=__doc__.partition("\n")[0])
    parser.add_argument("site", nargs="?", help="the address of the server")
    parser.add_argument("--rows", help="file of the rows (audit.ndjson)")
    parser.add_argument("--checkpoints", action="append", default=[], help="file of checkpoints that you have kept")
    parser.add_argument("--key", help="the public key that you trust, 64 hexadecimal digits")
    parser.add_argument("--keep", help="write all checkpoints to this file")
    options = parser.parse_args(arguments)
    if not options.site and not (options.rows and options.checkpoints):
        parser.error("give an address, or --rows and --checkpoints")
    return options


def main(arguments: "list[str] | None" = None) -> int:
    """Check what the arguments name, and say the outcome."""
    options = _options(arguments)
    api = f"{(options.site or '').rstrip('/')}/api/v1/audit/"
    sources = options.checkpoints + ([f"{api}checkpoints/?page_size=100"] if options.site else [])
    try:
        checkpoints = [each for source in sources for each in _checkpoints(source)]
        count, key = check(_rows(options.rows or f"{api}rows/"), checkpoints, options.key)
    except BrokenError as error:
        sys.stdout.write(f"NOT AS IT WAS: {error}\n")
        return 1
    except (UnreadableError, OSError, ValueError, KeyError, TypeError) as error:
        sys.stderr.write(f"Could not be checked: {error}\n")
        return 2
    if options.keep:
        Path(options.keep).write_text(json.dumps({"results": checkpoints}, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"The log holds: {count} rows, {len(checkpoints)} checkpoints. Key: {key}\n")
    return 0


def _run() -> NoReturn:
    sys.exit(main())


if __name__ == "__main__":
    _run()
