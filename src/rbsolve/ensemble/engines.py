"""Provides the engines of cases. The engine of the previous case is reused if only numbers of the model or the initial
state differ.
"""

from __future__ import annotations

from typing import Any

from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.assembly.checks.rest_start import begins_at_rest
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.memory import Snapshot
from rbsolve.solver.model.numbers import have_same_bits, own_copy


class Engines:
    """Provides an engine for each case. The engine is at the start of the case. Each thread needs its own object."""

    def __init__(self) -> None:
        self._compiled: CompiledModel | None = None
        self._engine: Integrator | None = None
        self._start: Snapshot | None = None
        self._rests = False  # whether cases start at equilibrium, which is a property of the deck

    def at_start(self, compiled: CompiledModel, *, is_begun: bool = False) -> Integrator:
        """Return an engine at the initial state of a model. The previously returned engine must no longer be used. If
        the case `is_begun`, the caller then restores the state that the case has reached.
        """
        engine = self._engine
        if engine is not None and self._start is not None and self._takes(compiled):
            self._start.put_back()
            if not is_begun:
                engine.begin_at(compiled)  # type: ignore[attr-defined]  # only engines with it have a `_start`
        else:
            # a copy is used, because the engine may receive the numbers of the next case
            engine = make_engine(compiled._replace(model=own_copy(compiled.model)))
            self._engine, self._rests = engine, begins_at_rest(compiled.description)
            self._start = Snapshot(engine, but="_state") if hasattr(engine, "begin_at") else None
        self._compiled = compiled
        return engine

    def _takes(self, compiled: CompiledModel) -> bool:
        """Return whether the engine already has the model of a case, or can receive its numbers."""
        known = self._compiled
        if known is None or self._rests or not _are_stepped_alike(known, compiled):
            return False
        engine = self._engine
        return compiled.model is known.model or (
            engine is not None and engine.take_numbers(known.model, compiled.model)
        )


def _are_stepped_alike(one: CompiledModel, other: CompiledModel) -> bool:
    """Return whether two cases have the same schedule, method, analysis and names of bodies. In most decks, cases share
    these objects. If a deck has repeated blocks, the objects are only equal.
    """
    if one.schedule is other.schedule and one.method is other.method:
        return one.analysis == other.analysis
    return have_same_bits(_stepping(one), _stepping(other))


def _stepping(compiled: CompiledModel) -> tuple[Any, ...]:
    method = compiled.method
    of_method = method.integrator, method.formulation, method.options, tuple(method.keywords.items())
    return compiled.analysis, compiled.schedule, of_method, tuple(compiled.body_index.items())
