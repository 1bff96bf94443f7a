"""What a kind of force is: one record, from which kernels, tangents, energies, discrete gradients and refusals derive.

A `ForceKind` is any force. A `PairForce` acts between two bodies and says more, so that its schema and its arrays derive too: its numbers
are rows of `Model.pairs`, and `pairs.py` makes a `ForceKind` of it. All subroutines become entries, compiled when a model has the kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.geometry.observer import Motion, Pose
from rbsolve.parser.schema.table import BlockSchema
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.flat import Floats, Ints

if TYPE_CHECKING:
    from rbsolve.parser.description.described import Described
    from rbsolve.solver.assembly.forces import Anatomy

GLYPHS = ("coil", "torsion")


class ForceKind(NamedTuple):
    """A kind of applied force."""

    name: str
    """What messages call one."""
    plural: str
    """What they call all."""
    blocks: Sequence[str]
    """The kinds of blocks in a deck that are such forces; none for what joints have."""
    count: Callable[[Model], int]
    """How many a model has."""
    apply: Callable[..., None]
    """Subroutine (model, t, state): add the wrenches of all."""
    bodies: Callable[[Model], tuple[Ints, Ints]] | None = None
    """Both bodies of each, for its tangents; None for gravity, whose derivatives come with the inertia of a body."""
    is_mutual: bool = True
    """Whether both bodies feel it; else the first one only, in axes of the second."""
    tangent: Callable[..., None] | None = None
    """Subroutine (model, t, i, state, multipliers, element, out): tangents/links.py."""
    stores: bool = False
    """Whether it stores energy that is not counted with the body; solver/sensors/energy.py knows how much."""
    keeps: Callable[[Model], bool] = lambda model: False
    """Whether all in a model keep energy: they have no power beside that of what they store."""
    discrete_gradient: Callable[[Any], Callable[..., None]] | None = None
    """For one of the arms of discrete/arms.py: what adds the wrenches of a step that keeps energy, (model, t, h, start, middle, end)."""
    given_by_motion: bool | None = True
    """Whether it follows from the motion and the time alone; None for what also follows from the reactions of joints."""
    joints: Callable[[Model], Ints] | None = None
    """The joint of each, where it belongs to a joint's block."""
    accept: Callable[..., None] | None = None
    """Subroutine (model, t, state): move on to an accepted state what the force remembers; None for what remembers nothing."""


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
    """Its keywords, @CONNECTED_TO_BODIES among them."""
    row: Callable[[Described, Anatomy], PairRow]
    """What a block of a deck says."""
    apply: Callable[..., None]
    """Subroutine (model, i, state): add the wrenches of pair `i`."""
    energy: Callable[[Model, Ints, Pose | Motion, Pose | Motion], Floats]
    """What the pairs with the indices (n,) store: (model, indices, poses of their axes on the first bodies, on the second) to (rows, n)."""
    glyph: str
    """How a picture shows it, one of GLYPHS."""
    tangent: Callable[..., None] | None = None
    """Subroutine (model, i, state, element): minus the derivatives of the wrenches (tangents/links.py)."""
    discrete_gradient: Callable[..., None] | None = None
    """Subroutine (model, i, h, arm, start, middle, end): add the wrenches of a step that keeps the energy (discrete/arms.py)."""

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.block.kind.lower().replace("_", " ")
