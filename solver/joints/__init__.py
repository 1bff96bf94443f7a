"""The joints. A joint consists of constraint rows, relative coordinates, and forces along these coordinates. The rows
are built from a few primitives.

The modules contain plain functions of tuples and arrays, which run without a compiler when a deck is checked.
`solver/compiler/plain.py` registers them with numba. Integrators call the functions of `kernels.py`.
"""
