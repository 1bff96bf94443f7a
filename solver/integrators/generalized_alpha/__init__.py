"""GENERALIZED_ALPHA: the implicit integrator of bodies with joints, one time loop for all formulations.

`parameters.py` the method's numbers, `control.py` and `records.py` what the loop reads and writes, `system.py` the plan and the workspace
of a model, `body_coordinates.py`, `increments.py` and `unified.py` what a formulation supplies, `equations.py` residual and iteration
matrix, `start.py` the first accelerations, `step.py` the prediction and correction of a step, `loop.py` the kernel, `integrator.py`
its resumable face.

Only for steps that follow their error: `adaptive.py` sizes and ends them, `local_error.py` estimates, `offsets.py` has the velocities that
a step of another size wants.

Only for some models: `forest.py` and `tree_solution.py` for trees in joint coordinates, `signal_states.py` for signals, `friction.py` for
friction by reactions.
"""
