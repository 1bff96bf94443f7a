"""GENERALIZED_ALPHA: the implicit integrator of bodies with joints, with one time loop for all formulations.

`parameters.py` contains the coefficients of the method, `control.py` and `records.py` the data of the loop, `system.py` the plan and the
work space of a model. `body_coordinates.py`, `increments.py` and `unified.py` are the interface of formulations. `equations.py` computes
residual and iteration matrix, `start.py` the first accelerations, and `step.py` the prediction and correction of a step. `loop.py` is the
kernel, and `integrator.py` its interface to the run loop.

Some modules are only for adaptive steps: `adaptive.py` controls their sizes and ends, `local_error.py` estimates the error, and
`offsets.py` adapts the velocities to a new step size.

Some modules are only for some models: `forest.py` and `tree_solution.py` for trees in joint coordinates, `signal_states.py` for signals,
`friction.py` for friction that depends on reactions.
"""
