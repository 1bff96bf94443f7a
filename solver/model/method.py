"""Which integrator and formulation a run uses: the deck's choice, the command line's, or the default."""

from __future__ import annotations

from dataclasses import dataclass

from rbsolve.parser.description.described import Described, Description
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.solver.integrators.registry import INTEGRATORS
from rbsolve.solver.model.compiled import Method


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the command line or a script sets over the deck; None keeps the deck's value."""

    integrator: str | None = None
    formulation: str | None = None
    step: float | None = None
    t_end: float | None = None


def choose_method(
    description: Description, analysis: Described, overrides: Overrides, has_joints: bool, diagnostics: Diagnostics
) -> Method | None:
    """The method of a run; None (and an error) when integrator and formulation do not fit."""
    name = analysis.get("TIME_INTEGRATOR_NAME")
    block = None if name is None else description.of_kind("TIME_INTEGRATOR").get(name)
    default = "GENERALIZED_ALPHA" if has_joints else "EXPLICIT_RUNGE_KUTTA"
    in_deck = default if block is None else block.get("INTEGRATOR_TYPE", default)
    integrator = overrides.integrator or in_deck
    span = analysis.span if block is None else block.span_of("INTEGRATOR_TYPE")
    info = INTEGRATORS.get(integrator)
    if info is None:
        hint = "the integrators are " + ", ".join(INTEGRATORS)
        diagnostics.error(Code.INVALID_VALUE, f"there is no integrator {integrator}", span, hint)
        return None
    options = {}
    if block is not None and integrator == in_deck:
        options = {keyword: value.data for keyword, value in block.values.items()}
    formulation = overrides.formulation
    if formulation is None and block is not None and "FORMULATION" in block and integrator == in_deck:
        formulation = block["FORMULATION"]
    formulation = formulation or info.formulations[0]
    if formulation not in info.formulations:
        diagnostics.error(
            Code.INCOMPATIBLE_FORMULATION,
            f"{integrator} does not integrate {formulation}",
            span if block is None else block.span_of("FORMULATION"),
            "it integrates " + ", ".join(info.formulations),
        )
        return None
    return Method(integrator, formulation, options, block)
