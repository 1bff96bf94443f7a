"""Chooses the integrator and the formulation of a run. The command line, the deck or the defaults determine them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.language.options import Options
from rbsolve.language.recall import recallable
from rbsolve.parser.description.method_options import known_method, read_options
from rbsolve.parser.schema.integrators import (
    EXPLICIT_TYPES,
    FORMULATIONS_OF,
    default_type,
    formulations_of,
    keywords_in_force,
)
from rbsolve.solver.assembly.checks.tree_check import fits_tree
from rbsolve.solver.assembly.elements.joints import is_forest
from rbsolve.solver.joints.blocks import joint_blocks
from rbsolve.solver.methods.registry import INTEGRATOR_OF
from rbsolve.solver.model.analyses import DYNAMIC, REST, START, STATIC
from rbsolve.solver.model.compiled import Method

WHOLE_MODEL = "MINIMAL_COORDINATES"  # explicit methods use this formulation for all bodies or for none
# Analyses without an integrator move the bodies by increments of this formulation.
_OTHER_FORMULATION = "LIE_R3_SO3"
# Smallest useful tolerance of the error of a step. It is about fifty times the spacing of doubles.
SMALLEST_TOLERANCE = 1e-14


@recallable
def choose_method(
    description: Description, analysis: Described, options: Options, smooth: bool, diagnostics: Diagnostics
) -> Method | None:
    """Return the method of a run. If the integrator and the formulation are incompatible with each other or with the
    model, report an error and return None.

    `smooth` is true if no prescribed rate jumps.
    """
    kind = analysis_type(analysis, options)
    if kind != DYNAMIC:
        _note_no_integrator(analysis, kind, options, diagnostics)
        return Method(kind, _OTHER_FORMULATION)
    joints = joint_blocks(description)
    choice = _chosen_integrator(description, analysis, options, bool(joints))
    integrator, block = choice.integrator, choice.block
    if integrator not in FORMULATIONS_OF:
        place = options.place("integrator", choice.span)
        diagnostics.error(Code.INVALID_VALUE, f"there is no integrator {integrator}", place, known_method(integrator))
        return None
    runnable = formulations_of(integrator, bool(joints))
    formulation = options.formulation or _formulation(description, joints, choice, runnable, smooth)
    if formulation not in runnable:
        place = choice.span if block is None else block.span_of("FORMULATION")
        place = options.place("formulation" if options.formulation else "integrator", place)
        message, hint = _why_not(integrator, formulation, runnable, bool(joints))
        diagnostics.error(Code.INCOMPATIBLE_FORMULATION, message, place, hint)
        return None
    given = read_options(integrator, formulation, options.method_options, diagnostics, choice.in_block)
    if given is None:
        return None
    in_use = {formulation, *_formulations_of_bodies(description)}
    keywords = keywords_in_force(integrator, in_use, {**choice.in_block, **given})
    _warn_of_tight_tolerances(integrator, keywords, choice, given, diagnostics)
    return Method(integrator, formulation, INTEGRATOR_OF[integrator].options(keywords), keywords, block)


def _warn_of_tight_tolerances(
    integrator: str, keywords: Mapping[str, Any], choice: _Choice, given: Mapping[str, Any], diagnostics: Diagnostics
) -> None:
    """Warn if both tolerances are below round-off. One of them alone may be arbitrarily small."""
    if integrator not in EXPLICIT_TYPES or "RELATIVE_TOLERANCE" not in keywords:
        return
    relative, absolute = keywords["RELATIVE_TOLERANCE"], keywords["ABSOLUTE_TOLERANCE"]
    if max(relative, absolute) >= SMALLEST_TOLERANCE:
        return
    block = choice.block if "RELATIVE_TOLERANCE" in choice.in_block and "RELATIVE_TOLERANCE" not in given else None
    diagnostics.warning(
        Code.INVALID_VALUE,
        f"the relative tolerance {relative:g} and the absolute tolerance {absolute:g} are below round-off: they cause "
        "many more steps without better accuracy",
        choice.span if block is None else block.span_of("RELATIVE_TOLERANCE"),
        f"use a relative tolerance of at least {SMALLEST_TOLERANCE:g}",
    )


class _Choice(NamedTuple):
    """The chosen integrator of a run."""

    integrator: str
    span: Span
    """The place in the deck of the integrator's type, or otherwise of the analysis."""
    block: Described | None
    """The block of the integrator in the deck, if the deck has one."""
    in_block: dict[str, Any]
    """The keywords of the integrator in the deck, if the run uses this integrator."""


def _chosen_integrator(description: Description, analysis: Described, options: Options, has_joints: bool) -> _Choice:
    """Return the integrator from the command line, or else from the deck, or else the default."""
    name = analysis.get("TIME_INTEGRATOR_NAME")
    block = None if name is None else description.of_kind("TIME_INTEGRATOR").get(name)
    if block is None:
        return _Choice(options.integrator or default_type(has_joints), analysis.span, None, {})
    in_deck = block["INTEGRATOR_TYPE"]
    integrator = options.integrator or in_deck
    keywords = {keyword: value.data for keyword, value in block.values.items()} if integrator == in_deck else {}
    return _Choice(integrator, block.span_of("INTEGRATOR_TYPE"), block, keywords)


