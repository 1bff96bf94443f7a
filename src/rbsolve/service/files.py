"""Files as answers: whole or in ranges, with problems as the service states them."""

from __future__ import annotations

from fastapi.responses import FileResponse
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from rbsolve.service.problems import answer


class RangedFile(FileResponse):
    """A file of which ranges are served; a range that it does not have is a problem document."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        refused: Message | None = None

        async def watched(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and message["status"] >= 400:
                refused = message
            if refused is None:
                await send(message)

        await super().__call__(scope, receive, watched)
        if refused is None:
            return
        size = Headers(raw=refused["headers"]).get("content-range")
        problem = answer(
            refused["status"],
            "the file has no such range of bytes" if size else "this is no range of bytes",
            {"Content-Range": size} if size else None,
        )
        await problem(scope, receive, send)
