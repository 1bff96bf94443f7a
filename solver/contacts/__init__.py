"""The contact of shapes (`touch.py`), its normal and friction forces (`law.py`), and their derivatives (`changes.py`).

The forces of contacts (`rbsolve.solver.forces.contact`) and measures of signals use these modules.
"""
