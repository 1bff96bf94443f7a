"""Quantities of the motion as signals: each a value, and its derivatives by the motion, of a row of `Measures`.

solver/assembly/elements/measures.py maps sensors to them.
"""
