"""The cost of a step of the quaternion integrators relative to RK44 on LIE_R3_SO3, for the same body in one run.

`pytest benchmarks/bench_quaternion_hamiltonian.py -s` prints the table.
"""

from __future__ import annotations

import pytest

SCHEMES = {
    "IMPLICIT_MIDPOINT": {},
    "ENERGY_MOMENTUM": {},
    "LOBATTO_IIIA_B 2": {"NUMBER_OF_STAGES": 2},
    "LOBATTO_IIIA_B 3": {"NUMBER_OF_STAGES": 3},
    "GAUSS_LOBATTO 1": {"NUMBER_OF_STAGES": 1},
    "GAUSS_LOBATTO 2": {"NUMBER_OF_STAGES": 2},
}
BODIES = {
    "free body": ("torque_free_body.deck", "torque_free_body.deck", 1e-5),
    "heavy top": ("heavy_top_spherical.deck", "heavy_top.deck", 1e-4),
}
MOST = 3.0  # limit of the cost of midpoint schemes, relative to RK44


@pytest.mark.parametrize("body", BODIES)
def test_cost_of_a_step(seconds_per_step, body):
    deck, explicit, step = BODIES[body]
    rk44 = seconds_per_step(
        explicit, step=step, formulation="LIE_R3_SO3", method_options={"TABLEAU": "RK44"}, ends_only=True
    )
    print(f"\n{body}: RK44 {rk44 * 1e6:.3f} us a step")
    for scheme, options in SCHEMES.items():
        method = {"integrator": scheme.split()[0], "formulation": "QUATERNION_HAMILTONIAN"}
        cost = seconds_per_step(deck, step=step, method_options=options, ends_only=True, **method)
        print(f"  {scheme}: {cost * 1e6:.3f} us a step, {cost / rk44:.1f} times RK44")
        if not options:
            assert cost < MOST * rk44
