"""From a checked description to a compiled model: bodies, joints and forces as arrays, method, schedule, redundancy.

`assemble.py` collects what `elements` makes of each kind of block, `initial` makes the start consistent, `checks` examines the model.
The room above joints, forces, trees and integrators: it may ask each of them, none of them imports it.
"""
