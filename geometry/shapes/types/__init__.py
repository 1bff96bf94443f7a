"""The types of shapes: one module for each, with its record (`geometry/shapes/kind.py`) and the formulas of its
surface."""
