"""Engines for chunks of cases: `local.py` on the cores of this machine, `executor.py` by any concurrent.futures.Executor.

`dask.py` and `slurm.py` create executors; `registry.py` reads `--executor`. An engine transfers only a path and case numbers; rows are
written to files.
"""
