"""Versions of installed packages, read from the names of their folders. importlib.metadata would load an e-mail parser for this (20 ms)."""

from __future__ import annotations

import os
import sys
from functools import cache

_END = ".dist-info"


@cache
def _list_installed() -> dict[str, str]:
    """The version of each package (lower case, `_` for `-`). If a package has several versions, the first on the path
    is used, because it is imported.
    """
    versions: dict[str, str] = {}
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:  # the folder does not exist, or is an archive
            continue
        for name in names:
            if name.endswith(_END):
                package, _, version = name.removesuffix(_END).rpartition("-")
                versions.setdefault(package.lower(), version)
    return versions


def version_of(package: str) -> str:
    """The version of an installed package; `?` if it is unknown."""
    version = _list_installed().get(package.lower().replace("-", "_"))
    if version is None:  # the package was not installed by pip
        from importlib import metadata

        try:
            version = metadata.version(package)
        except metadata.PackageNotFoundError:
            version = "?"
    return version
