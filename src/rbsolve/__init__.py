"""rbsolve solves the dynamics of rigid bodies from Dymore-style input decks.

```python
import rbsolve

results = rbsolve.solve("decks/heavy_top.deck")
results.time, results["centre_of_mass"]  # (n,), (n, 3)
```

Modules are loaded on first use, so `import rbsolve` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rbsolve.version import VERSION

if TYPE_CHECKING:
    from rbsolve.api.model import Body, Model, check, load
    from rbsolve.api.runs import SolveError, linearize, open_results, solve, solve_many
    from rbsolve.building.deck import Deck
    from rbsolve.ensemble.ensemble import Ensemble
    from rbsolve.fitting.fit import fit
    from rbsolve.fitting.result import Fit
    from rbsolve.language.diagnostics import DeckError, Diagnostic
    from rbsolve.optimizing.result import Optimum
    from rbsolve.runs.results import Results
    from rbsolve.sensitivity.deriving import sensitivities
    from rbsolve.service.client import Client
    from rbsolve.solver.analyses.linearized.record import Linearization
    from rbsolve.solver.model.findings import Finding
    from rbsolve.solver.model.outcome import Outcome
    from rbsolve.stepping.environment import Environment
    from rbsolve.stepping.simulation import Simulation
    from rbsolve.studies.starts.optimize import optimize
    from rbsolve.studies.study import Study
    from rbsolve.view.inline import Inline

__version__ = VERSION
__all__ = [
    "Body",
    "Client",
    "Deck",
    "DeckError",
    "Diagnostic",
    "Ensemble",
    "Environment",
    "Finding",
    "Fit",
    "Inline",
    "Linearization",
    "Model",
    "Optimum",
    "Outcome",
    "Results",
    "Simulation",
    "SolveError",
    "Study",
    "check",
    "fit",
    "linearize",
    "load",
    "open_results",
    "optimize",
    "sensitivities",
    "solve",
    "solve_many",
]

_HOMES = {
    "Body": "rbsolve.api.model",
    "Client": "rbsolve.service.client",
    "Deck": "rbsolve.building.deck",
    "DeckError": "rbsolve.language.diagnostics",
    "Diagnostic": "rbsolve.language.diagnostics",
    "Ensemble": "rbsolve.ensemble.ensemble",
    "Environment": "rbsolve.stepping.environment",
    "Finding": "rbsolve.solver.model.findings",
    "Fit": "rbsolve.fitting.result",
    "Inline": "rbsolve.view.inline",
    "Linearization": "rbsolve.solver.analyses.linearized.record",
    "Model": "rbsolve.api.model",
    "Optimum": "rbsolve.optimizing.result",
    "Outcome": "rbsolve.solver.model.outcome",
    "Results": "rbsolve.runs.results",
    "Simulation": "rbsolve.stepping.simulation",
    "SolveError": "rbsolve.api.runs",
    "Study": "rbsolve.studies.study",
    "check": "rbsolve.api.model",
    "fit": "rbsolve.fitting.fit",
    "linearize": "rbsolve.api.runs",
    "load": "rbsolve.api.model",
    "open_results": "rbsolve.api.runs",
    "optimize": "rbsolve.studies.starts.optimize",
    "sensitivities": "rbsolve.sensitivity.deriving",
    "solve": "rbsolve.api.runs",
    "solve_many": "rbsolve.api.runs",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'rbsolve' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return ["__version__", *__all__]
