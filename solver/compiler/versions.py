"""Versions of installed packages, read from the names of their folders: importlib.metadata loads a reader of e-mails for that (20 ms)."""

from __future__ import annotations

import os
import sys
from functools import cache

_END = ".dist-info"


@cache
def _list_installed() -> dict[str, str]:
    """Package (lower case, `_` for `-`) to version; of several versions the imported one, which is the first on the path."""
    versions: dict[str, str] = {}
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:  # not there, or an archive
            continue
        for name in names:
            if name.endswith(_END):
                package, _, version = name.removesuffix(_END).rpartition("-")
                versions.setdefault(package.lower(), version)
    return versions


def version_of(package: str) -> str:
    """The version of an installed package, `?` where it is not known."""
    version = _list_installed().get(package.lower().replace("-", "_"))
    if version is None:  # installed in a way of its own
        from importlib import metadata

        try:
            version = metadata.version(package)
        except metadata.PackageNotFoundError:
            version = "?"
    return version
