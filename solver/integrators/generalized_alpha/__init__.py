"""GENERALIZED_ALPHA: the implicit integrator of bodies with joints, one time loop for all formulations.

`parameters.py` the method's numbers, `system.py` the plan and the work space of a model, `coordinates.py` and `increments.py` what a
formulation supplies, `assembly.py` residual and iteration matrix, `start.py` the first accelerations, `stepper.py` the step.
"""
