"""Object code into memory, by LLVM alone."""

from __future__ import annotations

import contextlib
from functools import cache
from typing import Any

_engines: list[Any] = []  # they own the code


@cache
def _target() -> Any:
    import llvmlite.binding as llvm

    with contextlib.suppress(RuntimeError):  # newer versions initialize themselves, and say so
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def load(code: bytes, symbol: str) -> int:
    """The address of a function of an object file. Each file has an engine of its own: names in different files may be the same."""
    import llvmlite.binding as llvm

    machine = _target().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    return int(engine.get_function_address(symbol))
