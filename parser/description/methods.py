"""Checks the options of integrators. Some options are valid only with certain formulations of the bodies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code
from rbsolve.parser.description.report import Report
from rbsolve.parser.description.rules import Candidate
from rbsolve.parser.schema import integrators

Objects = Mapping[str, Mapping[str, Described]]


def check_options(objects: Objects, candidates: Iterable[Candidate], report: Report) -> None:
    """Check the options of every integrator against the formulations in use.

    solver/assembly/method.py chooses the method of a run, and checks it against the model.
    """
    of_bodies = {body["FORMULATION"] for body in objects.get("RIGID_BODY", {}).values() if "FORMULATION" in body}
    for candidate in candidates:
        _check_options(candidate, of_bodies, report)


def _check_options(candidate: Candidate, of_bodies: set[str], report: Report) -> None:
    """Check that options of a formulation are given only if this formulation is used. Similarly, check that options of
    a kind of projection are given only with this kind.
    """
    kind = candidate.data("INTEGRATOR_TYPE")
    if kind is None or ("FORMULATION" in candidate.given and candidate.data("FORMULATION") is None):
        return
    own = candidate.data("FORMULATION") or integrators.FORMULATIONS_OF[kind][0]
    in_use = {own, *of_bodies}
    for formulation, options in integrators.FORMULATION_OPTIONS.items():
        for option in options:
            if formulation not in in_use and option in candidate.given:
                message = f"`@{option}` does not apply to the formulation {own}"
                _conflict(candidate, option, message, f"`@{option}` applies to {formulation}", report)
    if "UNIFIED_VELOCITIES" in in_use:
        _check_projection(candidate, report)


def _check_projection(candidate: Candidate, report: Report) -> None:
    projection = candidate.data("PROJECTION")
    if projection is None and "PROJECTION" in candidate.given:
        return
    projection = projection or integrators.FORMULATION_DEFAULTS["UNIFIED_VELOCITIES"]["PROJECTION"]
    custom = projection == "CUSTOM"
    for option in integrators.BUILT_IN_PROJECTION if custom else integrators.CUSTOM_PROJECTION:
        if option in candidate.given:
            hint = f"`@{option}` applies to {'HEXAHEDRON and TETRAHEDRON' if custom else 'CUSTOM'}"
            _conflict(candidate, option, f"`@{option}` does not apply to the projection {projection}", hint, report)
    if custom:
        for option in integrators.CUSTOM_PROJECTION:
            if option not in candidate.given:
                message = f"{candidate.describe()} lacks `@{option}`, which the projection CUSTOM needs"
                report.error(Code.MISSING_KEYWORD, message, candidate.span)
    lengths = candidate.data("PROJECTION_LENGTHS")
    if projection == "TETRAHEDRON" and lengths == ("GYRATION",):
        message = "GYRATION does not apply to the projection TETRAHEDRON"
        _conflict(candidate, "PROJECTION_LENGTHS", message, "GYRATION applies to HEXAHEDRON", report)
    if projection == "TETRAHEDRON" and lengths is not None and len(set(lengths)) > 1:
        items = candidate.given["PROJECTION_LENGTHS"].items or ()
        span = items[1].span if len(items) > 1 else candidate.span_of("PROJECTION_LENGTHS")
        report.error(Code.INVALID_VALUE, "a tetrahedron has one length", span)


def _conflict(candidate: Candidate, keyword: str, message: str, hint: str, report: Report) -> None:
    report.error(Code.CONFLICTING_KEYWORDS, message, candidate.given[keyword].span, hint)
