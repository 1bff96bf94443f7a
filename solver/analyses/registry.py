"""Creates the engine of each analysis. Kernels are imported only when a run needs them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from rbsolve.solver.assembly.checks.rest_start import begins_at_rest
from rbsolve.solver.integrators.events import Watchable, Watched
from rbsolve.solver.integrators.registry import Integrator, make_integrator
from rbsolve.solver.model.analyses import DYNAMIC, KINEMATIC, START, STATIC

if TYPE_CHECKING:
    from rbsolve.solver.model.compiled import CompiledModel

# The text "module:class" of each analysis without an integrator. The constructor receives the compiled model.
_ENGINES = {
    STATIC: "rbsolve.solver.analyses.equilibria.static:StaticAnalysis",
    KINEMATIC: "rbsolve.solver.analyses.prescribed_motions.kinematic:KinematicAnalysis",
    START: "rbsolve.solver.analyses.start:StartAnalysis",
}


def make_engine(compiled: CompiledModel) -> Integrator:
    """Return the engine for a model's analysis, at the start of its run. A run with `@START_FROM {STATIC}` starts at
    equilibrium.
    """
    if compiled.analysis in (DYNAMIC, START) and begins_at_rest(compiled.description):
        from rbsolve.solver.analyses.equilibria.rest import RestSearch

        search = RestSearch(compiled)
        state = search.find()
        if state is None:
            return search
        engine = make_engine_at(compiled._replace(initial=state))
        for finding in search.run_findings:
            engine.log.report(*finding)
        return engine
    return make_engine_at(compiled)


def make_engine_at(compiled: CompiledModel) -> Integrator:
    """Return the engine for a model's analysis, at the model's initial state."""
    if compiled.analysis == DYNAMIC:
        engine = make_integrator(compiled)
    else:
        module, name = _ENGINES[compiled.analysis].split(":")
        engine = getattr(import_module(module), name)(compiled)
    if len(compiled.model.events.signal) and compiled.analysis in (DYNAMIC, KINEMATIC):
        names, events = list(compiled.signal_index), compiled.model.events
        watched = Watched(cast("Watchable", engine), events, [names[i] for i in events.signal.tolist()])
        return cast("Integrator", watched)
    return engine
