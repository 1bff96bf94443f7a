"""The contact of shapes (`touch.py`), its normal and friction forces (`law.py`), and their derivatives (`changes.py`).

Signals measure it, and the force of contacts (`rbsolve.solver.forces.contact`) is made of it.
"""
