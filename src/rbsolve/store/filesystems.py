"""Detects network file systems and file systems without locks, where SQLite is not safe."""

from __future__ import annotations

import fcntl
import os
import tempfile
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
NETWORK_KINDS = frozenset(
    [
        *("nfs", "nfs4", "cifs", "smb3", "smbfs", "lustre", "gpfs", "beegfs", "ceph", "afs", "ncpfs", "9p", "panfs"),
        *(
            "pvfs2",
            "orangefs",
            "ocfs2",
            "gfs2",
            "glusterfs",
            "fuse.sshfs",
            "fuse.glusterfs",
            "fuse.ceph",
            "fuse.beegfs",
        ),
        *("fuse.s3fs", "fuse.juicefs", "fuse.rclone"),
    ]
)


def unsafe_file_system(path: Path) -> str | None:
    """Return the reason why a path is unsuitable for SQLite, or None if it is suitable."""
    kind = network_file_system(path)
    if kind is not None:
        return f"a network file system ({kind})"
    folder = next((place for place in (path, *path.absolute().parents) if place.is_dir()), None)
    return "a file system without locks" if folder is not None and _lacks_locks(folder) else None


def _lacks_locks(folder: Path) -> bool:
    """Return whether the file system of a folder refuses to lock files. SQLite would misinterpret this as a lock of
    another process.
    """
    try:
        probe = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 if no file can be written, the test is skipped
    except OSError:
        return False
    with probe:
        try:
            fcntl.lockf(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def network_file_system(path: Path, mounts: Path = MOUNTS) -> str | None:
    """Return the kind of the network file system of an existing or future `path`, or None for a local disk.

    `mounts` is a table in the form of Linux's /proc/self/mountinfo. Without this table, the result is None.
    """
    try:
        table = mounts.read_text(errors="surrogateescape")
    except OSError:
        return None
    real = os.path.realpath(path)
    best, kind = "", None
    for line in table.splitlines():
        before, _, after = line.partition(" - ")
        fields, kinds = before.split(), after.split()
        if len(fields) < 5 or not kinds:
            continue
        point = fields[4].encode().decode("unicode_escape") if "\\" in fields[4] else fields[4]
        inside = real == point or real.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(
            best
        ):  # the later mount hides the earlier mount if both have the same mount point
            best, kind = point, kinds[0]
    return kind if kind in NETWORK_KINDS else None
