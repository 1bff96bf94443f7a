"""A kind of force: one record from which schema, arrays, kernels, tangents, energies, sensors and pictures are derived.

A `ForceKind` is any kind of force. A `PairForce` acts between two bodies; its arrays are derived too. Its numbers are rows of
`Model.pairs`, and `pairs.py` derives a `ForceKind` from it. All subroutines become entries, which are compiled if a model has the kind.
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
"""How pictures show a force: along a line, about a point, or about an axis"""


class Seen(NamedTuple):
    """The motion of n forces of a kind in some output rows, as sensors see it."""

    end0: Motion
    """Observers at the axes and points of the forces on the first bodies (rows, n, ...)"""
    end1: Motion
    """Points and axes on the second bodies"""
    signal: Floats
    """The values of all signals (rows, ng)"""


class Measure(NamedTuple):
    """A quantity of a force that sensors measure."""

    sensor_type: str
    components: tuple[str, ...]
    unit: str
    name: str
    value: Callable[[Model, Ints, Seen], Floats]
    """(model, indices (n,), Seen) to (rows, n), or (rows, n, components)"""
    along_axes: bool = False
    """Whether the components of the quantity are along the axes of the force"""


class ForceKind(NamedTuple):
    """A kind of applied force."""

    name: str
    """The singular noun in messages"""
    plural: str
    """The plural noun in messages"""
    block: BlockSchema | None
    """The schema of the blocks of such forces; None for forces in joints"""
    count: Callable[[Model], int]
    """The number of forces in a model"""
    apply: Callable[..., None]
    """Subroutine (model, t, state): add the wrenches of all forces of the kind"""
    bodies: Callable[[Model], tuple[Ints, Ints]] | None = None
    """Both bodies of each force, for its tangents. None for gravity, because the derivatives of the inertia include its
    derivatives
    """
    is_mutual: bool = True
    """Whether both bodies are loaded; otherwise only the first, with axes of the second"""
    tangent: Callable[..., None] | None = None
    """Subroutine (model, t, i, state, element): minus the derivatives of the wrenches of force `i` (tangents/__init__.py)"""
    is_idle: Callable[..., bool] | None = None
    """Subroutine (model, i, state): whether force `i` has zero derivatives in a state; None if this never happens"""
    energy: Callable[[Model, Ints, Seen], Floats] | None = None
    """The stored energy of the forces with the indices (n,): (model, indices, Seen) to (rows, n)"""
    stores_by_sensors: bool = False
    """Whether the force stores energy that only solver/sensors/types/energy.py computes"""
    keeps: Callable[[Model], bool] = lambda model: False
    """Whether all forces of the kind in a model conserve energy, so that a potential is their only source of power"""
    discrete_gradient: Callable[[Any], Callable[..., None]] | None = None
    """The function that adds the wrenches of an energy-conserving step, (model, t, h, start, middle, end), made for an arm of
    discrete/arms.py"""
    given_by_motion: bool | None = True
    """Whether the motion and the time determine the force; None if the force also depends on the reactions of joints"""
    joints: Callable[[Model], Ints] | None = None
    """The joint of each force, if the block of a joint describes the force"""
    accept: Callable[..., None] | None = None
    """Subroutine (model, t, state): advance the memories of the force to an accepted state; None without memories"""
    field: str = ""
    """The field of the kind's arrays in a model, if no other kind uses these arrays"""
    arrays: Callable[[Description, Anatomy], Any] | None = None
    """Makes the arrays from the blocks of a deck"""
    elements: Callable[[Model], tuple[Any, Ints]] | None = None
    """The arrays with two points (and axes, if any), and the rows of this kind, for `Seen`"""
    measures: tuple[Measure, ...] = ()
    """The sensors of the kind"""
    glyph: str | None = None
    """How a picture shows the force, one of GLYPHS"""
    of_time: tuple[str, ...] = ()
    """The keywords of the blocks that name functions of time"""

    @property
    def stores(self) -> bool:
        """Return whether the force stores energy that is not included in the energy of the body."""
        return self.energy is not None or self.stores_by_sensors


def between_bodies(field: str) -> dict[str, Any]:
    """The functions `count`, `bodies` and `elements` of a kind that has its own arrays with `body0` and `body1`."""

    def elements(model: Model) -> tuple[Any, Ints]:
        of_kind = getattr(model, field)
        return of_kind, np.arange(len(of_kind.body0))

    def bodies(model: Model) -> tuple[Ints, Ints]:
        return getattr(model, field).body0, getattr(model, field).body1

    return {"count": lambda model: len(getattr(model, field).body0), "bodies": bodies, "elements": elements}


class PairRow(NamedTuple):
    """One force of a kind, as a row of `Pairs`."""

    axes: str | None = None
    """The triad of the force's axes, fixed in both bodies; None for inertial axes at the reference configuration."""
    point: str | None = None
    """The point of both bodies where the force acts; None for their origins"""
    numbers: Sequence[float] = ()
    """The parameters, at most `WIDTH` (solver/model/flat.py)"""
    function: str | None = None
    """The function of the law; None for none"""


class PairForce(NamedTuple):
    """A kind of force between two bodies."""

    block: BlockSchema
    """The keywords of a block of this kind, including @CONNECTED_TO_BODIES"""
    row: Callable[[Described, Anatomy], PairRow]
    """The row of a block of a deck"""
    apply: Callable[..., None]
    """Subroutine (model, i, state): add the wrenches of pair `i`."""
    energy: Callable[[Model, Ints, Seen], Floats]
    """The stored energy of the pairs with the indices (n,): (model, indices, Seen) to (rows, n)"""
    glyph: str
    """How a picture shows the force, one of GLYPHS"""
    tangent: Callable[..., None] | None = None
    """Subroutine (model, i, state, element): minus the derivatives of the wrenches (tangents/links.py)."""
    discrete_gradient: Callable[..., None] | None = None
    """Subroutine (model, i, h, arm, start, middle, end): add the wrenches of an energy-conserving step (discrete/arms.py)"""
    measures: tuple[Measure, ...] = ()
    """The sensors of the kind"""

    @property
    def name(self) -> str:
        """The name of the kind in messages."""
        return self.block.kind.lower().replace("_", " ")
