"""Collects rows. `study_file.py` collects all shards in STUDY/study.h5, and `reader.py` reads this file.

`scalars.py` and `tables.py` compute a table of parameters and scalars. `plots.py` draws pictures, and `single.py`
writes the results file of one case.
"""
