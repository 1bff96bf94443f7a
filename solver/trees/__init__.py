"""Trees of bodies in joint coordinates: recursive kinematics and dynamics, with a cost linear in the number of bodies.

`topology.py` (plain numpy) computes the arrays of `arrays.py` from bodies and joints. `kinematics.py` computes poses
and velocities of the bodies, `articulated.py` accelerations, and `reactions.py` the reactions of joints. `variation.py`
linearizes an implicit step. Explicit integrators use `explicit.py`; the implicit integrator uses
generalized_alpha/forest.py.
"""
