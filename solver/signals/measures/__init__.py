"""Quantities of the motion as signals: the value of a row of `Measures`, and its derivatives by the motion.

solver/assembly/elements/measures.py maps sensors to them.
"""
