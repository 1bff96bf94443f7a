"""Functions of time or of an elongation, each with its first and second derivative.

Each type is one module with two functions. `encode` converts a deck's block to flat data in plain Python. `evaluate`
returns a tuple from these data, and `evaluate.py` compiles it. `registry.py` lists the types, and `encode.py` builds
the arrays.
"""
