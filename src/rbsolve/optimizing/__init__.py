"""Finds the parameters of a deck that minimize or maximize a scalar of its run, within bounds and constraints.

`problem.py` evaluates scalars with their gradients, `descent.py` is one local search, `optimality.py` finds active
constraints and their costs, `optimizing.py` searches from several starts, `result.py` is the user's interface.
"""
