"""Functions of time (or of an elongation), each a value with its first and second derivative.

One module per type, with the same two faces: `encode` (a deck's block to flat data, plain Python) and `evaluate` (a
tuple function on that data, compiled by `evaluate.py`). `registry.py` lists them; `encode.py` builds the arrays.
"""
