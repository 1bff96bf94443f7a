"""Joints: constraint rows built from a few primitives, relative coordinates and the forces that act along them.

The modules contain plain functions on tuples and arrays, so that a check runs them as they are; `solver/compiler/plain.py`
registers them with numba, and `kernels.py` is the face that integrators call.
"""
