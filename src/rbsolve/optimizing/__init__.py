"""Finding the best parameters of a deck: a scalar of its run made small or large, within bounds and constraints.

`problem.py` evaluates scalars with their gradients, `descent.py` is one local search, `optimality.py` says what is active and how much it
costs, `optimizing.py` searches from several starts, `result.py` is what a user gets.
"""
