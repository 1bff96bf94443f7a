"""Converts chunks of rows for a sink: values of sensors, diagnostic columns, and the motion of the bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from rbsolve.geometry.rotation_parameters import euler_parameters_from_matrix
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import FindingLog
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.doubtful import DoubtfulMotions
from rbsolve.solver.sensors.motions.free import free_frame
from rbsolve.solver.sensors.motions.rows import Report, Rows
from rbsolve.solver.sensors.plan import SensorPlan
from rbsolve.solver.sensors.types.balance import EnergyBalance
from rbsolve.solver.sensors.types.contact import contact_forces
from rbsolve.solver.sensors.types.violation import Violation


class Sink(Protocol):
    """Receives the rows of a run."""

    def write(
        self,
        time: Floats,
        sensors: Mapping[str, Floats],
        diagnostics: Mapping[str, Floats],
        motion: Mapping[str, Floats],
    ) -> None:
        """Receive rows, which are valid only during the call. The arrays are `time` (rows,), each sensor (rows, k), and
        each diagnostic (rows,).

        `position` (rows, bodies, 3) and `orientation` (rows, bodies, 4) contain all bodies. Orientations are Euler
        parameters.
        """
        ...


class Nowhere:
    """A sink that discards the rows."""

    def write(self, *rows: object) -> None:
        """Discard the rows."""


class Observer:
    """Converts chunks of rows for a sink: values of sensors, and the columns of the run itself."""

    def __init__(self, compiled: CompiledModel, sensors: Sequence[SensorPlan], log: FindingLog) -> None:
        """Prepare the conversion of rows. The log is the log of the run's engine."""
        self._sensors = sensors
        self._compiled = compiled
        self._bodies = compiled.bodies
        self._energy, self._violation = EnergyBalance(compiled), Violation(compiled)
        self._frames = [free_frame(compiled, name) for name in compiled.free_frames]
        self._doubtful = DoubtfulMotions(compiled, log)

    def write(self, chunk: Chunk, sink: Sink, balance: Floats | None = None) -> Sequence[Report]:
        """Pass the rows of a chunk to a sink. Return the diagnostics of the sensors. `balance` contains the energy
        balance of the integrator.
        """
        rows = Rows(chunk)
        # The rows of a diverging run may overflow. The outcome of the run reports the divergence.
        with np.errstate(over="ignore", invalid="ignore"):
            values = {sensor.name: sensor.evaluate(rows) for sensor in self._sensors}
            self._doubtful(rows)
            diagnostics = {
                "step_size": rows.step_size,
                "newton_iterations": rows.newton_iterations,
                "constraint_violation": self._violation(rows),
                "energy": self._energy.energies(rows),
            }
            if balance is not None:
                unexplained = self._energy.unexplained_change(rows, diagnostics["energy"], balance)
                diagnostics["unexplained_energy"] = unexplained
        if rows.jacobian_updates.size:
            diagnostics["jacobian_updates"] = rows.jacobian_updates
        if rows.hidden_constraint.size:
            diagnostics["hidden_constraint"] = rows.hidden_constraint
        motion = {
            "position": rows.x[:, : self._bodies],
            "orientation": rows.e[:, : self._bodies],
            "velocity": rows.u[:, : self._bodies],
            "angular_velocity": rows.w[:, : self._bodies],
            "joint_rotation": rows.joint_rotation[..., None],
            "signal_state": rows.element[..., None],
        }
        motion["contact_force"], motion["contact_place"] = contact_forces(rows, self._compiled)
        if self._frames:
            poses = [frame.pose(rows) for frame in self._frames]
            motion["frame_position"] = np.stack([pose.x for pose in poses], axis=1)
            motion["frame_orientation"] = euler_parameters_from_matrix(np.stack([pose.R for pose in poses], axis=1))
        sink.write(rows.time, values, diagnostics, motion)
        return rows.reports
