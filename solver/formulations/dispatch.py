"""The formulation of the bodies for the time loop: the one that all of them have, or for each body its own, chosen at run time."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

from rbsolve.solver.formulations import (
    cardan_angles_1,
    cardan_angles_2,
    euler_parameters_1,
    lie_r3_s3,
    lie_r3_so3,
    lie_r3_so3_left,
    lie_se3,
    unified_velocities,
)
from rbsolve.solver.formulations.registry import Formulation
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.flat import Ints


class Faces(NamedTuple):
    """The four subroutines of a formulation (faces.py). A loop that takes them is compiled with these."""

    start: Callable[..., None]
    configure: Callable[..., None]
    slopes: Callable[..., None]
    accept: Callable[..., bool]


def _faces(module: ModuleType) -> Faces:
    return Faces(module.start, module.configure, module.slopes, module.accept)


FACES = {
    Formulation.LIE_R3_SO3: _faces(lie_r3_so3),
    Formulation.LIE_R3_SO3_LEFT: _faces(lie_r3_so3_left),
    Formulation.LIE_SE3: _faces(lie_se3),
    Formulation.LIE_R3_S3: _faces(lie_r3_s3),
    Formulation.UNIFIED_VELOCITIES: _faces(unified_velocities),
    Formulation.CARDAN_ANGLES_1: _faces(cardan_angles_1),
    Formulation.CARDAN_ANGLES_2: _faces(cardan_angles_2),
    Formulation.EULER_PARAMETERS_1: _faces(euler_parameters_1),
}


def faces_of(formulations: Ints) -> Faces:
    """The faces for bodies of the given formulations (nb,)."""
    codes = set(formulations.tolist())
    return FACES[Formulation(codes.pop())] if len(codes) == 1 else _EACH_ITS_OWN


_LIE_R3_SO3 = int(Formulation.LIE_R3_SO3)
_LIE_R3_SO3_LEFT = int(Formulation.LIE_R3_SO3_LEFT)
_LIE_SE3 = int(Formulation.LIE_SE3)
_LIE_R3_S3 = int(Formulation.LIE_R3_S3)
_UNIFIED_VELOCITIES = int(Formulation.UNIFIED_VELOCITIES)
_CARDAN_ANGLES_1 = int(Formulation.CARDAN_ANGLES_1)
_CARDAN_ANGLES_2 = int(Formulation.CARDAN_ANGLES_2)
_EULER_PARAMETERS_1 = int(Formulation.EULER_PARAMETERS_1)

# Kernels call global functions, not attributes of modules.
_lie_r3_so3_start = lie_r3_so3.start
_lie_r3_so3_left_start = lie_r3_so3_left.start
_lie_se3_start = lie_se3.start
_lie_r3_s3_start = lie_r3_s3.start
_unified_velocities_start = unified_velocities.start
_cardan_angles_1_start = cardan_angles_1.start
_cardan_angles_2_start = cardan_angles_2.start
_euler_parameters_1_start = euler_parameters_1.start
_lie_r3_so3_configure = lie_r3_so3.configure
_lie_r3_so3_left_configure = lie_r3_so3_left.configure
_lie_se3_configure = lie_se3.configure
_lie_r3_s3_configure = lie_r3_s3.configure
_unified_velocities_configure = unified_velocities.configure
_cardan_angles_1_configure = cardan_angles_1.configure
_cardan_angles_2_configure = cardan_angles_2.configure
_euler_parameters_1_configure = euler_parameters_1.configure
_lie_r3_so3_slopes = lie_r3_so3.slopes
_lie_r3_so3_left_slopes = lie_r3_so3_left.slopes
_lie_se3_slopes = lie_se3.slopes
_lie_r3_s3_slopes = lie_r3_s3.slopes
_unified_velocities_slopes = unified_velocities.slopes
_cardan_angles_1_slopes = cardan_angles_1.slopes
_cardan_angles_2_slopes = cardan_angles_2.slopes
_euler_parameters_1_slopes = euler_parameters_1.slopes
_lie_r3_so3_accept = lie_r3_so3.accept
_lie_r3_so3_left_accept = lie_r3_so3_left.accept
_lie_se3_accept = lie_se3.accept
_lie_r3_s3_accept = lie_r3_s3.accept
_unified_velocities_accept = unified_velocities.accept
_cardan_angles_1_accept = cardan_angles_1.accept
_cardan_angles_2_accept = cardan_angles_2.accept
_euler_parameters_1_accept = euler_parameters_1.accept


@subroutine
def _start(model, b, state, y, v):
    code = model.bodies.formulation[b]
    if code == _LIE_R3_SO3:
        _lie_r3_so3_start(model, b, state, y, v)
    elif code == _LIE_R3_SO3_LEFT:
        _lie_r3_so3_left_start(model, b, state, y, v)
    elif code == _LIE_SE3:
        _lie_se3_start(model, b, state, y, v)
    elif code == _LIE_R3_S3:
        _lie_r3_s3_start(model, b, state, y, v)
    elif code == _UNIFIED_VELOCITIES:
        _unified_velocities_start(model, b, state, y, v)
    elif code == _CARDAN_ANGLES_1:
        _cardan_angles_1_start(model, b, state, y, v)
    elif code == _CARDAN_ANGLES_2:
        _cardan_angles_2_start(model, b, state, y, v)
    elif code == _EULER_PARAMETERS_1:
        _euler_parameters_1_start(model, b, state, y, v)


@subroutine
def _configure(model, b, y, v, z, state):
    code = model.bodies.formulation[b]
    if code == _LIE_R3_SO3:
        _lie_r3_so3_configure(model, b, y, v, z, state)
    elif code == _LIE_R3_SO3_LEFT:
        _lie_r3_so3_left_configure(model, b, y, v, z, state)
    elif code == _LIE_SE3:
        _lie_se3_configure(model, b, y, v, z, state)
    elif code == _LIE_R3_S3:
        _lie_r3_s3_configure(model, b, y, v, z, state)
    elif code == _UNIFIED_VELOCITIES:
        _unified_velocities_configure(model, b, y, v, z, state)
    elif code == _CARDAN_ANGLES_1:
        _cardan_angles_1_configure(model, b, y, v, z, state)
    elif code == _CARDAN_ANGLES_2:
        _cardan_angles_2_configure(model, b, y, v, z, state)
    elif code == _EULER_PARAMETERS_1:
        _euler_parameters_1_configure(model, b, y, v, z, state)


@subroutine
def _slopes(model, b, y, v, z, state, slope):
    code = model.bodies.formulation[b]
    if code == _LIE_R3_SO3:
        _lie_r3_so3_slopes(model, b, y, v, z, state, slope)
    elif code == _LIE_R3_SO3_LEFT:
        _lie_r3_so3_left_slopes(model, b, y, v, z, state, slope)
    elif code == _LIE_SE3:
        _lie_se3_slopes(model, b, y, v, z, state, slope)
    elif code == _LIE_R3_S3:
        _lie_r3_s3_slopes(model, b, y, v, z, state, slope)
    elif code == _UNIFIED_VELOCITIES:
        _unified_velocities_slopes(model, b, y, v, z, state, slope)
    elif code == _CARDAN_ANGLES_1:
        _cardan_angles_1_slopes(model, b, y, v, z, state, slope)
    elif code == _CARDAN_ANGLES_2:
        _cardan_angles_2_slopes(model, b, y, v, z, state, slope)
    elif code == _EULER_PARAMETERS_1:
        _euler_parameters_1_slopes(model, b, y, v, z, state, slope)


@subroutine
def _accept(model, b, y, v, z):
    code = model.bodies.formulation[b]
    if code == _LIE_R3_SO3:
        return _lie_r3_so3_accept(model, b, y, v, z)
    elif code == _LIE_R3_SO3_LEFT:
        return _lie_r3_so3_left_accept(model, b, y, v, z)
    elif code == _LIE_SE3:
        return _lie_se3_accept(model, b, y, v, z)
    elif code == _LIE_R3_S3:
        return _lie_r3_s3_accept(model, b, y, v, z)
    elif code == _UNIFIED_VELOCITIES:
        return _unified_velocities_accept(model, b, y, v, z)
    elif code == _CARDAN_ANGLES_1:
        return _cardan_angles_1_accept(model, b, y, v, z)
    elif code == _CARDAN_ANGLES_2:
        return _cardan_angles_2_accept(model, b, y, v, z)
    elif code == _EULER_PARAMETERS_1:
        return _euler_parameters_1_accept(model, b, y, v, z)
    return True


_EACH_ITS_OWN = Faces(_start, _configure, _slopes, _accept)


@subroutine
def start_bodies(model, faces, state, y, v):
    """Coordinates and velocities of every body from the poses and twists in `state`."""
    for b in range(y.shape[0]):
        faces.start(model, b, state, y, v)


@subroutine
def configure_bodies(model, faces, y, v, z, state):
    """Fill the state with every body's pose and twist at `y`, `v` moved by `z`."""
    for b in range(y.shape[0]):
        faces.configure(model, b, y, v, z, state)


@subroutine
def body_slopes(model, faces, y, v, z, state, slope):
    """Time derivatives of every body's increment."""
    for b in range(y.shape[0]):
        faces.slopes(model, b, y, v, z, state, slope)


@subroutine
def accept_bodies(model, faces, y, v, z):
    """Move every body by its increment; the first body whose coordinates became singular, or -1."""
    for b in range(y.shape[0]):
        if not faces.accept(model, b, y, v, z):
            return b
    return -1
