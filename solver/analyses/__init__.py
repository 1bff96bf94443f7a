"""Analyses that are not simulations in time: `equilibria`, `prescribed_motions`, and equations `linearized` about a
state.

Analyses write the same rows as the integrators (`registry.py`). Their equations are in absolute coordinates, and joint
coordinates describe the independent motions (`independent_coordinates.py`). So the same code handles trees and closed
loops.
"""
