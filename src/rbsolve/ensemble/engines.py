"""Engines of cases: that of the case before, where only the initial state is another one."""

from __future__ import annotations

from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.assembly.rest_start import begins_at_rest
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.memory import Snapshot
from rbsolve.solver.model.compiled import CompiledModel


class Engines:
    """Engines at the start of one case after the other. Each thread needs its own."""

    def __init__(self) -> None:
        self._compiled: CompiledModel | None = None
        self._engine: Integrator | None = None
        self._start: Snapshot | None = None

    def at_start(self, compiled: CompiledModel) -> Integrator:
        """An engine at the initial state of a model; the one given before is then no longer of use."""
        engine, known = self._engine, self._compiled
        begin_at = getattr(engine, "begin_at", None)
        if (
            known is None
            or engine is None
            or begin_at is None
            or self._start is None
            or compiled.model is not known.model
            or compiled.schedule is not known.schedule
            or compiled.method is not known.method
            or compiled.analysis != known.analysis
            or begins_at_rest(compiled.description)
        ):
            engine = make_engine(compiled)
            self._engine, self._compiled, self._start = engine, compiled, Snapshot(engine, but="_state")
            return engine
        self._start.put_back()
        begin_at(compiled)
        return engine
