"""What decides the rows of a case: the deck with its includes, the parameters, the solver with its options, the environment."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import rbsolve
from rbsolve.solver.compiler.versions import version_of
from rbsolve.studies.folder import Ids

if TYPE_CHECKING:
    from rbsolve.parser.diagnostics import Source
    from rbsolve.studies.design.cases import CaseTable
    from rbsolve.studies.folder import Manifest

WORDS = {
    "deck": "the deck or a file that it includes",
    "solver": "rbsolve or an option of the solver",
    "environment": "Python, numpy, numba or the machine",
}


def ids_of(sources: Iterable[Source], options: object) -> Ids:
    """The digests of a study; `options` is everything that the solver is told beside deck and parameters."""
    return Ids(deck_id(sources), _digest(json.dumps([_solver_stamp(), options], default=str)), environment_id())


def deck_id(sources: Iterable[Source]) -> str:
    """A digest of the texts of a deck and its includes."""
    texts = [source.text for source in sources]
    return _digest("\0".join(f"{len(text)}:{text}" for text in texts))


def environment_id() -> str:
    """A digest of what the same solver may compute other bits with."""
    versions = version_of("numpy"), version_of("numba")
    parts = [platform.python_version(), platform.machine(), platform.system(), *versions]
    return _digest("\n".join(parts))


def row_ids(table: CaseTable) -> list[bytes]:
    """A digest of the parameters of each case."""
    head = _head(table)
    values = np.ascontiguousarray(table.values, dtype="<f8") + 0.0  # -0.0 is 0.0
    return [hashlib.blake2b(row.tobytes(), digest_size=16, key=head).digest() for row in values]


def row_id(table: CaseTable, number: int) -> bytes:
    """The digest of the parameters of one case."""
    values = np.ascontiguousarray(table.values[number], dtype="<f8") + 0.0
    return hashlib.blake2b(values.tobytes(), digest_size=16, key=_head(table)).digest()


def _head(table: CaseTable) -> bytes:
    return hashlib.sha256(json.dumps([table.names, table.widths]).encode()).digest()


def changed(manifest: Manifest) -> list[str]:
    """What is not as it was in the study that was in the folder before, in words; empty when all is, or nothing was."""
    now = {"deck": manifest.ids.deck, "solver": manifest.ids.solver, "environment": manifest.ids.environment}
    return [WORDS[name] for name, old in manifest.previous.items() if now.get(name) != old]


@cache
def _solver_stamp() -> str:
    """A digest of the version and of all sources that make numbers."""
    home = Path(rbsolve.__file__).parent
    folders = [home / "solver", home / "geometry", home / "parser"]
    if not folders[0].is_dir():  # a checkout, where the packages stand beside src
        folders = [home.parent.parent / folder.name for folder in folders]
    digest = hashlib.sha256(rbsolve.__version__.encode())
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(os.fsencode(path.relative_to(folder)))
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()[:32]
