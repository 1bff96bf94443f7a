"""The types of shapes. Each type is a module with its record (`geometry/shapes/kind.py`) and the formulas of its
surface.
"""
