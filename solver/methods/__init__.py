"""Families of time integrators: one module with the records of each family (`kind.py` defines them), listed in `registry.py`.

The schema, the checks and the run are derived from these records. The integrators themselves are in `rbsolve.solver.integrators`.
"""
