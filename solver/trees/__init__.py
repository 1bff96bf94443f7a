"""Trees of bodies in joint coordinates: recursive kinematics and dynamics, linear in the number of bodies.

`topology.py` (plain numpy) computes the arrays of `arrays.py` from bodies and joints; `kinematics.py` places the bodies, `articulated.py`
computes accelerations, `reactions.py` the reactions of joints; `variation.py` linearizes an implicit step; `explicit.py` is the interface
for explicit integrators, generalized_alpha/forest.py the interface for the implicit one.
"""
