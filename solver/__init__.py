"""From resolved geometry to sensor rows: the model as arrays, forces, formulations, integrators, sensors.

`model/` is plain numpy and is all that a check needs; everything that imports `kernel.py` is compiled code.
"""
