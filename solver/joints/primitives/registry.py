"""The primitive constraint rows. To add a primitive, write a module with its record, add a number in
language/joints/record.py, and list it here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rbsolve.language.joints.record import CODES
from rbsolve.solver.compiler.branches import by_code
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
"""The primitives by the code of a row. Rows of couplings have no primitive (`rbsolve.solver.joints.couplings`)."""

PRESSING = tuple(primitive.code for primitive in PRIMITIVES if primitive.force is not None)
"""Rows whose multipliers are forces. The multipliers of all other rows are moments."""

ANGLES = tuple(primitive.code for primitive in PRIMITIVES if not primitive.is_length)
"""Rows whose residuals are angles or cosines. The residuals of all other rows are lengths."""


SLIDING = tuple(code in PRIMITIVE_OF and PRIMITIVE_OF[code].along is not None for code in range(CODES))
"""Whether translations contribute to the second-order terms of a row, by the code of the row."""


def choose(module: str, face: str, arguments: str, otherwise: Any = None) -> Callable[..., Any]:
    """Return a plain function of `module` with the name `FACE_of_row` and the given arguments. The function calls the
    function `face` of the row's primitive, or returns `otherwise`.
    """
    faces = {
        primitive.code: getattr(primitive, face) for primitive in PRIMITIVES if getattr(primitive, face) is not None
    }
    return by_code(module, f"{face}_of_row", arguments, "joints.row_code[row]", faces, otherwise)
