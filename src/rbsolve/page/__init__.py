"""What browsers are given: scripts and styles in `built/`, made from the sources in page/ by esbuild, and three.js, uPlot and
CodeMirror within them, with their licences beside them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css", ".LICENSE": "text/plain"}


@cache
def asset(name: str) -> bytes:
    """A built file. Raises FileNotFoundError for a name that there is none of."""
    if "/" in name or "\\" in name or name.startswith("."):
        raise FileNotFoundError(name)
    return files(__name__).joinpath("built", name).read_bytes()


def media_type(name: str) -> str:
    """The Content-Type of a built file."""
    return MEDIA_TYPES.get(name[name.rfind(".") :], "application/octet-stream") + "; charset=utf-8"
