"""Lists the kernels for a wheel, and builds their shared libraries. User input contains no code, so the set of kernels
is finite. `recipes.py` lists runs that together need all kernels.
"""
