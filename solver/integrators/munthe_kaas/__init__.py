"""EXPLICIT_RUNGE_KUTTA: one Runge-Kutta-Munthe-Kaas engine for every tableau and every formulation.

A step integrates the increment `z` (local coordinates and velocities) from zero with the tableau. Each stage evaluates
the forces at its own configuration. The increment at the end of the step moves the bodies (Holzinger et al. 2024,
Algorithm 3; Holzinger et al. 2020, eqs. (119)-(125); both as corrected in the errata). On a vector space, this is the
classical Runge-Kutta method.

`records.py` defines the arrays of the kernels, and `step.py` the parts of a step. `local_error.py` measures the error
of a step. `step_control.py` of the parent package chooses the size of the next step. `loop.py` contains the kernel, and
`integrator.py` connects the kernel to the run loop. If a model has contacts, adaptive methods end steps at impacts
(`crossing.py` of the parent package).
"""
