"""Functions that wait for the effect of an action in a browser. They do not accept the state before the action."""

from __future__ import annotations

import re
import time
from typing import Any

SECONDS = 60.0
"""Maximum waiting time: more than any action takes on a busy machine."""


def until(page: Any, expression: str, argument: Any = None, seconds: float = SECONDS) -> None:
    """Wait until an expression in JavaScript is true. Playwright's own function evaluates text, which some pages
    forbid."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression, argument):
        assert time.monotonic() < end, f"not within {seconds:g} s: {expression} {argument or ''}"
        page.wait_for_timeout(50)


def wait_for_check(page: Any, words: str) -> None:
    """Wait until the editor's page shows these words for its current text and files."""
    page.locator(".status:not([aria-busy])", has_text=words).wait_for(timeout=1000 * SECONDS)


def count(rows: Any, number: int, seconds: float = SECONDS) -> None:
    """Wait until a locator finds this number of elements."""
    end = time.monotonic() + seconds
    while rows.count() != number:
        assert time.monotonic() < end, f"{rows.count()} instead of {number} of {rows}"
        time.sleep(0.05)


def has_text(found: Any, words: str | re.Pattern[str]) -> None:
    """Wait until one of the elements that a locator finds has words in it."""
    found.filter(has_text=words).first.wait_for(timeout=1000 * SECONDS)
