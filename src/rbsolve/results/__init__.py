"""Writes and reads the HDF5 file of a run, and creates its plots, tables and exports.

`writer.py` writes the file chunk by chunk. `file` defines the format of the file, and `sections` its groups. `contents`
reads histories when they are accessed. The class `Results` for users is in `rbsolve.runs`. `presentation`, `charts` and
`scalars` show the data. h5py is imported only if a file is written or read, and matplotlib only if a plot is drawn.
"""
