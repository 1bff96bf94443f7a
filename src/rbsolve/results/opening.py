"""Opening HDF5 files to read them, whoever wrote them: nothing outside the file is read, and nothing waits for ever.

HDF5 follows links to other files, takes rows from files that a dataset names (external storage) and from datasets of other files (virtual
datasets). A results file has none of these: a crafted one would show any file of the user's as numbers. So groups and datasets are reached
through the classes here, which refuse them.
"""

from __future__ import annotations

import ctypes
import errno
import os
import secrets
import stat
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import h5py
from h5py import h5d, h5f, h5l, h5p

from rbsolve.results.seal import is_damaged, reader_of
from rbsolve.results.superblock import SIZE, Superblock
from rbsolve.results.target import NO_LOCKS

READ_ATTEMPTS = 20
"""How often HDF5 reads what does not fit its checksum, in a file that somebody writes: it waits twice as long each time, 1 ms in all, and
without a limit for ever."""
DAMAGE = (OSError, RuntimeError, LookupError, ValueError, TypeError, AttributeError, OverflowError)
"""What h5py, and what takes its answers apart, raise for bytes that are not what was written."""


class ResultsError(OSError):
    """A file that cannot be read as results; str() says why."""


class NothingKeptError(ResultsError):
    """What a run left that was killed before it kept any rows."""


class Group(h5py.Group):  # type: ignore[misc]
    """A group that leads to nothing outside its file."""

    def __getitem__(self, name: Any) -> Any:
        """A member; KeyError when there is none, ResultsError when it is damaged, a link, behind one, or keeps its data elsewhere."""
        is_there = isinstance(name, (str, bytes)) and has_member(self, name)
        try:
            found = super().__getitem__(name)
        except (KeyError, RuntimeError) as error:
            if not is_there:
                raise
            raise _damaged(self, name) from error
        if type(found) is h5py.Group:
            return Group(found.id)
        if isinstance(found, h5py.Dataset):
            check_storage(found.id)
        return found

    def get(self, name: Any, default: Any = None, **options: Any) -> Any:
        """A member, or `default` where there is none. h5py does not come to that by `[]`."""
        if options:
            return super().get(name, default, **options)
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: object) -> bool:
        """Whether there is such a member."""
        return isinstance(name, (str, bytes)) and has_member(self, name)


class File(Group, h5py.File):  # type: ignore[misc]
    """A file all of which is in the file."""


def has_member(group: h5py.Group, name: str | bytes) -> bool:
    """Whether a group has a member; ResultsError when it is, or is behind, a soft or external link, or the way there is damaged."""
    path = name.encode() if isinstance(name, str) else name
    at = group.file.id if path.startswith(b"/") else group.id
    parts = [part for part in path.split(b"/") if part not in (b"", b".")]
    try:
        for count in range(1, len(parts) + 1):
            inside = b"/".join(parts[:count])
            if not at.links.exists(inside):
                return False
            if at.links.get_info(inside).type != h5l.TYPE_HARD:
                place = f"{group.name}/{inside.decode(errors='replace')}".strip("/")
                raise ResultsError(
                    f"cannot read {_name_of(group)}: {place} is a link to elsewhere; such links are not followed"
                )
    except (KeyError, RuntimeError, ValueError) as error:
        raise _damaged(group, name) from error
    return True


def _damaged(group: h5py.Group, name: str | bytes) -> ResultsError:
    place = f"{group.name}/{name if isinstance(name, str) else name.decode(errors='replace')}".strip("/")
    return ResultsError(f"cannot read {_name_of(group)}: {place} is damaged")


def check_storage(dataset: h5d.DatasetID) -> None:
    """ResultsError when the rows of a dataset are in other files."""
    properties = dataset.get_create_plist()
    layout = properties.get_layout()
    if layout == h5d.VIRTUAL or (layout == h5d.CONTIGUOUS and properties.get_external_count()):
        found = h5py.Dataset(dataset)
        place = str(found.name).strip("/")
        raise ResultsError(
            f"cannot read {_name_of(found)}: the data of {place} are in another file, which is not opened"
        )


def _name_of(inside: h5py.Group | h5py.Dataset) -> str:
    return str(inside.file.filename)


def open_to_read(path: Path) -> File:
    """Open a file as everybody does, or without a lock where the file system has none; OSError when it cannot be read.

    HDF5 refuses to open a file twice in one process with different locks.
    """
    _check(path)
    try:
        return File(path, "r")
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
        return File(path, "r", locking=False)


def open_unlocked(path: Path) -> File:
    """Open a file that nobody writes any more, on any file system."""
    _check(path)
    return File(path, "r", locking=False)


def open_written(path: Path) -> File:
    """Open a file that a run is writing, or was when it was killed."""
    _check(path)
    access = h5p.create(h5p.FILE_ACCESS)
    access.set_file_locking(False, True)
    access.set_libver_bounds(h5f.LIBVER_V110, h5f.LIBVER_LATEST)
    limit = _limit_read_attempts()
    if limit is not None:
        limit(access.id, READ_ATTEMPTS)
    return File(h5f.open(os.fsencode(path), h5f.ACC_RDONLY | h5f.ACC_SWMR_READ, fapl=access))


@cache
def _limit_read_attempts() -> Callable[[int, int], int] | None:
    """`H5Pset_metadata_read_attempts`, which h5py does not offer, of the library that h5py uses."""
    try:
        function = ctypes.CDLL(h5p.__file__).H5Pset_metadata_read_attempts
    except (OSError, AttributeError):
        return None
    function.argtypes, function.restype = [ctypes.c_int64, ctypes.c_uint], ctypes.c_int
    limited: Callable[[int, int], int] = function
    return limited


def open_image(image: bytes) -> File:
    """A file in memory, for reading, from the bytes of a file; ResultsError when they do not fit their digest."""
    if is_damaged(lambda size, at: image[at : at + size], len(image)):
        raise ResultsError("the results are damaged, their digest does not fit")
    access = h5p.create(h5p.FILE_ACCESS)
    access.set_fapl_core(backing_store=False)
    access.set_file_image(image)
    return File(h5f.open(f"rbsolve-{secrets.token_hex(8)}".encode(), h5f.ACC_RDONLY, fapl=access))


def superblock_of(path: Path) -> Superblock | None:
    """The superblock of a file, None where it has none."""
    with path.open("rb", buffering=0) as stream:
        return Superblock.of(stream.read(SIZE))


def missing_bytes(path: Path) -> int:
    """How many bytes a file lacks at the least of those that it had once; 0 where it says nothing of that."""
    found = superblock_of(path)
    return 0 if found is None or not found.is_whole else max(0, found.end - path.stat().st_size)


def _check(path: Path) -> None:
    """OSError when there is no such file, it is something that a reader would wait for, or it does not fit its digest."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
        if not stat.S_ISREG(status.st_mode):
            raise ResultsError(f"cannot read {path}: it is not a regular file")
        if is_damaged(reader_of(descriptor), status.st_size):
            raise ResultsError(f"cannot read {path}: it is damaged, its digest does not fit")
    finally:
        os.close(descriptor)
