"""Kernels for processors of several levels from one compilation.

If `RBSOLVE_PORTABLE_KERNELS` is 1, a kernel is stored as LLVM bitcode, before any optimization for a processor. numba
then does its part of the work only once. This module converts the bitcode to object files, one for each level. The
conversion takes about a third of the work. The object files can be linked to a shared library. The process that
collects kernels runs the object files of the first level, so these are always created.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from llvmlite import binding
from numba.core.codegen import AOTCodeLibrary, AOTCPUCodegen

from rbsolve.solver.compiler.duals.folding import fold
from rbsolve.solver.compiler.levels import levels_here

OBJECTS = "objects"
"""The folder in NUMBA_CACHE_DIR that contains a folder of object files for each level."""


def objects_to_run(texts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return object files for this machine, by symbol, from bitcode by symbol."""
    folder, level = Path(os.environ["NUMBA_CACHE_DIR"]) / OBJECTS, levels_here()[0]
    return {symbol: object_file(folder, level, symbol, text).read_bytes() for symbol, text in texts.items()}


def object_file(folder: Path, level: str, symbol: str, text: bytes) -> Path:
    """Return the object file of bitcode for a level. The file is created if it does not exist."""
    path = folder / level / f"{symbol}.o"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".")
        with os.fdopen(handle, "wb") as file:
            file.write(_object_code(level, text))
        os.replace(temporary, path)
    return path


def _object_code(level: str, text: bytes) -> bytes:
    """Optimize bitcode for another processor as numba does, and emit position-independent code."""
    codegen = _codegen(level)
    library = AOTCodeLibrary(codegen, "kernels")
    module: Any = binding.parse_bitcode(text)
    for function in module.functions:
        if function.name.startswith("part_of_"):
            function.visibility = "hidden"
    library._final_module = module
    library._optimize_final_module()
    return bytes(codegen._tm.emit_object(fold(library._final_module)))


@cache
def _codegen(level: str) -> Any:
    return AOTCPUCodegen("kernels", level)
