"""DRIVE_FORCE: the forces on B1 of springs, dampers, actuators, controllers, friction and stops of a joint, along its
coordinates.
"""

from __future__ import annotations

import numpy as np

from rbsolve.geometry import so3
from rbsolve.language.diagnostics import Code
from rbsolve.solver.assembly.elements.prescriptions import prescriptions_of
from rbsolve.solver.functions.dispatch import value_at
from rbsolve.solver.joints.friction import force_by, normal_by
from rbsolve.solver.joints.kinds import VECTOR, JointKind
from rbsolve.solver.joints.resistance import Law, resistance
from rbsolve.solver.model.arrays import Functions
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Drives, Frictions
from rbsolve.solver.sensors.motions.joint_motion import JointMotion, time_of
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Request, number_labels, units_of


def drive_force(request: Request) -> Measurement | None:
    """Return the measurement with one column for each coordinate of the joint [N or N m]."""
    model, j = request.compiled.model, request.index
    motion = JointMotion(request.compiled, j)
    coordinates = motion.coordinates
    if not coordinates:
        kind = JointKind(model.joints.kind[j]).title
        message = f"the {kind} joint {request.object} has no relative coordinate that can be driven"
        request.diagnostics.error(Code.INVALID_VALUE, message, request.described.span_of("SENSOR_TYPE"))
        return None
    drives, frictions = (
        [(int(i), coordinates.index(table.coordinate[i])) for i in np.flatnonzero(table.joint == j)]
        for table in (model.drives, model.frictions)
    )
    if not drives and not frictions and prescriptions_of(model.joints, j):
        message = (
            f"sensor {request.described.name} is always zero: joint {request.object} has a prescribed motion, "
            "but no spring, damper, drive, friction or stop"
        )
        hint = "PRESCRIBED_FORCE is the force or torque of a prescribed motion"
        request.diagnostics.warning(Code.INVALID_VALUE, message, request.described.span_of("SENSOR_TYPE"), hint)

    vector = [k for k, coordinate in enumerate(coordinates) if coordinate in VECTOR]

    def evaluate(chunk: Rows) -> Floats:
        q, rates = motion.spring_coordinates(chunk), motion.rates(chunk)
        total, elastic = np.zeros_like(q), np.zeros_like(q)
        for i, k in drives:
            force, proportional = _law(model.drives, model.functions, i, chunk, q[:, k], rates[:, k])
            total[:, k] += force
            elastic[:, k] += proportional
        for i, k in frictions:
            total[:, k] += _friction(model.frictions, i, chunk, rates[:, k])
        if len(vector) > 1:  # a rotation vector
            total[:, vector] += _turned(q[:, vector], elastic[:, vector]) - elastic[:, vector]
        return total

    labels = ("Q",) if len(coordinates) == 1 else number_labels("Q", len(coordinates))
    units = units_of(*(("N" if coordinate.slides else "N m", 1) for coordinate in coordinates))
    return Measurement(
        labels, units, "drive force on B1", evaluate, observed=False, resolved_in="", memory=motion.memory
    )


def _law(drives: Drives, functions: Functions, i: int, chunk: Rows, q: Floats, rate: Floats) -> tuple[Floats, Floats]:
    """Return the law of `joints/drives.py`, evaluated for many output rows. Also return the part of the force that is
    proportional to the coordinate. This part is zero if the force is limited.
    """
    if drives.law[i] != Law.LINEAR:
        law = drives.law[i], drives.stiffness[i], drives.damping[i], drives.rest[i], drives.limit[i]
        force = np.array([resistance(*law, *moving)[0] for moving in zip(q.tolist(), rate.tolist(), strict=True)])
        return force, np.zeros_like(q)
    time = time_of(chunk)
    wanted, wanted_rate = _over(functions, int(drives.reference[i]), time)
    elastic = drives.stiffness[i] * (drives.rest[i] + wanted - q)
    force = elastic + drives.damping[i] * (wanted_rate - rate)
    force = force + _over(functions, int(drives.feedforward[i]), time)[0]
    if drives.signal[i] >= 0:
        force = force + chunk.signal[:, drives.signal[i]]
    limited = np.clip(force, -drives.limit[i], drives.limit[i])
    return limited, np.where(limited == force, elastic, 0.0)


def _turned(psi: Floats, elastic: Floats) -> Floats:
    """Return the torques about axes fixed in B0 of springs that act along the gradients of a rotation vector `psi`.

    Arguments and result are arrays (rows, 2 or 3). A constant-velocity joint has no third component.
    """
    n = psi.shape[1]
    turns, torques = np.zeros((2, len(psi), 3))
    turns[:, :n], torques[:, :n] = psi, elastic
    rows = zip(turns.tolist(), torques.tolist(), strict=True)
    return np.array([so3.apply_tangent_inverse(tuple(v), tuple(w))[:n] for v, w in rows]).reshape(psi.shape)


def _friction(frictions: Frictions, i: int, chunk: Rows, rate: Floats) -> Floats:
    """Return the law of `joints/friction.py`, evaluated for many output rows."""
    rows = zip(rate.tolist(), chunk.multipliers[: len(rate)], strict=True)
    return np.array([force_by(frictions, i, normal_by(frictions, i, multipliers), v)[0] for v, multipliers in rows])


def _over(functions: Functions, index: int, time: Floats) -> tuple[Floats, Floats]:
    """Return values and rates of a function, or zeros without a function."""
    if index < 0:
        return np.zeros(len(time)), np.zeros(len(time))
    rows = np.array([value_at(functions, index, t)[:2] for t in time.tolist()]).reshape(-1, 2)
    return rows[:, 0], rows[:, 1]
