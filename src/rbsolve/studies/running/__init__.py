"""Solves cases. `cases.py` solves one case after another, `shards.py` stores their rows, and `solver.py` is the process
that does both.

`process.py` starts such a process and monitors it, within the limits of `limits.py`. `helper.py` starts two processes
that support solver processes: `nursery.py` forks them, and `compiling.py` compiles for them. `supervisor.py` leases
chunks, passes them to an engine, and records the outcomes. The supervisor itself solves no cases.
"""
