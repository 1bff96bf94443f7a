"""Solves cases. `cases.py` solves one case after another, `shards.py` stores their rows, and `solver.py` is the process
that does both.

`process.py` starts and monitors such a process, within the limits of `limits.py`. `helper.py` starts two processes that
support the solver processes: `nursery.py` forks solver processes, and `compiling.py` compiles for them. `supervisor.py`
leases chunks, passes them to an engine, and records the outcomes. The supervisor itself solves no cases.
"""
