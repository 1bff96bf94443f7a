"""Solves trees of bodies in joint coordinates. Kinematics and dynamics are recursive, and their cost is linear in the
number of bodies.

`topology.py` uses plain numpy and computes the arrays of `arrays.py` from bodies and joints. `kinematics.py` computes
poses and velocities of the bodies, `articulated.py` their accelerations, and `reactions.py` the reactions of joints.
`variation.py` linearizes an implicit step. Explicit integrators use `explicit.py`, and the implicit integrator uses
generalized_alpha/forest.py.
"""
