"""Linear algebra of the implicit integrators: one sparse direct factorization on the graph of bodies and joints.

`forest.py` pairs bodies with joints. `elimination.py` plans the order and the memory of the factorization once for a deck (plain Python).
`block_lu.py` contains the kernels that factorize and solve, and `dense.py` those for one small block. `self_stress.py` makes redundant
reactions unique.
"""
