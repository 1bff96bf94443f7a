"""The format of a cache file with machine code.

```
mark (8 bytes)   BLAKE2b of the file's name and of all that follows (32)   length of the header (uint32)
header, JSON: symbol, result, objects [[symbol, length], ...]   the object files, one after the other
```

The digest is checked before any code runs, and detects files that are damaged, truncated or renamed. It does not
protect against malicious files, because it is not secret. `ownership.py` excludes files that other users could write.
"""

from __future__ import annotations

import hashlib
import struct
from typing import Any, NamedTuple

_MARK = b"rbsolve2"
_DIGEST_BYTES = 32
_LENGTH = struct.Struct("<I")


class MachineCode(NamedTuple):
    """Object files that call each other, and the symbol of the main function."""

    symbol: str
    result: Any
    """The kinds of the numbers that the function returns: names, or lists of names."""
    objects: dict[str, bytes]
    """Object files by symbol. The object files contain the main function and all parts that it calls."""


def pack(name: str, code: MachineCode) -> bytes:
    """Return the content of the file called `name`."""
    import json  # imported here, because checks of decks do not need this module

    lengths = [[symbol, len(content)] for symbol, content in code.objects.items()]
    header = json.dumps({"symbol": code.symbol, "result": code.result, "objects": lengths}).encode()
    body = b"".join((_LENGTH.pack(len(header)), header, *code.objects.values()))
    return _MARK + _digest(name, body) + body


def unpack(name: str, content: bytes) -> MachineCode | None:
    """Return the content that `pack` stored under this name, or None for any other content."""
    import json

    start = len(_MARK) + _DIGEST_BYTES
    body = memoryview(content)[start:]
    if content[:start] != _MARK + _digest(name, body):
        return None
    (length,) = _LENGTH.unpack_from(body)
    header = json.loads(bytes(body[_LENGTH.size : _LENGTH.size + length]))
    objects, at = {}, _LENGTH.size + length
    for symbol, size in header["objects"]:
        objects[symbol] = bytes(body[at : at + size])
        at += size
    return MachineCode(header["symbol"], header["result"], objects)


def _digest(name: str, body: bytes | memoryview) -> bytes:
    digest = hashlib.blake2b(name.encode() + b"\0", digest_size=_DIGEST_BYTES)
    digest.update(body)
    return digest.digest()
