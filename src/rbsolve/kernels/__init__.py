"""The list of kernels for a wheel, and the build of their shared libraries.

User input contains no code, so the set of kernels is closed. `recipes.py` lists runs that together need all of them.
"""
