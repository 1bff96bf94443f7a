"""Discrete gradients of forces. Their work over a step equals the loss of potential energy exactly.

The discrete gradient of a force is defined next to its law. `laws.py` computes the mean of a law over a step, and
`arms.py` defines positions in a step. `step.py` calls the discrete gradients of a model.
"""
