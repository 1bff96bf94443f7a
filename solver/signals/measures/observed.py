"""Measures components of the motion of a frame as an observer sees it: position, velocity and angular velocity
(Dymore's manual, eqs. (52a), (55), (56)).

The frame is end 1, the observer's origin is end 0, and the axes are fixed in the third body. Gradients are the rows (3,
12) of `adjoints.py`, one row for each of these bodies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rbsolve.geometry.vector import cross, dot, matrix_product, scale, subtract
from rbsolve.language.table import Variant
from rbsolve.solver.joints.placement import column, end_velocities, ends
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row9
from rbsolve.solver.signals.kind import SignalKind
from rbsolve.solver.signals.measures.adjoints import add_point, add_spin, add_turn, add_velocity, clear

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.joints.placement import Ends, EndVelocities
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.model.signals import Measures


@subroutine
def direction_of(table: Measures, m: int, state: State) -> Vector:
    """Return the axis f of the measured component, in inertial components."""
    return column(matrix_product(row9(state.R, table.body2[m]), row9(table.axes2, m)), table.component[m])


@subroutine
def scale_measure(table: Measures, m: int, value: float) -> float:
    """Return the measure with its factor and offset."""
    scaled: float = table.factor[m] * (value - table.offset[m])
    return scaled


@subroutine
def add_position(out: Floats, end: Ends, R2: Matrix, f: Vector) -> None:
    """Add the dependence on the component `f·gap`. `R2` is the rotation of the body in which the axis f is fixed."""
    add_point(out, 1, end.R1, end.arm1, f)
    add_point(out, 0, end.R0, end.arm0, scale(-1.0, f))
    add_turn(out, 2, R2, cross(f, end.gap))


@subroutine
def position(model: Model, t: float, i: int, state: State) -> float:
    """Return the component `f·gap` [m], where `gap` leads from the observer to the frame."""
    table, m = model.signals.measures, model.signals.subject[i]
    return scale_measure(table, m, dot(direction_of(table, m, state), ends(table, m, state).gap))


@subroutine
def position_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Write the gradient of `position` to `out` (3, 12)."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    f = scale(table.factor[m], direction_of(table, m, state))
    clear(out)
    add_position(out, end, row9(state.R, table.body2[m]), f)


@subroutine
def _relative_velocity(end: Ends, move: EndVelocities) -> Vector:
    """Return the velocity [m/s] of frame 1 relative to frame 0, in inertial components."""
    return subtract(move.gap_rate, cross(move.spin0, end.gap))


@subroutine
def add_relative_velocity(out: Floats, end: Ends, move: EndVelocities, R2: Matrix, f: Vector) -> None:
    """Add the dependence on the component of the relative velocity along f. `R2` is the rotation of the body in which
    the axis f is fixed.
    """
    back, turn = scale(-1.0, f), cross(move.spin0, f)
    add_velocity(out, 1, end.R1, end.arm1, move.spin1, f)
    add_velocity(out, 0, end.R0, end.arm0, move.spin0, back)
    add_point(out, 1, end.R1, end.arm1, turn)
    add_point(out, 0, end.R0, end.arm0, scale(-1.0, turn))
    add_spin(out, 0, end.R0, move.spin0, cross(f, end.gap))
    add_turn(out, 2, R2, cross(f, _relative_velocity(end, move)))


@subroutine
def velocity(model: Model, t: float, i: int, state: State) -> float:
    """Return the component `f·(gap' - spin0 x gap)` [m/s]."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    return scale_measure(
        table, m, dot(direction_of(table, m, state), _relative_velocity(end, end_velocities(table, m, state, end)))
    )


@subroutine
def velocity_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Write the gradient of `velocity` to `out` (3, 12)."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    move = end_velocities(table, m, state, end)
    f = scale(table.factor[m], direction_of(table, m, state))
    clear(out)
    add_relative_velocity(out, end, move, row9(state.R, table.body2[m]), f)


@subroutine
def angular_velocity(model: Model, t: float, i: int, state: State) -> float:
    """Return the component `f·(spin1 - spin0)` [rad/s]."""
    table, m = model.signals.measures, model.signals.subject[i]
    move = end_velocities(table, m, state, ends(table, m, state))
    return scale_measure(table, m, dot(direction_of(table, m, state), subtract(move.spin1, move.spin0)))


@subroutine
def angular_velocity_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Write the gradient of `angular_velocity` to `out` (3, 12)."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    move = end_velocities(table, m, state, end)
    f = scale(table.factor[m], direction_of(table, m, state))
    clear(out)
    add_spin(out, 1, end.R1, move.spin1, f)
    add_spin(out, 0, end.R0, move.spin0, scale(-1.0, f))
    add_turn(out, 2, row9(state.R, table.body2[m]), cross(f, subtract(move.spin1, move.spin0)))


def _kind(name: str, value: Callable[..., float], gradient: Callable[..., None]) -> SignalKind:
    return SignalKind(Variant(name, f"{name.lower()} seen by an observer"), (), value, gradient=gradient)


POSITION = _kind("POSITION", position, position_gradient)
VELOCITY = _kind("VELOCITY", velocity, velocity_gradient)
ANGULAR_VELOCITY = _kind("ANGULAR_VELOCITY", angular_velocity, angular_velocity_gradient)
