"""Results: the HDF5 file of a run, and its plots, tables and exports.

`writer.py` writes the file chunk by chunk, and `reader.py` has the class `Results` for users. `file` has the format of
the file, and `sections` its groups. `contents` reads histories on access. `presentation`, `charts` and `scalars` show
the data. h5py and matplotlib are imported only when a file is written or read, or a plot is drawn.
"""
