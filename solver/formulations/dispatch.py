"""The formulation of the bodies for the time loop. Either all bodies have the same formulation, or each formulation is
selected at run time.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.solver.compiler.branches import by_code
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

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


class Faces(NamedTuple):
    """The four subroutines of a formulation, as faces.py describes them. The subroutines are compiled into the loop
    that receives them.
    """

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
    """Return the subroutines for bodies of the given formulations (nb,)."""
    codes = set(formulations.tolist())
    return FACES[Formulation(codes.pop())] if len(codes) == 1 else _EACH_ITS_OWN


def _each_its_own(face: str, arguments: str, otherwise: bool | None = None) -> Callable[..., Any]:
    """Return one of the four subroutines, which selects the formulation of each body at run time."""
    functions = {int(code): getattr(faces, face) for code, faces in FACES.items()}
    return subroutine(by_code(__name__, face, arguments, "model.bodies.formulation[b]", functions, otherwise))


_EACH_ITS_OWN = Faces(
    _each_its_own("start", "model, b, state, y, v"),
    _each_its_own("configure", "model, b, y, v, z, state"),
    _each_its_own("slopes", "model, b, y, v, z, state, slope"),
    _each_its_own("accept", "model, b, y, v, z", True),
)


@subroutine
def start_bodies(model: Model, faces: Faces, state: State, y: Floats, v: Floats) -> None:
    """Compute coordinates and velocities of every body from the poses and twists in `state`."""
    for b in range(y.shape[0]):
        faces.start(model, b, state, y, v)


@subroutine
def configure_bodies(model: Model, faces: Faces, y: Floats, v: Floats, z: Floats, state: State) -> None:
    """Set the pose and twist of every body in the state, at the coordinates `y` and velocities `v` moved by the
    increment `z`.
    """
    for b in range(y.shape[0]):
        faces.configure(model, b, y, v, z, state)


@subroutine
def body_slopes(model: Model, faces: Faces, y: Floats, v: Floats, z: Floats, state: State, slope: Floats) -> None:
    """Compute the time derivatives of every body's increment."""
    for b in range(y.shape[0]):
        faces.slopes(model, b, y, v, z, state, slope)


@subroutine
def accept_bodies(model: Model, faces: Faces, y: Floats, v: Floats, z: Floats) -> int:
    """Move every body by its increment. Return the first body with singular coordinates, or -1 if there is no such
    body.
    """
    for b in range(y.shape[0]):
        if not faces.accept(model, b, y, v, z):
            return b
    return -1
