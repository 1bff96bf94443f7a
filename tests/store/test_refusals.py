"""Accounts, shares of cases and file systems that the store refuses or cannot know."""

import sqlite3

import pytest

from rbsolve.store import accounts, filesystems, sqlite
from rbsolve.store.errors import StoreError
from rbsolve.store.filesystems import network_file_system, unsafe_file_system
from rbsolve.store.opening import open_store


@pytest.fixture
def local_store(tmp_path):
    database = open_store(f"sqlite:///{tmp_path}/store.db")
    yield database
    database.close()


@pytest.mark.parametrize(
    ("name", "role", "message"),
    [
        ("ann", "king", "unknown role king: the roles are user, admin"),
        ("share:x", "user", "names that start with share: are reserved for links: use another name"),
    ],
)
def test_a_token_of_an_unknown_role_or_a_reserved_name_is_refused(local_store, name, role, message):
    with pytest.raises(ValueError, match=r"role|reserved") as refused:
        accounts.create_token(local_store, name, role)
    assert str(refused.value) == message
    assert list(accounts.list_tokens(local_store)) == []


@pytest.mark.parametrize("kind", ["nfs4", "lustre", "fuse.sshfs", "9p"])
def test_a_network_file_system_is_named(tmp_path, monkeypatch, kind):
    monkeypatch.setattr(filesystems, "network_file_system", lambda path: kind if path == tmp_path else None)
    assert unsafe_file_system(tmp_path) == f"a network file system ({kind})"


def test_a_folder_that_cannot_be_written_is_not_called_unsafe(tmp_path, monkeypatch):
    def refuse(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(filesystems.tempfile, "TemporaryFile", refuse)
    assert unsafe_file_system(tmp_path) is None


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        ("nonsense\n22 1 0:4 / / rw - nfs4 server:/ rw\n", "nfs4"),
        ("22 1 0:4 / / rw - nfs4 server:/ rw\n23 1 0:4 / \n24 1 0:4 / /data rw -  \n", "nfs4"),
        ("22 1 0:4 / / rw - nfs4 server:/ rw\n25 1 8:1 / / rw - ext4 /dev/sda1 rw\n", None),
    ],
)
def test_lines_without_a_mount_are_skipped_and_the_last_mount_counts(tmp_path, table, kind):
    mounts = tmp_path / "mountinfo"
    mounts.write_text(table)
    assert network_file_system("/data/s.db", mounts) == kind


class Connection:
    """A connection that refuses the write-ahead log with the given errors, one by one."""

    def __init__(self, *errors):
        self.errors, self.asked = list(errors), []

    def execute(self, text):
        self.asked.append(text)
        if self.errors:
            raise self.errors.pop(0)
        return self

    def fetchall(self):
        return []


def keep_a_log(monkeypatch, *errors, seconds=0.0):
    """Enable the log of a store whose connection refuses. Each wait takes `seconds`. Return the number of requests."""
    now, store = [100.0], object.__new__(sqlite.SQLite)
    store._connection = Connection(*errors)

    def sleep(_):
        now[0] += seconds

    monkeypatch.setattr(sqlite.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(sqlite.time, "sleep", sleep)
    store._keep_a_log()
    return store._connection.asked


def busy():
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


def test_a_log_that_another_connection_enables_is_waited_for(monkeypatch):
    assert keep_a_log(monkeypatch, busy(), busy()) == ["PRAGMA journal_mode=WAL"] * 3


def test_a_log_is_not_waited_for_without_end(monkeypatch):
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        keep_a_log(monkeypatch, *(busy() for _ in range(5)), seconds=0.6 * sqlite.BUSY_SECONDS)


def test_another_error_of_the_log_is_not_waited_for(monkeypatch):
    with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
        keep_a_log(monkeypatch, sqlite3.OperationalError("disk I/O error"), busy())


def test_an_error_that_ended_the_transaction_is_the_one_that_is_told(local_store):
    """A statement can end the transaction itself. A second ROLLBACK would then hide its error."""

    def work(session):
        session.run("CREATE TABLE x (a INTEGER)")
        session.run("ROLLBACK")
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        local_store.transaction(work)
    with pytest.raises(StoreError, match=r"cannot use the store .*: no such table: x"):
        local_store.read(lambda session: session.rows("SELECT a FROM x"))
