"""Integrator and formulations of the whole deck: what needs the analysis, its integrator and the bodies together."""

from __future__ import annotations

from collections.abc import Mapping

from rbsolve.parser.description.described import Described, Value
from rbsolve.parser.description.report import Report
from rbsolve.parser.description.rules import Candidate
from rbsolve.parser.diagnostics import Code
from rbsolve.parser.schema import integrators
from rbsolve.parser.schema.joints import JOINT_KINDS

Objects = Mapping[str, Mapping[str, Described]]


def check_methods(
    objects: Objects,
    candidates: Mapping[str, Candidate],
    report: Report,
    integrator: str | None = None,
    formulation: str | None = None,
) -> None:
    """Check every integrator's options against the formulations in use, and the method of the run against bodies and
    joints. `candidates` are the integrators by name; `integrator` and `formulation` override the deck's."""
    bodies = objects.get("RIGID_BODY", {}).values()
    of_bodies = {body["FORMULATION"] for body in bodies if "FORMULATION" in body}
    for candidate in candidates.values():
        _check_options(candidate, of_bodies, report)
    analysis = next(iter(objects.get("ANALYSIS", {}).values()), None)
    if analysis is None:
        return
    has_joints = any(objects.get(kind) for kind in JOINT_KINDS)
    name = analysis.get("TIME_INTEGRATOR_NAME")
    chosen = candidates.get(name) if name is not None else None
    if name is not None and chosen is None:
        return
    in_deck = chosen.data("INTEGRATOR_TYPE") if chosen else None
    if chosen is not None and in_deck is None:
        return
    kind = integrator or in_deck or ("GENERALIZED_ALPHA" if has_joints else "EXPLICIT_RUNGE_KUTTA")
    if kind not in integrators.FORMULATIONS_OF:
        return
    for body in bodies:
        _check_body(body, kind, report)
    if integrator is None and formulation is None and has_joints and chosen is not None:
        _check_joints(chosen, kind, report)


def _check_options(candidate: Candidate, of_bodies: set[str], report: Report) -> None:
    """Options of a formulation go with that formulation; those of a projection with its kind. Fills in defaults."""
    kind = candidate.data("INTEGRATOR_TYPE")
    if kind is None or ("FORMULATION" in candidate.given and candidate.data("FORMULATION") is None):
        return
    own = candidate.data("FORMULATION") or integrators.FORMULATIONS_OF[kind][0]
    in_use = {own, *of_bodies}
    for formulation, options in integrators.FORMULATION_OPTIONS.items():
        if formulation in in_use:
            for name, default in integrators.FORMULATION_DEFAULTS[formulation].items():
                if name not in candidate.given:
                    candidate.values[name] = Value(default, candidate.span)
            continue
        for option in options:
            if option in candidate.given:
                message = f"`@{option}` does not go with the formulation {own}"
                _conflict(candidate, option, message, f"it goes with {formulation}", report)
    if "UNIFIED_VELOCITIES" in in_use:
        _check_projection(candidate, report)


def _check_projection(candidate: Candidate, report: Report) -> None:
    projection = candidate.data("PROJECTION")
    if projection is None:
        return
    custom = projection == "CUSTOM"
    for option in integrators.BUILT_IN_PROJECTION if custom else integrators.CUSTOM_PROJECTION:
        if option in candidate.given:
            hint = "it goes with HEXAHEDRON, TETRAHEDRON" if custom else "it goes with CUSTOM"
            _conflict(candidate, option, f"`@{option}` does not go with the projection {projection}", hint, report)
    if custom:
        for option in integrators.CUSTOM_PROJECTION:
            if option not in candidate.given:
                message = f"{candidate.describe()} lacks `@{option}`, which the projection CUSTOM needs"
                report.error(Code.MISSING_KEYWORD, message, candidate.span)
    lengths = candidate.data("PROJECTION_LENGTHS")
    if projection == "TETRAHEDRON" and lengths is not None and len(set(lengths)) > 1:
        items = candidate.given["PROJECTION_LENGTHS"].items or ()
        span = items[1].span if len(items) > 1 else candidate.span_of("PROJECTION_LENGTHS")
        report.error(Code.INVALID_VALUE, "a tetrahedron has one length", span)


def _conflict(candidate: Candidate, keyword: str, message: str, hint: str, report: Report) -> None:
    report.error(Code.CONFLICTING_KEYWORDS, message, candidate.given[keyword].span, hint)


def _check_body(body: Described, kind: str, report: Report) -> None:
    formulation = body.get("FORMULATION")
    fitting = integrators.FORMULATIONS_OF[kind]
    if formulation is not None and formulation not in fitting:
        message = f"{kind} does not integrate {formulation}, the formulation of body {body.name}"
        hint = f"it integrates {', '.join(fitting)}"
        report.error(Code.INCOMPATIBLE_FORMULATION, message, body.span_of("FORMULATION"), hint)


def _check_joints(chosen: Candidate, kind: str, report: Report) -> None:
    formulation = chosen.data("FORMULATION")
    if kind not in integrators.EXPLICIT_TYPES or formulation is None:
        return
    if formulation in integrators.FORMULATIONS_OF[kind] and formulation not in integrators.FORMULATIONS_WITH_JOINTS:
        fitting = ", ".join(integrators.FORMULATIONS_OF["GENERALIZED_ALPHA"])
        hint = (
            f"{kind} with joints integrates {', '.join(integrators.FORMULATIONS_WITH_JOINTS)} (trees); "
            f"or choose GENERALIZED_ALPHA, which integrates {fitting}"
        )
        message = f"{kind} does not integrate {formulation} in a deck with joints"
        report.error(Code.INCOMPATIBLE_FORMULATION, message, chosen.span_of("FORMULATION"), hint)
