"""Discrete gradients: the work of these forces over a step is exactly the loss of potential energy.

Each force has its own beside its law. `laws.py` has the mean of a law over a step, `arms.py` defines positions in a step, and `step.py`
calls the discrete gradients of a model.
"""
