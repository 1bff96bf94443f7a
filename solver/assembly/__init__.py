"""Compilation of a checked description to a model: arrays of bodies, joints and forces, method, schedule, redundancy.

`assemble.py` collects the arrays that `elements` makes of each kind of block. `initial` makes the start consistent, and `checks` examines
the model. This package may import joints, forces, trees and integrators; none of them imports it.
"""
