"""EXPLICIT_RUNGE_KUTTA: one Runge-Kutta-Munthe-Kaas engine for every tableau and every formulation.

A step integrates the increment `z` (local coordinates and velocities) from zero with the tableau, each stage with the forces at its own
configuration, and moves the bodies by the result (Holzinger et al. 2024, Algorithm 3; Holzinger et al. 2020, eqs. (119)-(125); both as
corrected in the errata). On a vector space this is the classical Runge-Kutta method.

`records.py` has the arrays of the kernels, `step.py` the parts of a step, `loop.py` the kernel, `integrator.py` its resumable interface.
Step size control is in `step_control.py` beside this package; with contacts, adaptive methods end steps at impacts (`crossing.py`).
"""
