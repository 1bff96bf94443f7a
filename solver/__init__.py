"""Solves a model, from resolved geometry to sensor values. The packages define the arrays of the model, forces,
formulations, integrators and sensors.

A check of a deck needs only `model/`, which uses plain numpy. All modules that import `kernel.py` contain compiled
code.
"""
