"""The contact of shapes (`touch.py`), the laws of its forces (`law.py`), the forces of a point (`actions.py`, `bristles.py`),
and changes of the contact (`changes.py`).

The forces of contacts (`rbsolve.solver.forces.contact`) and measures of signals use these modules.
"""
