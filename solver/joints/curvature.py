"""The exact second-order terms of joints, `d(J^T multipliers)/d(dx, dpsi)` (second_order.py), from the primitives of
their rows.
"""

from __future__ import annotations

from rbsolve.geometry.vector import add
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints.gradients import ZERO
from rbsolve.solver.joints.placement import ends
from rbsolve.solver.joints.primitives.registry import SLIDING, choose
from rbsolve.solver.joints.second_order import add_direction, add_rotation, clear
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

plain_functions(__name__)

_add = choose(__name__, "curvature", "joints, j, row, end, multipliers, element")
_along = choose(__name__, "along", "joints, row, end, multiplier", ZERO)
_twist = choose(__name__, "twist", "joints, j, row, multiplier", 0.0)


def curvature(joints: Joints, j: int, state: State, multipliers: Floats, element: Floats) -> bool:
    """Overwrite element[0] (12, 12) with d(J^T multipliers)/d[dx0, dpsi0, dx1, dpsi1] of joint `j`.

    Return whether translations contribute, as in joints that slide. If so, also set element[1], the derivatives with
    respect to velocities, to zero.
    """
    clear(element, 0)
    end = ends(joints, j, state)
    along, twist, slides = ZERO, 0.0, False
    for row in range(joints.first_row[j], joints.first_row[j + 1]):
        _add(joints, j, row, end, multipliers, element)
        twist += _twist(joints, j, row, multipliers[row])
        if SLIDING[joints.row_code[row]]:
            slides = True
            along = add(along, _along(joints, row, end, multipliers[row]))
    if slides:
        clear(element, 1)
        add_direction(element, 0, end, along)
    if twist != 0.0:
        add_rotation(element, 0, end, twist)
    return slides
