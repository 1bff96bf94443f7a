"""Describes where the kernels of this installation come from."""

from __future__ import annotations


def origin_of_kernels() -> str:
    """Describe whether the kernels come from the library of the wheel or from the compiler. If a library is not used,
    give the reason.
    """
    from rbsolve.solver.compiler import cache, library
    from rbsolve.solver.compiler.versions import version_of

    compiler = f"numba {version_of('numba')}" if cache.has_compiler() else None
    found = library.level_in_use()
    if found is None:
        why = f"{library.flaw()}; " if library.flaw() else ""
        how = (
            f"compiled by {compiler} at first use, then from the cache"
            if compiler
            else "neither kernels nor numba are installed, so no deck can be solved; pip install 'rbsolve[compile]'"
        )
        return why + how
    level, count = found
    others = f"others: {compiler}" if compiler else "other kernels need numba: pip install 'rbsolve[compile]'"
    return f"{count} in the wheel, for {level}; {others}"
