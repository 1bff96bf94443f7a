"""The features of the processor for kernels."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec


def has_compiler() -> bool:
    """Whether kernels can be compiled here."""
    return find_spec("numba") is not None


@cache
def features() -> frozenset[str]:
    """The instruction sets that LLVM finds, by its names; none where it is not installed."""
    try:
        import llvmlite.binding as llvm
    except ImportError:
        return frozenset()
    return frozenset(name for name, has in llvm.get_host_cpu_features().items() if has)


def vector_bits() -> int:
    """How wide the vectors are that kernels use: 512, 256 or 128 bits."""
    has = features()
    return 512 if "avx512f" in has else 256 if "avx2" in has else 128
