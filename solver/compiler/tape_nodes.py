"""The layout of a tape: a list of operations on numbers, in the order in which a kernel executes them.

A node is a record of four words: the places of its one or two operands, the slopes of its value by them, and its adjoint. The places are
offsets in bytes from the start of the tape, 32 bits each; offset 0 is the header, which absorbs what belongs to constants.
The first word of the header is the address of the next free node.

A tape is aligned: its address is a multiple of its size. So a number that carries the address of its node is enough to find the tape.
"""

from __future__ import annotations

NODE = 32
"""The size of a node in bytes."""
FIRST, SECOND, ADJOINT = 1, 2, 3
"""The words of a node with the slopes by its operands, and with its adjoint; word 0 contains the places of the operands."""
ARENA = 1 << 28
"""The size of a tape in bytes. Memory that is not used is not occupied."""
