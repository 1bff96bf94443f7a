"""Discrete gradients: the forces of a step whose work is exactly the loss of potential energy.

`forces.py` and `bushing.py` have those of gravity, loads, springs and bushings (a `PairForce` brings its own), `arms.py` says where in a
step they act, `step.py` runs those of a model.
"""
