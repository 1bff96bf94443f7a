"""Results: the HDF5 file of a run, and its plots, tables and exports.

`writer.py` writes it chunk by chunk, `stored.py` reads it on access. `file` has the format of the file, `sections` its
contents. `reader.py` has the class `Results` for users. `export.py`, `charts`, `scalars` and `info.py` present the
data. h5py and matplotlib are imported only when a file is written or read, or a plot is drawn.
"""
