"""The linear algebra of the implicit integrators: a sparse direct factorization on the graph of bodies and joints.

`forest.py` pairs bodies with joints. `elimination.py` plans the order and the memory of the factorization once for a
deck, in plain Python. `block_lu.py` factorizes and solves, and `dense.py` contains the subroutines for small dense
blocks. `self_stress.py` makes redundant reactions unique.
"""
