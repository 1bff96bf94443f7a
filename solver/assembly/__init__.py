"""Compiles a checked description to a model: the arrays of bodies, joints and forces, the method, the schedule, and the
redundant constraints.

`elements` builds the arrays of each kind of block, and `arrays.py` collects these arrays. `checks` examines the model.
`start.py` and `initial` compute its initial state. This package may import the packages of joints, forces, trees and
integrators, but they must not import this package.
"""
