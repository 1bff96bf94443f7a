"""The families of time integrators. Each family is a module with its records (`kind.py` defines them), and
`registry.py` lists the modules.

The schema, the checks and the run are derived from these records. The integrators themselves are in `rbsolve.solver.integrators`.
"""
