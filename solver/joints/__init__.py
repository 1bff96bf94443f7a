"""Joints: constraint rows built from a few primitives, relative coordinates, and the forces that act along them.

The modules contain plain functions of tuples and arrays, which a check runs without a compiler. `solver/compiler/plain.py`
registers them with numba. Integrators call the functions of `kernels.py`.
"""
