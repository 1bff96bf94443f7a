"""A PostgreSQL server that tests and benchmarks start themselves. It runs as a separate user, on a socket in a
temporary folder.
"""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from waiting import PATIENCE


def postgresql_binaries() -> Path | None:
    """The folder of initdb and postgres: on the path, or in the folder of Debian."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(os.path.realpath(on_path)).parent if on_path else None


class PostgresServer:
    """A server on a socket in a separate folder. postgres does not run as root, so root becomes the user `postgres`."""

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
        deadline = time.monotonic() + PATIENCE
        while True:  # after a kill, the remaining processes of the previous server must end first
            try:
                self._run("pg_ctl", "-D", str(self.data), "-l", str(log), "-o", options, "-w", "start")
            except subprocess.CalledProcessError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.3)
            else:
                return

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


@contextmanager
def running_server() -> Iterator[PostgresServer]:
    """A separate server until the end of the block. The test is skipped without PostgreSQL."""
    binaries = postgresql_binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    pytest.importorskip("pg8000", reason="pg8000 is not installed: pip install 'rbsolve[postgresql]'")
    folder = Path(tempfile.mkdtemp(prefix="rbpg"))  # a short name, because the path of a socket has at most 107 bytes
    server = PostgresServer(folder, binaries)
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with running_server() as server:
        yield server
