"""Quaternion-based geometric integrators of Hamilton's equations with the constraint |q| = 1 (Xu et al. 2020 and errata, section 4).

`spark.py` runs LOBATTO_IIIA_B and GAUSS_LOBATTO from checked tableaux. `midpoint.py` contains IMPLICIT_MIDPOINT and
ENERGY_MOMENTUM. All these integrators share the code for bodies, coupling, Newton's iteration and output rows.
`check.py` checks without numba whether a model is supported.
"""
