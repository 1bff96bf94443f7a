"""Handles the output file of a run: its path, its lock against other runs, and errors that occur during writing."""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rbsolve.results.file.conventions import hidden_path, partial_of

NO_LOCKS = frozenset([errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
"""The error codes of file systems without locks, for example on some clusters."""


class OutputError(OSError):
    """The error that results could not be written. str() returns the reason and the path."""


def reason(error: BaseException) -> str:
    """Return the message of the operating system, without the internals of HDF5."""
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    text = str(error)
    if "error message = '" in text:
        return text.split("error message = '", 1)[1].split("'", 1)[0]
    return text


def checked_target(path: Path) -> Path:
    """Return the final path of the file, with symbolic links resolved. So a link at `path` remains a link when the file
    is moved to its place.
    """
    target = Path(os.path.realpath(path))
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        mode = stat.S_IFREG
    except OSError as error:
        raise OutputError(f"cannot write {path}: {reason(error)}") from error
    if stat.S_ISDIR(mode):
        raise OutputError(f"cannot write {path}: it is a folder")
    if not stat.S_ISREG(mode):
        raise OutputError(f"cannot write {path}: it is not a regular file")
    if not target.parent.is_dir():
        raise OutputError(f"cannot write {path}: the folder {target.parent} does not exist")
    return target


def lock(temporary: Path, target: Path) -> int:
    """Return a descriptor that locks the file against other runs, until the descriptor is closed or the process ends.

    If the file system has no locks, other runs can write the same file.
    """
    lock = os.open(temporary, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try_lock(lock, fcntl.LOCK_EX)
    except BlockingIOError as error:
        os.close(lock)
        raise OutputError(f"cannot write {target}: another run is writing it") from error
    return lock


class Output:
    """A file that is written under a temporary name and locked against other runs. When it is complete, it is moved to
    its place.
    """

    def __init__(self, target: Path) -> None:
        self.target, self.temporary = target, partial_of(target)
        self.lock = lock(self.temporary, target)

    def move(self) -> None:
        """Move the file to its final path."""
        os.replace(self.temporary, self.target)
        self.unlock()

    def remove(self) -> None:
        """Remove the temporary file."""
        self.temporary.unlink(missing_ok=True)
        self.unlock()

    def unlock(self) -> None:
        """Release the lock."""
        os.close(self.lock)


def is_being_written(temporary: Path) -> bool:
    """Return whether a run has locked its file. If the file system has no locks, the result is False."""
    try:
        descriptor = os.open(temporary, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        try_lock(descriptor, fcntl.LOCK_SH)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def try_lock(descriptor: int, kind: int) -> None:
    """Lock a file if possible. Raise BlockingIOError if another process has locked the file."""
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise


@contextmanager
def convert_errors(path: Path | None, break_off: Callable[[], str]) -> Iterator[None]:
    """A context manager that converts errors of the file system and of HDF5 to an OutputError. `break_off` cleans up,
    and returns a text that is added to the message.
    """
    try:
        yield
    except OutputError:
        raise
    except (OSError, RuntimeError) as error:
        raise OutputError(f"cannot write {path}: {reason(error)}{break_off()}") from error


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A context manager with which a file is written either completely or not at all. The caller writes to the
    temporary path that it returns. The file is then moved to its final path. Raise OutputError if the file cannot be
    written.
    """
    target = checked_target(path)
    temporary = hidden_path(target, f".{secrets.token_hex(4)}.part")
    try:
        yield temporary
        os.replace(temporary, target)
    except OSError as error:
        if error.errno is None:  # not an error of the operating system: a source could not be read
            raise
        raise OutputError(f"cannot write {path}: {reason(error)}") from error
    finally:
        temporary.unlink(missing_ok=True)
