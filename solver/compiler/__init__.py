"""Compiles kernels to machine code. Only this package imports numba; all other packages use `solver/kernel.py`.

`records.py` passes each named tuple to a kernel as a single pointer.
"""
