"""Confines a process by Linux's Landlock. The process can then write only to its own folder, read only the files that
it needs, and not use the network.

The source is the kernel's documentation, userspace-api/landlock. The constants are from linux/landlock.h.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_RULE_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_NET_BIND, _NET_CONNECT = 1, 2
# Rights over files in each version of the interface. The first version has 13 rights. Later versions add rights to move
# files, to truncate files, and to control devices.
_FILES = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1, 5: (1 << 16) - 1}
_NETWORK_SINCE = 4


def landlock_version() -> int:
    """Return the version of the kernel's Landlock interface. Without this interface, return 0."""
    if sys.platform != "linux":
        return 0
    libc = ctypes.CDLL(None, use_errno=True)
    version = int(libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG)))
    return max(0, version)


def blocks_network(version: int) -> bool:
    """Return whether a version can also forbid connections."""
    return version >= _NETWORK_SINCE


def confine(folder: Path) -> bool:
    """Confine this process until it ends. Return False if the kernel lacks Landlock. Raise OSError if the kernel
    refuses.
    """
    version = landlock_version()
    if version == 0:
        return False
    own = folder / "tmp"
    own.mkdir(exist_ok=True)
    tempfile.tempdir = str(own)  # the system's folder is not accessible
    libc = ctypes.CDLL(None, use_errno=True)
    rights = _FILES[min(version, max(_FILES))]
    network = _NET_BIND | _NET_CONNECT if blocks_network(version) else 0
    attributes = struct.pack("<QQ", rights, network) if network else struct.pack("<Q", rights)
    ruleset = _call(libc, _CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    try:
        _allow(libc, ruleset, folder, rights)
        for path in _readable():
            with suppress(OSError):
                _allow(libc, ruleset, path, _READ if path.is_dir() else _EXECUTE | _READ_FILE)
        with suppress(OSError):
            _allow(libc, ruleset, Path("/dev/null"), _WRITE_FILE | _READ_FILE)
        libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        _call(libc, _RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)
    return True


def _allow(libc: ctypes.CDLL, ruleset: int, path: Path, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = struct.pack("<Qi", rights, descriptor)
        _call(libc, _ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(_RULE_PATH_BENEATH), rule, ctypes.c_uint32(0))
    finally:
        os.close(descriptor)


def _call(libc: ctypes.CDLL, number: int, *arguments: object) -> int:
    result = int(libc.syscall(number, *arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def _readable() -> Iterable[Path]:
    """Yield the paths of Python, its packages and the system's libraries."""
    from rbsolve.solver.compiler.cache import folders as kernel_folders

    names = {sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), *(path for path in sys.path if path)}
    home = Path(__file__).parents[2]
    names |= {str(home), *(os.path.realpath(home / name) for name in ("language", "parser", "geometry", "solver"))}
    names |= {
        "/usr",
        "/lib",
        "/lib64",
        "/etc/ld.so.cache",
        "/etc/localtime",
        "/proc/self",
        "/proc/cpuinfo",
        "/sys/devices/system/cpu",
    }
    names |= {str(folder) for folder in kernel_folders()}
    return [Path(name) for name in sorted(names) if os.path.exists(name)]
