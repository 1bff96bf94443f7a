"""Network file systems are recognized."""

import errno

import pytest

from rbsolve.store import filesystems
from rbsolve.store.errors import StoreError
from rbsolve.store.filesystems import network_file_system, unsafe_file_system
from rbsolve.store.sqlite import SQLite
from rbsolve.studies.disk.opening import store_of

MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / /home rw - nfs4 server:/home rw
31 30 8:2 / /home/local rw - xfs /dev/sdb1 rw
32 22 0:41 / /scratch\\040space rw - lustre mgs@tcp:/x rw
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/data/s.db", None),
        ("/home/me/s.db", "nfs4"),
        ("/homes/me/s.db", None),
        ("/home/local/s.db", None),
        ("/scratch space/x/s.db", "lustre"),
    ],
)
def test_the_innermost_mount_counts(tmp_path, path, kind):
    table = tmp_path / "mountinfo"
    table.write_text(MOUNTS)
    assert network_file_system(path, table) == kind


def test_where_nothing_is_known_nothing_is_said(tmp_path):
    assert network_file_system("/x", tmp_path / "none") is None


def test_where_files_cannot_be_locked_no_store_is_made(tmp_path, monkeypatch):
    """SQLite misinterprets the refusal as the lock of another process, and waits."""
    assert unsafe_file_system(tmp_path / "new" / "s.db") is None

    def refuse(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(filesystems.fcntl, "lockf", refuse)
    with pytest.raises(StoreError, match="on a file system without locks, where SQLite loses data"):
        SQLite(f"sqlite:///{tmp_path / 's.db'}")
    url, said = store_of(tmp_path / "study", None)
    assert str(tmp_path) not in url
    assert "is on a file system without locks, where SQLite is not safe: the store is" in said
