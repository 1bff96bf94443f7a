"""Reads the first bytes of an HDF5 file. They state where the file ends, and whether a writer has the file open.

The source is the HDF5 file format specification, version 3.0, section II.A (superblock versions 2 and 3). The checksum
is Bob Jenkins's lookup3.
"""

from __future__ import annotations

import struct
from typing import NamedTuple, Self

_SIGNATURE = b"\x89HDF\r\n\x1a\n"
_FIELDS = struct.Struct("<8s4B4QI")
_VERSIONS = (2, 3)
_SHARED = 4
SIZE = _FIELDS.size


class Superblock(NamedTuple):
    """The fields of a superblock that contain the size of the file."""

    version: int
    flags: int
    """The flags that the writer has set. They stay set in the file of a killed run."""
    end: int
    """The address after the last used byte. During a run, the address may be slightly out of date."""
    is_whole: bool
    """Whether the bytes match their checksum."""

    @property
    def is_shared(self) -> bool:
        """Return whether the writer permitted readers. If it did, the file was readable at any time during the run."""
        return bool(self.flags & _SHARED)

    @classmethod
    def of(cls, first: bytes) -> Self | None:
        """Parse the superblock of a file. Return None if it has a different version."""
        if len(first) < SIZE:
            return None
        signature, version, _, _, flags, _, _, end, _, checksum = _FIELDS.unpack_from(first)
        if signature != _SIGNATURE or version not in _VERSIONS:
            return None
        return cls(version, flags, end, checksum == lookup3(first[: SIZE - 4]))


def lookup3(data: bytes) -> int:
    """Return Bob Jenkins's hash `hashlittle` of 2006. HDF5 uses it as the checksum of metadata."""
    a = b = c = (0xDEADBEEF + len(data)) & 0xFFFFFFFF
    if not data:
        return c
    padded = data + bytes(-len(data) % 12)
    words = struct.unpack(f"<{len(padded) // 4}I", padded)
    for k in range(0, len(words) - 3, 3):
        a, b, c = _mix((a + words[k]) & _ALL, (b + words[k + 1]) & _ALL, (c + words[k + 2]) & _ALL)
    a, b, c = (a + words[-3]) & _ALL, (b + words[-2]) & _ALL, (c + words[-1]) & _ALL
    state: list[int] = [a, b, c]
    for place, by, turn in ((2, 1, 14), (0, 2, 11), (1, 0, 25), (2, 1, 16), (0, 2, 4), (1, 0, 14), (2, 1, 24)):
        state[place] = ((state[place] ^ state[by]) - _rotate_bits(state[by], turn)) & _ALL
    return state[2]


_ALL = 0xFFFFFFFF


def _rotate_bits(word: int, places: int) -> int:
    return ((word << places) | (word >> (32 - places))) & _ALL


def _mix(a: int, b: int, c: int) -> tuple[int, int, int]:
    state = [a, b, c]
    for turns in ((4, 6, 8), (16, 19, 4)):
        for i, turn in enumerate(turns):
            before, after = (i + 2) % 3, (i + 1) % 3
            state[i] = ((state[i] - state[before]) & _ALL) ^ _rotate_bits(state[before], turn)
            state[before] = (state[before] + state[after]) & _ALL
    return state[0], state[1], state[2]
