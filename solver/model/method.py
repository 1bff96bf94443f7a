"""Which integrator and formulation a run uses: the deck's choice, the command line's, or the default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rbsolve.parser.description.described import Described, Description
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.parser.schema.integrators import EXPLICIT_TYPES, FORMULATIONS_OF, FORMULATIONS_WITH_JOINTS
from rbsolve.solver.model.compiled import Method


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the command line or a script sets over the deck; None keeps the deck's value."""

    integrator: str | None = None
    formulation: str | None = None
    step: float | None = None
    t_end: float | None = None
    method_options: Mapping[str, object] = field(default_factory=dict)
    """Options of the integrator over those of the deck, such as {"TABLEAU": "RK67"}."""
    ends_only: bool = False
    """Rows at the start and the end only."""


def choose_method(
    description: Description, analysis: Described, overrides: Overrides, has_joints: bool, diagnostics: Diagnostics
) -> Method | None:
    """The method of a run; None (and an error) when integrator and formulation do not fit each other or the model."""
    name = analysis.get("TIME_INTEGRATOR_NAME")
    block = None if name is None else description.of_kind("TIME_INTEGRATOR").get(name)
    default = "GENERALIZED_ALPHA" if has_joints else "EXPLICIT_RUNGE_KUTTA"
    in_deck = default if block is None else block.get("INTEGRATOR_TYPE", default)
    integrator = overrides.integrator or in_deck
    span = analysis.span if block is None else block.span_of("INTEGRATOR_TYPE")
    fitting = FORMULATIONS_OF.get(integrator)
    if fitting is None:
        hint = "the integrators are " + ", ".join(FORMULATIONS_OF)
        diagnostics.error(Code.INVALID_VALUE, f"there is no integrator {integrator}", span, hint)
        return None
    options = {}
    formulation = overrides.formulation
    if block is not None and integrator == in_deck:
        options = {keyword: value.data for keyword, value in block.values.items()}
        formulation = formulation or block.get("FORMULATION")
    if has_joints and integrator in EXPLICIT_TYPES:
        fitting = FORMULATIONS_WITH_JOINTS
    formulation = formulation or fitting[0]
    if formulation not in fitting:
        joints = " a model with joints" if formulation in FORMULATIONS_OF[integrator] else ""
        place = span if block is None or overrides.formulation else block.span_of("FORMULATION")
        hint = f"what fits: {', '.join(fitting)}"
        if joints:
            hint += "; or the integrator GENERALIZED_ALPHA"
        message = f"{integrator} does not integrate{joints} in the formulation {formulation}"
        diagnostics.error(Code.INCOMPATIBLE_FORMULATION, message, place, hint)
        return None
    return Method(integrator, formulation, {**options, **overrides.method_options}, block)


def body_formulations(blocks: list[Described], method: Method, diagnostics: Diagnostics) -> list[str] | None:
    """The formulation of each body: its own or the integrator's; None (and errors) when one does not fit the integrator."""
    fitting = FORMULATIONS_OF[method.integrator]
    formulations = [block.get("FORMULATION", method.formulation) for block in blocks]
    wrong = [(block, name) for block, name in zip(blocks, formulations, strict=True) if name not in fitting]
    for block, name in wrong:
        message = f"{method.integrator} does not integrate body {block.name} in the formulation {name}"
        place = block.span_of("FORMULATION")
        diagnostics.error(Code.INCOMPATIBLE_FORMULATION, message, place, "what fits: " + ", ".join(fitting))
    return None if wrong else formulations
