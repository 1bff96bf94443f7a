"""The stages from resolved geometry to sensor rows: the model as arrays, forces, formulations, integrators and sensors.

A check needs only `model/`, which uses plain numpy. All modules that import `kernel.py` contain compiled code.
"""
