"""Provides engines that solve chunks of cases. `local.py` uses the cores of this machine, and `executor.py` uses any
concurrent.futures.Executor.

`dask.py` and `slurm.py` create executors, and `registry.py` reads `--executor`. An engine transfers only a path and
case numbers, because rows are written to files.
"""
