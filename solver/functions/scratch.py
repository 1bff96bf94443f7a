"""Working memory of the expression machine on the stack of the running kernel: kernels use no heap."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from rbsolve.solver.functions.instructions import DEEPEST_STACK


@intrinsic
def scratch(typing_context: Any) -> Any:
    """Room for DEEPEST_STACK triples of floats, indexed flat; valid until the calling kernel returns."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return cgutils.alloca_once(builder, ir.DoubleType(), size=3 * DEEPEST_STACK)

    return types.CPointer(types.float64)(), generate
