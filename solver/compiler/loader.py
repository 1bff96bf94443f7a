"""Object code into memory, by LLVM alone."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from rbsolve.solver.compiler.stamps import is_portable

_engines: list[Any] = []  # they own the code


@cache
def _target() -> Any:
    import llvmlite.binding as llvm

    with contextlib.suppress(RuntimeError):  # newer versions initialize themselves, with a warning
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def load(objects: Mapping[str, bytes], symbol: str) -> int:
    """The address of a function of object files that call each other, in an engine of their own: other ones may have the same names."""
    import llvmlite.binding as llvm

    machine = _target().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    if is_portable():
        from rbsolve.solver.compiler.portable import objects_to_run

        objects = objects_to_run(objects)
    for code in objects.values():
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    return int(engine.get_function_address(symbol))
