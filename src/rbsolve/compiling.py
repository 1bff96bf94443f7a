"""The last stage of a check: from a deck without errors in its blocks to the compiled model and its sensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.linalg import LinAlgError

from rbsolve.geometry.shapes.shapes import with_shapes
from rbsolve.parser.description.described import Description
from rbsolve.parser.diagnostics import Code, Span
from rbsolve.solver.analyses.prescribed import check_analysis
from rbsolve.solver.assembly.assemble import compile_model
from rbsolve.solver.assembly.method import Overrides
from rbsolve.solver.model.analyses import REST
from rbsolve.solver.sensors.plan import plan_sensors

if TYPE_CHECKING:
    from rbsolve.pipeline import CheckedDeck

ODD_NUMBERS = (
    "look for masses, inertias, lengths, rates and stiffnesses that are many orders of magnitude from the others"
)


def compile_checked(checked: CheckedDeck) -> CheckedDeck:
    """The rest of a check: the compiled model of a deck whose blocks have no errors."""
    description, geometry, diagnostics, options = (
        checked.description,
        checked.geometry,
        checked.diagnostics,
        checked.options,
    )
    assert description is not None
    assert geometry is not None
    overrides = Overrides(
        options.integrator,
        options.formulation,
        options.step,
        options.t_end,
        options.method_options,
        options.ends_only,
        options.analysis,
        options.instant,
    )
    if not diagnostics.has_errors:  # else what shapes refer to may be missing
        geometry = with_shapes(description, geometry, diagnostics, options.allow_include)
    faults: dict[str, None] = {}  # where numpy would print a warning
    try:
        with np.errstate(over="call", divide="call", invalid="call", call=lambda fault, _: faults.setdefault(fault)):
            compiled = compile_model(description, geometry, diagnostics, overrides)
            if compiled is not None:
                check_analysis(compiled, options.analysis == REST, diagnostics)
                compiled = None if diagnostics.has_errors else compiled
            sensors = () if compiled is None else plan_sensors(compiled, diagnostics)
    except (ArithmeticError, ValueError) as error:  # numpy's LinAlgError is a ValueError
        if not _is_numerical(error):
            raise
        message = f"the numbers of this model cannot be computed with: {error}"
        diagnostics.error(Code.INVALID_VALUE, message, _place_of_run(description), ODD_NUMBERS)
        return checked._replace(geometry=geometry)
    if faults and not diagnostics.has_errors:
        message = f"some numbers of this model cannot be computed with ({', '.join(faults)}): its results may be wrong"
        diagnostics.warning(Code.INVALID_VALUE, message, _place_of_run(description), ODD_NUMBERS)
    return checked._replace(geometry=geometry, compiled=compiled, sensors=sensors)


def _is_numerical(error: Exception) -> bool:
    """Whether an exception comes from numbers that cannot be computed with, and not from a mistake of ours."""
    of_math = ("math domain error", "cannot convert float", "array must not contain infs or NaNs")
    return isinstance(error, ArithmeticError | LinAlgError) or str(error).startswith(of_math)


def _place_of_run(description: Description) -> Span:
    place = next(description.all_of("ANALYSIS"), None)
    return Span(description.sources[0], 1, 1, 1, 1) if place is None else place.span
