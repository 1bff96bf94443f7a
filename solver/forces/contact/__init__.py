"""Contact of shapes: points and rounded ends of one body against a solid of another.

`law.py` how hard it presses and rubs, `touch.py` where it touches, `force.py` the wrenches, `memory.py` what is remembered from step to
step, `tangent.py` the derivatives, `rows.py` forces and depths in rows of results.
"""
