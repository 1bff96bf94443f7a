"""Solving cases: `cases.py` solves one after the other, `shards.py` keeps their rows, `solver.py` is the process that does both.

`process.py` starts such a process and watches it, within the limits of `limits.py`; `supervisor.py` leases chunks, hands them to an
engine and records what comes back. The supervisor never solves.
"""
