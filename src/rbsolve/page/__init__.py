"""Provides the files for browsers: scripts and styles in `built/`. esbuild builds them from the sources in page/. The
scripts contain three.js, uPlot and CodeMirror. The licences of these libraries are beside the scripts.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from importlib.resources import files

POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:"
)
"""The Content-Security-Policy. It permits browsers to load only files of this server. The source `blob:` is needed to
save pictures.
"""

INDEX = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>rbsolve</title>
<link rel="stylesheet" href="/page-style.css">
</head>
<body>
<div id="page"></div>
<script type="application/json" id="rbsolve-words">WORDS</script>
<noscript>This page needs JavaScript.</noscript>
<script type="module" src="/page.js"></script>
</body>
</html>
"""

MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css", ".LICENSE": "text/plain"}


@cache
def asset(name: str) -> bytes:
    """Return a built file. Raise FileNotFoundError for an unknown name."""
    if "/" in name or "\\" in name or name.startswith("."):
        raise FileNotFoundError(name)
    return files(__name__).joinpath("built", name).read_bytes()


@cache
def packed_asset(name: str) -> bytes:
    """Return a built file compressed with gzip, at about a third of its size."""
    return gzip.compress(asset(name), mtime=0)


def index() -> bytes:
    """Return the page of the service. It passes the names of methods to its scripts, which do all further work."""
    from rbsolve.parser.schema.integrators import FORMULATIONS_OF

    return INDEX.replace("WORDS", json.dumps({"methods": FORMULATIONS_OF})).encode()


def media_type(name: str) -> str:
    """Return the Content-Type of a built file."""
    return MEDIA_TYPES.get(name[name.rfind(".") :], "application/octet-stream") + "; charset=utf-8"
