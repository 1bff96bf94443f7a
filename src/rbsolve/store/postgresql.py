"""Accesses PostgreSQL through pg8000, with prepared statements on a few connections. The connections are recreated
after an outage.
"""

from __future__ import annotations

import queue
import socket
import struct
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

from rbsolve.store.database import PATIENCE, Dialect, Parameters, Row, Session, storable, with_patience
from rbsolve.store.errors import LostConnectionError, StoreError

if TYPE_CHECKING:
    from pg8000.native import Connection, PreparedStatement

T = TypeVar("T")

MOST_IDLE_CONNECTIONS = 8
ANSWER_SECONDS = 30.0
AWAY_SECONDS = 2.0
"""After an impatient call without an answer, the server counts as unavailable for this time."""
_DIALECT = Dialect(
    now="cast(extract(epoch from clock_timestamp()) as double precision)",
    skip_locked="FOR UPDATE SKIP LOCKED",
    any_of=r"= ANY(\1)",
)
# The server reports these codes while it shuts down or starts, if it has no free connections, or if two transactions
# conflict.
_TRY_AGAIN = ("57P01", "57P02", "57P03", "53300", "40001", "40P01", "08")


class PostgreSQL:
    """A database on a server. Its URL is `postgresql+pg8000://user:password@host/database`. For a Unix socket, the URL
    contains `?unix_sock=`.
    """

    def __init__(self, url: str, patience: float = PATIENCE, waits: Callable[[str], bool] = lambda why: True) -> None:
        """A lost connection is retried for `patience` seconds, as long as `waits(why)` is true. Further calls during an
        outage do not wait.
        """
        try:
            import pg8000.native  # noqa: F401  # only its presence is tested
        except ImportError as error:
            raise StoreError("a PostgreSQL store needs pg8000: pip install 'rbsolve[postgresql]'") from error
        self.url = url
        self._patience, self._waits = patience, waits
        self._answer_seconds = min(ANSWER_SECONDS, max(1.0, patience))
        self._away_until = 0.0
        self._idle: queue.LifoQueue[_Client] = queue.LifoQueue(MOST_IDLE_CONNECTIONS)

    def transaction(self, work: Callable[[Session], T]) -> T:
        """Run `work` in a transaction. Run `work` again if the connection was lost."""

        patience = self._patience if time.monotonic() >= self._away_until else 0.0

        def attempt() -> T:
            try:
                return self._once(work)
            except LostConnectionError:
                self._away_until = time.monotonic() + AWAY_SECONDS if self._patience < PATIENCE else 0.0
                self.close()  # each other idle connection to the unavailable server would cause another wait
                raise

        return with_patience(attempt, patience, self._waits)

    def read(self, work: Callable[[Session], T]) -> T:
        """Run `work`, which must only read."""
        return self.transaction(work)

    def _once(self, work: Callable[[Session], T]) -> T:
        from pg8000.exceptions import DatabaseError, InterfaceError

        client = self._client()
        try:
            client.connection.run("START TRANSACTION")
            result = work(client)
            client.connection.run("COMMIT")
        except (InterfaceError, OSError, struct.error) as error:
            client.close()
            if isinstance(error, StoreError):
                raise
            raise LostConnectionError(f"the store {_hide_password(self.url)} does not answer: {error}") from error
        except DatabaseError as error:
            client.close()
            raise _translate(error, self.url) from error
        except BaseException:
            client.close()
            raise
        try:
            self._idle.put_nowait(client)
        except queue.Full:
            client.close()
        return result

    def script(self, text: str) -> None:
        """Run a file of statements in a single transaction."""
        raise NotImplementedError("migrations create the tables of a server")

    def close(self) -> None:
        """Close all idle connections."""
        with suppress(queue.Empty):
            while True:
                self._idle.get_nowait().close()

    def _client(self) -> _Client:
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            return _connect(self.url, self._answer_seconds)


class _Client:
    """A connection and its prepared statements."""

    def __init__(self, connection: Connection, wire: socket.socket) -> None:
        self.connection = connection
        self._wire = wire
        self._prepared: dict[str, PreparedStatement] = {}

    def rows(self, statement: str, **parameters: Any) -> list[Row]:
        return self._execute(statement, parameters)[0]

    def run(self, statement: str, **parameters: Any) -> int:
        return self._execute(statement, parameters)[1]

    def run_many(self, statement: str, sets: Sequence[Parameters]) -> None:
        for parameters in sets:
            self._execute(statement, parameters)

    def _execute(self, statement: str, parameters: Parameters) -> tuple[list[Row], int]:
        prepared = self._prepared.get(statement)
        if prepared is None:
            prepared = self._prepared[statement] = self.connection.prepare(_DIALECT(statement))
        rows = prepared.run(**{name: storable(value) for name, value in parameters.items()})
        return rows or [], prepared._context.row_count

    def close(self) -> None:
        # pg8000 keeps the socket open if the server does not receive its closing message.
        stream = self.connection._sock
        with suppress(Exception):
            self.connection.close()
        with suppress(OSError):
            stream.close()
        with suppress(OSError):
            self._wire.close()


def encryption(url: str) -> dict[str, Any]:
    """Return the settings of pg8000. A Unix socket needs no encryption.

    Over a network, pg8000 encrypts the connection if the server supports it. For each connection, pg8000 reads all
    certificates of the system.
    """
    return {"ssl_context": False} if "unix_sock" in parse_qs(urlsplit(url).query) else {}


def _connect(url: str, seconds: float) -> _Client:
    from pg8000.exceptions import DatabaseError, InterfaceError
    from pg8000.native import Connection

    parts = urlsplit(url)
    host, port = parts.hostname or "localhost", parts.port or 5432
    path = parse_qs(parts.query).get("unix_sock", [None])[0]
    wire: socket.socket | None = None
    try:
        if path is None:
            wire = socket.create_connection((host, port), seconds)
        else:
            wire = socket.socket(socket.AF_UNIX)
            wire.settimeout(seconds)
            wire.connect(path)
        user, database = unquote(parts.username or "postgres"), parts.path.lstrip("/") or None
        password = None if parts.password is None else unquote(parts.password)
        own = {"database": database, "password": password, **encryption(url)}
        return _Client(Connection(user, host=host, port=port, sock=wire, **own), wire)
    except (DatabaseError, InterfaceError, OSError, struct.error) as error:
        if wire is not None:
            wire.close()
        if isinstance(error, DatabaseError):
            raise _translate(error, url) from error
        raise LostConnectionError(f"the store {_hide_password(url)} does not answer: {error}") from error


def _translate(error: Exception, url: str) -> StoreError:
    details = error.args[0] if error.args and isinstance(error.args[0], dict) else {}
    code, message = str(details.get("C", "")), str(details.get("M", error))
    kind = LostConnectionError if code.startswith(_TRY_AGAIN) else StoreError
    return kind(f"cannot use the store {_hide_password(url)}: {message}")


def _hide_password(url: str) -> str:
    """Return the URL without its password."""
    parts = urlsplit(url)
    return url.replace(f":{parts.password}@", ":***@") if parts.password else url
