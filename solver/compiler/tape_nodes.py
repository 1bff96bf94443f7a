"""The layout of a tape. A tape is a list of operations on numbers, in the order in which a kernel executes them.

A node is a record of four words. They contain the places of its one or two operands, the slopes of its value by both
operands, and its adjoint. The places are offsets in bytes from the start of the tape, with 32 bits each. Offset 0 is
the header, which absorbs the adjoints of constants. The first word of the header is the address of the next free node.

A tape is aligned, so its address is a multiple of its size. So the tape can be found from the address of a node, which
a taped number carries.
"""

from __future__ import annotations

NODE = 32
"""The size of a node in bytes."""
FIRST, SECOND, ADJOINT = 1, 2, 3
"""The words of a node with the slopes by its operands, and with its adjoint. Word 0 contains the places of the
operands.
"""
ARENA = 1 << 28
"""The size of a tape in bytes. Unused memory takes no space."""
