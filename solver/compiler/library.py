"""Uses the shared libraries of kernels in a wheel. A wheel contains one library for each processor level, and a
manifest.

`python -m rbsolve.kernels build` creates the libraries from the list of all kernels. A library is used under three conditions:

- Its manifest contains the digest of the current sources, so outdated code never runs.
- The library is complete.
- No other user can have written the library.

Under these conditions, `rbsolve` needs neither numba nor llvmlite.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rbsolve.solver.compiler import ownership
from rbsolve.solver.compiler.levels import levels_here
from rbsolve.solver.compiler.stamps import PACKAGE, checks_indices, stamp_of_sources

FOLDER = PACKAGE / "compiler" / "built"
MANIFEST = "manifest.json"
FORMAT = 1
_PREFIX = "rbsolve_"


class Libraries(NamedTuple):
    """The contents of a manifest."""

    stamp: str
    """The digest of the sources of the kernels."""
    entries: dict[str, list[str]]
    """The kinds of the numbers that each entry returns, by the name of the entry."""
    files: dict[str, list[str]]
    """File name and digest of the library of each level."""
    made_with: dict[str, str]
    """The versions of the compilers."""

    def write(self, folder: Path) -> None:
        """Write the manifest of libraries in a folder."""
        import json

        (folder / MANIFEST).write_text(json.dumps({"format": FORMAT, **self._asdict()}, indent=1, sort_keys=True))


class _Loaded(NamedTuple):
    level: str
    entries: dict[str, list[str]]
    code: Any


class _Found(NamedTuple):
    loaded: _Loaded | None
    flaw: str
    """The reason why no library is used. The text is empty if no library is installed."""


def symbol_of(name: str) -> str:
    """Return the symbol of an entry in the object code."""
    return _PREFIX + name.replace("-", "_")


def find(name: str) -> tuple[int, tuple[str, ...]] | None:
    """Return the address of an entry and the kinds of the numbers that it returns. Return None if no library contains
    the entry.
    """
    loaded = _find().loaded
    result = None if loaded is None else loaded.entries.get(name)
    if loaded is None or result is None:
        return None
    address = ctypes.cast(getattr(loaded.code, symbol_of(name)), ctypes.c_void_p).value
    return int(address or 0), tuple(result)


def has(name: str) -> bool:
    """Return whether the library contains an entry."""
    loaded = _find().loaded
    return loaded is not None and name in loaded.entries


def level_in_use() -> tuple[str, int] | None:
    """Return the level of the library in use, and the number of its entries. Return None if no library is in use."""
    loaded = _find().loaded
    return None if loaded is None else (loaded.level, len(loaded.entries))


def flaw() -> str:
    """Return why the libraries of this installation are not used. The text is empty if there are none, or if one of
    them is used.
    """
    return _find().flaw


def digest_of(content: bytes) -> str:
    """Return the digest of a library, as in the manifest."""
    return hashlib.blake2b(content, digest_size=32).hexdigest()


@cache
def _find() -> _Found:
    try:
        return _in(FOLDER)
    except FileNotFoundError:
        return _Found(None, "")
    except (OSError, ValueError) as error:
        return _Found(None, str(error))


def _in(folder: Path) -> _Found:
    """Return the library in a folder that this machine can use."""
    import json  # imported here, because checks of decks do not need this module

    content = _safely_read(folder, MANIFEST)
    try:
        given = json.loads(content)
        version = given.pop("format")
        libraries = Libraries(**given) if version == FORMAT else None
    except (ValueError, LookupError, TypeError, AttributeError):
        return _Found(None, f"{folder / MANIFEST} is damaged: install rbsolve again")
    if libraries is None:
        return _Found(None, "the kernels of this installation have the format of a different version")
    if checks_indices():
        return _Found(None, "the kernels of this installation do not check indices, which NUMBA_BOUNDSCHECK requires")
    if libraries.stamp != stamp_of_sources():
        return _Found(None, "the kernels of this installation do not match its sources")
    for level in levels_here():
        if level in libraries.files:
            name, digest = libraries.files[level]
            if digest_of(_safely_read(folder, name)) != digest:
                return _Found(None, f"{folder / name} is damaged: install rbsolve again")
            return _Found(_Loaded(level, libraries.entries, ctypes.CDLL(os.fspath(folder / name))), "")
    return _Found(
        None, f"the kernels of this installation are for {' or '.join(libraries.files)}, not for this processor"
    )


def _safely_read(folder: Path, name: str) -> bytes:
    """Return the content of a file of the installation. Raise ValueError if other users could have written it."""
    root, path = Path(os.path.realpath(PACKAGE)), Path(os.path.realpath(folder / name))
    content = path.read_bytes()
    with suppress(ImportError):  # the modules that know the owners of files do not exist on Windows
        found = ownership.flaw_of(path, root)
        if found is not None:
            raise ValueError(found)
    return content
