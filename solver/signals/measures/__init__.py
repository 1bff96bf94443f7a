"""Quantities of the motion as signals: each a value, and its derivatives by the motion, of a row of `Measures`.

What sensor asks for which of them is said in solver/assembly/elements/measures.py.
"""
