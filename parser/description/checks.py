"""Checks relations between the values of one object that the table cannot express. Each kind of object has its own
function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.shapes.registry import SHAPE_TYPE
from rbsolve.language.colours import CSS_COLOURS, colour_code
from rbsolve.language.described import Described, Value
from rbsolve.language.diagnostics import Code, Span
from rbsolve.language.joints import COUPLINGS, JOINTS, MOTIONS
from rbsolve.language.motions import EULER_TYPES
from rbsolve.language.syntax.tree import Item
from rbsolve.language.table import GROUND, SYSTEM
from rbsolve.parser.description.expected import shorten_text
from rbsolve.parser.description.report import NameReference, Report
from rbsolve.parser.description.rules import Candidate
from rbsolve.parser.schema import integrators
from rbsolve.parser.schema.sensors import ALL_OPTIONS, SENSOR_TYPE, SensorType
from rbsolve.parser.schema.shapes import MESH_SUFFIXES
from rbsolve.solver.forces.catalogue import BLOCKS as FORCES

RESERVED = {"t": "the time", "pi": "a number"}

Check = Callable[[Candidate, Report], None]


def _invalid(report: Report, message: str, span: Span, hint: str | None = None) -> None:
    report.error(Code.INVALID_VALUE, message, span, hint)


def _item(candidate: Candidate, keyword: str, index: int = 0) -> Item:
    items = candidate.given[keyword].items
    assert items is not None, "only values with items can be read"
    return items[min(index, len(items) - 1)]


def _two_bodies(candidate: Candidate, report: Report) -> None:
    bodies = candidate.data("CONNECTED_TO_BODIES")
    if bodies is None or bodies[0] != bodies[1]:
        return
    message = f"{candidate.describe()} connects {bodies[0]} to itself"
    hint = "name two different bodies, or GROUND for one of them"
    _invalid(report, message, _item(candidate, "CONNECTED_TO_BODIES", 1).span, hint)


def _joint(candidate: Candidate, report: Report) -> None:
    _two_bodies(candidate, report)
    triads = candidate.data("TRIAD_NAME")
    if isinstance(triads, tuple) and triads[0] == triads[1]:
        message = f"both axes of {candidate.describe()} are e3 of {triads[0]}"
        _invalid(
            report,
            message,
            _item(candidate, "TRIAD_NAME", 1).span,
            "the two axes of a universal joint must be perpendicular",
        )


def _check_coupling(candidate: Candidate, report: Report) -> None:
    _two_bodies(candidate, report)
    joints = candidate.data("JOINT_NAMES")
    if joints is not None and joints[0] == joints[1] and len(set(candidate.data("COORDINATE_NUMBERS") or (1, 1))) == 1:
        message = f"{candidate.describe()} couples {joints[0]} with itself"
        hint = "name two joints, or two coordinates of one joint with `@COORDINATE_NUMBERS`"
        _invalid(report, message, _item(candidate, "JOINT_NAMES", 1).span, hint)


def _check_order(candidate: Candidate, keyword: str, what: str, report: Report) -> None:
    pair = candidate.data(keyword)
    if pair is not None and not pair[0] < pair[1]:
        message = f"{what} from {pair[0]:g} to {pair[1]:g}, but the second value must be greater than the first"
        _invalid(report, message, _item(candidate, keyword, 1).span)


def _analysis(candidate: Candidate, report: Report) -> None:
    _check_order(candidate, "SIMULATION_TIME_RANGE", "the time runs", report)


def _moving_frame(candidate: Candidate, report: Report) -> None:
    bodies = candidate.data("MEAN_OF_BODIES") or ()
    for index, body in enumerate(bodies):
        place = _item(candidate, "MEAN_OF_BODIES", index).span
        if body == GROUND:
            _invalid(report, "GROUND has no mass and cannot be part of a mean", place, "name bodies that can move")
        elif body in bodies[:index]:
            _invalid(report, f"body {body} is named twice", place, "name each body once")
    _check_turning_functions(candidate, report)


def _check_turning_functions(candidate: Candidate, report: Report) -> None:
    given = candidate.given
    if "ROTATION_FUNCTIONS" in given and "ROTATION_SEQUENCE" not in given:
        message = f"{candidate.describe()} has `@ROTATION_FUNCTIONS` but no `@ROTATION_SEQUENCE`"
        hint = "add a sequence, for example `@ROTATION_SEQUENCE {EULER_ANGLES_321}`"
        report.error(Code.MISSING_KEYWORD, message, given["ROTATION_FUNCTIONS"].span, hint)
    if "ROTATION_SEQUENCE" in given and "ROTATION_FUNCTIONS" not in given:
        message = "`@ROTATION_SEQUENCE` has no effect without `@ROTATION_FUNCTIONS`"
        report.diagnostics.warning(Code.CONFLICTING_KEYWORDS, message, given["ROTATION_SEQUENCE"].span)


def _check_carried(candidate: Candidate, report: Report) -> None:
    _check_turning_functions(candidate, report)
    if candidate.data("CONNECTED_TO_BODY") == GROUND:
        place = _item(candidate, "CONNECTED_TO_BODY").span
        _invalid(report, "GROUND does not move", place, "name a body with a prescribed motion")


def _general_bushing(candidate: Candidate, report: Report) -> None:
    _two_bodies(candidate, report)
    _check_damping(candidate, report)
    matrix = candidate.data("STIFFNESS_MATRIX")
    if matrix is None:
        return
    for row in range(6):
        for column in range(row):
            one, other = matrix[6 * row + column], matrix[6 * column + row]
            if abs(one - other) > 1e-9 * max(abs(one), abs(other)):
                message = (
                    f"the stiffness matrix of {candidate.describe()} is not symmetric: row {column + 1} has {other:g} where row {row + 1} "
                    f"has {one:g}"
                )
                hint = "the stiffness matrix of a spring must be symmetric; only @DAMPING_MATRIX can be asymmetric"
                _invalid(report, message, _item(candidate, "STIFFNESS_MATRIX", 6 * row + column).span, hint)
                return


def _check_damping(candidate: Candidate, report: Report) -> None:
    """Report a damping matrix that is not symmetric, or that can supply energy."""
    given = candidate.data("DAMPING_MATRIX")
    if given is None:
        return
    matrix = [given[6 * row : 6 * row + 6] for row in range(6)]
    rows = [(row, column) for row in range(6) for column in range(row)]
    for row, column in rows:
        one, other = matrix[row][column], matrix[column][row]
        if abs(one - other) > 1e-9 * max(abs(one), abs(other)):
            message = (
                f"the damping matrix of {candidate.describe()} is not symmetric: row {column + 1} has {other:g} where row {row + 1} "
                f"has {one:g}"
            )
            hint = "the antisymmetric part does no work: its forces are perpendicular to the velocities, as in gyroscopes and bearings"
            place = _item(candidate, "DAMPING_MATRIX", 6 * row + column).span
            report.diagnostics.note(Code.INVALID_VALUE, message, place, hint)
            break
    if _supplies_energy(np.array(matrix)):
        message = f"the damping matrix of {candidate.describe()} supplies energy in some motions: it is not positive semidefinite"
        place = _item(candidate, "DAMPING_MATRIX").span
        report.diagnostics.warning(Code.INVALID_VALUE, message, place, "check the signs and the order of the rows")


def _supplies_energy(damping: NDArray[np.float64]) -> bool:
    """Return whether the symmetric part of a matrix has a negative eigenvalue. Rows and columns are scaled, because
    their units differ.
    """
    both = 0.5 * (damping + damping.T)
    scale = np.sqrt(np.abs(both).max(axis=1))
    scale[scale == 0.0] = 1.0
    return bool(np.linalg.eigvalsh(both / np.outer(scale, scale)).min() < -1e-9)


def _function(candidate: Candidate, report: Report) -> None:
    start, end = candidate.data("START_TIME"), candidate.data("END_TIME")
    if start is not None and end is not None and not start < end:
        message = f"`@END_TIME` {end:g} must be after `@START_TIME` {start:g}"
        _invalid(report, message, candidate.span_of("END_TIME"))
    _check_order(candidate, "RANGE", "the range goes", report)
    terms: tuple[Described, ...] = candidate.data("HARMONIC") or ()
    for term in terms:
        period = term.get("PERIOD")
        if period is not None and period < 0.0 and period != -1.0:
            message = f"the period of a harmonic must be positive, 0 or -1, but {period:g} is given"
            hint = "0 gives the constant a, -1 the constant a sin(2 pi p)"
            _invalid(report, message, term.span_of("PERIOD"), hint)


def _time_function(candidate: Candidate, report: Report) -> None:
    _function(candidate, report)
    candidate.values.pop("TIME_FUNCTION_TYPE", None)
    candidate.values["FUNCTION_1D_TYPE"] = Value("TABULATED", candidate.span)


def _time_integrator(candidate: Candidate, report: Report) -> None:
    kind, formulation = candidate.data("INTEGRATOR_TYPE"), candidate.data("FORMULATION")
    if kind is None:
        return
    formulations = integrators.FORMULATIONS_OF[kind]
    if formulation is not None and formulation not in formulations:
        message = f"{kind} does not support {formulation}"
        takers = ", ".join(integrators.what_fits(formulation))
        hint = f"choose {', '.join(formulations)}, or an integrator that supports {formulation}: {takers}"
        report.error(Code.INCOMPATIBLE_FORMULATION, message, candidate.span_of("FORMULATION"), hint)
    stages, fewest = candidate.data("NUMBER_OF_STAGES"), integrators.FEWEST_STAGES.get(kind)
    if stages is not None and fewest is not None and stages < fewest:
        message = f"{kind} needs at least {fewest} stages, but has {stages}"
        _invalid(report, message, candidate.span_of("NUMBER_OF_STAGES"))
    tableau = candidate.data("TABLEAU")
    if kind in integrators.EXPLICIT_TYPES and tableau and tableau not in integrators.ADAPTIVE_TABLEAUX:
        _no_tolerances(candidate, tableau, report)
    idle = candidate.given.get("ABSOLUTE_TOLERANCE")
    if idle is not None and "QUATERNION_HAMILTONIAN" in formulations:
        message = f"`@{idle.keyword}` has no effect on {kind}: its tolerance is relative to the size of each unknown"
        report.diagnostics.warning(Code.CONFLICTING_KEYWORDS, message, idle.span, "use `@RELATIVE_TOLERANCE` instead")


def _no_tolerances(candidate: Candidate, tableau: str, report: Report) -> None:
    for keyword in ("RELATIVE_TOLERANCE", "ABSOLUTE_TOLERANCE"):
        block = candidate.given.get(keyword)
        if block is not None:
            message = f"`@{keyword}` needs a tableau with an error estimate; {tableau} has no estimate"
            hint = f"choose {', '.join(integrators.ADAPTIVE_TABLEAUX)}, or omit the tolerance"
            report.error(Code.CONFLICTING_KEYWORDS, message, block.span, hint)


def _sensor(candidate: Candidate, report: Report) -> None:
    sensor = SENSOR_TYPE.get(candidate.data("SENSOR_TYPE") or "")
    if sensor is None:
        if candidate.data("OBJECT_NAME") is not None:
            report.references.append(NameReference(("OBJECT",), _item(candidate, "OBJECT_NAME"), "OBJECT_NAME"))
        return
    if candidate.data("OBJECT_NAME") is not None:
        report.references.append(NameReference(sensor.objects, _item(candidate, "OBJECT_NAME"), "OBJECT_NAME"))
    elif "OBJECT_NAME" not in candidate.given:
        if SYSTEM in sensor.objects and not sensor.needs_object:
            candidate.values["OBJECT_NAME"] = Value(SYSTEM, candidate.span)
        else:
            message = f"{candidate.describe()} lacks `@OBJECT_NAME`, which {sensor.name} needs"
            report.error(Code.MISSING_KEYWORD, message, candidate.span)
    _warn_of_idle_options(candidate, sensor, report)


def _warn_of_idle_options(candidate: Candidate, sensor: SensorType, report: Report) -> None:
    of_system = SYSTEM in sensor.objects and candidate.data("OBJECT_NAME") == SYSTEM
    for keyword in ALL_OPTIONS:
        block = candidate.given.get(keyword)
        if block is not None and (keyword not in sensor.options or (of_system and keyword == "POINT_NAME")):
            message = f"`@{block.keyword}` has no effect on {sensor.name}{' of SYSTEM' if of_system else ''}"
            report.diagnostics.warning(Code.CONFLICTING_KEYWORDS, message, block.span)
    unit, parameters = candidate.given.get("ANGLE_UNIT"), candidate.data("ROTATION_PARAMETERS")
    if unit is not None and "ANGLE_UNIT" in sensor.options and parameters not in (None, *EULER_TYPES):
        message = f"`@ANGLE_UNIT` applies to Euler angles only and has no effect on {parameters}"
        hint = "choose `@ROTATION_PARAMETERS {EULER_ANGLES_321}` or another sequence"
        report.diagnostics.warning(Code.CONFLICTING_KEYWORDS, message, unit.span, hint)


def _signal(candidate: Candidate, report: Report) -> None:
    inputs = candidate.data("INPUT")
    kind = candidate.data("SIGNAL_TYPE")
    if isinstance(inputs, tuple) and len(inputs) == 2 and kind not in (None, "LOOKUP_TABLE"):
        message = f"{kind} needs one input, but has two"
        hint = "combine them in an @EXPRESSION, or choose LOOKUP_TABLE"
        _invalid(report, message, _item(candidate, "INPUT", 1).span, hint)
    if candidate.name in RESERVED:
        message = f"{candidate.name} is {RESERVED[candidate.name]} in every formula, so a signal cannot have this name"
        _invalid(report, message, candidate.span, "choose another name")


def _shape(candidate: Candidate, report: Report) -> None:
    kind = SHAPE_TYPE.get(candidate.data("SHAPE_TYPE") or "")
    dimensions = candidate.data("DIMENSIONS")
    if kind is not None and dimensions is not None and len(dimensions) not in kind.counts:
        wanted = " or ".join(str(count) for count in kind.counts)
        message = f"{kind.name} takes {wanted} in `@DIMENSIONS`, but {len(dimensions)} are given"
        report.error(Code.WRONG_COUNT, message, candidate.span_of("DIMENSIONS"), f"give {kind.dimensions}")
    points = candidate.data("POINTS")
    if points is not None:
        _corners(candidate, points, report)
    colour, file = candidate.data("COLOUR"), candidate.data("FILE_NAME")
    if colour is not None and colour_code(colour) is None:
        near = report.suggestions.did_you_mean(colour.lower(), dict.fromkeys(CSS_COLOURS))
        message = f"`{shorten_text(colour)}` is not a colour"
        _invalid(report, message, candidate.span_of("COLOUR"), near or "write #rrggbb or a CSS colour name")
    if file is not None and not file.lower().endswith(MESH_SUFFIXES):
        message = f"`{shorten_text(file)}` is not a supported mesh file"
        hint = f"use a file that ends in {', '.join(MESH_SUFFIXES)}"
        _invalid(report, message, candidate.span_of("FILE_NAME"), hint)


def _corners(candidate: Candidate, points: tuple[str | float, ...], report: Report) -> None:
    numeric = isinstance(points[0], float)
    if (numeric and len(points) % 3) or len(points) < (6 if numeric else 2):
        message = f"a LINE needs at least two points, but has {len(points)} {'numbers' if numeric else 'name'}"
        hint = "give names of points, or three coordinates for each"
        report.error(Code.WRONG_COUNT, message, candidate.span_of("POINTS"), hint)


def _contact(candidate: Candidate, report: Report) -> None:
    _two_bodies(candidate, report)
    shapes, friction = candidate.data("CONTACT_SHAPES"), candidate.data("FRICTION_COEFFICIENTS")
    if shapes is not None and len(shapes) != 2:
        message = f"{candidate.describe()} takes 2 names in `@CONTACT_SHAPES`, but {len(shapes)} are given"
        hint = "for contacts of many shapes, name the other shapes in `@AGAINST`"
        report.error(Code.WRONG_COUNT, message, candidate.span_of("CONTACT_SHAPES"), hint)
        return
    if shapes is not None and shapes[0] == shapes[1]:
        message = f"{candidate.describe()} connects shape {shapes[0]} to itself"
        hint = "name one shape of each body"
        _invalid(report, message, _item(candidate, "CONTACT_SHAPES", 1).span, hint)
    if candidate.data("STICTION") is not None and not (friction and friction[0] > 0.0):
        message = f"@STICTION of {candidate.describe()} has no effect without friction"
        hint = "add @FRICTION_COEFFICIENTS {static, dynamic}"
        _invalid(report, message, candidate.span_of("STICTION"), hint)
    if friction is not None and len(friction) == 2 and friction[0] < friction[1]:
        message = f"the static coefficient of friction, {friction[0]:g}, is less than the dynamic coefficient, {friction[1]:g}"
        hint = "give the static coefficient first"
        _invalid(report, message, candidate.span_of("FRICTION_COEFFICIENTS"), hint)


CHECKS: Mapping[str, Check] = {
    **dict.fromkeys((block.definition for block in JOINTS), _joint),
    **dict.fromkeys((block.definition for block in COUPLINGS), _check_coupling),
    **{
        block.definition: _two_bodies
        for block in FORCES
        if any(keyword.name == "CONNECTED_TO_BODIES" for keyword in block.keywords)
    },
    "CONTACT_DEFINITION": _contact,
    "GENERAL_BUSHING_DEFINITION": _general_bushing,
    "MOVING_FRAME_DEFINITION": _moving_frame,
    **dict.fromkeys((block.definition for block in MOTIONS), _check_carried),
    "ANALYSIS_DEFINITION": _analysis,
    "FUNCTION_1D_DEFINITION": _function,
    "TIME_FUNCTION_DEFINITION": _time_function,
    "TIME_INTEGRATOR_DEFINITION": _time_integrator,
    "SENSOR_DEFINITION": _sensor,
    "SHAPE_DEFINITION": _shape,
    "SIGNAL_DEFINITION": _signal,
}
