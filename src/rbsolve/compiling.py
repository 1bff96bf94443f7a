"""The last stage of a check: from a deck without errors in its blocks to the compiled model and its sensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy.linalg import LinAlgError

from rbsolve.geometry.shapes.shapes import with_shapes
from rbsolve.parser.description.described import Description
from rbsolve.parser.diagnostics import Code, Diagnostics, Span
from rbsolve.solver.analyses.prescribed import check_analysis
from rbsolve.solver.assembly.assemble import compile_model
from rbsolve.solver.assembly.method import Overrides
from rbsolve.solver.model.analyses import REST
from rbsolve.solver.sensors.plan import plan_sensors

if TYPE_CHECKING:
    from rbsolve.pipeline import CheckedDeck


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
    try:
        compiled = compile_model(description, geometry, diagnostics, overrides)
        if compiled is not None:
            check_analysis(compiled, options.analysis == REST, diagnostics)
            compiled = None if diagnostics.has_errors else compiled
        sensors = () if compiled is None else plan_sensors(compiled, diagnostics)
    except (ArithmeticError, ValueError) as error:  # numpy's LinAlgError is a ValueError
        if not _is_numerical(error):
            raise
        _report_numbers(error, description, diagnostics)
        return checked._replace(geometry=geometry)
    return checked._replace(geometry=geometry, compiled=compiled, sensors=sensors)


def _is_numerical(error: Exception) -> bool:
    """Whether an exception comes from numbers that cannot be computed with, and not from a mistake of ours."""
    of_math = ("math domain error", "cannot convert float", "array must not contain infs or NaNs")
    return isinstance(error, ArithmeticError | LinAlgError) or str(error).startswith(of_math)


def _report_numbers(error: Exception, description: Description, diagnostics: Diagnostics) -> None:
    """Say that the numbers of a model are too far apart, or too large, to be computed with."""
    place = next(description.all_of("ANALYSIS"), None)
    span = Span(description.sources[0], 1, 1, 1, 1) if place is None else place.span
    hint = "look for masses, inertias, lengths, rates and stiffnesses that are many orders of magnitude from the others"
    diagnostics.error(Code.INVALID_VALUE, f"the numbers of this model cannot be computed with: {error}", span, hint)
