"""Defines the answers to failed requests. The processes that check decks also use them, so this module loads no server."""

from __future__ import annotations

from typing import Any


class Problem(Exception):
    """An error answer. `more` is added to the problem document."""

    def __init__(self, status: int, detail: str, headers: dict[str, str] | None = None, **more: Any) -> None:
        super().__init__(detail)
        self.status, self.detail, self.headers, self.more = status, detail, headers, more


def not_found(what: str) -> Problem:
    """Return the answer for a resource that does not exist or belongs to another user. The answer does not distinguish
    these cases.
    """
    return Problem(404, f"there is no {what} with this id")


def over_quota(detail: str, seconds: int = 60) -> Problem:
    """Return the answer for an account that exceeds its quota. The client may try again later."""
    return Problem(429, detail, {"Retry-After": str(seconds)})
