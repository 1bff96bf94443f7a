"""How shapes touch (`touch.py`), what presses and rubs there (`law.py`), and how that changes with the motion (`changes.py`).

Signals measure it, and the force of contacts (`rbsolve.solver.forces.contact`) is made of it.
"""
