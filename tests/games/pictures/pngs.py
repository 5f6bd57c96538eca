"""Reads PNG as our renderer writes it, 8 bits a channel with alpha, so that tests can look at pixels."""

import struct
import zlib
from dataclasses import dataclass, field

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}


@dataclass
class Pixels:
    """A picture whose rows are unpacked as far as somebody looks; each needs the one above it."""

    width: int
    height: int
    channels: int
    packed: bytes
    rows: list[bytearray] = field(default_factory=list)

    def at(self, x: float, y: float) -> str:
        """The colour of a pixel as #rrggbb."""
        stride = self.width * self.channels
        while len(self.rows) <= int(y):
            above = self.rows[-1] if self.rows else bytearray(stride)
            start = len(self.rows) * (stride + 1)
            row = bytearray(self.packed[start + 1 : start + 1 + stride])
            self.rows.append(_row(self.packed[start], row, above, self.channels))
        left = self.channels * int(x)
        return "#" + self.rows[int(y)][left : left + 3].hex()


def read(data: bytes) -> Pixels:
    """The picture in the bytes; fails for anything that is none."""
    assert data.startswith(SIGNATURE)
    chunks = list(_chunks(data[len(SIGNATURE) :]))
    assert [name for name, _body in chunks][:1] + [name for name, _body in chunks][-1:] == [b"IHDR", b"IEND"]
    width, height, depth, colour, *_rest = struct.unpack(">IIBBBBB", chunks[0][1])
    assert depth == 8
    packed = zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT"))
    assert len(packed) == height * (width * CHANNELS[colour] + 1)
    return Pixels(width, height, CHANNELS[colour], packed)


def _chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    found = []
    while data:
        (length,) = struct.unpack(">I", data[:4])
        name, body, check = data[4:8], data[8 : 8 + length], data[8 + length : 12 + length]
        assert zlib.crc32(name + body) == struct.unpack(">I", check)[0]
        found.append((name, body))
        data = data[12 + length :]
    return found


def _row(kind: int, row: bytearray, above: bytearray, step: int) -> bytearray:
    """A row without the filter that it was written with."""
    if kind == 0:
        return row
    for index in range(len(row)):
        left = row[index - step] if index >= step else 0
        corner = above[index - step] if index >= step else 0
        guess = (0, left, above[index], (left + above[index]) // 2, _paeth(left, above[index], corner))[kind]
        row[index] = (row[index] + guess) & 0xFF
    return row


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))
