"""Engines for chunks of cases: `local.py` on the cores of this machine, `executor.py` by anything that is a concurrent.futures.Executor.

`dask.py` and `slurm.py` make such executors; `registry.py` reads `--executor`. An engine carries a path and the numbers of
some cases, nothing else: rows go to files.
"""
