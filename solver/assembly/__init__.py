"""From a checked description to a compiled model: bodies, joints and forces as arrays, method, schedule, redundancy.

The consistent start is in `initial`.

The room above joints, forces, trees and integrators: it may ask each of them, none of them imports it.
"""
