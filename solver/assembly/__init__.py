"""Compiles a checked description to a model: arrays of bodies, joints and forces, method, schedule and redundancy.

`elements` builds the arrays of each kind of block, and `arrays.py` collects them. `checks` examines the model.
`start.py` and `initial` compute its initial state. This package may import joints, forces, trees and integrators. None
of them imports this package.
"""
