"""The layout of a tape. A tape is a list of operations on numbers, in the order in which a kernel executes them.

A node is a record of four words. They contain the positions of its one or two operands, the slopes of its value with
respect to the operands, and its adjoint. A position is an offset in bytes from the start of the tape, with 32 bits.
Offset 0 is the header, to which the adjoints of constants are added. The first word of the header is the address of the
next free node.

The address of a tape is a multiple of its size. The tape can therefore be found from the address of any of its nodes,
which a taped number contains.
"""

from __future__ import annotations

NODE = 32
"""The size of a node in bytes."""
FIRST, SECOND, ADJOINT = 1, 2, 3
"""The indices of the words of a node that contain the slopes with respect to its operands, and its adjoint. Word 0
contains the positions of the operands.
"""
ARENA = 1 << 28
"""The size of a tape in bytes. Unused parts of it take no physical memory."""
