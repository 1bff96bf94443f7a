"""Decides whether machine code is valid. It compares digests of the exact text of all sources that kernels contain, and
of the compiler versions.
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from pathlib import Path

from rbsolve.solver.compiler.versions import version_of

PACKAGE = Path(__file__).parent.parent
PLAIN_PACKAGES = ("assembly", "sensors")  # packages that use only numpy, so that kernels do not contain them
_WITHOUT_KERNELS = (*PLAIN_PACKAGES, "__pycache__")


def sources() -> list[Path]:
    """Return every file whose code or numbers a kernel may contain."""
    from rbsolve.geometry import vector
    from rbsolve.language.expressions import program
    from rbsolve.language.joints import record

    packages = [
        package.path for package in os.scandir(PACKAGE) if package.is_dir() and package.name not in _WITHOUT_KERNELS
    ]
    roots = (os.path.dirname(vector.__file__), *packages)
    places = (os.fspath(PACKAGE), *(folder for root in roots for folder, _, _ in os.walk(root)))
    files = [entry.path for place in places for entry in os.scandir(place) if entry.name.endswith(".py")]
    files += [program.__file__, record.__file__]  # the opcodes and row codes in these files are numbers in the kernels
    return [Path(file) for file in sorted(files)]


@cache
def stamp_of_sources() -> str:
    """Return a digest of all sources."""
    digest = hashlib.sha256()
    for path in sources():
        with open(path, "rb", buffering=0) as file:
            digest.update(file.read())
    return digest.hexdigest()


@cache
def stamp() -> str:
    """Return a digest of all sources and compilers."""
    versions = [version_of(package) for package in ("numba", "llvmlite", "numpy")]
    checked = os.environ.get(
        "NUMBA_BOUNDSCHECK", ""
    )  # bounds checks change the machine code, so this setting is part of the digest
    made = f"{stamp_of_sources()} {sys.version_info[:2]} {versions} {checked} {is_portable()}"
    return hashlib.sha256(made.encode()).hexdigest()[:16]


def checks_indices() -> bool:
    """Return whether kernels check indices."""
    return os.environ.get("NUMBA_BOUNDSCHECK", "") not in ("", "0")


def is_portable() -> bool:
    """Return whether this process compiles kernels for several processor levels (portable.py) instead of only its own
    level.
    """
    return os.environ.get(PORTABLE, "") == "1"


PORTABLE = "RBSOLVE_PORTABLE_KERNELS"
