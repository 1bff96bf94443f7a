"""Reads arithmetic inside items, such as `2*#L + sqrt(2)/2`, and the formulas of EXPRESSION functions.

`parse.py` reads a text, and `reading.py` contains the actions of the grammar's rules. `evaluation.py` computes the
value of an expression, or its program for the solver's stack machine. `program.py` lists the operations.
"""
