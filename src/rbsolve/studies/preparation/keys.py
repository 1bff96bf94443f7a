"""Computes digests of the data that determine the rows of a case. These data are the deck with its includes, the
parameters, the solver with its options, and the environment.
"""

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
from numpy.typing import NDArray

from rbsolve.solver.compiler.versions import version_of
from rbsolve.studies.design.cases import CaseTable
from rbsolve.studies.disk.folder import Ids
from rbsolve.version import VERSION

if TYPE_CHECKING:
    from rbsolve.language.diagnostics import Source
    from rbsolve.studies.disk.folder import Manifest

WORDS = {
    "deck": "the deck or a file that it includes",
    "solver": "rbsolve or an option of the solver",
    "environment": "Python, numpy, numba or the machine",
}


def ids_of(sources: Iterable[Source], options: object) -> Ids:
    """Return the digests of a study. `options` contains the settings of the solver except for the deck and its
    parameters.
    """
    return Ids(deck_id(sources), _digest(json.dumps([_solver_stamp(), options], default=str)), environment_id())


def deck_id(sources: Iterable[Source]) -> str:
    """Return a digest of the texts of a deck and its includes."""
    texts = [source.text for source in sources]
    return _digest("\0".join(f"{len(text)}:{text}" for text in texts))


def environment_id() -> str:
    """Return a digest of the environment, which may change the results of the same solver."""
    versions = version_of("numpy"), version_of("numba")
    parts = [platform.python_version(), platform.machine(), platform.system(), *versions]
    return _digest("\n".join(parts))


def row_ids(table: CaseTable) -> list[bytes]:
    """Return the digests of the parameters of all cases, one digest for each case."""
    head, values = _by_name(table)
    return [hashlib.blake2b(row.tobytes(), digest_size=16, key=head).digest() for row in values]


def row_id(table: CaseTable, number: int) -> bytes:
    """Return the digest of the parameters of one case."""
    return row_ids(CaseTable(table.names, table.widths, table.values[number : number + 1]))[0]


def _by_name(table: CaseTable) -> tuple[bytes, NDArray[np.float64]]:
    """Return a digest of the names and widths of the parameters, in alphabetical order. Also return their values
    (cases, columns) in this order.
    """
    columns = sorted(table.columns().items())
    head = json.dumps([(name, values[0].size if len(values) else 0) for name, values in columns])
    parts = [values.reshape(len(table), -1) for _, values in columns]
    values = np.hstack([np.zeros((len(table), 0)), *parts]).astype("<f8") + 0.0  # -0.0 becomes 0.0
    return hashlib.sha256(head.encode()).digest(), values


def differences(manifest: Manifest) -> list[str]:
    """Describe in words how the study differs from the previous study in the folder. The list is empty if they agree,
    or if there is no previous study.
    """
    now = {"deck": manifest.ids.deck, "solver": manifest.ids.solver, "environment": manifest.ids.environment}
    return [WORDS[name] for name, old in manifest.previous.items() if now.get(name) != old]


@cache
def _solver_stamp() -> str:
    """Return a digest of the version and of all sources that affect results."""
    home = Path(__file__).parents[2]
    folders = [home / "solver", home / "geometry", home / "language", home / "parser"]
    if not folders[0].is_dir():  # in a checkout, some packages are beside the folder `src`
        folders = [home.parent.parent / folder.name for folder in folders]
    digest = hashlib.sha256(VERSION.encode())
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(os.fsencode(path.relative_to(folder)))
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()[:32]
