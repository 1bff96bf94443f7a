"""Solving cases: `cases.py` solves one case after another, `shards.py` stores their rows, `solver.py` is the process
that does both.

`process.py` starts such a process and monitors it, within the limits of `limits.py`. `helper.py` starts the processes
that fork (`nursery.py`) and compile (`compiling.py`) for it. `supervisor.py` leases chunks, passes them to an engine
and records the outcomes. The supervisor never solves.
"""
