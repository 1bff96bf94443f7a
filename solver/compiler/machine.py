"""Finds the features of the processor that kernels use."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec


def has_compiler() -> bool:
    """Return whether this installation can compile kernels."""
    return find_spec("numba") is not None


@cache
def features() -> frozenset[str]:
    """Return the names of the instruction sets that LLVM finds. The set is empty if LLVM is not installed."""
    try:
        import llvmlite.binding as llvm
    except ImportError:
        return frozenset()
    return frozenset(name for name, has in llvm.get_host_cpu_features().items() if has)


def vector_bits() -> int:
    """Return the width of the vectors that kernels use, which is 512, 256 or 128 bits."""
    has = features()
    return 512 if "avx512f" in has else 256 if "avx2" in has else 128
