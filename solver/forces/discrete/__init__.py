"""Discrete gradients of forces. Over a step, the work of a discrete gradient is exactly the loss of potential energy.

The discrete gradient of a force is defined next to its law. `laws.py` computes the mean of a law over a step, and
`arms.py` defines the points of application within a step. `step.py` calls the discrete gradients of a model.
"""
