"""The types of shapes. There is a module for each type, with its record (`geometry/shapes/kind.py`) and the formulas of
its surface.
"""
