"""From resolved geometry to sensor rows: the model as arrays, forces, formulations, integrators, sensors.

A check needs only `model/`, which is plain numpy. All modules that import `kernel.py` contain compiled code.
"""
