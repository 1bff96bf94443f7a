"""The kernels of a wheel: which there are, and the shared libraries of them.

User input contains no code, so the set of kernels is closed. `recipes.py` lists runs that together need all of them.
"""
