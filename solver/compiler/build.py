"""Builds shared libraries from the kernels in a portable cache (portable.py). There is one library for each processor
level, and a manifest.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from rbsolve.solver.compiler.cache import file_name, folders
from rbsolve.solver.compiler.library import Libraries, digest_of, symbol_of
from rbsolve.solver.compiler.machine_code import MachineCode, unpack
from rbsolve.solver.compiler.portable import OBJECTS, object_file
from rbsolve.solver.compiler.stamps import stamp, stamp_of_sources
from rbsolve.solver.compiler.versions import version_of

_LINK = {
    # Kernels may use only libc and libm. Any other symbol causes an error of the linker.
    "linux": (".so", ("-shared", "-nostdlib", "-s", "-Wl,--gc-sections,--build-id=none,-z,defs", "-lm", "-lc")),
    "darwin": (".dylib", ("-dynamiclib", "-nostartfiles", "-Wl,-dead_strip,-x")),
}


class Built(NamedTuple):
    """A library that has been built."""

    level: str
    file: Path
    kernels: int


def build(levels: Sequence[str], output: Path, processes: int = 1) -> Iterator[Built]:
    """Build the libraries and their manifest in a folder, from all kernels in the cache of this process.

    Raise subprocess.CalledProcessError if the linker fails.
    """
    code = dict(_cached_code(folders()[0] / stamp()))
    entries = {name: list(each.result) for name, each in code.items() if each.symbol == symbol_of(name)}
    texts = {symbol: text for each in code.values() for symbol, text in each.objects.items()}
    output.mkdir(parents=True, exist_ok=True)
    files = {}
    for level in levels:
        objects = _objects(folders()[0].parent / OBJECTS, level, texts, processes)
        library = _link(objects, output, level)
        files[level] = [library.name, digest_of(library.read_bytes())]
        yield Built(level, library, len(entries))
    made_with = {package: version_of(package) for package in ("numba", "llvmlite", "numpy")}
    made_with["python"] = ".".join(map(str, sys.version_info[:3]))
    Libraries(stamp_of_sources(), entries, files, made_with).write(output)


def _cached_code(folder: Path) -> Iterator[tuple[str, MachineCode]]:
    """Yield the cached machine code for the current version of the sources, by name."""
    end = file_name("")
    for path in sorted(folder.glob(f"*{end}")):
        code = unpack(path.name, path.read_bytes())
        if code is not None:
            yield path.name.removesuffix(end), code


def _objects(folder: Path, level: str, texts: dict[str, bytes], processes: int) -> list[Path]:
    """Return the object files of bitcode texts. The texts are stored by symbol."""
    count = len(texts)
    with ProcessPoolExecutor(processes) as pool:
        made = pool.map(object_file, [folder] * count, [level] * count, texts.keys(), texts.values(), chunksize=4)
        return list(made)


def _link(objects: Sequence[Path], output: Path, level: str) -> Path:
    """Link object files to a shared library for a processor level."""
    suffix, flags = _LINK[sys.platform]
    library = output / f"kernels-{level}{suffix}"
    linker = shlex.split(os.environ.get("CC", "cc"))
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:  # the list may be too long for a command line
        listed.write("\n".join(map(str, objects)))
        listed.flush()
        subprocess.run([*linker, "-o", str(library), f"@{listed.name}", *flags], check=True)
    return library
