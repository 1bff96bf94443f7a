"""The formulations and tableaux of explicit methods share time loops. Therefore a wheel needs no separate loop for each
of them.
"""

from __future__ import annotations

import pytest

from rbsolve.kernels.variants import TEXTS
from rbsolve.parser.schema.integrators import FORMULATIONS_OF, TABLEAUX
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.compiler.records import layout_of_value
from rbsolve.solver.integrators.munthe_kaas.integrator import ExplicitRungeKutta
from rbsolve.solver.run.chunk_size import chunk_for

METHOD = "EXPLICIT_RUNGE_KUTTA"
OF_BODIES = [name for name in FORMULATIONS_OF[METHOD] if name != "MINIMAL_COORDINATES"]
ADAPTIVE = {"RELATIVE_TOLERANCE": 1e-6}


def loop_of(formulation, tableau, **options):
    """Return the names of the types for which the loop of a method is compiled."""
    method = {"TABLEAU": tableau, **options}
    compiled = check_deck(
        TEXTS["bodies"], Options(integrator=METHOD, formulation=formulation, method_options=method)
    ).compiled
    engine = ExplicitRungeKutta(compiled)
    return [
        layout_of_value("an argument", argument).name
        for argument in engine.arguments(chunk_for(compiled, engine, 1), 0)
    ]


@pytest.mark.parametrize("formulation", OF_BODIES)
def test_formulations_share_a_loop(formulation):
    assert loop_of(formulation, "RK44") == loop_of("LIE_R3_SO3", "RK44")
    assert loop_of(formulation, "DOPRI5", **ADAPTIVE) == loop_of("LIE_R3_SO3", "DOPRI5", **ADAPTIVE)


@pytest.mark.parametrize("tableau", TABLEAUX)
def test_tableaux_share_a_loop(tableau):
    assert loop_of("LIE_R3_SO3", tableau) == loop_of("LIE_R3_SO3", "RK44")


def test_trees_and_adaptive_steps_have_their_own_loops():
    loops = [loop_of(of, "DOPRI5", **with_) for of in ("LIE_SE3", "MINIMAL_COORDINATES") for with_ in ({}, ADAPTIVE)]
    assert len({tuple(loop) for loop in loops}) == 4
