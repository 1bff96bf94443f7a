"""Functions of time or of an elongation, each with its first and second derivative.

Each type is one module with the same two functions: `encode` (from a deck's block to flat data, plain Python) and `evaluate` (a function on
that data, which returns a tuple and is compiled by `evaluate.py`). `registry.py` lists the types; `encode.py` builds the arrays.
"""
