"""The forces of springs and bushings between two bodies (`spring.py`, `bushing.py`, `general_bushing.py`,
`torsion_spring.py`), and the motion of their points (`points.py`).

The kinds of forces (`rbsolve.solver.forces`) apply these forces, and signals measure them.
"""
