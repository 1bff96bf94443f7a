"""Provides the middleware for every request. It limits size and time, sets the headers of every answer, and counts the
answers.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from fastapi import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rbsolve.service.requests.answers import answer

ANSWERS: Counter[int] = Counter()
"""Number of answers with each status."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_CLOSE = {"Connection": "close"}
_TURNS = 10
"""Number of turns of the event loop after the deadline. In these turns, pieces of a body that have already arrived are
still read. Uvicorn needs 3 turns.
"""


class Guard:
    """Refuses the body of a request while it arrives, if it is too large or too slow."""

    def __init__(self, application: ASGIApp, limit: int, seconds: float) -> None:
        """`limit` is in bytes."""
        self._application, self._limit, self._seconds = application, limit, seconds
        self._too_large = f"a request can have at most {limit / (1 << 20):g} MiB"
        self._too_slow = f"the request was not complete within {seconds:g} s"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return

        async def count(message: Message) -> None:
            if message["type"] == "http.response.start":
                ANSWERS[message["status"]] += 1
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        declared = dict(scope["headers"]).get(b"content-length", b"")
        if declared.isdigit() and int(declared) > self._limit:
            await answer(413, self._too_large, _CLOSE)(scope, receive, count)
        else:
            await self._application(scope, self._limit_body(receive), count)

    def _limit_body(self, receive: Receive) -> Receive:
        """Return a function that receives the body in pieces. If the body is too large or too slow, it raises an
        exception, which is answered with 413 or 408.

        A client is too slow only if the server waits for it. If the server itself gets no processor time before the
        deadline, data that have arrived by the deadline are accepted.
        """
        deadline = time.monotonic() + self._seconds
        taken, whole = 0, False

        async def receive_part() -> Message:
            nonlocal taken, whole
            if whole:  # the next message reports that the client has disconnected
                return await receive()
            part = asyncio.ensure_future(receive())
            try:
                await asyncio.wait({part}, timeout=max(0.0, deadline - time.monotonic()))
                for _ in range(_TURNS):
                    if part.done():
                        break
                    await asyncio.sleep(0)
                else:
                    raise HTTPException(408, self._too_slow, _CLOSE)
                message = part.result()
            finally:
                part.cancel()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                whole = not message.get("more_body", False)
                if taken > self._limit:
                    raise HTTPException(413, self._too_large, _CLOSE)
            return message

        return receive_part
