"""Blocks of forces of the kinds in solver/forces, and of the components of forces."""

from __future__ import annotations

from rbsolve.solver.forces.catalogue import BLOCKS as OF_KINDS
from rbsolve.solver.forces.contact.blocks import CONTACT, MATERIAL

BLOCKS = tuple(block for kind in OF_KINDS for block in ((MATERIAL, kind) if kind is CONTACT else (kind,)))
