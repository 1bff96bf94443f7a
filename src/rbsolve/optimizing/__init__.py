"""Finds the parameters of a deck that minimize or maximize a scalar of its run, within bounds and constraints.

`problem.py` evaluates scalars with their gradients, and `descent.py` performs a local search. `optimality.py` finds
active constraints and their multipliers. `optimizing.py` searches from several starts, and `result.py` is the user's
interface.
"""
