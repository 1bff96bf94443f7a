"""Reserves disk space for the end of a file before changes that would stay incomplete on a full disk."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import sys

_KEEP_SIZE = 1  # constant from linux/falloc.h
_NO_ROOM = frozenset([errno.ENOSPC, errno.EDQUOT, errno.EFBIG])


def reserve(descriptor: int, more: int) -> None:
    """Reserve `more` bytes after the end of a file without changing its size.

    Raise OSError if there is not enough space. If the system does not support reservations, do nothing.
    """
    size = os.fstat(descriptor).st_size
    limit, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    if limit != resource.RLIM_INFINITY and size + more > limit:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    if not sys.platform.startswith("linux"):
        return
    disk = os.fstatvfs(descriptor)
    # This test comes first, because a failed reservation may fill the disk.
    if disk.f_blocks and more > disk.f_bavail * disk.f_frsize:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.fallocate(descriptor, _KEEP_SIZE, ctypes.c_int64(size), ctypes.c_int64(more)) != 0:
        code = ctypes.get_errno()
        give_back(descriptor)
        if code in _NO_ROOM:
            raise OSError(code, os.strerror(code))


def give_back(descriptor: int) -> None:
    """Release the reserved bytes after the end of a file."""
    os.ftruncate(descriptor, os.fstat(descriptor).st_size)
