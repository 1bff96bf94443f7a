"""Dead and follower loads `s f(t) (F, M)` at a material point, in inertial axes or in the axes of a body.

In the derivatives, the force rotates with the body in which its axes are fixed. Its moment depends on both bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.geometry.vector import (
    add,
    cross,
    dot,
    matrix_product,
    matrix_vector,
    scale,
    skew,
    transpose,
    transpose_product,
    transpose_vector,
)
from rbsolve.language.described import Described, Description
from rbsolve.language.many import has_any, matmul
from rbsolve.language.recall import recallable
from rbsolve.language.table import ZERO, BlockSchema, flag, number, reference, vector
from rbsolve.solver.compiler.derivatives import is_zero
from rbsolve.solver.forces.kind import ForceKind
from rbsolve.solver.forces.tangents.blocks import clear
from rbsolve.solver.forces.wrench import add_force, add_moment
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import Loads
from rbsolve.solver.model.energy_flow import add_power
from rbsolve.solver.model.flat import Floats, floats_of, ints_of
from rbsolve.solver.model.rows import add_block, row3, row9

if TYPE_CHECKING:
    from rbsolve.solver.forces.anatomy import Anatomy
    from rbsolve.solver.model.arrays import Model, State


@subroutine
def load_factor(model: Model, t: float, i: int, state: State) -> float:
    """Return the factor by which the force and the moment of load `i` are multiplied."""
    loads = model.loads
    if loads.signal[i] >= 0:
        factor: float = state.signal[loads.signal[i]]
        return factor
    if loads.function[i] >= 0:
        return function_value(model.functions, loads.function[i], t)[0]
    return 1.0


@subroutine
def apply(model: Model, t: float, state: State) -> None:
    """Add the wrenches of all loads."""
    loads, ground = model.loads, state.x.shape[0] - 1
    for i in range(loads.body.shape[0]):
        b = loads.body[i]
        factor = load_factor(model, t, i, state)
        R_IB, force, couple = row9(state.R, b), row3(loads.force, i), row3(loads.moment, i)
        is_turned = loads.axes_body[i] != ground  # the rotation of GROUND is the identity
        if is_turned:
            force = matrix_vector(row9(state.R, loads.axes_body[i]), force)
        force = scale(factor, force)
        moment = cross(row3(loads.point, i), transpose_vector(R_IB, force))
        if not (is_zero(couple[0]) and is_zero(couple[1]) and is_zero(couple[2])):
            if is_turned:
                couple = matrix_vector(row9(state.R, loads.axes_body[i]), couple)
            moment = add(moment, transpose_vector(R_IB, scale(factor, couple)))
        for k in range(3):
            state.force[b, k] += force[k]
        add_moment(state, b, moment)
        add_power(state, dot(force, row3(state.u, b)) + dot(moment, row3(state.w, b)))


@subroutine
def tangent(model: Model, t: float, i: int, state: State, element: Floats) -> None:
    """Compute the negative derivatives of the wrenches of load `i` on [body, axes_body]."""
    clear(element)
    loads = model.loads
    factor = load_factor(model, t, i, state)
    R, arm = row9(state.R, loads.body[i]), skew(row3(loads.point, i))
    is_turned = loads.axes_body[i] != state.x.shape[0] - 1
    R_BA = transpose_product(R, row9(state.R, loads.axes_body[i])) if is_turned else transpose(R)
    force_A, moment_A = scale(factor, row3(loads.force, i)), scale(factor, row3(loads.moment, i))
    force, moment = matrix_vector(R_BA, force_A), matrix_vector(R_BA, moment_A)
    # In the moment `p x R^T F + R^T M`, the rotation of the body itself changes `R^T F` by `(R^T F) x dpsi`.
    add_block(element, 0, 3, 3, -1.0, matrix_product(arm, skew(force)))
    add_block(element, 0, 3, 3, -1.0, skew(moment))
    if is_turned:  # a rotation of the axes changes F by `R_IA (dpsi x F_A)`
        R_IA = row9(state.R, loads.axes_body[i])
        add_block(element, 0, 0, 9, 1.0, matrix_product(R_IA, skew(force_A)))
        add_block(element, 0, 3, 9, 1.0, matrix_product(arm, matrix_product(R_BA, skew(force_A))))
        add_block(element, 0, 3, 9, 1.0, matrix_product(R_BA, skew(moment_A)))


def discrete_gradient(arm: Any) -> Callable[..., None]:
    """Return the function that adds every load over a step of ENERGY_MOMENTUM. A load without a potential acts at the
    midpoint of the step.
    """

    def loads_over_step(model: Any, t: float, h: float, start: Any, middle: Any, end: Any) -> None:
        loads = model.loads
        for i in range(loads.body.shape[0]):
            b, factor, axes = loads.body[i], load_factor(model, t, i, middle), row9(middle.R, loads.axes_body[i])
            force = scale(factor, matrix_vector(axes, row3(loads.force, i)))
            add_force(middle, b, arm(start, middle, end, b, row3(loads.point, i)), force)
            moment = scale(factor, matrix_vector(axes, row3(loads.moment, i)))
            add_moment(middle, b, transpose_vector(row9(middle.R, b), moment))

    return loads_over_step


@recallable
def arrays(description: Description, anatomy: Anatomy) -> Loads:
    """Return the arrays of dead and follower loads. Fixed axes are resolved here. For moving axes, components remain in
    the axes of their body.
    """
    bodies, points, axes_bodies, forces, moments, drivers = [], [], [], [], [], []
    for block in description.all_of("DEAD_LOAD"):
        body = anatomy.index[block["CONNECTED_TO_BODY"]]
        axes_body, R_AL = _load_axes(block, body, anatomy)
        for force, moment, driver in _parts(block, anatomy):
            bodies.append(body)
            points.append(anatomy.point(body, block.get("AT_POINT")))
            axes_bodies.append(axes_body)
            forces.append(block["SCALING_FACTOR"] * matmul(R_AL, force))
            moments.append(block["SCALING_FACTOR"] * matmul(R_AL, moment))
            drivers.append(driver)
    return Loads(
        body=ints_of(bodies),
        point=floats_of(points, (3,)),
        axes_body=ints_of(axes_bodies),
        force=floats_of(forces, (3,)),
        moment=floats_of(moments, (3,)),
        function=ints_of([function for function, _ in drivers]),
        signal=ints_of([signal for _, signal in drivers]),
    )


def _parts(block: Described, anatomy: Anatomy) -> Iterator[tuple[Floats, Floats, tuple[int, int]]]:
    """Yield force, moment and their functions or signals. F and M, which share a factor, come first, then each
    component that has its own factor.
    """
    force, moment = np.array(block["APPLIED_FORCES"]), np.array(block["APPLIED_MOMENTS"])
    if has_any(force) or has_any(moment) or not any(keyword in block for keyword in OF_COMPONENTS):
        yield force, moment, anatomy.driver(block.get("FUNCTION_1D_NAME"), block.get("SIGNAL_NAME"))
    none, axes = np.zeros(3), np.eye(3)
    for keyword in OF_COMPONENTS:
        for axis, name in zip(axes, block.get(keyword, ()), strict=False):
            if name != ZERO:
                pair = (axis, none) if keyword == OF_COMPONENTS[0] else (none, axis)
                yield *pair, anatomy.driver(name)


def _load_axes(block: Described, body: int, anatomy: Anatomy) -> tuple[int, Floats]:
    """Return the body in which the axes of a load are fixed. Also return these axes in the axes of this body."""
    frame = block.get("FRAME_NAME")
    carrier = anatomy.ground
    if "TRIAD_NAME" in block:
        R_IL = anatomy.geometry.triads[block["TRIAD_NAME"]]
    elif frame is not None:
        R_IL = anatomy.geometry.frames[frame][:3, :3]
        if frame in anatomy.moving_frames:
            carrier = anatomy.moving_frames[frame][0]
    else:
        R_IL = np.eye(3)
    if block["FOLLOWER_FORCE_FLAG"]:
        carrier = body
    return carrier, matmul(anatomy.reference_R[carrier].T, R_IL)


OF_COMPONENTS = "FORCE_FUNCTIONS", "MOMENT_FUNCTIONS"

BLOCK = BlockSchema(
    kind="DEAD_LOAD",
    definition="DEAD_LOAD_DEFINITION",
    name_keyword="DEAD_LOAD_NAME",
    title="Loads",
    meaning="A force and a moment s f(t) (F, M) on a body. Functions of time or signals can add to each component.",
    family="DEAD_LOAD",
    section="Forces",
    one_of=(("APPLIED_FORCES", "APPLIED_MOMENTS", *OF_COMPONENTS),),
    keywords=(
        reference("CONNECTED_TO_BODY", "BODY", "The body on which the load acts.", required=True),
        reference(
            "AT_POINT",
            "POINT",
            "The material point at which the force acts.",
            default_text="the origin of the body's frame",
        ),
        vector("APPLIED_FORCES", "The force F.", unit="N", default=(0.0, 0.0, 0.0)),
        vector("APPLIED_MOMENTS", "The moment M.", unit="N m", default=(0.0, 0.0, 0.0)),
        reference(
            "FORCE_FUNCTIONS",
            "FUNCTION_OR_SIGNAL_OR_ZERO",
            (
                "For each component of the force, a function of time, a signal, or 0. Its value, multiplied by s, is "
                "added to s f(t) F."
            ),
            counts=(3,),
            unit="N",
        ),
        reference(
            "MOMENT_FUNCTIONS",
            "FUNCTION_OR_SIGNAL_OR_ZERO",
            (
                "For each component of the moment, a function of time, a signal, or 0. Its value, multiplied by s, is "
                "added to s f(t) M."
            ),
            counts=(3,),
            unit="N m",
        ),
        reference("TRIAD_NAME", "TRIAD", "The axes of F and M.", default_text="the axes of @FRAME_NAME"),
        reference(
            "FRAME_NAME",
            "FRAME",
            "The fixed or moving frame that gives the axes of F and M.",
            default_text="inertial axes",
        ),
        flag("FOLLOWER_FORCE_FLAG", "With YES, F and M rotate with the body.", default=False),
        number("SCALING_FACTOR", "The factor s.", default=1.0),
        reference(
            "FUNCTION_1D_NAME",
            "FUNCTION_OR_SIGNAL",
            "The factor f(t): a function of time or a signal.",
            default_text="1",
            excludes=("SIGNAL_NAME",),
        ),
        reference(
            "TIME_FUNCTION_NAME", "FUNCTION", "The older name of @FUNCTION_1D_NAME.", synonym_of="FUNCTION_1D_NAME"
        ),
        reference("SIGNAL_NAME", "SIGNAL", "A signal instead of f(t).", default_text="none"),
    ),
    example="""\
