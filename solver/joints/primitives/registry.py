"""The primitive constraint rows. A new one is a module with its record, its number in language/joints/record.py, and one line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rbsolve.language.joints.record import CODES
from rbsolve.solver.joints.primitives import angle, component, cosine, direction, screw, spin, turning
from rbsolve.solver.joints.primitives.kind import Primitive

PRIMITIVES: tuple[Primitive, ...] = (
    component.PRIMITIVE,
    direction.PRIMITIVE,
    cosine.PRIMITIVE,
    angle.PRIMITIVE,
    screw.PRIMITIVE,
    turning.PRIMITIVE,
    spin.PRIMITIVE,
)
PRIMITIVE_OF = {primitive.code: primitive for primitive in PRIMITIVES}
"""By the code of a row; those of couplings have none (`rbsolve.solver.joints.couplings`)."""

PRESSING = tuple(primitive.code for primitive in PRIMITIVES if primitive.force is not None)
"""Rows that are forces; the others are moments."""

ANGLES = tuple(primitive.code for primitive in PRIMITIVES if not primitive.is_length)
"""Rows whose residuals are angles or cosines; those of others are lengths."""


SLIDING = tuple(code in PRIMITIVE_OF and PRIMITIVE_OF[code].along is not None for code in range(CODES))
"""By the code of a row, whether translations have a part in its second-order terms."""


def chosen(module: str, face: str, arguments: str, otherwise: Any = None) -> Callable[..., Any]:
    """A plain function `FACE_of_row(code, arguments)`: the face of the primitive that has the code; `otherwise` where it has none.

    numba compiles branches, not tables of functions; this writes the branches. `module` is where the function is to be found.
    """
    having = [primitive for primitive in PRIMITIVES if getattr(primitive, face) is not None]
    space: dict[str, Any] = {f"of_{primitive.code}": getattr(primitive, face) for primitive in having}
    space |= {"__name__": module, "otherwise": otherwise}
    branches = [
        f"    if code == {primitive.code}:\n        return of_{primitive.code}({arguments})" for primitive in having
    ]
    if len(having) == len(PRIMITIVES):  # no other code is asked for
        branches[-1] = f"    return of_{having[-1].code}({arguments})"
    else:
        branches.append("    return otherwise")
    exec("\n".join([f"def {face}_of_row(code, {arguments}):", *branches]), space)
    of_row: Callable[..., Any] = space[f"{face}_of_row"]
    return of_row
