"""Families of time integrators: one module with the records of a family (`kind.py` defines them), listed in `registry.py`.

The schema, checks and the run derive from them; the integrators themselves are in `rbsolve.solver.integrators`.
"""
