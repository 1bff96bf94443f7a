"""Run-time choice of the formulation of each body: one branch a formulation, in each of the four kernels."""

from __future__ import annotations

from rbsolve.solver.formulations import (
    cardan_angles_1,
    cardan_angles_2,
    euler_parameters_1,
    lie_r3_s3,
    lie_r3_so3,
    lie_se3,
    unified_velocities,
)
from rbsolve.solver.formulations.registry import Formulation
from rbsolve.solver.kernel import subroutine

_LIE_R3_SO3 = int(Formulation.LIE_R3_SO3)
_LIE_SE3 = int(Formulation.LIE_SE3)
_LIE_R3_S3 = int(Formulation.LIE_R3_S3)
_UNIFIED_VELOCITIES = int(Formulation.UNIFIED_VELOCITIES)
_CARDAN_ANGLES_1 = int(Formulation.CARDAN_ANGLES_1)
_CARDAN_ANGLES_2 = int(Formulation.CARDAN_ANGLES_2)
_EULER_PARAMETERS_1 = int(Formulation.EULER_PARAMETERS_1)

# Kernels call global functions, not attributes of modules.
_lie_r3_so3_start = lie_r3_so3.start
_lie_se3_start = lie_se3.start
_lie_r3_s3_start = lie_r3_s3.start
_unified_velocities_start = unified_velocities.start
_cardan_angles_1_start = cardan_angles_1.start
_cardan_angles_2_start = cardan_angles_2.start
_euler_parameters_1_start = euler_parameters_1.start
_lie_r3_so3_configure = lie_r3_so3.configure
_lie_se3_configure = lie_se3.configure
_lie_r3_s3_configure = lie_r3_s3.configure
_unified_velocities_configure = unified_velocities.configure
_cardan_angles_1_configure = cardan_angles_1.configure
_cardan_angles_2_configure = cardan_angles_2.configure
_euler_parameters_1_configure = euler_parameters_1.configure
_lie_r3_so3_slopes = lie_r3_so3.slopes
_lie_se3_slopes = lie_se3.slopes
_lie_r3_s3_slopes = lie_r3_s3.slopes
_unified_velocities_slopes = unified_velocities.slopes
_cardan_angles_1_slopes = cardan_angles_1.slopes
_cardan_angles_2_slopes = cardan_angles_2.slopes
_euler_parameters_1_slopes = euler_parameters_1.slopes
_lie_r3_so3_accept = lie_r3_so3.accept
_lie_se3_accept = lie_se3.accept
_lie_r3_s3_accept = lie_r3_s3.accept
_unified_velocities_accept = unified_velocities.accept
_cardan_angles_1_accept = cardan_angles_1.accept
_cardan_angles_2_accept = cardan_angles_2.accept
_euler_parameters_1_accept = euler_parameters_1.accept


@subroutine
def start_bodies(model, state, y, v):
    """Coordinates and velocities of every body from the poses and twists in `state`."""
    code = model.bodies.formulation
    for b in range(code.shape[0]):
        formulation = code[b]
        if formulation == _LIE_R3_SO3:
            _lie_r3_so3_start(model, b, state, y, v)
        elif formulation == _LIE_SE3:
            _lie_se3_start(model, b, state, y, v)
        elif formulation == _LIE_R3_S3:
            _lie_r3_s3_start(model, b, state, y, v)
        elif formulation == _UNIFIED_VELOCITIES:
            _unified_velocities_start(model, b, state, y, v)
        elif formulation == _CARDAN_ANGLES_1:
            _cardan_angles_1_start(model, b, state, y, v)
        elif formulation == _CARDAN_ANGLES_2:
            _cardan_angles_2_start(model, b, state, y, v)
        elif formulation == _EULER_PARAMETERS_1:
            _euler_parameters_1_start(model, b, state, y, v)


@subroutine
def configure_bodies(model, y, v, z, state):
    """Fill the state with every body's pose and twist at `y`, `v` moved by `z`."""
    code = model.bodies.formulation
    for b in range(code.shape[0]):
        formulation = code[b]
        if formulation == _LIE_R3_SO3:
            _lie_r3_so3_configure(model, b, y, v, z, state)
        elif formulation == _LIE_SE3:
            _lie_se3_configure(model, b, y, v, z, state)
        elif formulation == _LIE_R3_S3:
            _lie_r3_s3_configure(model, b, y, v, z, state)
        elif formulation == _UNIFIED_VELOCITIES:
            _unified_velocities_configure(model, b, y, v, z, state)
        elif formulation == _CARDAN_ANGLES_1:
            _cardan_angles_1_configure(model, b, y, v, z, state)
        elif formulation == _CARDAN_ANGLES_2:
            _cardan_angles_2_configure(model, b, y, v, z, state)
        elif formulation == _EULER_PARAMETERS_1:
            _euler_parameters_1_configure(model, b, y, v, z, state)


@subroutine
def body_slopes(model, y, v, z, state, slope):
    """Time derivatives of every body's increment."""
    code = model.bodies.formulation
    for b in range(code.shape[0]):
        formulation = code[b]
        if formulation == _LIE_R3_SO3:
            _lie_r3_so3_slopes(model, b, y, v, z, state, slope)
        elif formulation == _LIE_SE3:
            _lie_se3_slopes(model, b, y, v, z, state, slope)
        elif formulation == _LIE_R3_S3:
            _lie_r3_s3_slopes(model, b, y, v, z, state, slope)
        elif formulation == _UNIFIED_VELOCITIES:
            _unified_velocities_slopes(model, b, y, v, z, state, slope)
        elif formulation == _CARDAN_ANGLES_1:
            _cardan_angles_1_slopes(model, b, y, v, z, state, slope)
        elif formulation == _CARDAN_ANGLES_2:
            _cardan_angles_2_slopes(model, b, y, v, z, state, slope)
        elif formulation == _EULER_PARAMETERS_1:
            _euler_parameters_1_slopes(model, b, y, v, z, state, slope)


@subroutine
def accept_bodies(model, y, v, z):
    """Move every body by its increment; the first body whose coordinates became singular, or -1."""
    code = model.bodies.formulation
    for b in range(code.shape[0]):
        formulation = code[b]
        regular = True
        if formulation == _LIE_R3_SO3:
            regular = _lie_r3_so3_accept(model, b, y, v, z)
        elif formulation == _LIE_SE3:
            regular = _lie_se3_accept(model, b, y, v, z)
        elif formulation == _LIE_R3_S3:
            regular = _lie_r3_s3_accept(model, b, y, v, z)
        elif formulation == _UNIFIED_VELOCITIES:
            regular = _unified_velocities_accept(model, b, y, v, z)
        elif formulation == _CARDAN_ANGLES_1:
            regular = _cardan_angles_1_accept(model, b, y, v, z)
        elif formulation == _CARDAN_ANGLES_2:
            regular = _cardan_angles_2_accept(model, b, y, v, z)
        elif formulation == _EULER_PARAMETERS_1:
            regular = _euler_parameters_1_accept(model, b, y, v, z)
        if not regular:
            return b
    return -1