def _formulation(
    description: Description, joints: list[Described], choice: _Choice, runnable: tuple[str, ...], smooth: bool
) -> str:
    """Return the formulation that the deck chooses, or the most efficient formulation for the model.

    The result is not in `runnable` if the deck's own integrator cannot run the model, or if no formulation can.
    """
    asked: str | None = None if choice.block is None else choice.block.get("FORMULATION")
    if asked is not None and (choice.in_block or asked in runnable):
        return asked
    # Joint coordinates are many times faster, if no joint closes a loop and no motion causes an impulse.
    can_be_whole = WHOLE_MODEL in runnable and bool(joints) and not _formulations_of_bodies(description)
    if (
        can_be_whole
        and smooth
        and is_forest(joints, description)
        and all(fits_tree(block, description) for block in joints)
    ):
        return WHOLE_MODEL
    return (runnable or FORMULATIONS_OF[choice.integrator])[0]


def _note_no_integrator(analysis: Described, kind: str, options: Options, diagnostics: Diagnostics) -> None:
    """Note the options that have no effect because the deck has no DYNAMIC analysis."""
    given = [options.integrator, options.formulation, *options.method_options]
    if kind == analysis.get("ANALYSIS_TYPE"):
        given.append(analysis.get("TIME_INTEGRATOR_NAME"))
    idle = ", ".join(name for name in given if name is not None)
    if idle and kind != START:
        message = f"a {kind} analysis needs neither an integrator nor a formulation: {idle} has no effect"
        diagnostics.note(Code.CONFLICTING_KEYWORDS, message, analysis.span_of("ANALYSIS_TYPE"))


def _formulations_of_bodies(description: Description) -> set[str]:
    """Return the formulations that single bodies choose."""
    return {body["FORMULATION"] for body in description.all_of("RIGID_BODY") if "FORMULATION" in body}


def time_range(analysis: Described) -> tuple[float, float]:
    """Return the start and end time [s]. The deck may omit them for a static analysis."""
    start, stop = analysis.get("SIMULATION_TIME_RANGE", (0.0, 0.0))
    return start, stop


def analysis_type(analysis: Described, options: Options) -> str:
    """Return the type of analysis of the run: ANALYSIS_TYPE of the deck, or the option that replaces it."""
    in_deck = str(analysis["ANALYSIS_TYPE"])
    if options.analysis == REST:
        return in_deck if in_deck == STATIC else START
    if options.instant is not None and options.instant == time_range(analysis)[0]:
        return in_deck if in_deck == STATIC else START
    return options.analysis or in_deck


def _why_not(integrator: str, formulation: str, runnable: tuple[str, ...], has_joints: bool) -> tuple[str, str | None]:
    """Return why an integrator cannot run a model in a formulation, and suggest an alternative."""
    model = " a model with joints" if has_joints and formulation in FORMULATIONS_OF[integrator] else ""
    message = f"{integrator} does not support{model} in the formulation {formulation}"
    others = [
        f"{name} on {', '.join(formulations_of(name, has_joints))}" for name in FORMULATIONS_OF if name != integrator
    ]
    fits = ", ".join(runnable) or "; ".join(other for other in others if not other.endswith(" on "))
    takers = [name for name in FORMULATIONS_OF if formulation in formulations_of(name, has_joints)] if runnable else []
    instead = f"; {formulation} is supported by {', '.join(takers)}" if takers else ""
    return message, f"possible: {fits}{instead}" if fits else None


@recallable
def body_formulations(blocks: list[Described], method: Method, diagnostics: Diagnostics) -> list[str] | None:
    """Return the formulation of each body. It is given in the block of the body, or else it is the formulation of the
    method. If the integrator does not support it, report an error and return None.
    """
    if method.described is None and method.integrator not in FORMULATIONS_OF:
        return [method.formulation] * len(blocks)
    fitting = formulations_of(method.integrator, has_joints=False)
    formulations = [block.get("FORMULATION", method.formulation) for block in blocks]
    is_explicit = method.integrator in EXPLICIT_TYPES
    wrong = [
        (block, name)
        for block, name in zip(blocks, formulations, strict=True)
        if name not in fitting or ((name == WHOLE_MODEL) != (method.formulation == WHOLE_MODEL) and is_explicit)
    ]
    for block, name in wrong:
        message = f"{method.integrator} does not support body {block.name} in the formulation {name}"
        hint = "possible: " + ", ".join(fitting)
        if name in fitting:
            message += f" if the other bodies are in {method.formulation}"
            hint = (
                f"explicit methods support {WHOLE_MODEL} only if all bodies use it; GENERALIZED_ALPHA also "
                "supports it for some of the bodies"
            )
        place = block.span_of("FORMULATION")
        diagnostics.error(Code.INCOMPATIBLE_FORMULATION, message, place, hint)
    return None if wrong else formulations
