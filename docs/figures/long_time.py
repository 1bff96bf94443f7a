"""Energy error over 1e6 steps of a free asymmetric body: symplectic and conserving integrators, RK44 and
generalized-alpha.

`python docs/figures/make.py long-time` writes docs/figures/long_time_energy.png.
"""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from workshop import DECKS, Workshop

import rbsolve

DECK = DECKS / "asymmetric_free_body.deck"
METHODS = {
    "RK44, LIE_R3_SO3": ("EXPLICIT_RUNGE_KUTTA", "LIE_R3_SO3", "-"),
    "generalized-alpha (0.9), LIE_R3_SO3": ("GENERALIZED_ALPHA", "LIE_R3_SO3", "-"),
    "implicit midpoint": ("IMPLICIT_MIDPOINT", "QUATERNION_HAMILTONIAN", "-"),
    "energy-momentum": ("ENERGY_MOMENTUM", "QUATERNION_HAMILTONIAN", "-"),
    "Lobatto IIIA-B, 2 stages": ("LOBATTO_IIIA_B", "QUATERNION_HAMILTONIAN", "-"),
    "Gauss-Lobatto, 1 stage": ("GAUSS_LOBATTO", "QUATERNION_HAMILTONIAN", "--"),
}


def main(workshop: Workshop) -> None:
    """Run all methods and draw the figure."""
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    for label, (integrator, formulation, style) in METHODS.items():
        results = rbsolve.solve(
            DECK, integrator=integrator, formulation=formulation, t_end=1.0 if workshop.quick else None
        )
        energy = results["energy"][:, 0]
        error = np.maximum(np.abs(energy / energy[0] - 1), 1e-17)
        axes.loglog(results.time[1:], np.maximum.accumulate(error[1:]), style, label=label, linewidth=1.2)
        print(f"{label:40s} largest relative energy error {error.max():.2e}")
    axes.set_xlabel("time [s] (1000 steps a second)")
    axes.set_ylabel("largest relative energy error so far")
    axes.set_title("Free asymmetric body, h = 1e-3 s, a million steps", fontsize=11)
    axes.legend()
    workshop.save(figure, "long_time_energy")
