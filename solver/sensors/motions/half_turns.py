"""Springs that follow a rotation vector, where the rotation goes beyond half a turn: there their torque changes its direction."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry import observer
from rbsolve.geometry.rotation_parameters import continuous, euler_parameters_from_matrix
from rbsolve.solver.joints.blocks import joint_blocks
from rbsolve.solver.joints.coordinates import TURN
from rbsolve.solver.joints.kinds import VECTOR, JointKind
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import WARNING
from rbsolve.solver.sensors.motions.carried import CarriedEnds, ends_of
from rbsolve.solver.sensors.motions.rows import Rows


class HalfTurns:
    """Reports where rotations go beyond half a turn, or come back."""

    def __init__(self, compiled: CompiledModel) -> None:
        """For joints with stiffness along rotation vectors, and for bushings with rotational stiffness."""
        model, description = compiled.model, compiled.description
        joints, bushings = _stiff_joints(model), _stiff_bushings(model)
        self._watched: list[tuple[str, CarriedEnds, int]] = []
        if joints:
            names = [block.name for block in joint_blocks(description)]
            self._watched += [(f"joint {names[j]}", ends_of(compiled, model.joints, j), j) for j in joints]
        if bushings:
            labels = list(description.of_kind("BUSHING"))
            self._watched += [(f"bushing {labels[i]}", ends_of(compiled, model.bushings, i), -1) for i in bushings]
        self._kinds = model.joints.kind

    def __call__(self, rows: Rows, first: int = 0, end: int | None = None) -> None:
        """Look at rows of a run, from `first` up to `end`."""
        for label, ends, j in self._watched:
            if j >= 0 and self._kinds[j] == JointKind.SPHERICAL:
                half_turns = np.rint(rows.joint_rotation[first:end, j] / TURN)
            else:
                # Followed from row to row, the cosine of half the angle changes its sign at half a turn.
                e = euler_parameters_from_matrix(observer.orientation(*ends.poses(rows)))[first:end]
                half_turns = continuous(e)[:, 0] < 0.0
            for row in np.flatnonzero(half_turns[1:] != half_turns[:-1]).tolist():
                message = (
                    f"{label} has turned by more than half a turn: its springs follow the rotation vector (the "
                    "shorter way), so their torque has changed its direction; use joints with angles, such as "
                    "REVOLUTE or UNIVERSAL"
                )
                rows.report(first + row + 1, WARNING, "beyond-half-turn", message, label)


def _stiff_joints(model: Model) -> list[int]:
    """Joints with springs or controllers along components of a rotation vector."""
    drives = model.drives
    along = np.isin(drives.coordinate, [int(coordinate) for coordinate in VECTOR]) & (drives.stiffness != 0.0)
    return [int(j) for j in np.unique(drives.joint[along])]


def _stiff_bushings(model: Model) -> list[int]:
    return [int(i) for i in np.flatnonzero(np.any(model.bushings.rotational_stiffness != 0.0, axis=1))]
