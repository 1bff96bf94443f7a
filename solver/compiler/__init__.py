"""Compilation of kernels to machine code. This package is the only package that imports numba; other packages use
`solver/kernel.py`.

`records.py` passes named tuples to kernels as one pointer each.
"""
