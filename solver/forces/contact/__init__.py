"""Contact of shapes. Points and rounded ends of one body touch a solid of another body.

`force.py` computes the wrenches, `memory.py` the memory between steps, and `tangent.py` the derivatives. `rows.py`
computes the forces and depths of output rows. The force laws and the geometry are in `solver/contacts`.
"""
