"""Linear algebra of the implicit integrators: one sparse direct factorization on the graph of bodies and joints.

`forest.py` pairs bodies with joints. `elimination.py` orders and arranges the factorization once for a deck (plain Python). `block_lu.py`
has the kernels that factorize and solve, `dense.py` those of one small block; `self_stress.py` makes redundant reactions unique.
"""
