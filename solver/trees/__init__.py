"""Trees of bodies in joint coordinates: recursive kinematics and dynamics, linear in the number of bodies.

`topology.py` (plain numpy) makes the arrays of `arrays.py` from bodies and joints; `kinematics.py` places the bodies, `articulated.py`
computes accelerations, `reactions.py` the reactions of joints; `variation.py` linearizes an implicit step; `explicit.py` is the face for
explicit integrators, generalized_alpha/forest.py that for the implicit one.
"""
