"""The layout of a tape. A tape is a list of operations on numbers, in the order in which a kernel executes them.

An operation has a node, which contains its adjoint, and an edge for each operand. An edge has two words: the positions
of the two nodes, and the slope of the operation with respect to this operand. A position is an offset in bytes from the
start of the tape, in 28 bits. The operand's position is in the lower half of the word. Operands without effect have no
edge: constants, and operands with a slope of zero.

The first word of a tape is the address of the next edge, and the second word is the address of the next node. Edges
follow. Nodes begin at `NODES`.

The address of a tape is a multiple of its size. The tape can therefore be found from the address of any of its nodes,
which a taped number contains.
"""

from __future__ import annotations

EDGE, NODE = 16, 8
"""The sizes of an edge and of a node in bytes."""
HEADER = 16
"""The size of the first two words in bytes."""
MOST_OPERANDS = 12
"""The largest number of operands of an operation."""
ARENA = 1 << 28
"""The size of a tape in bytes. Unused parts of it take no physical memory."""
NODES = ARENA // 8 * 5
"""The offset of the first node. Every operation has at least one edge, so edges fill their part before nodes do."""
FULL = NODES - EDGE * MOST_OPERANDS
"""A tape is full if the next edge would be behind this offset."""
