"""GENERALIZED_ALPHA, the implicit integrator of bodies with joints. One time loop serves all formulations.

`parameters.py` contains the coefficients of the method. `control.py` and `records.py` contain the data of the loop, and
`system.py` the plan and the work space of a model. `body_coordinates.py`, `increments.py` and `unified.py` define the
interface of formulations. `equations.py` computes the residual and the iteration matrix, `start.py` the first
accelerations, and `step.py` the prediction and correction of a step. `loop.py` contains the kernel, and `integrator.py`
connects the kernel to the run loop.

Some modules are only for adaptive steps. `step_size.py` defines their data, and `adaptive.py` controls their sizes and
ends. `local_error.py` estimates the error, and `offsets.py` adapts the velocities to a new step size.

Some modules are only for some models. `forest.py` and `tree_solution.py` are for trees in joint coordinates,
`signal_states.py` for signals, and `friction.py` for friction that depends on reactions. `parts.py` contains the data of
these parts, and `entries.py` compiles their code.
"""
