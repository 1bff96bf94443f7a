"""Contact of shapes: points and rounded ends of one body against a solid of another.

`law.py` contains the normal and friction forces, `touch.py` the positions, `force.py` the wrenches, `memory.py` the memory between steps,
`tangent.py` the derivatives, and `rows.py` the forces and depths of output rows.
"""
