"""Analyses other than a motion in time: `equilibria`, `prescribed_motions`, and equations `linearized` about a state.

They write the same rows as the integrators (`registry.py`). They work on absolute coordinates, with joint coordinates as the independent
directions (`independent_coordinates.py`). So trees and closed loops are treated alike.
"""
