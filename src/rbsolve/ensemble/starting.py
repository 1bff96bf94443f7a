"""Computes the starts of cases that are checked together. It is used if joints, contacts or signals affect the start."""

from __future__ import annotations

import numpy as np

from rbsolve.ensemble.separation import NotAlike, separate
from rbsolve.language.diagnostics import Diagnostic, Diagnostics
from rbsolve.solver.analyses.prescribed_motions.prescribed import check_analysis
from rbsolve.solver.assembly.assemble import System
from rbsolve.solver.assembly.start import found_start
from rbsolve.solver.model.compiled import CompiledModel

SHARED = ("signals", "kind", "light", "schedule", "method", "is_free")
"""The parts of a system that determine the start, in addition to the model and the given state."""


class Starts:
    """Computes the starts of cases. The model and the given state of a case are in its compiled model."""

    def __init__(self, many: System, one: System, linearizes: bool, examines: bool) -> None:
        """`many` is the system of all cases, and `one` is the system of one case. With `examines`, redundant
        constraints are reported. Raise NotAlike if the cases differ in other parts that determine the start.
        """
        if any(separate(getattr(many, name), getattr(one, name)) is not None for name in SHARED):
            raise NotAlike
        self._system, self._linearizes, self._examines = one, linearizes, examines
        self._expected: list[Diagnostic] = []

    def expect(self, compiled: CompiledModel) -> list[Diagnostic]:
        """Store the diagnostics of this case's start, which all other cases must have too. Return these diagnostics.

        Raise NotAlike if the case has no start.
        """
        found = self._find(compiled)
        if found is None:
            raise NotAlike
        self._expected = found[1]
        return found[1]

    def start(self, compiled: CompiledModel) -> CompiledModel | None:
        """Return the model of a case with its start. If the start has unexpected diagnostics, return None. A separate
        check then reports them.
        """
        found = self._find(compiled)
        return None if found is None or found[1] != self._expected else found[0]

    def _find(self, compiled: CompiledModel) -> tuple[CompiledModel, list[Diagnostic]] | None:
        """Return the model of a case with its start, and the diagnostics of the start. Return None after errors."""
        system, diagnostics = self._system._replace(model=compiled.model), Diagnostics(seeks_warnings=self._examines)
        try:
            with np.errstate(over="raise", divide="raise", invalid="raise"):
                initial = found_start(system, compiled.initial, compiled.description, diagnostics)
                compiled = compiled._replace(initial=initial)
                if not diagnostics.has_errors:
                    check_analysis(compiled, self._linearizes, diagnostics)
        except (ArithmeticError, ValueError):
            return None
        return None if diagnostics.has_errors else (compiled, list(diagnostics))
