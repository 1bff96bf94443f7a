"""The cost of a step: RK44 in every explicit formulation, on the heavy top and on the free body.

`python docs/figures/make.py formulation-costs` writes docs/figures/formulation_costs.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from reference_values import FREE_BODY_POINT, TOP
from workshop import Workshop

from rbsolve.compare.methods import ComparedMethod
from rbsolve.parser.schema.integrators import FORMULATIONS_OF

DECKS = {
    "heavy top": ("heavy_top.deck", {"centre_of_mass": TOP}),
    "free body": ("torque_free_body.deck", {"P": FREE_BODY_POINT}),
}
STEP, ROUNDS = 1e-5, 5
METHODS = {
    name: ComparedMethod("EXPLICIT_RUNGE_KUTTA", "RK44", name) for name in FORMULATIONS_OF["EXPLICIT_RUNGE_KUTTA"]
}


def seconds_per_step(workshop: Workshop, deck: str, reference: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Return the smallest CPU time per step [s] of all rounds, by formulation. Each round runs all formulations."""
    least = dict.fromkeys(METHODS, math.inf)
    for _ in range(1 if workshop.quick else ROUNDS):
        for name, (case,) in workshop.study(deck, METHODS, [STEP], reference).items():
            least[name] = min(least[name], case.seconds / case.steps)
    return least


def main(workshop: Workshop) -> None:
    """Measure, and write the table."""
    costs = {model: seconds_per_step(workshop, *chosen) for model, chosen in DECKS.items()}
    rows = []
    for name in METHODS:
        ratios = (f"{by_name[name] / by_name['LIE_R3_SO3']:.2f}" for by_name in costs.values())
        times = (f"{1e6 * by_name[name]:.2f}" for by_name in costs.values())
        rows.append([f"`{name}`", *ratios, *times])
    head = ["formulation", *(f"{model}, relative" for model in costs), *(f"{model} [µs]" for model in costs)]
    workshop.table("formulation_costs", head, rows)
