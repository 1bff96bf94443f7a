"""Collecting rows: `study_file.py` puts all shards into STUDY/study.h5, `reader.py` reads that.

`scalars.py` and `tables.py` make one table of parameters and scalars, `plots.py` pictures, `single.py` the results
file of one case.
"""
