"""Analyses other than a simulation in time: `equilibria`, `prescribed_motions`, and equations `linearized` about a
state.

They write the same rows as the integrators (`registry.py`). They work on absolute coordinates; joint coordinates are the independent
directions (`independent_coordinates.py`). So the same code treats trees and closed loops.
"""
