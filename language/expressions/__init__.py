"""Arithmetic inside items: `2*#L + sqrt(2)/2`, and the formulas of EXPRESSION functions.

`parse.py` reads a text (`reading.py` by the rules of operators); `evaluation.py` gives its value, or a program for the solver's
stack machine; `program.py` lists the operations.
"""
