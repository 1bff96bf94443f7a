"""Solves a model, from resolved geometry to sensor values. The packages define the arrays of the model, forces,
formulations, integrators and sensors.

To check a deck, only `model/` is needed, which uses plain numpy. All modules that import `kernel.py` contain compiled
code.
"""
