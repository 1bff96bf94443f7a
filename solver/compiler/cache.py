"""Machine code on disk: one file for each kernel, or part of kernels, and the types of its arguments.

It is valid for the exact text of all sources that kernels contain.

A file is written under another name and then renamed, so that any number of first runs may fill one folder at once; a file that cannot be
read counts as missing. It is looked for in every folder of `folders()` and written to the first that can be written.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

from rbsolve.solver.compiler.versions import version_of

_PACKAGE = Path(__file__).parent.parent
_FOLDER = "rbsolve-kernels"
PLAIN_ROOMS = ("assembly", "sensors")  # numpy, of which no kernel contains anything
_WITHOUT_KERNELS = (*PLAIN_ROOMS, "__pycache__")
KEPT_SECONDS = 30 * 86400.0  # how long the code of other versions stays


def sources() -> list[Path]:
    """Every file that a kernel may contain code or numbers of."""
    from rbsolve.geometry import vector
    from rbsolve.parser.expressions import program

    rooms = [room.path for room in os.scandir(_PACKAGE) if room.is_dir() and room.name not in _WITHOUT_KERNELS]
    below = [folder for room in rooms for folder, _, _ in os.walk(room)]
    places = (os.fspath(_PACKAGE), os.path.dirname(vector.__file__), *below)
    files = [entry.path for place in places for entry in os.scandir(place) if entry.name.endswith(".py")]
    files.append(program.__file__)  # whose opcodes are numbers in the kernels
    return [Path(file) for file in sorted(files)]


@cache
def stamp() -> str:
    """A digest of all sources, and of what made machine code of them."""
    versions = [version_of(package) for package in ("numba", "llvmlite", "numpy")]
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "")  # of indices: code with and without is not the same
    digest = hashlib.sha256(f"{sys.version_info[:2]} {versions} {checked}".encode())
    for path in sources():
        with open(path, "rb", buffering=0) as file:
            digest.update(file.read())
    return digest.hexdigest()[:16]


@cache
def folders() -> tuple[Path, ...]:
    """Where machine code may be, best first: NUMBA_CACHE_DIR alone where it is set; else beside the package, where an administrator
    may have filled it; the user's cache; a folder of the user's own among the temporary ones."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return (Path(chosen) / _FOLDER,)
    places = [_PACKAGE / "__pycache__" / _FOLDER]
    home = os.environ.get("XDG_CACHE_HOME")
    with contextlib.suppress(RuntimeError):  # nobody's home
        places.append((Path(home) if home else Path.home() / ".cache") / _FOLDER)
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return (*places, Path(tempfile.gettempdir()) / f"{_FOLDER}-{user}")


def _is_safe(folder: Path) -> bool:
    """Whether nobody else can put code there for us to run."""
    status = folder.stat()
    ours = not hasattr(os, "getuid") or status.st_uid in (os.getuid(), 0)
    return ours and (folder.parent != Path(tempfile.gettempdir()) or status.st_mode & 0o022 == 0)


def writable() -> Path | None:
    """The folder that takes what is compiled, None where there is none."""
    for folder in folders():
        with contextlib.suppress(OSError):
            if not (folder / stamp()).exists():
                (folder / stamp()).mkdir(parents=True, exist_ok=True)
                _forget_others(folder)
            if os.access(folder / stamp(), os.W_OK) and _is_safe(folder):
                return folder
    return None


def _forget_others(folder: Path) -> None:
    """Remove what other versions of the sources left a while ago."""
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
def _machine() -> str:
    """What the code is for."""
    import llvmlite.binding as llvm

    return f"{llvm.get_default_triple()} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


def file_name(name: str, *identity: str) -> str:
    """The file of something with a short name and an identity, for this machine."""
    digest = hashlib.sha256(" | ".join((*identity, _machine())).encode())
    return f"{name}-{digest.hexdigest()[:24]}"


def has(name: str) -> bool:
    """Whether something is kept under a name."""
    return any((folder / stamp() / name).exists() for folder in folders())


def read(name: str) -> Any:
    """What is kept under a name, else None."""
    for folder in folders():
        with contextlib.suppress(Exception):  # missing, unreadable, cut short, of another version: compile again
            if _is_safe(folder):
                return pickle.loads((folder / stamp() / name).read_bytes())
    return None


def write(name: str, content: Any) -> None:
    """Keep something under a name where that is possible."""
    folder = writable()
    if folder is not None:
        with contextlib.suppress(OSError):  # a disk may be full: compile again next time
            _write(folder / stamp(), name, pickle.dumps(content))
