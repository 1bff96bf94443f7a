"""The kernels of a wheel: which there are, and the shared libraries of them.

Nothing that a user writes is code, so that the set of kernels is closed. `recipes.py` lists runs that together need all of them.
"""
