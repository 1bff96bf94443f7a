"""Evaluates prescribed motions of joints, and finds the times at which a motion or a force has no value."""

from __future__ import annotations

import math

import numpy as np

from rbsolve.language.joints.record import VECTOR
from rbsolve.parser.description.report import words
from rbsolve.solver.assembly.elements.forces import forces_without_value
from rbsolve.solver.functions.dispatch import value_at
from rbsolve.solver.joints.blocks import label
from rbsolve.solver.joints.kinds import SPIN, Coordinate
from rbsolve.solver.joints.turning import spin_error
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

LOOKED_AT = 64  # number of times within a failed step at which functions are evaluated


def prescribed_values(model: Model, t: float, order: int) -> Floats:
    """Return the values (nc,) of prescribed functions (`order` 0), their rates (1) or their accelerations (2), each in
    its row. All other rows are zero.
    """
    joints = model.joints
    values = np.zeros(len(joints.row_code))
    for row in np.flatnonzero(joints.row_function >= 0):
        values[row] = value_at(model.functions, int(joints.row_function[row]), t)[order]
    return values


def without_motions(model: Model, t: float, phi: Floats) -> Floats:
    """Return the residuals (nc,) of all rows at a given time, from the residuals `phi` that disregard prescribed
    motions.
    """
    phi = phi - prescribed_values(model, t, 0)
    for first in np.flatnonzero((model.joints.row_code == SPIN) & (model.joints.row_axis0 == 0)).tolist():
        function = int(model.joints.row_function[first])
        wanted = [value_at(model.functions, function + k, t)[0] for k in range(3)]
        turned = phi[first : first + 3] + wanted
        phi[first : first + 3] = spin_error(tuple(turned.tolist()), (wanted[0], wanted[1], wanted[2]))
    return phi


def prescriptions_of(joints: Joints, j: int) -> dict[Coordinate, tuple[int, int]]:
    """Return the prescribed coordinates of joint `j`, each with its row and its function."""
    rows = range(joints.first_row[j], joints.first_row[j + 1])
    moved = [row for row in rows if joints.row_function[row] >= 0]
    return {Coordinate(joints.row_coordinate[row]): (row, int(joints.row_function[row])) for row in moved}


def counted_angles(joints: Joints, j: int) -> dict[Coordinate, int]:
    """Return the angles of joint `j` that are continuous over turns, each with its index in `State.turned`."""
    if joints.rotates[j]:
        return {Coordinate.ROTATION: j}
    if joints.second[j] >= 0:
        return {Coordinate.ROTATION_1: j, Coordinate.ROTATION_2: int(joints.second[j])}
    return {}


def motions_without_value(model: Model, t: float) -> list[tuple[int, str]]:
    """Return the joints whose prescribed motion has no finite value, rate or acceleration at a given time, each with
    "rotation" or "displacement".
    """
    found = []
    for j in range(len(model.joints.kind)):
        for coordinate, (_, function) in prescriptions_of(model.joints, j).items():
            if not np.all(np.isfinite(value_at(model.functions, function, t))):
                found.append((j, "displacement" if coordinate.slides else "rotation"))
    return found


def motion_without_value(compiled: CompiledModel, reached: float) -> tuple[str, str] | None:
    """Return the joint whose prescribed motion has no value in the step that failed after the time `reached`, and the
    message. Return None if all motions have values.
    """
    for t in _instants(compiled, reached):
        for j, what in motions_without_value(compiled.model, t):
            text = (
                f"its prescribed {what} has no value, rate or acceleration at t = {t:.9g} s: its function must be defined and smooth "
                "over the whole run"
            )
            return label(compiled.description, j), text
        for j in _find_half_turns(compiled.model, t):
            text = (
                f"its prescribed rotation vector reaches half a turn at t = {t:.9g} s, and longer vectors are not "
                "unique: use a shorter vector, or joints with one axis each"
            )
            return label(compiled.description, j), text
    return None


def force_without_value(compiled: CompiledModel, reached: float) -> tuple[str, str] | None:
    """Return the function that drives a force and has no value in the step that failed after the time `reached`, and
    the message. Return None if all functions have values.
    """
    for t in _instants(compiled, reached):
        for block, _, formula in forces_without_value(compiled.description, t):
            text = (
                f"it drives {words(block.kind)} {block.name}, but has no value at t = {t:.9g} s: "
                "define its formula for the whole run, or limit it by @START_TIME and @END_TIME"
            )
            return f"function {formula.name}", text
    return None


def _find_half_turns(model: Model, t: float) -> list[int]:
    """Return the joints whose prescribed rotation vector is at least half a turn long at a given time."""
    found = []
    for j in range(len(model.joints.kind)):
        moved = prescriptions_of(model.joints, j)
        if set(VECTOR) <= set(moved):
            lengths = [value_at(model.functions, moved[coordinate][1], t)[0] for coordinate in VECTOR]
            if math.hypot(*lengths) >= math.pi:
                found.append(j)
    return found


def _instants(compiled: CompiledModel, reached: float) -> list[float]:
    """Return the times that the step after `reached` may evaluate: times between its two ends, and the floating-point
    numbers next to them.
    """
    schedule = compiled.schedule
    before = int((reached - schedule.start) / schedule.spacing) - 1 if schedule.spacing > 0.0 else 0
    times, steps = schedule.window(max(before, 0), 3)
    row = int(np.searchsorted(times, reached, side="right"))
    if row == 0 or row == len(times):
        return [reached]
    end = min(float(times[row]), reached + float(times[row] - times[row - 1]) / max(1, int(steps[row - 1])))
    inside = np.linspace(reached, end, LOOKED_AT).tolist()
    return [*inside, math.nextafter(end, -math.inf), math.nextafter(end, math.inf)]
