"""The analyses without time integration: equilibria, prescribed motions, and linearization about a state.

Analyses write the same output rows as integrators (`registry.py`). Their equations are in absolute coordinates, and
joint coordinates describe the independent motions (`independent_coordinates.py`). The same code therefore handles trees
and closed loops.
"""
