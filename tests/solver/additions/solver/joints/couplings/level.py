"""LEVEL: two points of two bodies have the same height, `e3·gap = 0`."""

import numpy as np

from rbsolve.geometry.vector import cross, dot, scale
from rbsolve.solver.joints.couplings.kind import CouplingKind, reaction
from rbsolve.solver.joints.gradients import gap_curvature, gradient_of, put_gradient
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.joints.placement import end_velocities, ends
from rbsolve.solver.joints.second_order import add_coincidence
from rbsolve.solver.kernel import subroutine

UP = (0.0, 0.0, 1.0)


@subroutine
def residuals(joints, i, state, phi):
    j = joints.couplings.joint[i]
    phi[joints.first_row[j]] = dot(UP, ends(joints, j, state).gap)


@subroutine
def jacobians(joints, i, state, J):
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    put_gradient(J, joints.first_row[j], gradient_of(end, UP, cross(UP, end.arm0), cross(end.arm1, UP)))


@subroutine
def accelerations(joints, i, state, gamma):
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    gamma[joints.first_row[j]] = dot(UP, gap_curvature(end, end_velocities(joints, j, state, end)))


@subroutine
def tangent(joints, i, state, multipliers, element):
    j = joints.couplings.joint[i]
    add_coincidence(element, 0, ends(joints, j, state), scale(multipliers[joints.first_row[j]], UP))


LEVEL = CouplingKind(
    JointKind.LEVEL,
    residuals,
    jacobians,
    accelerations,
    lambda block, geometry: (),
    lambda numbers: None,
    lambda numbers, missing: f"its points are {missing[0]} m apart in height",
    tangent,
    measures=(reaction(lambda joints, i, seen: -seen.multipliers[:, :1] * np.array(UP)),),
)
