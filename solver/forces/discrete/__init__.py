"""Discrete gradients: the forces of a step whose work is exactly the loss of potential energy.

`conserving.py` for forces that act from GROUND, `between.py` where bodies act on each other, `step.py` runs those of a model.
"""
