"""Defines the interface of a database. It runs transactions of prepared statements. The statements have the same text
for SQLite and PostgreSQL.

Parameters are named (`:name`). Three words are replaced for each database. The word `$now` becomes the time of the
database's clock, in seconds since 1970. `$skip_locked` becomes the clause that skips rows locked by others.
`$any(:ids)` becomes a list of numbers or texts.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from rbsolve.store.errors import LostConnectionError

T = TypeVar("T")
Row = Sequence[Any]
Parameters = Mapping[str, Any]

PATIENCE = 60.0
"""Time [s] to wait for an unavailable database."""
_ANY = re.compile(r"\$any\((:\w+)\)")


class Session(Protocol):
    """The statements of a transaction."""

    def rows(self, statement: str, **parameters: Any) -> list[Row]:
        """Run a statement and return its rows."""
        ...

    def run(self, statement: str, **parameters: Any) -> int:
        """Run a statement and return the number of changed rows."""
        ...

    def run_many(self, statement: str, sets: Sequence[Parameters]) -> None:
        """Run a statement for each set of parameters."""
        ...


class Database(Protocol):
    """A database that contains the tables of a store."""

    url: str

    def transaction(self, work: Callable[[Session], T]) -> T:
        """Run `work` in a transaction. After a lost connection, `work` may run again."""
        ...

    def read(self, work: Callable[[Session], T]) -> T:
        """Run `work`, which must only read."""
        ...

    def script(self, text: str) -> None:
        """Run a file of statements in a single transaction."""
        ...

    def close(self) -> None:
        """Close all connections."""
        ...


class Dialect:
    """Replaces the words in statements by the words of a database, and caches the result for each text."""

    def __init__(self, now: str, skip_locked: str, any_of: str) -> None:
        self._now, self._skip_locked, self._any_of = now, skip_locked, any_of
        self._known: dict[str, str] = {}

    def __call__(self, statement: str) -> str:
        """Return the statement in the database's dialect."""
        text = self._known.get(statement)
        if text is None:
            text = statement.replace("$now", self._now).replace("$skip_locked", self._skip_locked)
            text = _ANY.sub(self._any_of, text)
            self._known[statement] = text
        return text


def storable(value: Any) -> Any:
    """Return a text without NUL bytes, which PostgreSQL refuses. Other values are unchanged."""
    return value.replace("\0", "\N{SYMBOL FOR NULL}") if isinstance(value, str) else value


def with_patience(
    attempt: Callable[[], T], patience: float = PATIENCE, waits: Callable[[str], bool] = lambda why: True
) -> T:
    """Repeat `attempt` until the database is available. Stop after `patience` seconds, or when `waits(why)` becomes
    false.
    """
    deadline = time.monotonic() + patience
    pause = 0.05
    while True:
        try:
            return attempt()
        except LostConnectionError as error:
            if time.monotonic() + pause > deadline or not waits(str(error)):
                raise
        time.sleep(pause)
        pause = min(2.0 * pause, 2.0)
