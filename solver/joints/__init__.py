"""Joints consist of constraint rows from a few primitives, relative coordinates, and forces along these coordinates.

The modules contain plain functions of tuples and arrays. A check runs these functions without a compiler.
`solver/compiler/plain.py` registers them with numba. Integrators call the functions of `kernels.py`.
"""
