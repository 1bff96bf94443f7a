"""Reads the versions of installed packages from the names of their folders. importlib.metadata would load an e-mail
parser, which takes 20 ms.
"""

from __future__ import annotations

import os
import sys
from functools import cache

_END = ".dist-info"


@cache
def _list_installed() -> dict[str, str]:
    """Return the version of each package, by its name in lower case with `_` for `-`. If a package is installed several
    times, the first version on the path is returned, because Python imports it.
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
    """Return the version of an installed package, or `?` if it is unknown."""
    version = _list_installed().get(package.lower().replace("-", "_"))
    if version is None:  # the package was not installed with pip
        from importlib import metadata

        try:
            version = metadata.version(package)
        except metadata.PackageNotFoundError:
            version = "?"
    return version
