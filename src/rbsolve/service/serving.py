"""Provides the HTTP server: uvicorn, extended by a timeout for slow clients. At shutdown, it also ends the event
streams.
"""

from __future__ import annotations

import asyncio

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

STOP_SECONDS = 4
HEAD_SECONDS = 20.0
"""Longest time for the head of a request to arrive [s]. The guard limits the time for the body of a request."""
HEAD_BYTES = 1 << 19
"""Largest size of a request's head [bytes]. It suffices for the longest options of a zip in their longest encoding,
with a margin.
"""
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


def make_server(application: FastAPI, host: str, port: int) -> uvicorn.Server:
    """Create a server of the service. `port` 0 selects a free port."""
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        http=_Patient,
        ws="none",
        h11_max_incomplete_event_size=HEAD_BYTES,
        log_level="warning",
        timeout_graceful_shutdown=STOP_SECONDS,
        timeout_keep_alive=20,
    )
    return _Server(config)


class _Server(uvicorn.Server):
    def handle_exit(self, sig: int, frame: object) -> None:
        # Otherwise, streams of events would prevent the server from ending.
        assert isinstance(self.config.app, FastAPI)
        self.config.app.state.service.watcher.close()
        super().handle_exit(sig, frame)  # type: ignore[arg-type]  # uvicorn passes a frame or None


class _Patient(H11Protocol):
    """One connection. If a client opens a connection and does not continue, the server answers with 408."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn declares the base class of transports
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Measure the time from the first to the last byte of a request's head."""
        if self.conn.their_state is not h11.IDLE:
            self._forget()
        elif self._waiting is None:
            self._waiting = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _forget(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(_TOO_SLOW)
            self.transport.close()
