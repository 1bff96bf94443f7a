"""Results: the HDF5 file of a run, and its plots, tables and exports.

`writer.py` writes it chunk by chunk, `stored.py` reads it lazily; `file` is the file as such, `sections` are its parts.
`reader.py` has the user's interface. `export.py`, `charts`, `scalars` and `info.py` show it. h5py and matplotlib are imported only when
something is written, read or drawn.
"""
