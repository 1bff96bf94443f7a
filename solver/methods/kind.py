"""Defines the record of a type of time integrator. The schema, checks, options and the run are derived from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rbsolve.language.table import Variant
from rbsolve.solver.model.options import Options


@dataclass(frozen=True, slots=True)
class IntegratorType:
    """An `INTEGRATOR_TYPE` of a deck."""

    variant: Variant
    """The name of the type, its text in the deck reference, its keywords and their defaults."""
    formulations: tuple[str, ...]
    """The supported formulations of bodies, with the default first."""
    engine: str
    """The class of the integrator as "module:class", which a run imports. The constructor receives the compiled model.
    """
    options: Callable[[Mapping[str, Any]], Options]
    """A function that creates the options of the integrator from keywords. The keywords have their defaults."""
    needs: tuple[str, ...] = ()
    """The functions of forces that the integrator needs in addition to `apply` (solver/forces/kind.py)."""
    is_explicit: bool = False
    """Whether the integrator solves no constraint equations. It then supports joints only in joint coordinates."""
    carries_signals: bool = False
    """Whether the integrator supports signals with states, and signals that drive forces."""
    fewest_stages: int | None = None
    """The smallest `@NUMBER_OF_STAGES`, if the method has stages."""

    @property
    def name(self) -> str:
        """Return the name of the type in a deck."""
        return self.variant.choice


TOLERANCES = ("RELATIVE_TOLERANCE", "ABSOLUTE_TOLERANCE")
NEWTON = ("NEWTON", *TOLERANCES, "MAXIMUM_NUMBER_OF_ITERATIONS")
