"""Defines the record of a kind of force. The schema, arrays, kernels, tangents, energies, sensors and pictures are
derived from it.

A `ForceKind` describes any kind of force. A `PairForce` acts between two bodies, and its arrays are also derived from
the record. Its numbers are rows of `Model.pairs`, and `pairs.py` converts it into a `ForceKind`. All subroutines of a
record become entries. They are compiled only if a model has forces of this kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rbsolve.geometry.observer import Motion
from rbsolve.language.table import BlockSchema
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.flat import Floats, Ints

if TYPE_CHECKING:
    from rbsolve.language.described import Described, Description
    from rbsolve.solver.forces.anatomy import Anatomy

GLYPHS = ("coil", "bushing", "torsion")
"""How pictures show a force: along a line, about a point, or about an axis."""


class Seen(NamedTuple):
    """The motion of n forces of a kind in some output rows, in the form that sensors need."""

    end0: Motion
    """The motion of the points and axes of the forces on the first bodies, as observers (rows, n, ...)."""
    end1: Motion
    """Points and axes on the second bodies."""
    signal: Floats
    """The values of all signals (rows, ng)."""


class Measure(NamedTuple):
    """A quantity of a force that sensors measure."""

    sensor_type: str
    components: tuple[str, ...]
    unit: str
    name: str
    value: Callable[[Model, Ints, Seen], Floats]
    """Function (model, indices (n,), Seen) that returns the values (rows, n) or (rows, n, components)."""
    along_axes: bool = False
    """Whether the components of the quantity are along the axes of the force."""


class ForceKind(NamedTuple):
    """The record of a kind of applied force."""

    name: str
    """The singular noun in messages."""
    plural: str
    """The plural noun in messages."""
    block: BlockSchema | None
    """The schema of the blocks of such forces, or None for forces in joints."""
    count: Callable[[Model], int]
    """Function that returns the number of forces in a model."""
    apply: Callable[..., None]
    """Subroutine (model, t, state) that adds the wrenches of all forces of the kind."""
    bodies: Callable[[Model], tuple[Ints, Ints]] | None = None
    """Function that returns the two bodies of each force, for its tangents. None for gravity, because its derivatives
    are part of the derivatives of the inertia.
    """
    is_mutual: bool = True
    """Whether wrenches act on both bodies. If not, a wrench acts only on the first body, and the axes of the force are
    fixed in the second body.
    """
    tangent: Callable[..., None] | None = None
    """Subroutine (model, t, i, state, element) that computes minus the derivatives of the wrenches of force `i`
    (tangents/__init__.py).
    """
    is_idle: Callable[..., bool] | None = None
    """Subroutine (model, i, state) that returns whether the derivatives of force `i` are zero in a state, or None if
    they never are.
    """
    energy: Callable[[Model, Ints, Seen], Floats] | None = None
    """Function (model, indices, Seen) that returns the stored energy (rows, n) of the forces with the indices (n,)."""
    stores_by_sensors: bool = False
    """Whether the force stores energy that only solver/sensors/types/energy.py computes."""
    keeps: Callable[[Model], bool] = lambda model: False
    """Function that returns whether all forces of the kind in a model conserve energy. Their power is then determined
    by a potential alone.
    """
    discrete_gradient: Callable[[Any], Callable[..., None]] | None = None
    """Function of an arm of discrete/arms.py. It returns the function (model, t, h, start, middle, end) that adds the
    wrenches of an energy-conserving step.
    """
    given_by_motion: bool | None = True
    """Whether the force depends only on the motion and the time. None if it also depends on the reactions of joints."""
    joints: Callable[[Model], Ints] | None = None
    """Function that returns the joint of each force, if the block of a joint describes the force."""
    accept: Callable[..., None] | None = None
    """Subroutine (model, t, state) that advances the memories of the force to an accepted state. None without memories.
    """
    field: str = ""
    """The field of a model that contains the arrays of the kind, if no other kind uses these arrays."""
    arrays: Callable[[Description, Anatomy], Any] | None = None
    """Function that builds the arrays from the blocks of a deck."""
    elements: Callable[[Model], tuple[Any, Ints]] | None = None
    """Function that returns the arrays with two points (and axes, if any), and the rows that belong to this kind, for
    `Seen`.
    """
    measures: tuple[Measure, ...] = ()
    """The quantities that sensors measure for the kind."""
    glyph: str | None = None
    """How a picture shows the force: one of GLYPHS."""
    of_time: tuple[str, ...] = ()
    """The keywords of the blocks that name functions of time."""

    @property
    def stores(self) -> bool:
        """Return whether the force stores energy that is not part of the energy of the body."""
        return self.energy is not None or self.stores_by_sensors


def between_bodies(field: str) -> dict[str, Any]:
    """Return the functions `count`, `bodies` and `elements` of a kind that has its own arrays with `body0` and `body1`."""

    def elements(model: Model) -> tuple[Any, Ints]:
        of_kind = getattr(model, field)
        return of_kind, np.arange(len(of_kind.body0))

    def bodies(model: Model) -> tuple[Ints, Ints]:
        return getattr(model, field).body0, getattr(model, field).body1

    return {"count": lambda model: len(getattr(model, field).body0), "bodies": bodies, "elements": elements}


class PairRow(NamedTuple):
    """A force between two bodies, as a row of `Pairs`."""

    axes: str | None = None
    """The triad of the force's axes, fixed in both bodies. None means the inertial axes at the reference configuration.
    """
    point: str | None = None
    """The point of both bodies where the force acts, or None for the origins of the bodies."""
    numbers: Sequence[float] = ()
    """The parameters, at most `WIDTH` (solver/model/flat.py)."""
    function: str | None = None
    """The function of the law, or None without a function."""


class PairForce(NamedTuple):
    """A kind of force between two bodies."""

    block: BlockSchema
    """The schema of a block of this kind, including @CONNECTED_TO_BODIES."""
    row: Callable[[Described, Anatomy], PairRow]
    """Function that returns the row for a block of a deck."""
    apply: Callable[..., None]
    """Subroutine (model, i, state) that adds the wrenches of pair `i`."""
    energy: Callable[[Model, Ints, Seen], Floats]
    """Function (model, indices, Seen) that returns the stored energy (rows, n) of the pairs with the indices (n,)."""
    glyph: str
    """How a picture shows the force: one of GLYPHS."""
    tangent: Callable[..., None] | None = None
    """Subroutine (model, i, state, element) that computes minus the derivatives of the wrenches (tangents/links.py)."""
    discrete_gradient: Callable[..., None] | None = None
    """Subroutine (model, i, h, arm, start, middle, end) that adds the wrenches of an energy-conserving step
    (discrete/arms.py).
    """
    measures: tuple[Measure, ...] = ()
    """The quantities that sensors measure for the kind."""

    @property
    def name(self) -> str:
        """Return the name of the kind in messages."""
        return self.block.kind.lower().replace("_", " ")
