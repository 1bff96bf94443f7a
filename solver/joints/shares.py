"""Finds the joints that are shares of the same constraint, for constraints between more than two bodies. The module
uses only plain numpy.
"""

from __future__ import annotations

import numpy as np

from rbsolve.solver.model.joints import Joints


def row_owners(joints: Joints) -> list[int]:
    """Return for each joint the joint that owns its rows. This is the joint itself, except for the second share of a
    coupling.
    """
    owner = list(range(len(joints.kind)))
    for first, other in joints.couplings.tied.tolist():
        owner[_joint_of(joints, other)] = _joint_of(joints, first)
    return owner


def _joint_of(joints: Joints, row: int) -> int:
    return int(np.searchsorted(joints.first_row, row, side="right")) - 1
