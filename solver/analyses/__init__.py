"""Analyses that are not simulations in time: `equilibria`, `prescribed_motions`, and equations `linearized` about a
state.

Analyses write the same rows as the integrators (`registry.py`). They use absolute coordinates. Joint coordinates are
the independent directions (`independent_coordinates.py`). So the same code handles trees and closed loops.
"""
