"""Selects the formulation of the bodies for the explicit time loop. Each formulation has four entries, which the loop
calls by their addresses in the model. One loop therefore serves all formulations. If bodies have different
formulations, the entries select the formulation of each body at run time.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from rbsolve.solver.compiler.branches import by_code
from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.layouts import array
from rbsolve.solver.compiler.records import layout_of
from rbsolve.solver.compiler.subroutines import call2, call3, call4
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

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats, Ints

START, CONFIGURE, SLOPES, ACCEPT = range(4)
"""The entries of a formulation in `Entries.bodies`."""


class Faces(NamedTuple):
    """The four subroutines of a formulation, which faces.py describes."""

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


def _each_its_own(face: str, arguments: str, otherwise: bool | None = None) -> Callable[..., Any]:
    """Return one of the four subroutines. It selects the formulation of each body at run time."""
    functions = {int(code): getattr(faces, face) for code, faces in FACES.items()}
    return subroutine(by_code(__name__, face, arguments, "model.bodies.formulation[b]", functions, otherwise))


_EACH_ITS_OWN = Faces(
    _each_its_own("start", "model, b, state, y, v"),
    _each_its_own("configure", "model, b, y, v, z, state"),
    _each_its_own("slopes", "model, b, y, v, z, state, slope"),
    _each_its_own("accept", "model, b, y, v, z", True),
)


class BodyRecords(Protocol):
    """The coordinates of bodies, as faces.py describes them."""

    @property
    def y(self) -> Floats:
        """Coordinates (nb, 7)."""
        ...

    @property
    def v(self) -> Floats:
        """Velocity coordinates (nb, 6)."""
        ...

    @property
    def z(self) -> Floats:
        """Increments (nb, width)."""
        ...

    @property
    def failed(self) -> Ints:
        """Memory (1,) for the index of the first body whose coordinates are singular after `accept_bodies`, or -1."""
        ...


def with_formulation(model: Model, state: State, work: tuple[Any, ...]) -> Model:
    """Return the model with the entries of the formulation of its bodies. Bodies in joint coordinates need no entries.
    `work` is a named tuple with the fields of `BodyRecords`.
    """
    codes = set(model.bodies.formulation.tolist()) - {Formulation.MINIMAL_COORDINATES}
    if not codes:
        return model
    faces = FACES[Formulation(codes.pop())] if len(codes) == 1 else _EACH_ITS_OWN
    layouts = layout_of(model), layout_of(work), layout_of(state)
    addresses = [
        *addresses_of([(_start_each(faces.start), "start of bodies")], *layouts),
        *addresses_of([(_configure_each(faces.configure), "poses of bodies")], *layouts),
        *addresses_of(
            [(_slopes_of_each(faces.slopes), "motion of bodies")], *layouts, array(2, model.gravity.dtype.name)
        ),
        *addresses_of([(_accept_each(faces.accept), "steps of bodies")], *layouts[:2]),
    ]
    return model._replace(entries=model.entries._replace(bodies=np.array(addresses, dtype=np.int64)))


def _start_each(start: Callable[..., None]) -> Callable[..., None]:
    def start_each(model: Model, work: BodyRecords, state: State) -> None:
        for b in range(work.y.shape[0]):
            start(model, b, state, work.y, work.v)

    return start_each


def _configure_each(configure: Callable[..., None]) -> Callable[..., None]:
    def configure_each(model: Model, work: BodyRecords, state: State) -> None:
        for b in range(work.y.shape[0]):
            configure(model, b, work.y, work.v, work.z, state)

    return configure_each


def _slopes_of_each(slopes: Callable[..., None]) -> Callable[..., None]:
    def slopes_of_each(model: Model, work: BodyRecords, state: State, slope: Floats) -> None:
        for b in range(work.y.shape[0]):
            slopes(model, b, work.y, work.v, work.z, state, slope)

    return slopes_of_each


def _accept_each(accept: Callable[..., bool]) -> Callable[..., None]:
    def accept_each(model: Model, work: BodyRecords) -> None:
        for b in range(work.y.shape[0]):
            if not accept(model, b, work.y, work.v, work.z):
                work.failed[0] = b
                return

    return accept_each


@subroutine
def start_bodies(model: Model, work: BodyRecords, state: State) -> None:
    """Compute coordinates and velocities of every body from the poses and twists in `state`."""
    call3(model.entries.bodies[START], model, work, state)


@subroutine
def configure_bodies(model: Model, work: BodyRecords, state: State) -> None:
    """Set the pose and twist of every body in the state, at its coordinates moved by the increment."""
    call3(model.entries.bodies[CONFIGURE], model, work, state)


@subroutine
def body_slopes(model: Model, work: BodyRecords, state: State, slope: Floats) -> None:
    """Compute the time derivatives of every body's increment."""
    call4(model.entries.bodies[SLOPES], model, work, state, slope)


@subroutine
def accept_bodies(model: Model, work: BodyRecords) -> int:
    """Move every body by its increment. Return the index of the first body whose coordinates are singular, or -1 if
    there is none.
    """
    work.failed[0] = -1
    call2(model.entries.bodies[ACCEPT], model, work)
    body: int = work.failed[0]
    return body
