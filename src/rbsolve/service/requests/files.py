"""Answers with files, either complete or in ranges. Errors are problem documents."""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from pathlib import Path

from fastapi.responses import FileResponse, Response
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from rbsolve.service.requests.answers import answer


def _is_known(asked: Mapping[str, str], ours: Mapping[str, str]) -> bool:
    """Return whether the client already has the file (RFC 9110, 13.2.2)."""
    tags = asked.get("if-none-match")
    if tags is not None:
        return tags.strip() == "*" or ours["etag"] in (tag.strip().removeprefix("W/") for tag in tags.split(","))
    since = asked.get("if-modified-since")
    if since is None:
        return False
    try:
        return parsedate_to_datetime(ours["last-modified"]) <= parsedate_to_datetime(since)
    except (TypeError, ValueError):  # the header contains no date, or a date without a time zone
        return False


class RangedFile(FileResponse):
    """A file with byte ranges and validators for caches. For an impossible range, the answer is a problem document."""

    def __init__(self, path: Path, media_type: str) -> None:
        super().__init__(path, media_type=media_type, filename=path.name, stat_result=path.stat())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        headers = Headers(scope=scope)
        if _is_known(headers, self.headers):
            kept = {name: self.headers[name] for name in ("etag", "last-modified")}
            await Response(status_code=304, headers=kept)(scope, receive, send)
            return
        if not headers.get("range", "bytes=").lower().startswith("bytes="):  # RFC 9110, 14.2: unknown units are ignored
            scope = {**scope, "headers": [(name, value) for name, value in scope["headers"] if name != b"range"]}
        refused: Message | None = None

        async def watch(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and message["status"] >= 400:
                refused = message
            if refused is None:
                await send(message)

        await super().__call__(scope, receive, watch)
        if refused is None:
            return
        size = Headers(raw=refused["headers"]).get("content-range")
        problem = answer(
            refused["status"],
            "the file has no such range of bytes" if size else "invalid range of bytes",
            {"Content-Range": size} if size else None,
        )
        await problem(scope, receive, send)
