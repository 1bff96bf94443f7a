"""Detects springs that rotate by more than half a turn. If a spring does not count turns, its torque changes direction
at half a turn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rbsolve.geometry import observer
from rbsolve.geometry.rotation_parameters import continuous, euler_parameters_from_matrix
from rbsolve.solver.forces.pairs import PAIR_FORCES
from rbsolve.solver.forces.torsion_spring import TORSION_SPRING
from rbsolve.solver.joints.blocks import joint_blocks
from rbsolve.solver.joints.coordinates import TURN
from rbsolve.solver.joints.kinds import VECTOR, JointKind
from rbsolve.solver.links.torsion_spring import STIFFNESS
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import WARNING, FindingLog
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.carried import ends_of
from rbsolve.solver.sensors.motions.rows import Rows


class Watched(NamedTuple):
    """An element whose springs do not count turns."""

    label: str
    elements: Any
    """The part of the model that contains the element."""
    place: int
    """The index of the element in this part."""
    advice: str


BY_VECTOR = (
    "its springs act along the shorter rotation, so their torque has changed its direction; use joints with angles, such as "
    "REVOLUTE or UNIVERSAL"
)
BY_ANGLE = "its angle is between minus and plus half a turn, so its moment has changed its direction; use @SPRING of a REVOLUTE joint"


class HalfTurns:
    """Reports rotations that pass half a turn in either direction."""

    def __init__(self, compiled: CompiledModel, log: FindingLog) -> None:
        """Watch joints with stiffness along rotation vectors, bushings with rotational stiffness, and torsion springs.

        The log stores the rotations in the last row, because a rotation may pass half a turn between two chunks.
        """
        model = compiled.model
        self._watched: list[Watched] = []
        self._compiled, self._log = compiled, log
        if not _may_turn(model):  # fast path, because this object is created for each case of a study
            return
        names = [block.name for block in joint_blocks(compiled.description)] if len(model.joints.kind) else []
        self._watched += [Watched(f"joint {names[j]}", model.joints, j, BY_VECTOR) for j in _stiff_joints(model)]
        for kind, word, elements, chosen, advice in (
            ("BUSHING", "bushing", model.bushings, _stiff_bushings(model), BY_VECTOR),
            ("GENERAL_BUSHING", "bushing", model.general_bushings, _stiff_general_bushings(model), BY_VECTOR),
            ("TORSION_SPRING", "torsion spring", model.pairs, _torsion_springs(model), BY_ANGLE),
        ):
            labels = list(compiled.description.of_kind(kind)) if chosen else []
            self._watched += [
                Watched(f"{word} {label}", elements, i, advice)
                for label, i in zip(labels, chosen, strict=True)
                if i >= 0
            ]

    def __call__(self, rows: Rows, first: int = 0, end: int | None = None) -> None:
        """Examine rows of a run, from `first` up to `end`."""
        joints = self._compiled.model.joints
        for label, elements, i, advice in self._watched:
            by_turns = elements is joints and joints.kind[i] == JointKind.SPHERICAL
            now = rows.joint_rotation[first:end, i] if by_turns else self._orientations(elements, i, rows)[first:end]
            last = self._log.last_of(label)
            seen = now if last is None else np.concatenate([np.reshape(last, (1, *now.shape[1:])), now])
            # From row to row, the cosine of half the angle changes its sign at half a turn.
            half_turns = np.rint(seen / TURN) if by_turns else continuous(seen)[:, 0] < 0.0
            for row in np.flatnonzero(half_turns[1:] != half_turns[:-1]).tolist():
                message = f"{label} has turned by more than half a turn: {advice}"
                rows.report(first + row + 1 - (len(seen) - len(now)), WARNING, "beyond-half-turn", message, label)
            self._log.keep_last(label, now[-1:].ravel())

    def _orientations(self, elements: Any, i: int, rows: Rows) -> Floats:
        """Return the Euler parameters (rows, 4) of the second end relative to the first end. The rows may belong to
        several cases, which share this result if the axes of the ends are equal.
        """
        axes = [
            part[i].tobytes()
            for part in (getattr(elements, "axes0", None), getattr(elements, "axes1", None))
            if part is not None
        ]
        key = "turned", int(elements.body0[i]), int(elements.body1[i]), *axes
        found: Floats = rows.remember(
            key,
            lambda: euler_parameters_from_matrix(
                observer.orientation(*ends_of(self._compiled, elements, i).poses(rows))
            ),
        )
        return found


def _may_turn(model: Model) -> bool:
    """Return whether a model has elements whose springs may not count turns."""
    elements = model.drives.joint, model.bushings.body0, model.general_bushings.body0, model.pairs.body0
    return any(map(len, elements))


def _stiff_joints(model: Model) -> list[int]:
    """Joints with springs or controllers along components of a rotation vector."""
    drives = model.drives
    along = zip(drives.joint.tolist(), drives.coordinate.tolist(), drives.stiffness.tolist(), strict=True)
    return sorted({joint for joint, coordinate, stiffness in along if coordinate in VECTOR and stiffness != 0.0})


def _stiff_bushings(model: Model) -> list[int]:
    """Return the index of each bushing with rotational stiffness, and -1 for each other bushing."""
    return [i if stiffness.any() else -1 for i, stiffness in enumerate(model.bushings.rotational_stiffness)]


def _stiff_general_bushings(model: Model) -> list[int]:
    bushings = zip(model.general_bushings.stiffness, model.general_bushings.function, strict=True)
    return [
        i if stiffness[3:, 3:].any() or (function[3:] >= 0).any() else -1
        for i, (stiffness, function) in enumerate(bushings)
    ]


def _torsion_springs(model: Model) -> list[int]:
    """Return the index in `Model.pairs` of each torsion spring with a stiffness or a law, and -1 for each other spring."""
    code, pairs = PAIR_FORCES.index(TORSION_SPRING), model.pairs
    if not len(pairs.first):
        return []
    places = range(int(pairs.first[code]), int(pairs.first[code + 1]))
    return [i if pairs.numbers[i, STIFFNESS] != 0.0 or pairs.function[i] >= 0 else -1 for i in places]
