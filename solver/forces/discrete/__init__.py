"""Discrete gradients: the work of these forces over a step is exactly the loss of potential energy.

`forces.py` and `bushing.py` have those of gravity, loads, springs and bushings (a `PairForce` supplies its own). `arms.py` defines their
positions in a step; `step.py` calls those of a model.
"""
