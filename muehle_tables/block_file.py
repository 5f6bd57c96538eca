"""The file of one sector: a header, the lengths and checksums of its blocks, and the blocks.

    MUEHLE1\\n                     8 bytes
    length of the header          4 bytes, little-endian, as all numbers
    header                        JSON: family, sector, bits, cells, block
    CRC-32 of what stands above   4 bytes
    length of each block          4 bytes each
    CRC-32 of each block          4 bytes each, of the compressed block
    CRC-32 of the two lists       4 bytes
    blocks                        zlib; `block` bytes each before compression, the last one fewer

A cell has 8 bits, or 2 bits (four cells in a byte, the first in the lowest bits). Blocks are small, because one probe
decompresses one block.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import zlib
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple, Self

from muehle_tables.errors import DamagedTables, TablesClosed

MAGIC: Final = b"MUEHLE1\n"
BLOCK: Final = 4096
CACHED_BLOCKS: Final = 256
_NUMBER: Final = struct.Struct("<I")
_LARGEST_HEADER: Final = 4096


class Header(NamedTuple):
    """What a file says of itself: `cells` of `bits` bits each, in blocks of `block` bytes."""

    family: str
    sector: str
    bits: int
    cells: int
    block: int = BLOCK

    @property
    def bytes(self) -> int:
        """The length of all cells before compression."""
        return (self.cells * self.bits + 7) // 8

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return -(-self.bytes // self.block)


def pack(header: Header, blocks: Sequence[bytes]) -> bytes:
    """The file of a sector; `blocks` are compressed, in order."""
    if len(blocks) != header.blocks:
        raise ValueError(f"{len(blocks)} blocks instead of {header.blocks}")
    text = json.dumps(header._asdict()).encode()
    head = MAGIC + _NUMBER.pack(len(text)) + text
    lists = _little_endian(map(len, blocks)) + _little_endian(map(zlib.crc32, blocks))
    parts = (head, _NUMBER.pack(zlib.crc32(head)), lists, _NUMBER.pack(zlib.crc32(lists)), *blocks)
    return b"".join(parts)


def _little_endian(numbers: Iterable[int]) -> bytes:
    packed = array("I", numbers)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def _numbers(data: bytes) -> array[int]:
    numbers = array("I")
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


class BlockFile:
    """An open file of a sector. Threads and processes may read it at the same time.

    Raises DamagedTables on opening if the header is damaged, on reading if the block is, and TablesClosed after
    `close`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._descriptor: int | None = os.open(path, os.O_RDONLY)
        except OSError as error:
            raise self._damaged(str(error)) from error
        try:
            self.header, start = self._read_header()
            self._read_lists(start)
        except BaseException:
            self.close()
            raise
        # A method with a cache of its own for each file, which goes with the file.
        self._cached_block = lru_cache(CACHED_BLOCKS)(self.block)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; once more is harmless."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)

    def __getitem__(self, index: int) -> int:
        """The cell at an index from 0."""
        if not 0 <= index < self.header.cells:
            raise IndexError(index)
        if self.header.bits == 8:
            number, offset = divmod(index, self.header.block)
            return self._cached_block(number)[offset]
        number, offset = divmod(index >> 2, self.header.block)
        return self._cached_block(number)[offset] >> 2 * (index & 3) & 3

    def block(self, number: int) -> bytes:
        """The cells of a block, packed as in the file."""
        data = self._read(self._starts[number], self._lengths[number])
        if zlib.crc32(data) != self._checksums[number]:
            raise self._damaged(f"block {number} has a wrong checksum")
        return zlib.decompress(data)

    def _read(self, start: int, length: int) -> bytes:
        descriptor = self._descriptor
        if descriptor is None:
            raise TablesClosed(f"{self.path} is closed")
        try:
            data = os.pread(descriptor, length, start)
        except OSError as error:
            raise self._damaged(str(error)) from error
        if len(data) != length:
            raise self._damaged("it is too short")
        return data

    def _read_header(self) -> tuple[Header, int]:
        start = self._read(0, len(MAGIC) + _NUMBER.size)
        (length,) = _NUMBER.unpack(start[-_NUMBER.size :])
        if not start.startswith(MAGIC) or length > _LARGEST_HEADER:
            raise self._damaged("it is no sector of this version")
        text = self._read(len(start), length)
        end = len(start) + length
        if self._read(end, _NUMBER.size) != _NUMBER.pack(zlib.crc32(start + text)):
            raise self._damaged("its header has a wrong checksum")
        return Header(**json.loads(text)), end + _NUMBER.size

    def _read_lists(self, start: int) -> None:
        length = self.header.blocks * _NUMBER.size
        lists = self._read(start, 2 * length)
        if self._read(start + 2 * length, _NUMBER.size) != _NUMBER.pack(zlib.crc32(lists)):
            raise self._damaged("its list of blocks has a wrong checksum")
        self._lengths, self._checksums = _numbers(lists[:length]), _numbers(lists[length:])
        first = start + 2 * length + _NUMBER.size
        self._starts = array("Q", accumulate(self._lengths, initial=first))
        if self.path.stat().st_size != self._starts[-1]:
            raise self._damaged("it has a wrong length")

    def _damaged(self, why: str) -> DamagedTables:
        return DamagedTables(f"{self.path} is damaged: {why}")
