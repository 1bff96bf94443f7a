"""The contact of shapes (`touch.py`), its normal and friction forces (`law.py`), and their derivatives (`changes.py`).

Measures of signals and the force of contacts (`rbsolve.solver.forces.contact`) use these.
"""
