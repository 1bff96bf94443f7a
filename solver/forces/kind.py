"""What a kind of force between two bodies is: one record, from which the schema, the arrays, kernels, energies and refusals derive.

Its numbers are rows of `Model.pairs`; `apply` and `tangent` become entries, compiled when a model has one of the kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.parser.schema.table import Block
from rbsolve.solver.model.arrays import Floats

if TYPE_CHECKING:
    from rbsolve.parser.description.described import Described
    from rbsolve.solver.assembly.forces import Anatomy
    from rbsolve.solver.model.compiled import CompiledModel

GLYPHS = ("coil", "torsion")


class PairRow(NamedTuple):
    """One force of a kind, as the arrays of `Pairs` have it."""

    axes: str | None = None
    """The triad of its axes, fixed in both bodies; None for inertial axes at the reference configuration."""
    point: str | None = None
    """The point of both bodies where it acts; None for their origins."""
    numbers: Sequence[float] = ()
    """At most `WIDTH` (solver/model/arrays.py)."""
    function: str | None = None
    """The function that its law is, None for none."""


class PairForce(NamedTuple):
    """A kind of force between two bodies."""

    block: Block
    """Its keywords, @CONNECTED_TO_BODIES among them."""
    row: Callable[[Described, Anatomy], PairRow]
    """What a block of a deck says."""
    apply: Callable[..., None]
    """Subroutine (model, i, state): add the wrenches of pair `i`."""
    energy: Callable[[Any, CompiledModel, int, int], Floats]
    """What the pairs first .. last - 1 store: (rows of a chunk, model, first, last) to (rows, pairs)."""
    glyph: str
    """How a picture shows it, one of GLYPHS."""
    tangent: Callable[..., None] | None = None
    """Subroutine (model, i, state, element): minus the derivatives of the wrenches (tangents/links.py)."""
    discrete_gradient: Callable[..., None] | None = None
    """Subroutine (model, i, h, start, middle, end): the wrenches of a step that keeps the energy."""

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.block.kind.lower().replace("_", " ")
