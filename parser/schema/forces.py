"""Collects the blocks of forces that solver/forces defines. The block of contact materials precedes the block of
contacts.
"""

from __future__ import annotations

from rbsolve.solver.forces.catalogue import BLOCKS as OF_KINDS
from rbsolve.solver.forces.contact.blocks import CONTACT, MATERIAL

BLOCKS = tuple(block for kind in OF_KINDS for block in ((MATERIAL, kind) if kind is CONTACT else (kind,)))
