"""The working memory of the stack machine for expressions."""

from __future__ import annotations

from rbsolve.solver.compiler.subroutines import buffer_for
from rbsolve.solver.functions.instructions import DEEPEST_STACK

scratch = buffer_for(3 * DEEPEST_STACK)
"""An array with one axis for DEEPEST_STACK triples of numbers."""
