"""The engine of RALSTONS."""

from rbsolve.solver.integrators.munthe_kaas.integrator import ExplicitRungeKutta


class Ralstons(ExplicitRungeKutta):
    """The method of the tableau, as a class."""
