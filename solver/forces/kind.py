"""A kind of force: one record, the source of schema, arrays, kernels, tangents, energies, sensors and pictures.

A `ForceKind` is any force. The arrays of a `PairForce`, which acts between two bodies, are derived too: its numbers are rows of
`Model.pairs`, and `pairs.py` makes a `ForceKind` of it. All subroutines become entries, compiled when a model has the kind.
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
"""How pictures show a force: along a line, about a point, about an axis."""


class Seen(NamedTuple):
    """The view of sensors on n forces of a kind in some output rows."""

    end0: Motion
    """Of their axes, and of their points, on the first bodies (rows, n, ...)"""
    end1: Motion
    """On the second bodies"""
    signal: Floats
    """The values of all signals (rows, ng)"""


class Measure(NamedTuple):
    """A measurement of a force by a sensor."""

    sensor_type: str
    components: tuple[str, ...]
    unit: str
    name: str
    value: Callable[[Model, Ints, Seen], Floats]
    """(model, indices (n,), observed quantities) to (rows, n), or (rows, n, components)"""
    along_axes: bool = False
    """Whether its components are those along the axes of the force"""


class ForceKind(NamedTuple):
    """A kind of applied force."""

    name: str
    """The name of one in messages."""
    plural: str
    """The plural in messages."""
    block: BlockSchema | None
    """The schema of the blocks that are such forces; None for forces in joints."""
    count: Callable[[Model], int]
    """How many a model has."""
    apply: Callable[..., None]
    """Subroutine (model, t, state): add the wrenches of all."""
    bodies: Callable[[Model], tuple[Ints, Ints]] | None = None
    """Both bodies of each, for its tangents; None for gravity, the derivatives of which are included in those of a body's inertia."""
    is_mutual: bool = True
    """Whether both bodies feel it; else the first one only, in axes of the second."""
    tangent: Callable[..., None] | None = None
    """Subroutine (model, t, i, state, element): minus the derivatives of the wrenches of force `i` (tangents/__init__.py)."""
    is_idle: Callable[..., bool] | None = None
    """Subroutine (model, i, state): whether force `i` has no derivatives in a state; None where none is ever without."""
    energy: Callable[[Model, Ints, Seen], Floats] | None = None
    """The stored energy of the forces with the indices (n,), (model, indices, observed quantities) to (rows, n)."""
    stores_by_sensors: bool = False
    """Whether it stores energy that only solver/sensors/types/energy.py computes."""
    keeps: Callable[[Model], bool] = lambda model: False
    """Whether all of them in a model conserve energy: they have no power besides that of their potential."""
    discrete_gradient: Callable[[Any], Callable[..., None]] | None = None
    """For an arm of discrete/arms.py: the function that adds the wrenches of an energy-conserving step, (model, t, h, start, middle,
    end)."""
    given_by_motion: bool | None = True
    """Whether it follows from the motion and the time alone; None if it also depends on the reactions of joints."""
    joints: Callable[[Model], Ints] | None = None
    """The joint of each, where it belongs to a joint's block."""
    accept: Callable[..., None] | None = None
    """Subroutine (model, t, state): advance the memories of the force to an accepted state; None without memories."""
    field: str = ""
    """The field of its arrays in a model, if they belong to it alone."""
    arrays: Callable[[Description, Anatomy], Any] | None = None
    """These arrays, of the blocks of a deck."""
    elements: Callable[[Model], tuple[Any, Ints]] | None = None
    """Arrays with two points and perhaps axes, and the rows of them that are of this kind: what `Seen` shows."""
    measures: tuple[Measure, ...] = ()
    """Its sensors."""
    glyph: str | None = None
    """How a picture shows it, one of GLYPHS."""
    of_time: tuple[str, ...] = ()
    """The keywords that name functions of time."""

    @property
    def stores(self) -> bool:
        """Whether it stores energy that is not counted with the body."""
        return self.energy is not None or self.stores_by_sensors


def between_bodies(field: str) -> dict[str, Any]:
    """The functions of a kind with arrays of its own that have `body0` and `body1`."""

    def elements(model: Model) -> tuple[Any, Ints]:
        of_kind = getattr(model, field)
        return of_kind, np.arange(len(of_kind.body0))

    def bodies(model: Model) -> tuple[Ints, Ints]:
        return getattr(model, field).body0, getattr(model, field).body1

    return {"count": lambda model: len(getattr(model, field).body0), "bodies": bodies, "elements": elements}


class PairRow(NamedTuple):
    """One force of a kind, as the arrays of `Pairs` have it."""

    axes: str | None = None
    """The triad of its axes, fixed in both bodies; None for inertial axes at the reference configuration."""
    point: str | None = None
    """The point of both bodies where it acts; None for their origins."""
    numbers: Sequence[float] = ()
    """At most `WIDTH` (solver/model/flat.py)."""
    function: str | None = None
    """The function that its law is, None for none."""


class PairForce(NamedTuple):
    """A kind of force between two bodies."""

    block: BlockSchema
    """Its keywords, including @CONNECTED_TO_BODIES."""
    row: Callable[[Described, Anatomy], PairRow]
    """The values of a block of a deck."""
    apply: Callable[..., None]
    """Subroutine (model, i, state): add the wrenches of pair `i`."""
    energy: Callable[[Model, Ints, Seen], Floats]
    """The stored energy of the pairs with the indices (n,), (model, indices, observed quantities) to (rows, n)."""
    glyph: str
    """How a picture shows it, one of GLYPHS."""
    tangent: Callable[..., None] | None = None
    """Subroutine (model, i, state, element): minus the derivatives of the wrenches (tangents/links.py)."""
    discrete_gradient: Callable[..., None] | None = None
    """Subroutine (model, i, h, arm, start, middle, end): add the wrenches of a step that keeps the energy (discrete/arms.py)."""
    measures: tuple[Measure, ...] = ()
    """Its sensors."""

    @property
    def name(self) -> str:
        """Its name in messages."""
        return self.block.kind.lower().replace("_", " ")