@DEAD_LOAD_DEFINITION {
  @DEAD_LOAD_NAME {Thrust} {
    @CONNECTED_TO_BODY {Arm} @AT_POINT {P} @APPLIED_FORCES {0, 0, 1} @TRIAD_NAME {Boom}
    @FOLLOWER_FORCE_FLAG {YES} @SCALING_FACTOR {250} @FUNCTION_1D_NAME {Ramp}
  }
  @DEAD_LOAD_NAME {Gust} { @CONNECTED_TO_BODY {Arm} @AT_POINT {P} @FORCE_FUNCTIONS {Ramp, 0, Stroke} @MOMENT_FUNCTIONS {0, 0, Ramp} }
  @DEAD_LOAD_NAME {Tow} { @CONNECTED_TO_BODY {Tool} @APPLIED_FORCES {10, 0, 0} @TIME_FUNCTION_NAME {OldRamp} }
}""",
)

LOAD = ForceKind(
    name="load",
    plural="loads",
    block=BLOCK,
    field="loads",
    arrays=arrays,
    count=lambda model: len(model.loads.body),
    apply=apply,
    bodies=lambda model: (model.loads.body, model.loads.axes_body),
    is_mutual=False,
    tangent=tangent,
    discrete_gradient=discrete_gradient,
    of_time=("FUNCTION_1D_NAME", *OF_COMPONENTS),
)
