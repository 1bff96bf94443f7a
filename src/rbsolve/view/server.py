"""Provides a server on the loopback interface. It shows results in a browser, and serves no other files."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from rbsolve.page import POLICY, asset, media_type
from rbsolve.results.contents.stored import StoredResults
from rbsolve.results.presentation.histories import DEFAULT_PIXELS, MEDIA_TYPE, Histories
from rbsolve.scene.gltf import motion_glb
from rbsolve.view.document import document
from rbsolve.view.report import STYLES, deck_of, findings_of, label_of, subtitle_of, title_of

HOST = "127.0.0.1"


class Exhibition:
    """The files of some runs, created on first request. HDF5 is read by a single thread at a time."""

    def __init__(self, runs: Sequence[StoredResults]) -> None:
        self.runs = runs
        self._histories = [Histories(results) for results in runs]
        self._motions: dict[int, bytes] = {}
        self._lock = threading.Lock()

    def page(self) -> bytes:
        """Return the HTML."""
        styles = "\n".join(f'<link rel="stylesheet" href="/{name}">' for name in STYLES)
        runs = [
            {"label": label_of(results), "address": f"/runs/{i}", "deck": deck_of(results)}
            for i, results in enumerate(self.runs)
        ]
        script = '<script type="module" src="/view.js"></script>'
        text = document(
            title_of(self.runs[0]),
            subtitle_of(self.runs[0]),
            runs,
            styles=styles,
            script=script,
            findings=findings_of(self.runs),
        )
        return text.encode()

    def motion(self, index: int) -> bytes:
        """Return the glTF file of a run."""
        with self._lock:
            if index not in self._motions:
                self._motions[index] = motion_glb(self.runs[index])
            return self._motions[index]

    def sensors(self, index: int, query: dict[str, list[str]]) -> bytes:
        """Return the histories of a run. Raise ValueError or KeyError for an invalid query."""
        names = [name for given in query.get("names", []) for name in given.split(",") if name]
        start, end = (float(query[key][0]) if key in query else None for key in ("from", "to"))
        with self._lock:
            return self._histories[index].encode(names, start, end, int(query.get("px", [DEFAULT_PIXELS])[0]))


def make_server(runs: Sequence[StoredResults], port: int = 0) -> ThreadingHTTPServer:
    """Return a server that is bound but not yet serving. Port 0 selects a free port. Raise OSError if the port is in
    use.
    """
    exhibition = Exhibition(runs)

    class Handler(_Handler):
        shown = exhibition

    server = ThreadingHTTPServer((HOST, port), Handler)
    server.daemon_threads = True
    return server


def address_of(server: ThreadingHTTPServer) -> str:
    """Return the address of the server for a browser."""
    return f"http://{HOST}:{server.server_address[1]}/"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "rbsolve"
    sys_version = ""
    shown: Exhibition

    def do_GET(self) -> None:
        """Answer a request."""
        # If another host name leads here, the page of another site may be trying to read the answers.
        if self.headers.get("Host", "").rsplit(":", 1)[0] not in (HOST, "localhost"):
            self._answer(403, b"this server answers to 127.0.0.1 only", "text/plain")
            return
        try:
            self._answer(200, *self._find())
        except (KeyError, ValueError, IndexError, FileNotFoundError):
            self._answer(404, b"not found", "text/plain")
        except OSError as error:
            self._answer(500, str(error).encode(), "text/plain; charset=utf-8")

    def _find(self) -> tuple[bytes, str]:
        url = urlsplit(self.path)
        match url.path.strip("/").split("/"):
            case [""]:
                return self.shown.page(), "text/html; charset=utf-8"
            case ["runs", index, "motion.glb"]:
                return self.shown.motion(int(index)), "model/gltf-binary"
            case ["runs", index, "sensors"]:
                return self.shown.sensors(int(index), parse_qs(url.query)), MEDIA_TYPE
            case [name]:
                return asset(name), media_type(name)
        raise FileNotFoundError(url.path)

    def _answer(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        for name, value in {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Content-Security-Policy": POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "no-store",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Suppress the log message."""
