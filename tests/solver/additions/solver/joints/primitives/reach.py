"""REACH: the gap along an axis fixed in body 1 is zero, `b·gap = 0`."""

from rbsolve.geometry.vector import cross, dot, subtract
from rbsolve.language.joints.record import REACH
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints.gradients import gap_curvature, gradient_of
from rbsolve.solver.joints.placement import column
from rbsolve.solver.joints.primitives.kind import Primitive

plain_functions(__name__)


def value(joints, j, row, state, end):
    return dot(column(end.axes1, joints.row_axis1[row]), end.gap)


def gradient(joints, j, row, end):
    b = column(end.axes1, joints.row_axis1[row])
    return gradient_of(end, b, cross(b, end.arm0), cross(subtract(end.arm1, end.gap), b))


def acceleration(joints, j, row, end, move):
    b = column(end.axes1, joints.row_axis1[row])
    rate = cross(move.spin1, b)
    swing = dot(cross(move.spin1, rate), end.gap) + 2.0 * dot(rate, move.gap_rate)
    return swing + dot(b, gap_curvature(end, move))


def multiplier(joints, j, row, F, M, axes0, axes1, taken):
    return -dot(F, column(axes1, joints.row_axis1[row]))


def force(joints, j, row, E, B):
    return B.R[..., :, joints.row_axis1[row]]


PRIMITIVE = Primitive(REACH, True, value, gradient, acceleration, multiplier, force=force)
