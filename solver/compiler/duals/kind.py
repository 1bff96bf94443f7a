"""Defines the type of duals: their storage, and the conversion of plain numbers."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.datamodel.models import PrimitiveModel
from numba.core.datamodel.registry import register_default
from numba.core.imputils import lower_cast, lower_getattr
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr

from rbsolve.solver.compiler.cases import scalar_of
from rbsolve.solver.compiler.duals.code import Code, TapeCode
from rbsolve.solver.compiler.scalars import DOUBLE, FLOAT, NumberType


class DualType(NumberType):
    """The type of a number with `count` derivatives. One plus `count` is a power of two."""

    def __init__(self, count: int) -> None:
        super().__init__("dual", count)


class TapeType(DualType):
    """The type of a number that records its operations. A value of this type contains the number, and the address of
    its node on a tape (sensitivity/taping.py). If `count` is 3, the number also carries a derivative, for iterations
    that end when derivatives converge.
    """

    def __init__(self, count: int) -> None:
        super(DualType, self).__init__("tape", count)


@register_default(TapeType)
@register_default(DualType)
class _Model(PrimitiveModel):
    def __init__(self, manager: Any, kind: DualType) -> None:
        super().__init__(manager, kind, ir.VectorType(DOUBLE, 1 + kind.count))


def type_of_name(name: str) -> Any:
    """Return the type of the numbers in an array, by the name of its dtype."""
    if name.startswith("dual"):
        return DualType(int(name.removeprefix("dual")))
    return TapeType(int(name.removeprefix("tape"))) if name.startswith("tape") else scalar_of(name)


def code_of(context: Any, builder: Any, sig: Any) -> Code:
    """Return the writer of the code for an operation on duals."""
    kind = next(kind for kind in (sig.return_type, *sig.args) if isinstance(kind, DualType))
    return (TapeCode if isinstance(kind, TapeType) else Code)(context, builder, kind.count)


@infer_getattr
class _Attributes(AttributeTemplate):
    key = DualType

    def resolve_real(self, kind: DualType) -> Any:
        return FLOAT


@lower_getattr(DualType, "real")
def _real(context: Any, builder: Any, kind: DualType, dual: Any) -> Any:
    """Return the number without derivatives. Iterative searches may use it, because their last Newton step computes the
    derivatives.
    """
    return Code(context, builder, kind.count).value(dual)


@lower_cast(types.Float, DualType)
@lower_cast(types.Integer, DualType)
@lower_cast(types.Boolean, DualType)
def _from_plain(context: Any, builder: Any, kind: Any, dual: Any, number: Any) -> Any:
    return Code(context, builder, dual.count).constant(context.cast(builder, number, kind, FLOAT))


@lower_cast(DualType, types.Float)
def _to_plain(context: Any, builder: Any, dual: Any, kind: Any, number: Any) -> Any:
    return Code(context, builder, dual.count).value(number)
