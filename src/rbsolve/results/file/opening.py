"""Opens HDF5 files from any source for reading. No call waits without a limit, and every part is checked
(`checked.py`)."""

from __future__ import annotations

import ctypes
import errno
import os
import secrets
import stat
from collections.abc import Callable
from functools import cache
from pathlib import Path

import h5py
from h5py import h5f, h5p

from rbsolve.results.file.checked import File
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.file.layout import RUN, Node
from rbsolve.results.file.seal import is_damaged, reader_of
from rbsolve.results.file.superblock import SIZE, Superblock
from rbsolve.results.file.target import NO_LOCKS

GROWING = frozenset(("rows",))
"""Words for lengths that may differ between datasets while a run writes them."""
READ_ATTEMPTS = 20
"""The number of times that HDF5 tries to read data with a wrong checksum from a file that is being written.

Each wait is twice as long as the previous one, and all waits take 1 ms in total. Without a limit, HDF5 would wait
forever.
"""


def open_to_read(path: Path) -> File:
    """Open a file with a shared lock. If the file system has no locks, open it without a lock. Raise OSError if the
    file cannot be read.

    HDF5 refuses to open a file twice in one process with different locks.
    """
    _check(path)
    try:
        return File(h5py.File(path, "r").id)
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
        return open_unlocked(path)


def open_unlocked(path: Path, root: Node | None = None) -> File:
    """Open a file to which no process writes any more, on any file system. `root` is the layout of the file (default:
    the layout of a run or a study).
    """
    _check(path)
    return File(h5py.File(path, "r", locking=False).id, root)


def open_written(path: Path) -> File:
    """Open a file that a run is writing, or was writing when it was killed."""
    _check(path)
    access = h5p.create(h5p.FILE_ACCESS)
    access.set_file_locking(False, True)
    access.set_libver_bounds(h5f.LIBVER_V110, h5f.LIBVER_LATEST)
    limit = _limit_read_attempts()
    if limit is not None:
        limit(access.id, READ_ATTEMPTS)
    return File(h5f.open(os.fsencode(path), h5f.ACC_RDONLY | h5f.ACC_SWMR_READ, fapl=access), RUN, GROWING)


@cache
def _limit_read_attempts() -> Callable[[int, int], int] | None:
    """Return the function `H5Pset_metadata_read_attempts` of the HDF5 library. h5py itself does not provide this
    function.
    """
    try:
        function = ctypes.CDLL(h5p.__file__).H5Pset_metadata_read_attempts
    except (OSError, AttributeError):
        return None
    function.argtypes, function.restype = [ctypes.c_int64, ctypes.c_uint], ctypes.c_int
    limited: Callable[[int, int], int] = function
    return limited


def open_image(image: bytes) -> File:
    """Open a file in memory for reading, from the bytes of a file. Raise ResultsError if the bytes do not match their
    digest.
    """
    if is_damaged(lambda size, at: image[at : at + size], len(image)):
        raise ResultsError("the results are damaged: their digest does not match")
    access = h5p.create(h5p.FILE_ACCESS)
    access.set_fapl_core(backing_store=False)
    access.set_file_image(image)
    return File(h5f.open(f"rbsolve-{secrets.token_hex(8)}".encode(), h5f.ACC_RDONLY, fapl=access))


def superblock_of(path: Path) -> Superblock | None:
    """Return the superblock of a file, or None for a file without a superblock."""
    with path.open("rb", buffering=0) as stream:
        return Superblock.of(stream.read(SIZE))


def missing_bytes(path: Path) -> int:
    """Return the smallest possible number of bytes that a file has lost. If the file does not record its size, return
    0.
    """
    found = superblock_of(path)
    return 0 if found is None or not found.is_whole else max(0, found.end - path.stat().st_size)


def _check(path: Path) -> None:
    """Raise OSError if the file does not exist, if reading the file could block, or if the file does not match its
    digest."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
        if not stat.S_ISREG(status.st_mode):
            raise ResultsError(f"cannot read {path}: it is not a regular file")
        if is_damaged(reader_of(descriptor), status.st_size):
            raise ResultsError(f"cannot read {path}: it is damaged: its digest does not match")
    finally:
        os.close(descriptor)
