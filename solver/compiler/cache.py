"""Stores machine code on disk. There is one file for each kernel or part, and for each combination of argument types.

A file is valid only for the exact text of all sources that kernels contain.

A file is written under a temporary name and then renamed, so several processes may write to one folder at the same
time. Files that are unreadable, damaged, or writable by other users are ignored. Reading searches every folder of
`folders()`. Writing uses the first writable folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from rbsolve.solver.compiler import ownership
from rbsolve.solver.compiler.machine_code import MachineCode, pack, unpack
from rbsolve.solver.compiler.stamps import PACKAGE, is_portable, stamp

_PACKAGE = PACKAGE
_FOLDER = "rbsolve-kernels"
KEPT_SECONDS = 30 * 86400.0  # age after which code of other versions is deleted [s]


@cache
def folders() -> tuple[Path, ...]:
    """Return the folders with machine code. The best folder comes first. If NUMBA_CACHE_DIR is set, it is the only
    folder.

    Otherwise there are three folders: a folder beside the package, the user's cache, and a temporary folder of the
    user. An administrator may have filled the first folder.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return (Path(chosen) / _FOLDER,)
    places = [_PACKAGE / "__pycache__" / _FOLDER]
    home = os.environ.get("XDG_CACHE_HOME")
    with contextlib.suppress(RuntimeError):  # the user has no home directory
        places.append((Path(home) if home else Path.home() / ".cache") / _FOLDER)
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return (*places, Path(tempfile.gettempdir()) / f"{_FOLDER}-{user}")


# Safe folders by name. They are cached, because other users cannot make a safe folder unsafe.
_found_safe: dict[Path, Path] = {}


def safe(folder: Path) -> Path | None:
    """Return the path of a folder of `folders()`, or None if other users could put code there."""
    if folder not in _found_safe and flaw_of(folder) is None:
        _found_safe[folder] = Path(os.path.realpath(folder))
    return _found_safe.get(folder)


def flaw_of(folder: Path) -> str | None:
    """Return the reason not to use a folder of `folders()`, or None. A folder is not used if it does not exist, or if
    other users could put code there.
    """
    # Folders below the package are as safe as the package itself, whose code runs anyway.
    root = Path(os.path.realpath(_PACKAGE)) if _PACKAGE in folder.parents else None
    try:
        return ownership.flaw_of(Path(os.path.realpath(folder / stamp())), root)
    except OSError as error:
        return f"{folder}: {error.strerror}"


def writable() -> Path | None:
    """Return the folder for new machine code, or None if no folder is writable."""
    for folder in folders():
        with contextlib.suppress(OSError):
            is_new = not (folder / stamp()).exists()
            if is_new:
                _make(folder / stamp())
            if os.access(folder / stamp(), os.W_OK) and safe(folder) is not None:
                if is_new:
                    _forget_others(folder)
                return folder
    return None


def _make(folder: Path) -> None:
    """Create a folder to which no other user can write. The permissions of the user's other folders do not matter."""
    if not folder.parent.exists():
        _make(folder.parent)
    with contextlib.suppress(FileExistsError):  # another process has created the folder in the meantime
        folder.mkdir(0o755)


def _forget_others(folder: Path) -> None:
    """Remove old files of other versions of the sources."""
    for other in folder.iterdir():
        if other.name != stamp() and time.time() - other.stat().st_mtime > KEPT_SECONDS:
            shutil.rmtree(other, ignore_errors=True)


def _write(folder: Path, name: str, content: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{name}")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.chmod(temporary, 0o644)
    os.replace(temporary, folder / name)


@cache
def has_compiler() -> bool:
    """Return whether numba is installed. Without numba, nothing is compiled and no cached file is loaded."""
    return find_spec("numba") is not None


@cache
def _machine() -> str:
    """Return a short key of the processor for which this process compiles."""
    if is_portable():
        return "portable"
    import llvmlite.binding as llvm

    machine = f"{llvm.get_default_triple()} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return hashlib.sha256(machine.encode()).hexdigest()[:12]


def name_of(name: str, *identity: str) -> str:
    """Return a name that consists of a short name and a digest of an identity. It is the same on every machine."""
    digest = hashlib.sha256(" | ".join(identity).encode())
    return f"{name}-{digest.hexdigest()[:24]}"


def file_name(name: str) -> str:
    """Return the file name for a name from `name_of`, on this machine."""
    return f"{name}-{_machine()}"


def has(name: str) -> bool:
    """Return whether a file exists under a name."""
    if not has_compiler():
        return False
    return any((folder / stamp() / file_name(name)).exists() for folder in folders() if safe(folder) is not None)


def read(name: str) -> MachineCode | None:
    """Return the stored content under a name, or None if nothing is stored."""
    if not has_compiler():
        return None
    name = file_name(name)
    for folder in folders():
        place = safe(folder)
        content = None if place is None else _read(place / stamp() / name)
        code = None if content is None else unpack(name, content)
        if code is not None:
            return code
    return None


def _read(path: Path) -> bytes | None:
    """Return the content of a file, or None if the file is missing or does not belong to the user or root."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or ownership.flaw_in(path, status, {path.parent.stat().st_uid}):
            return None
        with contextlib.suppress(OSError):
            return file.read()
    return None


def write(name: str, code: MachineCode) -> None:
    """Store machine code under a name, if possible."""
    folder, name = writable(), file_name(name)
    if folder is not None:
        with contextlib.suppress(
            OSError
        ):  # after an error such as a full disk, the code is simply compiled again next time
            _write(folder / stamp(), name, pack(name, code))
