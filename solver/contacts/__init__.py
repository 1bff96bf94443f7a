"""Contact of shapes: its geometry (`touch.py`), its force laws (`law.py`), the forces at a point (`actions.py`,
`bristles.py`), and their derivatives (`changes.py`).

The forces of contacts (`rbsolve.solver.forces.contact`) and measures of signals use these modules.
"""
