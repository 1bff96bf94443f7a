"""Loads object code into memory, using only llvmlite."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from rbsolve.solver.compiler.stamps import is_portable

_engines: list[Any] = []  # these engines own the code and must therefore not be deleted


@cache
def _target() -> Any:
    import llvmlite.binding as llvm

    with contextlib.suppress(RuntimeError):  # newer versions initialize themselves, and raise a warning here
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def _new_engine() -> Any:
    import llvmlite.binding as llvm

    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target().create_target_machine(jit=True))


@cache
def _first_engine() -> Any:
    """Return an engine. The first engine of a process registers the functions of the process."""
    return _new_engine()


def can_find(name: str) -> bool:
    """Return whether `load` can find a function that object files call, but do not contain."""
    import llvmlite.binding as llvm

    _first_engine()
    return name.startswith("llvm.") or llvm.address_of_symbol(name) is not None


def load(objects: Mapping[str, bytes], symbol: str) -> int:
    """Return the address of a function in object files that call each other.

    Each call uses a separate engine, because other object files may contain the same names.
    """
    import llvmlite.binding as llvm

    engine = _new_engine()
    if is_portable():
        from rbsolve.solver.compiler.portable import objects_to_run

        objects = objects_to_run(objects)
    for code in objects.values():
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    return int(engine.get_function_address(symbol))
