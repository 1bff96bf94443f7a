"""One suite on both databases: a file of SQLite, and a PostgreSQL server that the tests start themselves."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from rbsolve.store.database import Database
from rbsolve.store.opening import open_store


def postgresql_binaries() -> Path | None:
    """The folder of initdb and postgres: on the path, or where Debian keeps them."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(os.path.realpath(on_path)).parent if on_path else None


class PostgresServer:
    """A server on a socket in a folder of its own; postgres does not run as root, so root becomes the user `postgres`."""

    def __init__(self, folder: Path, binaries: Path) -> None:
        self.folder, self.data, self.binaries = folder, folder / "data", binaries
        self.user = "postgres" if os.getuid() == 0 else getpass.getuser()
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        self._run(
            "initdb", "-D", str(self.data), "-A", "trust", "-U", "rbsolve", "--no-sync", "-E", "UTF8", "--locale=C"
        )
        self.start()

    @property
    def pid(self) -> int:
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off -c max_connections=60"
        log = self.folder / "log"
        self._run("pg_ctl", "-D", str(self.data), "-l", str(log), "-o", options, "-w", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    def url(self, database: str = "rbsolve") -> str:
        return f"postgresql+pg8000://rbsolve@/{database}?unix_sock={self.folder}/.s.PGSQL.5432"

    def new_database(self) -> str:
        name = f"rb{os.urandom(4).hex()}"
        self._run("createdb", "-h", str(self.folder), "-U", "rbsolve", name)
        return self.url(name)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self.binaries / program, *arguments],
            check=True,
            user=self.user if os.getuid() == 0 else None,
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        )


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    binaries = postgresql_binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    pytest.importorskip("pg8000", reason="pg8000 is not installed: pip install 'rbsolve[postgresql]'")
    folder = Path(tempfile.mkdtemp(prefix="rbpg"))  # short: the path of a socket has at most 107 bytes
    server = PostgresServer(folder, binaries)
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.db"
    return request.getfixturevalue("postgres").new_database()


@pytest.fixture
def store(store_url: str) -> Iterator[Database]:
    database = open_store(store_url)
    yield database
    database.close()
